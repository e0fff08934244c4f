import { resolve } from 'node:path'
import { VERSION } from '../../base/package-root.js'
import { keyFileText, keyId } from '../../crypto/key-file.js'
import type { Source } from '../../log/log.js'
import type { Guarantee } from '../../release/guarantee.js'
import type { Made } from '../../release/made.js'
import { makeManifest, type PrivateRecord } from '../../release/manifest.js'
import { SAMPLE_KEY_FILE } from '../../release/sample.js'
import type { ReleaseFiles } from '../../release/writer.js'
import { asStep, givenTo } from '../steps.js'
import type { ReadyRelease } from './prepare.js'
import type { Sample } from './sample.js'
import { type Shaped, truthSql } from './shape.js'

/** What is promised; of an experiment nothing, and what it would have been. */
export interface Stated {
  readonly guarantee: Guarantee
  readonly experiment?: { readonly guarantee: Guarantee }
}

/** All that is known when a release is written. */
export interface Ready {
  readonly ready: ReadyRelease
  readonly source: Source
  readonly inputs: PrivateRecord['input']['files']
  readonly stated: Stated
  readonly made: Made
  readonly sample: Sample | undefined
  readonly shaped: Shaped
  readonly counts: PrivateRecord['counts']
  readonly warnings: readonly string[]
  readonly population: string | undefined
}

/** The files of a release, public and private. */
export function filesOf(all: Ready): ReleaseFiles {
  const { ready, stated, made, sample, shaped } = all
  const { options, shows, steps, signer } = ready
  const { tables, format } = shaped
  return {
    manifest: makeManifest({
      steps: steps.map(asStep),
      ...(options.plan.name === undefined ? {} : { profile: options.plan.name }),
      ...(options.plan.tuned ? { tuned: true } : {}),
      ...(ready.series === undefined ? {} : { series: ready.series.member }),
      ...(sample === undefined ? {} : { sample: sample.share }),
      ...stated,
      shows,
      columns: tables[0]?.columns ?? [],
      files: tables.map(({ file }) => file),
      ...(tables.length > 1 ? { tables: tables.slice(1).map(({ file, columns }) => ({ file, columns })) } : {}),
      ...(made.more === undefined ? {} : { more: made.more }),
    }),
    tables,
    format,
    ...(signer ? { sign: signer.sign } : {}),
    ...(ready.series ? { publishing: ready.series.publishing } : {}),
    privateFiles: privateFiles(all),
    record: recordOf(all),
    started: ready.started,
  }
}

function privateFiles({ ready, source, made, sample, shaped: { rows } }: Ready): ReleaseFiles['privateFiles'] {
  const badRows = source.bad.map(({ file, row, reason }) => `${file + 1}\t${row}\t${reason}\n`)
  const learnt = Object.entries(made.truth ?? {}).map(([name, table]) => [
    `truth-${name}.tsv`,
    { sql: `SELECT * FROM ${table} ORDER BY ALL` },
  ])
  return {
    'bad-rows.tsv': `file\trow\treason\n${badRows.join('')}`,
    ...(sample?.kept ? { [SAMPLE_KEY_FILE]: keyFileText(sample.key) } : {}),
    ...(ready.options.truth && rows ? { 'truth.tsv': { sql: truthSql(rows, ready.shows) } } : {}),
    ...(ready.options.truth ? Object.fromEntries(learnt) : {}),
    ...made.privateFiles,
  }
}

function recordOf({
  ready,
  source,
  inputs,
  made,
  sample,
  counts,
  warnings,
  population,
}: Ready): ReleaseFiles['record'] {
  const { options, steps, key } = ready
  return {
    software: `lethe ${VERSION}`,
    input: {
      format: source.format,
      ...(source.found === undefined ? {} : { reading: source.found }),
      ...(source.understood === undefined ? {} : { understood: source.understood }),
      files: inputs,
    },
    counts,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(key === undefined || options.ephemeralKey ? {} : { keyId: keyId(key) }),
    ...(sample?.kept ? { sampleKeyId: keyId(sample.key) } : {}),
    ...givenTo(steps),
    ...(options.since === undefined ? {} : { since: resolve(options.since) }),
    ...(population === undefined ? {} : { population }),
    ...(options.signOff === undefined
      ? {}
      : { signedOff: { by: options.signOff.by.trim(), reason: options.signOff.reason.trim() } }),
    warnings,
    notes: made.notes ?? [],
    facts: made.facts ?? {},
  }
}

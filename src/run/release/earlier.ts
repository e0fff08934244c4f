import { readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fail } from '../../base/errors.js'
import { none, noRows } from '../../engines/dialect/index.js'
import { withSession } from '../../engines/session.js'
import { fresh } from '../../engines/sql.js'
import { type InputOptions, readLog } from '../../ingest/index.js'
import type { Context, Earlier } from '../../methods/method.js'
import type { ReadyStep } from '../../plans/derive.js'
import { readReleased } from '../../release/data.js'
import { digest } from '../../release/digest.js'
import { isExperiment } from '../../release/experiment.js'
import type { PrivateRecord } from '../../release/manifest.js'
import { privateDirOf } from '../../release/private-folder.js'
import { openRelease } from '../../release/reader.js'
import { runSteps } from '../steps.js'
import type { ReleaseOptions } from './options.js'

/** Refuses --since where no step can use it. */
export function checkSince(steps: readonly ReadyStep[], { since, before }: ReleaseOptions): void {
  if (since === undefined) {
    if (before !== undefined) fail('usage', '--before belongs to --since', 'Name the earlier release with --since DIR.')
    return
  }
  const at = steps.findIndex(({ method }) => method.since)
  const first = steps[0]?.method.name ?? ''
  if (at < 0)
    fail('usage', `${first} does not look at earlier releases`, '--since is for thresholds such as rare-queries.')
  const other = steps.slice(0, at).find(({ method, params }) => method.acts(params) !== 'per-row')
  if (other)
    fail(
      'usage',
      `--since cannot look behind ${other.method.name}`,
      'Only steps on single rows may stand before the threshold.',
    )
}

/**
 * Reads what was asked and shown before: the log of an earlier release, found by its private record and held against its digests, what that
 * release shows, and the same for the release before it, if it had one.
 */
export async function earlier(
  options: ReleaseOptions,
  input: InputOptions,
  steps: readonly ReadyStep[],
  on: Context,
): Promise<Earlier | undefined> {
  if (options.since === undefined) return undefined
  on.say('reading what was released before')
  const before = steps.slice(
    0,
    steps.findIndex(({ method }) => method.since),
  )
  const [asked, shown] = [fresh('asked'), fresh('shown')]
  await on.engine.materialise(asked, noRows({ query: 'text', person: 'text', url: 'text' }))
  await on.engine.materialise(shown, noRows({ query: 'text', host: 'text' }))
  let moved = options.before
  const seen = new Set<string>()
  for (let dir: string | undefined = resolve(options.since); dir !== undefined && !seen.has(dir); ) {
    seen.add(dir)
    const record = recordOf(dir)
    const paths = moved ?? (await knownLogs(dir, record))
    await addAsked({ dir, record, paths, input, before }, asked, on)
    await addShown(dir, shown, on)
    moved = undefined
    dir = record.since
  }
  return { asked, shown }
}

function recordOf(dir: string): PrivateRecord {
  try {
    return JSON.parse(readFileSync(join(privateDirOf(dir), 'record.json'), 'utf8')) as PrivateRecord
  } catch (cause) {
    return fail(
      'input',
      `the private folder of ${dir} is not beside it`,
      '--since needs its record.json, which says which log was counted.',
      cause,
    )
  }
}

/** The files that a record names. A file is read only where it is the one that was counted: a record cannot have any other opened. */
async function knownLogs(dir: string, { input }: PrivateRecord): Promise<string[]> {
  for (const { path, sha256 } of input.files) {
    const there = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
    if (!there) fail('input', `the log of the earlier release ${dir} is not where its record says`, NAME_IT)
    if ((await digest(path)) !== sha256)
      fail('refused', `the log of the earlier release ${dir} is not the one that was counted then`, NAME_IT)
  }
  return input.files.map(({ path }) => path)
}

const NAME_IT = 'Name it with --before LOG.'

interface Past {
  readonly dir: string
  readonly record: PrivateRecord
  readonly paths: readonly string[]
  readonly input: InputOptions
  /** Steps that stand before the threshold. */
  readonly before: readonly ReadyStep[]
}

/** Reads the log that a record names, in an engine of its own, and passes on who had asked what. Another log would count other persons. */
async function addAsked({ dir, record, paths, input, before }: Past, asked: string, on: Context): Promise<void> {
  const passed = join(on.workspace.dir, `${fresh('earlier')}.parquet`)
  await withSession({ temp: on.workspace.dir, threads: on.threads }, async (session) => {
    const { log, source } = await readLog(paths, input, session).catch((cause: unknown) =>
      fail(
        'input',
        `the log of the earlier release ${dir} cannot be read where its record says`,
        'Name its place with --before LOG.',
        cause,
      ),
    )
    const digests = (files: readonly { readonly sha256: string }[]) =>
      files
        .map((file) => file.sha256)
        .sort()
        .join()
    if (digests(await source.digests()) !== digests(record.input.files))
      fail(
        'refused',
        `the log of the earlier release ${dir} is not the one that was counted then`,
        'Name the right one with --before LOG.',
      )
    const { log: current } = await runSteps(before, log, { ...on, engine: session.engine })
    if (current === undefined) fail('internal', 'a step before a threshold left no log')
    await session.engine.write(
      `SELECT DISTINCT query, person, ${current.has.url ? 'url' : `${none('text')} AS url`} FROM ${current.table} WHERE query IS NOT NULL`,
      passed,
      'parquet',
    )
  })
  const { from } = await on.engine.parquet([passed])
  await on.engine.insert(asked, `SELECT query, person, url FROM ${from}`)
  rmSync(passed)
}

async function addShown(dir: string, shown: string, on: Context): Promise<void> {
  const { manifest } = openRelease(dir)
  if (isExperiment(manifest))
    fail(
      'refused',
      `${dir} is an experiment (--seed), and what was not published was not shown`,
      '--since takes the release that was published before.',
    )
  if (manifest.sample !== undefined)
    fail(
      'refused',
      `${dir} is of a sample of persons, and those left out asked as well`,
      '--since takes a release of a whole log.',
    )
  const [file] = manifest.files
  const phrases = manifest.guarantee.kind === 'k-users-per-ngram' && manifest.guarantee.items === 'phrases'
  const text = phrases ? 'item' : 'query'
  if (file === undefined || !manifest.columns.some((column) => column.name === text))
    fail(
      'usage',
      `the earlier release ${dir} shows no queries`,
      '--since takes a release that a threshold made, such as rare-queries.',
    )
  const rows = await readReleased(on.engine, join(dir, file), manifest.columns)
  const host = rows.columns.includes('host') ? 'host' : 'NULL'
  await on.engine.insert(shown, `SELECT DISTINCT ${text}, ${host} FROM ${rows.table} WHERE ${text} IS NOT NULL`)
}

import { resolve } from 'node:path'
import { fail } from '../base/errors.js'
import { VERSION } from '../base/package-root.js'
import { keyId } from '../crypto/key-file.js'
import { type Resources, type Session, withSession } from '../engines/session.js'
import { type InputOptions, readLog } from '../ingest/index.js'
import type { Standing } from '../ledger/account.js'
import type { Log, Records, Source } from '../log/log.js'
import type { Context } from '../methods/method.js'
import { derive, type ReadyStep } from '../plans/derive.js'
import type { Plan } from '../plans/plan.js'
import type { Random } from '../random/random.js'
import { secureRandom } from '../random/secure.js'
import { seededRandom } from '../random/seeded.js'
import { type ColumnOptions, releasedColumns, releaseSql } from '../release/columns.js'
import { isDraft, tableSql } from '../release/draft.js'
import { asExperiment } from '../release/experiment.js'
import type { Guarantee } from '../release/guarantee.js'
import type { Counts, KeptCounts } from '../release/kept.js'
import { makeManifest, type PrivateRecord, type Step } from '../release/manifest.js'
import { type ReleaseSigner, releaseSigner } from '../release/signing.js'
import { checkPlace, type Place, writeRelease } from '../release/writer.js'
import { countAll, itemsOf, type ReleasedRows } from './counts.js'
import { checkSince, earlier } from './earlier.js'
import { inputFor } from './reading.js'
import type { ReleaseOptions } from './release-options.js'
import { enter } from './spend.js'
import { checkSpreadsheet, columnsFor } from './spreadsheet.js'
import {
  asStep,
  checkRequirements,
  columnOptions,
  extrasOf,
  givenTo,
  keyFor,
  nameOf,
  readySteps,
  runSteps,
} from './steps.js'

export type { ReleaseOptions } from './release-options.js'

export interface ReleaseResult {
  readonly dir: string
  readonly privateDir: string
  readonly method: string
  /** What is promised; of an experiment nothing, */
  readonly guarantee: Guarantee
  /** and here stands what it would have been. */
  readonly experiment?: { readonly guarantee: Guarantee }
  readonly steps?: readonly Step[]
  readonly kept: KeptCounts
  readonly of: Counts
  /** There is nothing in it: no row, no item. */
  readonly empty: boolean
  /** The public key that the checksums are signed with, by its fingerprint. */
  readonly signedWith?: string
  /** How the population stands after this release. */
  readonly ledger?: Standing
  readonly badRows: number
  /** Every line or document of the log: read, bad, blank or no search. */
  readonly records: Records
  readonly warnings: readonly string[]
  readonly seconds: number
}

/** What a plan promises, before anything runs and without any log. */
export interface Explanation {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly guarantee: Guarantee
  readonly derivation: readonly string[]
  readonly derived: Readonly<Record<string, unknown>>
  readonly steps: readonly Step[]
  /** What rows will show beside their text. */
  readonly shows: ColumnOptions
}

/** States thresholds and guarantee of a plan; touches no data. */
export async function explain(
  plan: Plan,
  shows: Partial<ColumnOptions> = {},
  flags: InputOptions = {},
): Promise<Explanation> {
  const steps = await readySteps(plan)
  const input = inputFor(plan, steps, flags)
  const shown = columnOptions(steps, plan, shows)
  const { guarantee, steps: derivation } = derive(steps, shown, extrasOf(input), input.unit ?? 'user', plan.tuned)
  const last = steps.at(-1)
  const manifestSteps = steps.map(asStep)
  return {
    method: nameOf(plan),
    params: manifestSteps.at(-1)?.params ?? {},
    guarantee,
    derivation,
    derived: last?.method.derived?.(last.params) ?? {},
    steps: manifestSteps,
    shows: shown,
  }
}

/** Makes a release: reads the log, runs the steps, writes the files. */
export async function release(
  inputs: readonly string[],
  options: ReleaseOptions,
  input: InputOptions = {},
  resources: Resources = {},
): Promise<ReleaseResult> {
  const ready = await prepare(options, input)
  return withSession(resources, async (session) => {
    session.say('reading')
    const keepRaw = ready.steps.some(({ method, params }) => method.readsRaw(params))
    const textsOnly = ready.steps.every(({ method, params }) => method.textsOnly?.(params) ?? false)
    const read = await readLog(inputs, { ...ready.input, keepRaw, textsOnly }, session)
    return releaseRead(read, ready, session)
  })
}

/** A release that can be made: everything that can be refused before the log is read has been looked at. */
export interface ReadyRelease {
  readonly options: ReleaseOptions
  readonly input: InputOptions
  readonly steps: readonly ReadyStep[]
  readonly shows: ColumnOptions
  readonly key: Uint8Array | undefined
  readonly signer: ReleaseSigner | undefined
  readonly place: Place
  readonly started: number
}

/** Refuses early what cannot come to a good end: an unsound plan, a missing key or file, a folder that exists. */
export async function prepare(options: ReleaseOptions, flags: InputOptions): Promise<ReadyRelease> {
  const started = performance.now()
  const place = {
    dir: options.out,
    privateDir: options.privateDir ?? `${options.out.replace(/\/+$/, '')}.private`,
    force: options.force ?? false,
  }
  const steps = await readySteps(options.plan)
  const input = inputFor(options.plan, steps, flags)
  const shows = columnOptions(steps, options.plan, options.shows)
  for (const { method, params } of steps) method.checks?.(params)
  derive(steps, shows, extrasOf(input), input.unit ?? 'user')
  const key = keyFor(steps, options)
  checkSeed(options)
  const signer = options.sign === undefined ? undefined : releaseSigner(options.sign)
  checkSince(steps, options)
  checkSpreadsheet(options, extrasOf(input))
  checkPlace(place)
  return { options, input, steps, shows, key, signer, place, started }
}

/** Makes a release of a log that has been read. */
export async function releaseRead(
  { log, source }: { readonly log: Log; readonly source: Source },
  { options, input, steps, shows, key, signer, place, started }: ReadyRelease,
  session: Session,
): Promise<ReleaseResult> {
  checkRequirements(steps, log)
  const derived = derive(steps, shows, log.extras, log.unit ?? 'row', options.plan.tuned).guarantee
  const stated = options.seed === undefined ? { guarantee: derived } : asExperiment(derived)
  const random = options.seed === undefined ? secureRandom() : seededRandom(options.seed)
  const files = (await source.digests()).map((file, i) => ({ path: source.paths[i] as string, ...file })) // refuses a log that changed
  const entered = enter({ options, steps, guarantee: derived, dir: place.dir }) // before any noise is drawn
  const learnt: Context['learnt'] = {}
  const heard = { notes: [] as string[], facts: {} as Record<string, unknown>, truth: {} as Record<string, string> }
  const context: Context = {
    engine: session.engine,
    workspace: session.workspace,
    threads: session.threads,
    random,
    key,
    signal: session.signal,
    say: session.say,
    learnt,
    note: (line) => heard.notes.push(line),
    keep: (name, value) => {
      heard.facts[name] = value
    },
    truth: (name, table) => {
      heard.truth[name] = table
    },
  }
  const since = await earlier(options, input, steps, context)
  const made = await runSteps(steps, log, { ...context, since })
  const format = options.format ?? 'parquet'
  const draft = isDraft(made) ? made : { log: made, tables: [] }
  const rows = draft.log && rowsOf(draft.log, shows, random)
  const tables = [
    ...(rows
      ? [
          {
            file: `data.${format}`,
            sql: rows.sql,
            columns: columnsFor(
              options,
              rows.columns.map(({ info }) => info),
            ),
          },
        ]
      : []),
    ...draft.tables.map((table) => ({
      file: `${table.name}.${format}`,
      sql: tableSql(table),
      columns: columnsFor(options, table.columns),
    })),
  ]
  const warnings = [
    ...source.notes,
    ...(entered?.notes ?? []),
    ...steps.flatMap(({ method, params }) => method.warns?.(params) ?? []),
    ...warningsOf(source, options),
    ...(input.fixed && input.maxBad !== undefined
      ? ['--max-bad does not count here: under differential privacy rows that do not read are left out, however many']
      : []),
  ]
  let counts: PrivateRecord['counts'] | undefined
  session.say('writing')
  await writeRelease(session.engine, session.workspace, place, {
    manifest: makeManifest({
      steps: steps.map(asStep),
      ...(options.plan.name === undefined ? {} : { profile: options.plan.name }),
      ...(options.plan.tuned ? { tuned: true } : {}),
      ...stated,
      shows,
      columns: tables[0]?.columns ?? [],
      files: tables.map(({ file }) => file),
      ...(tables.length > 1 ? { tables: tables.slice(1).map(({ file, columns }) => ({ file, columns })) } : {}),
      ...(draft.more === undefined ? {} : { more: draft.more }),
    }),
    tables,
    format,
    ...(signer ? { sign: signer.sign } : {}),
    privateFiles: {
      'bad-rows.tsv': badRows(source),
      ...(options.truth && rows ? { 'truth.tsv': { sql: truthSql(rows.log, shows, rows.columns) } } : {}),
      ...(options.truth
        ? Object.fromEntries(
            Object.entries(heard.truth).map(([name, table]) => [
              `truth-${name}.tsv`,
              { sql: `SELECT * FROM ${table} ORDER BY ALL` },
            ]),
          )
        : {}),
    },
    record: async () => {
      const items = rows ? undefined : await itemsOf(session.engine, draft, steps)
      const known = steps.length === 1 ? draft.kept : undefined
      counts = await countAll(session.engine, {
        log,
        rows,
        items,
        shows,
        source,
        learnt,
        known,
        textsStay: steps.every(({ method }) => method.textsStay),
        readable: draft.readable,
      })
      if (isEmpty(counts.kept)) warnings.push(derived.kind === 'dp' ? EMPTY_BY_NOISE : EMPTY)
      return {
        made: new Date().toISOString(),
        software: `lethe ${VERSION}`,
        input: {
          format: source.format,
          ...(source.found === undefined ? {} : { reading: source.found }),
          files,
        },
        counts,
        seconds: seconds(started),
        ...(options.seed === undefined ? {} : { seed: options.seed }),
        ...(key === undefined || options.ephemeralKey ? {} : { keyId: keyId(key) }),
        ...givenTo(steps),
        ...(options.since === undefined ? {} : { since: resolve(options.since) }),
        ...(entered === undefined ? {} : { population: entered.standing.population }),
        warnings,
        notes: heard.notes,
        facts: heard.facts,
      }
    },
  })
  const { of, kept } = counts as PrivateRecord['counts']
  return {
    dir: place.dir,
    privateDir: place.privateDir,
    method: nameOf(options.plan),
    ...stated,
    ...(options.plan.steps.length > 1 || options.plan.name !== undefined ? { steps: steps.map(asStep) } : {}),
    kept,
    of: { rows: of.rows, users: of.users, queries: of.queries },
    empty: isEmpty(kept),
    ...(signer ? { signedWith: signer.fingerprint } : {}),
    ...(entered === undefined ? {} : { ledger: entered.standing }),
    badRows: source.bad.length + (source.unlisted ?? 0),
    records: of.records as Records,
    warnings: [...warnings, ...heard.notes],
    seconds: seconds(started),
  }
}

/** An experiment is no release: it would stand in the ledger of a population for something that is never published, or be missing there. */
function checkSeed({ seed, population }: ReleaseOptions): void {
  if (seed !== undefined && population !== undefined)
    fail(
      'usage',
      '--seed makes an experiment, which promises nothing and enters no ledger, and --population names one',
      'Leave out --population to try something out, or --seed to make a release.',
    )
}

/** Said to the custodian, who may take a folder that is ready for one that holds something. */
const EMPTY_BY_NOISE =
  'the release is empty: nothing in it, since nothing came through the noise and the thresholds. What it cost is spent; another try costs as much again'
const EMPTY = 'the release is empty: nothing in it'

function isEmpty({ rows, items }: KeptCounts): boolean {
  return (items ?? rows) === 0
}

/** The rows of a log as they are released. */
function rowsOf(log: Log, shows: ColumnOptions, random: Random): ReleasedRows {
  const columns = releasedColumns(log, shows, random.bytes(32))
  return { log, columns, sql: releaseSql(log, shows, columns) }
}

const EXPERIMENT =
  'made with repeatable chance (--seed): an experiment, which promises nothing, enters no ledger and must not be published'

function warningsOf(source: Source, options: ReleaseOptions): string[] {
  return [
    ...(source.bad.length > 0
      ? [
          `${source.bad.length + (source.unlisted ?? 0)} rows did not parse and were left out; their numbers are in bad-rows.tsv of the private folder`,
        ]
      : []),
    ...(options.seed === undefined ? [] : [EXPERIMENT]),
  ]
}

function badRows(source: Source): string {
  return `file\trow\treason\n${source.bad.map(({ file, row, reason }) => `${file + 1}\t${row}\t${reason}\n`).join('')}`
}

/** Who became whom: pseudonyms with their persons, or, where there are none, released rows with theirs. */
function truthSql(log: Log, shows: ColumnOptions, columns: ReturnType<typeof releasedColumns>): string {
  const wanted = shows.link === 'none' ? columns : columns.filter((column) => column.info.name === 'pseudonym')
  const person = { info: { name: 'person', type: 'text' as const, meaning: 'as in the log' }, sql: 'person' }
  // Text has no bytes: they stand there as hex, as everywhere.
  const asText = wanted.map((column) =>
    column.info.type === 'bytes' ? { ...column, sql: `lower(hex(${column.sql}))` } : column,
  )
  const rows = releaseSql(log, shows, [person, ...asText])
  return shows.link === 'none' ? rows : rows.replace('SELECT', 'SELECT DISTINCT')
}

function seconds(started: number): number {
  return Math.round(performance.now() - started) / 1000
}

import { randomBytes } from 'node:crypto'
import { keyId, readKeyFile } from '../crypto/key-file.js'
import type { OutFormat } from '../engines/engine.js'
import { fail } from '../errors.js'
import { type InputOptions, readLog } from '../ingest/index.js'
import type { Log, Source } from '../log/log.js'
import { loadMethod } from '../methods/index.js'
import type { Context } from '../methods/method.js'
import { VERSION } from '../package-root.js'
import { derive, type ReadyStep, readyStep } from '../plans/derive.js'
import type { Plan } from '../plans/plan.js'
import { secureRandom } from '../random/secure.js'
import { seededRandom } from '../random/seeded.js'
import { type ColumnOptions, DEFAULT_COLUMNS, releasedColumns, releaseSql } from '../release/columns.js'
import type { Guarantee } from '../release/guarantee.js'
import { type Counts, makeManifest, type PrivateRecord, type Step } from '../release/manifest.js'
import { checkPlace, dataFileName, writeRelease } from '../release/writer.js'
import { type Resources, withSession } from '../session.js'
import { countAll } from './counts.js'

/** What to release, and where to. */
export interface ReleaseOptions {
  readonly plan: Plan
  readonly out: string
  /** Default: `out` with .private behind. */
  readonly privateDir?: string
  readonly force?: boolean
  readonly format?: OutFormat
  readonly shows?: Partial<ColumnOptions>
  readonly keyFile?: string
  /** Draw a key for this run and forget it. */
  readonly ephemeralKey?: boolean
  /** Experiments only: repeatable chance, and a stamp in the manifest. */
  readonly seed?: number
  /** Write who became whom into the private folder. */
  readonly truth?: boolean
}

export interface ReleaseResult {
  readonly dir: string
  readonly privateDir: string
  readonly method: string
  readonly guarantee: Guarantee
  readonly steps?: readonly Step[]
  readonly kept: Counts
  readonly of: Counts
  readonly badRows: number
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
}

/** States thresholds and guarantee of a plan; touches no data. */
export async function explain(
  plan: Plan,
  shows: Partial<ColumnOptions> = {},
  input: InputOptions = {},
): Promise<Explanation> {
  const steps = await readySteps(plan)
  const { guarantee, steps: derivation } = derive(
    steps,
    columnOptions(plan, shows),
    extrasOf(input),
    input.unit ?? 'user',
  )
  const manifestSteps = steps.map(asStep)
  return {
    method: nameOf(plan),
    params: manifestSteps.at(-1)?.params ?? {},
    guarantee,
    derivation,
    derived: {},
    steps: manifestSteps,
  }
}

/** Makes a release: reads the log, runs the steps, writes the files. */
export async function release(
  inputs: readonly string[],
  options: ReleaseOptions,
  input: InputOptions = {},
  resources: Resources = {},
): Promise<ReleaseResult> {
  const started = performance.now()
  const place = {
    dir: options.out,
    privateDir: options.privateDir ?? `${options.out.replace(/\/+$/, '')}.private`,
    force: options.force ?? false,
  }
  const shows = columnOptions(options.plan, options.shows ?? {})
  const steps = await readySteps(options.plan)
  derive(steps, shows, extrasOf(input), input.unit ?? 'user') // an unsound plan is refused before the log is read
  const key = keyFor(steps, options)
  checkPlace(place)
  return withSession(resources, async (session) => {
    session.say('reading')
    const keepRaw = steps.some(({ method, params }) => method.readsRaw(params))
    const { log, source } = await readLog(inputs, { ...input, keepRaw }, session)
    checkRequirements(steps, log)
    const { guarantee } = derive(steps, shows, log.extras, log.unit ?? 'row')
    const learnt: Context['learnt'] = {}
    const random = options.seed === undefined ? secureRandom() : seededRandom(options.seed)
    const last = await runSteps(steps, log, {
      engine: session.engine,
      random,
      key,
      signal: session.signal,
      say: session.say,
      learnt,
    })
    const columns = releasedColumns(last, shows, random.bytes(32))
    const warnings = [...source.notes, ...warningsOf(source, options)]
    const format = options.format ?? 'parquet'
    let counts: PrivateRecord['counts'] | undefined
    session.say('writing')
    await writeRelease(session.engine, session.workspace, place, {
      manifest: makeManifest({
        steps: steps.map(asStep),
        ...(options.plan.name === undefined ? {} : { profile: options.plan.name }),
        guarantee,
        shows,
        columns: columns.map((column) => column.info),
        files: [dataFileName(format)],
        ...(options.seed === undefined ? {} : { experiment: true }),
      }),
      sql: releaseSql(last, shows, columns),
      format,
      privateFiles: {
        'bad-rows.tsv': badRows(source),
        ...(options.truth ? { 'truth.tsv': { sql: truthSql(last, shows, columns) } } : {}),
      },
      record: async () => {
        counts = await countAll(session.engine, { log, last, shows, columns, source, queries: learnt.queries })
        return {
          made: new Date().toISOString(),
          software: `lethe ${VERSION}`,
          input: {
            format: source.format,
            files: (await source.digests()).map((file, i) => ({ path: source.paths[i] as string, ...file })),
          },
          counts,
          seconds: seconds(started),
          ...(options.seed === undefined ? {} : { seed: options.seed }),
          ...(key === undefined || options.ephemeralKey ? {} : { keyId: keyId(key) }),
          warnings,
        }
      },
    })
    const { of, kept } = counts as PrivateRecord['counts']
    return {
      dir: place.dir,
      privateDir: place.privateDir,
      method: nameOf(options.plan),
      guarantee,
      ...(options.plan.steps.length > 1 || options.plan.name !== undefined ? { steps: steps.map(asStep) } : {}),
      kept,
      of: { rows: of.rows, users: of.users, queries: of.queries },
      badRows: source.bad.length,
      warnings,
      seconds: seconds(started),
    }
  })
}

async function readySteps(plan: Plan): Promise<ReadyStep[]> {
  return Promise.all(plan.steps.map(async ({ method, params }) => readyStep(await loadMethod(method), params)))
}

function asStep({ method, params }: ReadyStep): Step {
  return {
    method: method.name,
    params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)),
  }
}

function nameOf(plan: Plan): string {
  return plan.name ?? plan.steps.map((step) => step.method).join(' + ')
}

function columnOptions(plan: Plan, shows: Partial<ColumnOptions>): ColumnOptions {
  return { ...DEFAULT_COLUMNS, ...plan.shows, ...shows }
}

function extrasOf(input: InputOptions): string[] {
  return Object.keys(input.columns ?? {}).filter(
    (key) => !['user', 'query', 'time', 'rank', 'url'].includes(key) && key !== input.unit,
  )
}

function keyFor(steps: readonly ReadyStep[], options: ReleaseOptions): Uint8Array | undefined {
  if (options.keyFile !== undefined && options.ephemeralKey)
    fail('usage', '--key and --ephemeral-key exclude each other', 'Give one of them.')
  const needed = steps.some(({ method, params }) => method.writesTags(params))
  if (!needed) return undefined
  if (options.keyFile !== undefined) return readKeyFile(options.keyFile)
  if (options.ephemeralKey) return new Uint8Array(randomBytes(32))
  return fail(
    'usage',
    'tags need a key',
    'Give --key FILE (made by lethe keygen -o FILE), or --ephemeral-key for one that is forgotten.',
  )
}

function checkRequirements(steps: readonly ReadyStep[], log: Log): void {
  for (const { method } of steps) {
    if (method.requires.includes('person') && log.unit === undefined) {
      fail(
        'refused',
        `${method.name} counts persons, and the log has no user column`,
        'Name it with --columns user=NAME, or name another unit: --unit session, --unit ip.',
      )
    }
    if (method.requires.includes('time') && !log.has.time)
      fail('refused', `${method.name} needs times, and the log has none`, 'Name the column with --columns time=NAME.')
    if (method.requires.includes('url') && !log.has.url)
      fail(
        'refused',
        `${method.name} needs clicked URLs, and the log has none`,
        'Name the column with --columns url=NAME.',
      )
  }
}

async function runSteps(steps: readonly ReadyStep[], log: Log, on: Context): Promise<Log> {
  let current = log
  for (const [index, { method, params }] of steps.entries()) {
    current = await method.run(current, params, index === 0 ? on : { ...on, learnt: {} })
  }
  return current
}

function warningsOf(source: Source, options: ReleaseOptions): string[] {
  return [
    ...(source.bad.length > 0
      ? [
          `${source.bad.length} rows did not parse and were left out; their numbers are in bad-rows.tsv of the private folder`,
        ]
      : []),
    ...(options.seed === undefined ? [] : ['made with repeatable chance: an experiment, not to be published']),
  ]
}

function badRows(source: Source): string {
  return `file\trow\treason\n${source.bad.map(({ file, row, reason }) => `${file + 1}\t${row}\t${reason}\n`).join('')}`
}

/** Who became whom: pseudonyms with their persons, or, where there are none, released rows with theirs. */
function truthSql(log: Log, shows: ColumnOptions, columns: ReturnType<typeof releasedColumns>): string {
  const wanted = shows.link === 'none' ? columns : columns.filter((column) => column.info.name === 'pseudonym')
  const person = { info: { name: 'person', type: 'text' as const, meaning: 'as in the log' }, sql: 'person' }
  const rows = releaseSql(log, shows, [person, ...wanted])
  return shows.link === 'none' ? rows : rows.replace('SELECT', 'SELECT DISTINCT')
}

function seconds(started: number): number {
  return Math.round(performance.now() - started) / 1000
}

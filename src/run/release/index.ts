import { fail } from '../../base/errors.js'
import { isShared } from '../../base/storage/index.js'
import { type Resources, type Session, withSession } from '../../engines/session.js'
import { type InputOptions, readLog } from '../../ingest/index.js'
import type { Standing } from '../../ledger/account.js'
import type { Log, Records, Source } from '../../log/log.js'
import type { Understood } from '../../log/understood.js'
import type { Context } from '../../methods/method.js'
import { derive } from '../../plans/derive.js'
import type { Plan } from '../../plans/plan.js'
import { secureRandom } from '../../random/secure.js'
import { seededRandom } from '../../random/seeded.js'
import type { ColumnOptions } from '../../release/columns.js'
import { asExperiment } from '../../release/experiment.js'
import type { Guarantee } from '../../release/guarantee.js'
import type { Counts, KeptCounts } from '../../release/kept.js'
import type { Step } from '../../release/manifest.js'
import { promisedOfSample } from '../../release/sample.js'
import { type SharedPlace, takePlace } from '../../release/shared-place.js'
import { writeShared } from '../../release/shared-writer.js'
import { writeRelease } from '../../release/writer.js'
import { inputFor } from '../reading.js'
import {
  asStep,
  checkEngine,
  checkRequirements,
  columnOptions,
  extrasOf,
  nameOf,
  readySteps,
  runSteps,
} from '../steps.js'
import { countAll } from './counts.js'
import { earlier } from './earlier.js'
import { filesOf, type Stated } from './files.js'
import type { ReleaseOptions } from './options.js'
import { prepare, type ReadyRelease } from './prepare.js'
import { checkSampling, drawSample, samplingOf, uncounted } from './sample.js'
import { settled } from './settled.js'
import { shape } from './shape.js'
import { enter } from './spend.js'
import { badRows, isEmpty, warningsOf } from './warnings.js'

export type { ReleaseOptions } from './options.js'

export interface ReleaseResult extends Stated {
  readonly dir: string
  readonly privateDir: string
  /** The cluster that wrote it to a storage, by its address without the token. */
  readonly cluster?: string
  readonly method: string
  readonly steps?: readonly Step[]
  /** About this share of the persons alone. */
  readonly sample?: number
  readonly kept: KeptCounts
  readonly of: Counts
  /** There is nothing in it: no row, no item. */
  readonly empty: boolean
  /** The public key that the checksums are signed with, by its fingerprint. */
  readonly signedWith?: string
  /** How the population stands after this release. */
  readonly ledger?: Standing
  readonly badRows: number
  /** What was taken for what, and how that was decided. */
  readonly understood?: Understood
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

/** What the release would show, and whether its chance would be repeatable. */
export type ExplainOptions = Pick<ReleaseOptions, 'shows' | 'seed' | 'samplePeople'>

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

/** The same as it will stand in a manifest: a run with repeatable chance promises nothing. */
export async function explained(
  plan: Plan,
  { shows, seed, ...options }: ExplainOptions = {},
  input: InputOptions = {},
): Promise<Explanation> {
  const share = samplingOf(options)?.share
  const whole = await explain(plan, shows, input)
  const told = { ...whole, guarantee: promisedOfSample(whole.guarantee, share) }
  return seed === undefined ? told : { ...told, ...asExperiment(told.guarantee) }
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
    checkEngine(ready.steps, session.engine)
    const { dir } = ready.place
    const shared = isShared(dir) ? await takePlace(session.engine, dir) : undefined
    try {
      const from = await read(inputs, ready, session)
      return await releaseRead(from, await settled(ready, from.log, session), session, shared)
    } catch (cause) {
      await shared?.abandon()
      throw cause
    }
  })
}

/** A log that has been read. */
export interface Read {
  readonly log: Log
  readonly source: Source
}

/** Reads the log of a release: with `times` also where the steps could do without. */
export function read(
  inputs: readonly string[],
  { steps, input }: Pick<ReadyRelease, 'steps' | 'input'>,
  session: Session,
  times = false,
): Promise<Read> {
  checkEngine(steps, session.engine)
  session.say('reading')
  const keepRaw = steps.some(({ method, params }) => method.readsRaw(params))
  const textsOnly = !times && steps.every(({ method, params }) => method.textsOnly?.(params) ?? false)
  return readLog(inputs, { ...input, keepRaw, textsOnly }, session)
}

/** Makes a release of a log that has been read. */
export async function releaseRead(
  from: Read,
  ready: ReadyRelease,
  session: Session,
  shared?: SharedPlace,
): Promise<ReleaseResult> {
  const { log, source } = from
  const { options, steps, sampling, place } = ready
  checkRequirements(steps, log)
  checkSampling(sampling, log)
  const ofAll = derive(steps, ready.shows, log.extras, log.unit ?? 'row', options.plan.tuned).guarantee
  const promised = ready.series?.promised(ofAll) ?? promisedOfSample(ofAll, sampling?.share)
  if (promised.kind !== 'none') refuseDoubts(source)
  const stated = options.seed === undefined ? { guarantee: promised } : asExperiment(promised)
  const inputs = (await source.digests()).map((file, i) => ({ path: source.paths[i]!, ...file })) // refuses a log that changed
  const entered = enter({ options, steps, guarantee: promised, dir: place.dir }) // before any noise is drawn
  const on = contextOf(ready, session)
  const since = await earlier(options, ready.input, steps, on)
  const sample = await drawSample(log, sampling, on)
  const made = await runSteps(steps, sample?.log ?? log, { ...on, since })
  const shaped = shape(made, ready, on.random)
  const told = sample === undefined ? made : uncounted(made)
  const counts = await countAll(session.engine, { log, source, ready, made: told, rows: shaped.rows })
  const warnings = warningsOf(ready, source, entered?.notes ?? [], promised, counts.kept)
  const population = entered?.standing.population
  session.say('writing')
  const files = filesOf({ ready, source, inputs, stated, made, sample, shaped, counts, warnings, population })
  const { seconds } = await (shared
    ? writeShared(session.engine, session.workspace, place, shared, files)
    : writeRelease(session.engine, session.workspace, place, files))
  const { of, kept } = counts
  return {
    dir: place.dir,
    privateDir: place.privateDir,
    ...(shared && session.engine.cluster ? { cluster: session.engine.cluster.label } : {}),
    method: nameOf(options.plan),
    ...stated,
    ...(options.plan.steps.length > 1 || options.plan.name !== undefined ? { steps: steps.map(asStep) } : {}),
    ...(sample === undefined ? {} : { sample: sample.share }),
    kept,
    of: { rows: of.rows, users: of.users, queries: of.queries },
    empty: isEmpty(kept),
    ...(ready.signer ? { signedWith: ready.signer.fingerprint } : {}),
    ...(entered === undefined ? {} : { ledger: entered.standing }),
    badRows: badRows(source),
    ...(source.understood === undefined ? {} : { understood: source.understood }),
    records: of.records!,
    warnings: [...(ready.said ?? []), ...warnings, ...(made.notes ?? [])],
    seconds,
  }
}

/** What is promised is promised of persons and their queries: a guess at which column holds them must not look wrong. */
function refuseDoubts({ understood }: Source): void {
  const [doubt] = understood?.doubts ?? []
  if (doubt !== undefined)
    fail('refused', doubt, 'Name the columns if it is right all the same: --columns user=NAME,query=NAME.')
}

function contextOf({ options, key }: ReadyRelease, session: Session): Context {
  const random = options.seed === undefined ? secureRandom() : seededRandom(options.seed)
  return { ...session, random, key }
}

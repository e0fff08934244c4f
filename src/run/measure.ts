import { fail } from '../base/errors.js'
import { parseParams } from '../base/params.js'
import { type Resources, withSession } from '../engines/session.js'
import { type InputOptions, readLog } from '../ingest/index.js'
import { loadMeasure, measureNames } from '../measures/index.js'
import type { MeasureContext, Measured, Subject } from '../measures/measure.js'
import { seededRandom } from '../random/seeded.js'
import { readable } from '../shares/open/readable.js'
import { see } from './see.js'
import { readTruth, truthBeside } from './truth.js'

export interface MeasureOptions {
  /** Names of measures; without them all that apply. */
  readonly only?: readonly string[] | undefined
  /** Leave out measures that were named and do not apply, instead of refusing. */
  readonly lenient?: boolean
  readonly truth?: string
  /** Parameters by name; each measure takes those that it knows. */
  readonly params?: Readonly<Record<string, unknown>>
  /** How the released file is read, where it is none of ours. */
  readonly releasedInput?: InputOptions
  readonly seed?: number
}

export interface MeasureResult {
  readonly measures: Readonly<Record<string, Measured>>
  /** Measures that were left out, and why. */
  readonly leftOut: Readonly<Record<string, string>>
}

/** Measures that ask for nothing but SQL of any engine. */
export const ON_A_CLUSTER: readonly string[] = ['kept', 'top-frequencies', 'counting-error']

/** Takes the measures of a release against its original. */
export async function measure(
  inputs: readonly string[],
  dir: string,
  options: MeasureOptions = {},
  input: InputOptions = {},
  resources: Resources = {},
): Promise<MeasureResult> {
  for (const name of options.only ?? []) await loadMeasure(name)
  return withSession(resources, async (session) => {
    session.say('reading')
    const { log: original, source } = await readLog(inputs, input, session)
    const released = await see(dir, options.releasedInput ?? input, session)
    const truth =
      options.truth === undefined
        ? await truthBeside(session.engine, dir)
        : await readTruth(session.engine, options.truth)
    const known = truth?.tables.truth
    const subject = { original, rows: source.rows, released, ...(known ? { truth: known } : {}) }
    return takeMeasures(subject, options, { ...session, random: seededRandom(options.seed ?? 1) })
  })
}

/** What can be done where a cluster cannot: 36 million rows are measured in 4 GiB. */
function elsewhere({ rows = 0 }: Subject): string {
  const gibibytes = Math.max(2, Math.ceil(rows / 9_000_000))
  return `Others need the log on one machine, without --engine: of about ${gibibytes} GiB of memory for ${rows.toLocaleString('en')} rows; or a release of a sample of the persons, --sample-people 0.1.`
}

/** Takes measures of a subject that has been read. */
export async function takeMeasures(
  given: Subject,
  { only, lenient, params = {} }: MeasureOptions,
  on: MeasureContext,
): Promise<MeasureResult> {
  // What anyone can read counts as released: shared queries are opened first.
  const released = await readable(on.engine, given.released, (below) => on.random.below(below), on.signal)
  const subject = { ...given, released }
  const measures: Record<string, Measured> = {}
  const leftOut: Record<string, string> = {}
  for (const name of only ?? measureNames()) {
    if (on.engine.cluster && !ON_A_CLUSTER.includes(name)) {
      if (only && !lenient)
        fail(
          'refused',
          `${name} is not taken on a cluster`,
          `There are ${ON_A_CLUSTER.join(', ')}. ${elsewhere(subject)}`,
        )
      leftOut[name] = `it is not taken on a cluster (${elsewhere(subject)})`
      continue
    }
    const measure = await loadMeasure(name)
    const why = measure.fits(subject)
    if (why !== undefined) {
      if (only && !lenient) fail('refused', `${name} cannot be taken here: ${why}`, 'Leave it out of --only.')
      leftOut[name] = why
      continue
    }
    on.say(name)
    const own = Object.fromEntries(Object.entries(params).filter(([key]) => Object.hasOwn(measure.params, key)))
    measures[name] = await measure.run(subject, parseParams(name, measure.params, own), on)
  }
  return { measures, leftOut }
}

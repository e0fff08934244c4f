import { createHash } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fail, LetheError } from '../base/errors.js'
import { checkOutputFile, writeOutputFile } from '../base/output-place.js'
import { type Resources, type Session, withSession } from '../engines/session.js'
import { type InputOptions, readLog } from '../ingest/index.js'
import { quickMeasures } from '../measures/index.js'
import { toldSteps } from '../plans/foreign.js'
import type { Plan } from '../plans/plan.js'
import { seededRandom } from '../random/seeded.js'
import type { Manifest } from '../release/manifest.js'
import { openRelease, type Release } from '../release/reader.js'
import { readSeen } from '../release/seen.js'
import { inJson, type Reasons, type Samples } from '../report/outcomes.js'
import { isDifferentiallyPrivate } from '../report/public-figures.js'
import { type ReportFigures, releaseReport } from '../report/release-report.js'
import { attackAll, isEmpty } from './attack-all.js'
import { inspectLog } from './inspect.js'
import { takeMeasures } from './measure.js'
import { readAgain } from './reading.js'
import { planOfRelease } from './remake.js'
import { textsOf } from './report-texts.js'
import { readySteps } from './steps.js'
import { readTruth, truthBeside } from './truth.js'
import { verifyOpened } from './verify.js'

export interface ReportOptions {
  /** The original: without it there are no measures, and only attacks that need nothing. */
  readonly logs?: readonly string[]
  readonly truth?: string
  /** Manifest, checks and a summary of the attacks, without figures of the log. */
  readonly public?: boolean
  /** Show some queries of the log: the most asked of those that the release shows, and of those that it does not. */
  readonly showText?: boolean
  /** Attacks that make releases anew make them of about so many persons, where the log has more than twice as many: 20,000. */
  readonly attackPeople?: number
  readonly out: string
  readonly force?: boolean
}

/** What stands on the page; of attacks and measures what a public page has none of is left out here too. */
export interface ReportResult {
  readonly report: string
  readonly holds: boolean | null
  readonly empty: boolean
  readonly attacks?: Readonly<Record<string, unknown>>
  readonly reasons?: Reasons
  /** Attacks that made releases anew of a sample of the persons. */
  readonly samples?: Samples
  readonly measures?: Readonly<Record<string, unknown>>
}

/** Checks, attacks and measures a release, and writes what came out as one page. */
export async function report(
  dir: string,
  options: ReportOptions,
  input: InputOptions = {},
  resources: Resources = {},
): Promise<ReportResult> {
  if (options.showText && (options.public || options.logs === undefined))
    fail(
      'usage',
      options.public ? 'a public report shows no text of the log' : 'there is no log whose text could be shown',
      options.public ? 'Leave out --show-text or --public.' : 'Add --against LOG.',
    )
  checkOutputFile(options.out)
  const release = openRelease(dir)
  const figures = await withSession(resources, (session) => figuresOf(release, options, input, session))
  const text = await releaseReport(figures, options.public ? 'public' : 'custodian')
  writeOutputFile(options.out, text, { mode: options.public ? 0o644 : 0o600, force: options.force ?? false })
  const { verdict, empty, attacks, measures } = figures
  return {
    report: options.out,
    holds: verdict.holds,
    empty,
    ...(attacks ? inJson(attacks) : {}),
    ...(measures ? { measures } : {}),
  }
}

/** What a page shows of a release: what its check, attacks and measures say, as far as the page may. */
async function figuresOf(
  release: Release,
  options: ReportOptions,
  input: InputOptions,
  session: Session,
): Promise<ReportFigures> {
  const { manifest, dir } = release
  const named = { name: basename(resolve(dir)), ...checksumOf(dir) }
  const read = options.logs && (await readLog(options.logs, { ...readAgain(manifest, input), keepRaw: true }, session))
  session.say('checking')
  const verdict = await verifyOpened(release, read ?? {}, session)
  const seen = await readSeen(session.engine, release)
  const empty = await isEmpty(seen, session)
  // What an attack or a measure finds is computed from the log: the promise covers it, and a public page has none of it.
  const told = { ...manifest, steps: await toldSteps(manifest.steps) }
  const common = { ...named, manifest: told, verdict, empty }
  if (options.public && isDifferentiallyPrivate(manifest)) return common
  const truth =
    options.truth === undefined
      ? await truthBeside(session.engine, dir)
      : await readTruth(session.engine, options.truth)
  const plan = await planToRepeat(manifest)
  const target = { seen, truth, plan, seed: 1, people: options.attackPeople, ...(read ? { log: read.log } : {}) }
  const attacks = await attackAll(target, session)
  if (read === undefined || options.public) return { ...common, attacks }
  const known = truth?.tables.truth
  const subject = { original: read.log, rows: read.source.rows, released: seen, ...(known ? { truth: known } : {}) }
  const quick = { only: await quickMeasures(), lenient: true }
  const { measures } = await takeMeasures(subject, quick, { ...session, random: seededRandom(1) })
  const texts = options.showText ? await textsOf(session.engine, read.log, seen) : undefined
  const log = await inspectLog(session.engine, read.log, read.source)
  return { ...common, attacks, measures, log, ...(texts ? { texts } : {}) }
}

/** Of the list of checksums: one number that stands for all files of the release. */
function checksumOf(dir: string): { readonly checksum?: string } {
  const path = join(dir, 'SHA256SUMS')
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return {}
  return { checksum: createHash('sha256').update(readFileSync(path)).digest('hex') }
}

/** How the release was made, for attacks that make it again; or why that cannot be done. */
async function planToRepeat(manifest: Manifest): Promise<Plan | string> {
  try {
    const plan = await planOfRelease(manifest)
    await readySteps(plan)
    return plan
  } catch (error) {
    if (error instanceof LetheError) return `the release cannot be made again: ${error.message}`
    throw error
  }
}

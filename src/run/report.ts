import { rmSync, writeFileSync } from 'node:fs'
import { verifyRelease } from '../checks/verify.js'
import { fail } from '../errors.js'
import { type InputOptions, readLog } from '../ingest/index.js'
import { QUICK_MEASURES } from '../plans/default-grid.js'
import { toldSteps } from '../plans/foreign.js'
import { seededRandom } from '../random/seeded.js'
import { openRelease } from '../release/reader.js'
import { readSeen } from '../release/seen.js'
import { type ReportFigures, releaseReport } from '../report/release-report.js'
import { type Resources, withSession } from '../session.js'
import { attackAll } from './attack-all.js'
import { inspectLog } from './inspect.js'
import { takeMeasures } from './measure.js'
import { textsOf } from './report-texts.js'
import { readTruth, truthBeside } from './truth.js'
import { promiseOf, scrubbed } from './verify.js'

export interface ReportOptions {
  /** The original: without it there are no measures, and only attacks that need nothing. */
  readonly logs?: readonly string[]
  readonly truth?: string
  /** Manifest, checks and a summary of the attacks, without figures of the log. */
  readonly public?: boolean
  /** Show some queries of the log: the most asked of those that the release shows, and of those that it does not. */
  readonly showText?: boolean
  readonly out: string
  readonly force?: boolean
}

/** Checks, attacks and measures a release, and writes what came out as one page. */
export async function report(
  dir: string,
  options: ReportOptions,
  input: InputOptions = {},
  resources: Resources = {},
): Promise<{ readonly report: string; readonly holds: boolean | null }> {
  if (options.showText && (options.public || options.logs === undefined))
    fail(
      'usage',
      options.public ? 'a public report shows no text of the log' : 'there is no log whose text could be shown',
      options.public ? 'Leave out --show-text or --public.' : 'Add --against LOG.',
    )
  const release = openRelease(dir)
  const derived = await promiseOf(release.manifest)
  const figures = await withSession(resources, async (session): Promise<ReportFigures> => {
    const read = options.logs && (await readLog(options.logs, { ...input, keepRaw: true }, session))
    session.say('checking')
    const verdict = await verifyRelease(session.engine, release, {
      ...(read ? { original: await scrubbed(read.log, release.manifest, session) } : {}),
      ...(derived ? { derived } : {}),
    })
    const seen = await readSeen(session.engine, release)
    const truth =
      options.truth === undefined
        ? await truthBeside(session.engine, dir)
        : await readTruth(session.engine, options.truth)
    const { attacks } = await attackAll({ seen, truth, seed: 1, ...(read ? { log: read.log } : {}) }, session)
    const manifest = { ...release.manifest, steps: await toldSteps(release.manifest.steps) }
    const common = { title: 'A release, checked and attacked', manifest, verdict, attacks }
    if (read === undefined || options.public) return common
    const known = truth?.tables.truth
    const subject = { original: read.log, released: seen, ...(known ? { truth: known } : {}) }
    const { measures } = await takeMeasures(
      subject,
      { only: QUICK_MEASURES, lenient: true },
      { ...session, random: seededRandom(1) },
    )
    const texts = options.showText ? await textsOf(session.engine, read.log, seen) : undefined
    const log = await inspectLog(session.engine, read.log, read.source)
    return { ...common, measures, log, ...(texts ? { texts } : {}) }
  })
  const text = releaseReport(figures, options.public ? 'public' : 'custodian')
  try {
    if (options.force) rmSync(options.out, { force: true }) // a file that is written over keeps its mode
    writeFileSync(options.out, text, { mode: options.public ? 0o644 : 0o600, flag: 'wx' })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST')
      fail('refused', `${options.out} exists`, 'Choose another -o FILE, or replace it with --force.', cause)
    throw cause
  }
  return { report: options.out, holds: figures.verdict.holds }
}

import { fail } from '../../base/errors.js'
import { isShared } from '../../base/storage/index.js'
import type { InputOptions } from '../../ingest/index.js'
import { derive, type ReadyStep } from '../../plans/derive.js'
import type { ColumnOptions } from '../../release/columns.js'
import type { Guarantee } from '../../release/guarantee.js'
import type { SeriesMember } from '../../release/manifest.js'
import { type ReleaseSigner, releaseSigner } from '../../release/signing.js'
import { checkPlace, type Place } from '../../release/writer.js'
import { inputFor } from '../reading.js'
import { columnOptions, extrasOf, keyFor, readySteps } from '../steps.js'
import { checkSince } from './earlier.js'
import type { ReleaseOptions } from './options.js'
import { type Sampling, samplingOf } from './sample.js'
import { checkSpreadsheet } from './spreadsheet.js'

/** What a release is as one of a series: which one, and what is promised of all. What it costs is entered by the series. */
export interface InSeries {
  readonly member: SeriesMember
  promised(alone: Guarantee): Guarantee
  /** Called when all is written, before any of it appears. */
  publishing(): void
}

/** A release that can be made: everything that can be refused before the log is read has been looked at. */
export interface ReadyRelease {
  readonly options: ReleaseOptions
  readonly input: InputOptions
  readonly steps: readonly ReadyStep[]
  readonly shows: ColumnOptions
  readonly key: Uint8Array | undefined
  readonly sampling: Sampling | undefined
  readonly signer: ReleaseSigner | undefined
  readonly place: Place
  readonly started: number
  /** Where it is one of a series under differential privacy. */
  readonly series?: InSeries
  /** What was settled by the log. */
  readonly said?: readonly string[]
}

/** Refuses early what cannot come to a good end: an unsound plan, a missing key or file, a folder that exists. */
export async function prepare(options: ReleaseOptions, flags: InputOptions): Promise<ReadyRelease> {
  const started = performance.now()
  if (isShared(options.out)) checkShared(options)
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
  const sampling = samplingOf(options)
  checkSeed(options)
  checkSignOff(options)
  const signer = options.sign === undefined ? undefined : releaseSigner(options.sign)
  checkSince(steps, options)
  checkSpreadsheet(options, extrasOf(input))
  checkPlace(place)
  return { options, input, steps, shows, key, sampling, signer, place, started }
}

/** What goes to a storage is written by a cluster, in its format; what is private never goes there. */
function checkShared({ privateDir, format = 'parquet', force }: ReleaseOptions): void {
  if (privateDir === undefined || isShared(privateDir))
    fail(
      'usage',
      'the private folder of a release in a storage must be named: it stays on this machine',
      'Add --private DIR.',
    )
  if (format !== 'parquet')
    fail(
      'usage',
      `a cluster writes Parquet to a storage, not ${format}`,
      'Leave out --out-format, or name a folder of this machine with -o DIR.',
    )
  if (force)
    fail(
      'usage',
      '--force does not reach into a storage',
      'Name another place with -o, or remove what is there with your own tools.',
    )
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

const LONGEST = { by: 200, reason: 2000 } as const

function checkSignOff({ signOff }: ReleaseOptions): void {
  for (const [what, most] of Object.entries(LONGEST) as [keyof typeof LONGEST, number][])
    if (signOff !== undefined && (signOff[what].trim() === '' || signOff[what].length > most))
      fail(
        'usage',
        `a sign-off needs both a name and a reason, of at most ${LONGEST.by} and ${LONGEST.reason} characters`,
        'Say who answers for the release and why it is made: --signed-off-by NAME --reason TEXT.',
      )
}

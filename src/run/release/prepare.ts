import { fail } from '../../base/errors.js'
import type { InputOptions } from '../../ingest/index.js'
import { derive, type ReadyStep } from '../../plans/derive.js'
import type { ColumnOptions } from '../../release/columns.js'
import { type ReleaseSigner, releaseSigner } from '../../release/signing.js'
import { checkPlace, type Place } from '../../release/writer.js'
import { inputFor } from '../reading.js'
import { columnOptions, extrasOf, keyFor, readySteps } from '../steps.js'
import { checkSince } from './earlier.js'
import type { ReleaseOptions } from './options.js'
import { type Sampling, samplingOf } from './sample.js'
import { checkSpreadsheet } from './spreadsheet.js'

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
  /** What was settled by the log. */
  readonly said?: readonly string[]
}

/** Refuses early what cannot come to a good end: an unsound plan, a missing key or file, a folder that exists. */
export async function prepare(options: ReleaseOptions, flags: InputOptions): Promise<ReadyRelease> {
  const started = performance.now()
  refuseElsewhere(options.out)
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
  const signer = options.sign === undefined ? undefined : releaseSigner(options.sign)
  checkSince(steps, options)
  checkSpreadsheet(options, extrasOf(input))
  checkPlace(place)
  return { options, input, steps, shows, key, sampling, signer, place, started }
}

/** A release is there whole or not at all, which takes a place that can be renamed. */
function refuseElsewhere(out: string): void {
  if (/^[a-z][a-z0-9+.-]*:\/\//.test(out))
    fail(
      'refused',
      'a release is written to a folder of this machine, from a cluster too',
      'Name a folder with -o DIR, and copy it from there when it is whole.',
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

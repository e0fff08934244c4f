import { fail } from '../../base/errors.js'
import { readKeyFile } from '../../crypto/key-file.js'
import type { Log } from '../../log/log.js'
import type { Context } from '../../methods/method.js'
import type { Made } from '../../release/made.js'
import { sampled, sampleKeyOf } from '../../release/sample.js'
import type { ReleaseOptions } from './options.js'

/** A sample of persons that is to be drawn; without a key one is drawn too. */
export interface Sampling {
  readonly share: number
  readonly key?: Uint8Array
  /** Is the key written into the private folder, so that the sample can be drawn again? */
  readonly kept: boolean
}

/** A sample that was drawn. */
export interface Sample extends Required<Sampling> {
  readonly log: Log
}

/** Refuses early what is no sample. */
export function samplingOf(
  options: Pick<ReleaseOptions, 'samplePeople' | 'keyFile' | 'ephemeralKey' | 'since'>,
): Sampling | undefined {
  const { samplePeople: share, keyFile, ephemeralKey, since } = options
  if (share === undefined) return undefined
  if (!(share > 0 && share < 1))
    fail('usage', '--sample-people needs a share between 0 and 1', 'For about a tenth of the persons write 0.1.')
  if (since !== undefined)
    fail(
      'usage',
      '--since counts persons who are new in the log, and a sample leaves most of them out',
      'Leave out --sample-people or --since.',
    )
  return {
    share,
    ...(keyFile === undefined ? {} : { key: sampleKeyOf(readKeyFile(keyFile)) }),
    kept: !ephemeralKey,
  }
}

/** Refuses a log of which no sample of persons can be drawn. */
export function checkSampling(sampling: Sampling | undefined, { unit }: Log): void {
  if (sampling !== undefined && unit === undefined)
    fail(
      'refused',
      '--sample-people draws persons, and the log has no user column',
      'Name it with --columns user=NAME, or name another unit: --unit session, --unit ip.',
    )
}

/** Draws the persons. */
export async function drawSample(
  log: Log,
  sampling: Sampling | undefined,
  { engine, random, say }: Context,
): Promise<Sample | undefined> {
  if (sampling === undefined) return undefined
  say('drawing a sample of persons')
  const key = sampling.key ?? random.bytes(32)
  return { ...sampling, key, log: await sampled(engine, log, sampling.share, key) }
}

/** Counts that steps made by the way are of the sample; what is kept is told of the whole log, and counted for itself. */
export function uncounted({ learnt: _, kept: __, ...made }: Made): Made {
  return made
}

import type { DifferentiallyPrivate } from '../release/guarantee.js'
import type { Manifest, Step } from '../release/manifest.js'
import { leastVariance } from './dp-gaussian.js'
import type { Mechanism } from './dp-mechanism.js'
import { firstBelow, gaussianNoise } from './dp-noise.js'

type Member = NonNullable<Manifest['series']>

/** A release of a series: what its counts must have passed. Undefined where its numbers are none that a series has. */
export function seriesMechanism(
  claim: DifferentiallyPrivate,
  step: Step | undefined,
  member: Member,
): Pick<Mechanism, 'threshold' | 'clicks' | 'extraction'> | undefined {
  const m = Number(step?.params.perUser)
  const { epsilon } = claim
  if (step?.method !== 'gaussian-threshold' || !(m >= 1 && m <= 1000) || !(epsilon >= 1e-9 && epsilon <= 500))
    return undefined
  const threshold = thresholdOf({ ...claim, m }, member)
  return threshold === undefined ? undefined : { threshold }
}

/**
 * What a count of a series must pass, reckoned apart from whoever counted. One person's rows of a window lie in two stretches of W periods. What was given of them in the first is
 * missing without them; in the second it is missing too, and as much may be given later in its place: 3m contributions, each on L levels. A count of W periods may hold
 * a person twice. Each contribution is tested in W periods, and half of delta is shared out evenly.
 */
export function thresholdOf(
  of: Pick<DifferentiallyPrivate, 'epsilon' | 'delta' | 'minUsers'> & { readonly m: number },
  { window, horizon = 0, stateless, place }: Omit<Member, 'every' | 'period'>,
): number | undefined {
  const ever = window === 'ever'
  const length = ever ? horizon : window
  const each = stateless ? Math.floor(of.m / length) : of.m
  if (length < 1 || each < 1 || (ever && place >= length)) return undefined
  const contributions = ever ? each : stateless || length === 1 ? each * length : 3 * each
  const twice = ever || length === 1 ? 1 : stateless ? length : 2
  const levels = stateless ? 1 : bestLevels(length, ever)
  const variance = leastVariance(of.epsilon, of.delta / 2, contributions * levels)
  const parts = partsAt(place % length, length, levels, ever || place < length)
  const q = of.delta / (2 * contributions * length)
  const least = twice * (of.minUsers - 1) + 1
  // What passes without noise is least - 1 and all that one person can add.
  const needs = firstBelow(gaussianNoise(parts * variance), q * (1 + 1e-13), 1 - least - twice)
  return Math.max(least, needs + least - 1 + twice - 1)
}

/** The parts that a release adds up: blocks of powers of two, as large as they come, none over the border of a stretch. */
function partsAt(place: number, length: number, levels: number, alone: boolean): number {
  return blocks(0, place + 1, levels) + (alone ? 0 : blocks(place + 1, length, levels))
}

function blocks(from: number, to: number, levels: number): number {
  if (from >= to) return 0
  let size = 2 ** (levels - 1)
  while (from % size !== 0 || from + size > to) size /= 2
  // Whole runs of the largest blocks at once.
  const largest = size === 2 ** (levels - 1) ? Math.floor((to - from) / size) : 1
  return largest + blocks(from + largest * size, to, levels)
}

/** So many levels as give the least deviation on average over the places of a stretch. */
function bestLevels(length: number, ever: boolean): number {
  const costs: number[] = []
  for (let levels = 1; 2 ** (levels - 1) <= length; levels++) {
    let sum = 0
    for (let place = 0; place < length; place++) sum += Math.sqrt(partsAt(place, length, levels, ever) * levels)
    costs.push(sum)
  }
  return costs.indexOf(Math.min(...costs)) + 1
}

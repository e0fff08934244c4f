import type { DifferentiallyPrivate } from '../release/guarantee.js'
import type { Step } from '../release/manifest.js'

/** What a promise implies of the noise that a histogram must have had. */
export interface Noise {
  /** No published count is this or less; undefined where counts have noise of their own. */
  readonly threshold: number | undefined
  /** Noise beyond this happens with probability q. */
  readonly beyond: (q: number) => number
  /** Does one person count once for an item, or as often as it was asked? */
  readonly counts: 'persons' | 'occurrences'
  /** Items that a person may give. */
  readonly perUser: number
}

/** The noise that the claim needs, for methods that publish counts; from the source's continuous formulas, a little below our discrete ones. */
export function needed(claim: DifferentiallyPrivate, step: Step | undefined): Noise | undefined {
  if (!claim.counts || step === undefined) return undefined
  const { params } = step
  const perUser = Number(params.perUser ?? params.m ?? 20)
  const twice = claim.neighbours === 'replace' || claim.definition === 'probabilistic' ? 2 : 1
  const each = 1 - (1 - claim.delta) ** (1 / perUser)
  const persons = { counts: 'persons', perUser } as const
  switch (step.method) {
    case 'zealous': {
      const lambda = (twice * perUser) / claim.epsilon
      const gap = claim.definition === 'probabilistic' ? 0 : lambda * Math.log(1 / (2 * each))
      return {
        ...persons,
        threshold: Math.floor(claim.minUsers - 1 + Math.max(0, gap) - 1),
        beyond: (q) => 1.01 * lambda * Math.log(1 / q),
      }
    }
    case 'gaussian-threshold': {
      const halved =
        twice === 2 ? { epsilon: claim.epsilon / 2, delta: claim.delta / (1 + Math.exp(claim.epsilon / 2)) } : claim
      const sigma = sigmaFor(halved.epsilon, halved.delta / 2) * Math.sqrt(perUser)
      const one = 1 - (1 - halved.delta / 2) ** (1 / perUser)
      return {
        ...persons,
        threshold: Math.floor(claim.minUsers - 1 + 0.98 * sigma * upper(one) - 1),
        beyond: (q) => 1.1 * sigma * upper(q) + 2,
      }
    }
    case 'korolova': {
      const b =
        (twice * perUser) / (claim.epsilon - Number(params.epsilonCounts ?? 0) - Number(params.epsilonClicks ?? 0))
      const own = params.epsilonCounts === undefined ? undefined : (twice * perUser) / Number(params.epsilonCounts)
      return {
        threshold: own === undefined ? Math.floor(perUser + b * Math.log(perUser / (2 * claim.delta)) - 1) : undefined,
        beyond: (q) => 1.01 * (own ?? b) * Math.log(1 / q),
        counts: 'occurrences',
        perUser,
      }
    }
    default:
      return undefined
  }
}

/** Deviation of Gaussian noise for values that move by 1: the smallest at which Phi(1/2s - es) - e^e Phi(-1/2s - es) <= delta. */
function sigmaFor(epsilon: number, delta: number): number {
  const missed = (s: number) => tail(epsilon * s - 0.5 / s) - Math.exp(epsilon) * tail(epsilon * s + 0.5 / s)
  return crossing((s) => missed(s) > delta, 1e-3, 1e6)
}

/** The point that a normal value passes with probability q. */
function upper(q: number): number {
  return crossing((x) => tail(x) > q, 1e-6, 40)
}

/** Where a condition that holds at `low` and not at `high` ends. */
function crossing(holds: (x: number) => boolean, low: number, high: number): number {
  let [a, b] = [low, high]
  while (b / a > 1.0001) {
    const middle = Math.sqrt(a * b)
    if (holds(middle)) a = middle
    else b = middle
  }
  return a
}

/** P(Z > x), by the midpoint rule. */
function tail(x: number): number {
  if (x < 0) return 1 - tail(-x)
  let sum = 0
  const step = 0.02
  for (let z = x + step / 2; z < x + 12; z += step) sum += Math.exp((x * x - z * z) / 2)
  return (sum * step * Math.exp(-(x * x) / 2)) / Math.sqrt(2 * Math.PI)
}

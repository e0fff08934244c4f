import { normalQuantile } from '../../privacy/gaussian.js'
import { discreteGaussian } from '../../random/discrete-gaussian.js'
import type { Context } from '../method.js'
import type { Marginal } from './account.js'

/** Items by number with their weights, noise and all. */
export type Noisy = Map<number, number>

/** Of what did not pass by itself, this many deviations and more are kept: no candidate passes below. */
const KEPT = 1.5
/** Candidates that nobody asked and that pass, for each item that passed by itself. */
const SPURIOUS = 0.05

/** Draws noise for every item of a table (item, weight); what lies below every threshold is forgotten. */
export async function withNoise(table: string, { variance, sigma }: Marginal, on: Context): Promise<Noisy> {
  const noise = discreteGaussian(on.random, variance)
  const least = KEPT * sigma
  const noisy: Noisy = new Map()
  // Repeatable chance needs an order that does not depend on the order of rows.
  const ordered = on.random.kind === 'seeded' ? 'ORDER BY item' : ''
  for await (const [items, weights] of on.engine.stream(`SELECT item, weight FROM ${table} ${ordered}`))
    for (let i = 0; i < (items?.length ?? 0); i++) {
      const value = Number(weights![i]) + noise()
      if (value > least) noisy.set(items![i] as number, value)
    }
  return noisy
}

/**
 * What a candidate must pass: candidates are known without the log, so that nothing is to be hidden by it. It only keeps those out that noise alone lifts, all but one for
 * twenty that passed by themselves [Kim21].
 */
export function candidateThreshold({ sigma }: Marginal, passed: number, candidates: number): number {
  const share = Math.min(1, Math.max(passed, 1) / Math.max(candidates, 1))
  return Math.ceil(sigma * Math.max(KEPT, normalQuantile(SPURIOUS * share)))
}

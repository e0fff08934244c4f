import { passing } from '../../histograms/passing.js'
import { normalQuantile } from '../../privacy/gaussian.js'
import type { Context } from '../method.js'
import type { Marginal } from './account.js'

/** Items that passed, by number, with their weights, noise and all. */
export type Passed = Map<number, number>

/** No candidate passes below so many deviations. */
const LEAST = 1.5
/** Candidates that nobody asked and that pass, for each item that passed by itself. */
const SPURIOUS = 0.05

/** Items of a table (item, weight) above the threshold; every one has noise of its own. */
export async function passedItems(table: string, { variance, threshold }: Marginal, on: Context): Promise<Passed> {
  const passed: Passed = new Map()
  const noise = { variance, least: threshold! + 1 }
  for await (const { key, noisy } of passing({ table, key: ['item'] }, noise, on)) passed.set(key[0]!, noisy)
  return passed
}

/**
 * What a candidate must pass: candidates are known without the log, so that nothing is to be hidden by it. It only keeps those out that noise alone lifts, all but one for
 * twenty that passed by themselves [Kim21].
 */
export function candidateThreshold({ sigma }: Marginal, passed: number, candidates: number): number {
  const share = Math.min(1, Math.max(passed, 1) / Math.max(candidates, 1))
  return Math.ceil(sigma * Math.max(LEAST, normalQuantile(SPURIOUS * share)))
}

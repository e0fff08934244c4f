import { upperTail } from './dp-normal.js'

/**
 * The account of a synthetic log, reckoned again from the formulas in its README: rho from (epsilon, delta), the noise of each marginal from its share, and where
 * each hides what one person alone gives. Rounding goes the other way than there, so that an honest release is never refuted by it.
 */

/** delta at epsilon of Gaussian noise by which values move by `apart` deviations. */
function deltaOf(apart: number, epsilon: number): number {
  return upperTail(epsilon / apart - apart / 2) - Math.exp(epsilon) * upperTail(epsilon / apart + apart / 2)
}

/** Everything is Gaussian noise, and together it is like one number that moves by the root of 2 rho deviations. */
export function concentration(epsilon: number, delta: number): number {
  let [low, high] = [1e-7, 1 + Math.sqrt(2 * epsilon)]
  while (deltaOf(high, epsilon) <= delta) high *= 2
  while (high / low > 1 + 1e-9) {
    const middle = Math.sqrt(low * high)
    if (deltaOf(middle, epsilon) <= delta) low = middle
    else high = middle
  }
  return (high ** 2 / 2) * (1 + 1e-6)
}

/** The least threshold at which one of `most` items, the squares of whose weights add up to 1, passes with chance delta at most. */
export function hidingWeight(sigma: number, delta: number, most: number): number {
  const passes = (threshold: number) => {
    const item = (square: number) => upperTail((threshold - Math.sqrt(square)) / sigma)
    let worst = 0
    for (let i = 0; i <= 400; i++) {
      const first = (i / 400) ** 2
      worst = Math.max(worst, item(first) + (most - 1) * item((1 - first) / Math.max(1, most - 1)))
    }
    return worst
  }
  let [low, high] = [0, 1]
  while (passes(high) > delta) high *= 2
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2
    if (passes(middle) > delta) low = middle
    else high = middle
  }
  return low * (1 - 1e-6)
}

/** Counts over values that are known beforehand; they share what `shape` has. */
export const SHAPES = ['history', 'repeats', 'hours', 'weekdays', 'days', 'sessions', 'turns', 'clicks']
export const COUNTED = ['bigrams', 'queries', 'hosts', 'next', ...SHAPES]
const USUAL: Readonly<Record<string, number>> = { queries: 0.67, bigrams: 0.2, hosts: 0.07, next: 0.03, shape: 0.03 }
/** Parts of delta: for the conversion, and for each threshold. */
const CONVERSION = 0.6
const PARTS: Readonly<Record<string, number>> = { queries: 0.2, bigrams: 0.1, hosts: 0.08, days: 0.02 }

/** Deviation of the noise of a marginal, and its threshold where it has one, for a person who gives a length of 1. */
export interface Hiding {
  readonly sigma: number
  readonly threshold?: number
}

/** What hides single persons in each of the marginals that were kept; undefined where the numbers are none. */
export function hidingOf(
  { epsilon, delta }: { readonly epsilon: number; readonly delta: number },
  params: Readonly<Record<string, unknown>>,
  kept: readonly string[],
): Readonly<Record<string, Hiding>> | undefined {
  const share = (name: string) => {
    const shape = SHAPES.includes(name)
    const value = params[shape ? 'shape' : name] ?? USUAL[shape ? 'shape' : name]
    return typeof value === 'number' && value >= 0 && value <= 1 ? value / (shape ? SHAPES.length : 1) : Number.NaN
  }
  const perUser = params.perUser ?? 30
  const all = kept.reduce((sum, name) => sum + share(name), 0)
  if (!(all > 0) || !Number.isInteger(perUser) || (perUser as number) < 1 || (perUser as number) > 100) return undefined
  const rho = concentration(epsilon, CONVERSION * delta)
  const most = (name: string) => (name === 'days' ? 100 : (perUser as number) * (name === 'bigrams' ? 2 : 1))
  return Object.fromEntries(
    kept.map((name) => {
      const sigma = Math.sqrt(all / (2 * rho * share(name)))
      const part = PARTS[name]
      return [name, { sigma, ...(part ? { threshold: hidingWeight(sigma, part * delta, most(name)) } : {}) }]
    }),
  )
}

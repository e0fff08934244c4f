import type { Noise } from './dp-noise.js'
import { upperPoint } from './dp-normal.js'

/** So many persons give an item with this chance each. */
export interface Open {
  readonly chance: number
  readonly persons: number
}

/** What is rarer than this is left out at both ends; 10^7 such crumbs are far below every rounding. */
const CRUMB = 1e-30

/** The law of how many of these persons give the item: `law[i]` is the probability of `from` + i. By convolution, one person at a time: only sums of positive numbers. */
export function howMany(open: readonly Open[]): { readonly from: number; readonly law: Float64Array } {
  const all = open.reduce((sum, { persons }) => sum + persons, 0)
  const law = new Float64Array(all + 1)
  law[0] = 1
  let [first, last] = [0, 0]
  for (const { chance, persons } of open) {
    for (let i = 0; i < persons; i++) {
      last++
      for (let k = last; k > first; k--) law[k] = law[k]! * (1 - chance) + law[k - 1]! * chance
      law[first] = law[first]! * (1 - chance)
      while (law[first]! < CRUMB) law[first++] = 0
      while (law[last]! < CRUMB) law[last--] = 0
    }
  }
  return { from: first, law: law.subarray(first, last + 1) }
}

/** Between which normal scores a count stands: those of P(Y < count) and P(Y <= count), Y = sure + open ones + noise. */
export function scoresOf(
  count: number,
  sure: number,
  open: readonly Open[],
  noise: Noise,
): { readonly low: number; readonly high: number } {
  const { from, law } = howMany(open)
  let [below, upTo, from0, above] = [0, 0, 0, 0]
  for (let i = 0; i < law.length; i++) {
    const rest = count - sure - from - i
    const chance = law[i]!
    below += chance * noise.atLeast(1 - rest) // P(X <= rest - 1)
    upTo += chance * noise.atLeast(-rest)
    from0 += chance * noise.atLeast(rest)
    above += chance * noise.atLeast(rest + 1)
  }
  // Whichever tail is the small one has the digits.
  const score = (under: number, over: number) => (under < over ? -upperPoint(under) : upperPoint(over))
  return { low: score(below, from0), high: score(upTo, above) }
}

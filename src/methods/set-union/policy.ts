import { FINE, UNITS } from '../../privacy/set-union.js'

/** Takes one person's items, as codes, and adds weight to them. Persons come in an order that does not depend on what they give. */
export type Policy = (items: Uint32Array | readonly number[]) => void

/**
 * Laplace: a person has UNITS to give, one unit at a time in turns over the items that are below the cutoff. Whole numbers throughout. When
 * one weight differs by one unit before a person's turn, it differs by one unit after, if not at the same item: of the list of all
 * places that can still take a unit, sorted by turn, the person fills the first UNITS, and one place less moves one unit to
 * the next place. So one person's units are all that adding or removing that person can ever move [Gopi20] section 5.
 */
export function laplacePolicy(weights: Float64Array, cutoff: number): Policy {
  return (items) => {
    const gaps = Array.from(items, (item) => cutoff - weights[item]!)
    const level = levelFor(gaps, UNITS)
    let rest = UNITS - gaps.reduce((sum, gap) => sum + Math.min(gap, level), 0)
    for (let i = 0; i < gaps.length; i++) {
      const gap = gaps[i]!
      const more = gap > level && rest > 0 ? 1 : 0
      rest -= more
      weights[items[i]!]! += Math.min(gap, level) + more
    }
  }
}

/** The highest level to which all gaps can be filled at once with so many units. */
function levelFor(gaps: readonly number[], units: number): number {
  const sorted = [...gaps].sort((a, b) => a - b)
  let left = units
  let level = 0
  for (let i = 0; i < sorted.length; i++) {
    const open = sorted.length - i
    const rise = sorted[i]! - level
    if (rise * open > left) return level + Math.floor(left / open)
    left -= rise * open
    level += rise
  }
  return level
}

/** Weights under Gaussian noise stand on a grid of this fraction of a person's budget, rounded down. */
const GRID = 2 ** -46

/**
 * Gaussian: a person moves the weights of the items straight towards the cutoff, by a length of 1 [Gopi20] section 5. In exact arithmetic that never drives two
 * logs apart; what rounding can add is bounded in privacy/set-union.ts and paid for with noise.
 */
export function gaussianPolicy(weights: Float64Array, cutoff: number): Policy {
  const limit = cutoff / FINE
  return (items) => {
    let square = 0
    for (const item of items) square += (limit - weights[item]!) ** 2
    const share = Math.min(1, 1 / Math.sqrt(square))
    if (square === 0) return
    for (const item of items) {
      const weight = weights[item]!
      weights[item] = Math.floor((weight + (limit - weight) * share) / GRID) * GRID
    }
  }
}

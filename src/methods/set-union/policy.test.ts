import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FINE, MOST_WEIGHT } from '../../privacy/set-union.js'
import { gaussianPolicy } from './policy.js'

const BITS = 120n
const fixed = (x: number) => (BigInt(x * 2 ** 46) << BITS) >> 46n // weights are multiples of 2^-46

/** The same turn in whole numbers of 2^-120: towards the limit, by a length of at most 1. */
function exactly(weights: readonly number[], limit: number): bigint[] {
  const gaps = weights.map((weight) => fixed(limit) - fixed(weight))
  const length = root(gaps.reduce((sum, gap) => sum + gap * gap, 0n))
  const one = 1n << BITS
  return weights.map((weight, i) => fixed(weight) + (gaps[i]! * one) / (length > one ? length : one))
}

function root(square: bigint): bigint {
  if (square === 0n) return 0n
  let guess = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (let next = guess; ; guess = next) {
    next = (guess + square / guess) >> 1n
    if (next >= guess) return guess
  }
}

const turn = fc
  .record({
    limit: fc.double({ min: 1, max: MOST_WEIGHT, noNaN: true }).map((x) => Math.floor(x * FINE) / FINE),
    shares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 100 }),
    near: fc.boolean(),
  })
  .map(({ limit, shares, near }) => ({
    limit,
    weights: shares.map((share) => Math.floor((near ? limit - share / 20 : limit * share) * 2 ** 44) / 2 ** 44),
  }))

test('a weight is off by less than the slack counts with: 2^-44, and the length of a turn', () => {
  fc.assert(
    fc.property(turn, ({ limit, weights }) => {
      const moved = Float64Array.from(weights)
      gaussianPolicy(moved, limit * FINE)(weights.map((_, i) => i))
      const most = (1n << (BITS - 44n)) + (106n << (BITS - 53n))
      exactly(weights, limit).forEach((exact, i) => {
        const off = fixed(moved[i]!) - exact
        expect(off < most && -off < most).toBe(true)
      })
    }),
  )
})

test('a turn does not drive two logs apart by more than rounding', () => {
  const both = fc.tuple(turn, fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 100, maxLength: 100 }))
  fc.assert(
    fc.property(both, ([{ limit, weights }, changes]) => {
      const other = weights.map((weight, i) => {
        const changed = weight + changes[i]! / Math.sqrt(weights.length)
        return Math.floor(Math.min(limit, Math.max(0, changed)) * 2 ** 44) / 2 ** 44
      })
      const apart = (a: ArrayLike<number>, b: ArrayLike<number>) => Math.hypot(...Array.from(a, (x, i) => x - b[i]!))
      const [mine, theirs] = [Float64Array.from(weights), Float64Array.from(other)]
      for (const log of [mine, theirs]) gaussianPolicy(log, limit * FINE)(weights.map((_, i) => i))
      expect(apart(mine, theirs)).toBeLessThan(apart(weights, other) + 2 * Math.sqrt(100) * 2 ** -44)
    }),
  )
})

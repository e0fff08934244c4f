import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../test/support/runs.js'
import { analyticSigma, normalTail } from './gaussian.js'
import { anyOf, laplaceTail } from './laplace.js'
import { type Selection, selectionChance, selectionEvenAt, selectionFor, selectionTable } from './optimal-selection.js'
import { FINE, MOST_PERSONS, MOST_WEIGHT, SLACK, UNITS, unionEvenAt, unionGaussian, unionLaplace } from './set-union.js'

/** [Desfontaines22] The largest probabilities that both rules allow, step by step in doubles. */
function chain({ epsilon1, delta1 }: Selection, length: number): number[] {
  const e = Math.exp(epsilon1)
  const chances = [0]
  while (chances.length <= length) {
    const before = chances.at(-1)!
    chances.push(Math.min(e * before + delta1, 1 - (1 - before - delta1) / e, 1))
  }
  return chances
}

/** What is drawn by at count n. */
function drawn({ high, low }: ReturnType<typeof selectionTable>, n: number): number {
  if (n > high.length) return 1
  return n === 0 ? 0 : (high[n - 1]! + low[n - 1]! / 2 ** 32) / 2 ** 32
}

describe('optimal selection', () => {
  const settings: readonly (readonly [number, number, number])[] = [
    [Math.log(10), 1e-5, 20],
    [1, 1e-6, 1],
    [3, 0.01, 2],
    [0.2, 0.3, 1],
    [1, 0.3, 1],
    [12, 1e-9, 1],
  ]

  test.each(settings)(
    'epsilon %d, delta %d, %d items: closed form and table are the largest that is allowed',
    (...given) => {
      const selection = selectionFor(...given)
      const { n1, n2 } = selection
      const allowed = chain(selection, n2 + 2)
      const table = selectionTable(selection)
      for (let n = -1; n <= n2 + 2; n++) {
        const most = allowed[Math.max(n, 0)]!
        expect(selectionChance(selection, n)).toBeCloseTo(most, 9)
        expect(Math.abs(drawn(table, Math.max(n, 0)) - most)).toBeLessThanOrEqual(n > n2 - 1 ? 1e-6 : 1e-9)
      }
      // It bends where the rule about absence begins to bind, and ends where nothing is left to chance.
      const e = Math.exp(selection.epsilon1)
      const binds = (n: number) => 1 - (1 - allowed[n - 1]! - selection.delta1) / e
      expect(allowed[n1]!).toBeLessThan(binds(n1) + 1e-9)
      expect(allowed[n1 + 1]!).toBeCloseTo(binds(n1 + 1), 9)
      expect(selectionChance(selection, n2 + 1)).toBe(1)
      expect(selectionChance(selection, n2)).toBeLessThan(1)
    },
  )

  test('kappa items share epsilon and delta', () => {
    const { kappa, epsilon1, delta1 } = selectionFor(2, 0.1, 4)
    expect([kappa, epsilon1]).toEqual([4, 0.5])
    expect(1 - (1 - delta1) ** 4).toBeCloseTo(0.1, 12)
  })

  test('both rules hold of the whole numbers that are drawn, exactly', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 6, noNaN: true }),
        fc.double({ min: 1e-9, max: 0.2, noNaN: true }),
        (epsilon, delta) => {
          const selection = selectionFor(epsilon, delta, 1)
          fc.pre(selection.n2 < 600)
          const { high, low } = selectionTable(selection)
          const ONE = 1n << 64n
          const at = (n: number) =>
            n > high.length ? ONE : n === 0 ? 0n : (BigInt(high[n - 1]!) << 32n) + BigInt(low[n - 1]!)
          // Doubles from 1 on are whole multiples of 2^-52; 2^-52 of itself is more than exp can be off.
          const exact = BigInt(Math.exp(selection.epsilon1) * 2 ** 52)
          const e = exact + (exact >> 52n) + 1n
          const d = BigInt(Math.ceil(selection.delta1 * 2 ** 64))
          for (let n = 1; n <= high.length + 1; n++) {
            expect((at(n) - d) << 52n <= e * at(n - 1)).toBe(true)
            expect((ONE - at(n - 1) - d) << 52n <= e * (ONE - at(n))).toBe(true)
            expect(at(n) > at(n - 1)).toBe(true)
          }
        },
      ),
      runs(60),
    )
  })

  test('an even chance is where the chance first is one half', () => {
    for (const given of settings) {
      const selection = selectionFor(...given)
      const even = selectionEvenAt(selection)
      expect(selectionChance(selection, even)).toBeGreaterThanOrEqual(0.5)
      expect(selectionChance(selection, even - 1)).toBeLessThan(0.5)
    }
    expect(selectionEvenAt({ kappa: 1, epsilon1: 1, delta1: 0.5, n1: 1, n2: 1 })).toBe(1)
  })

  test('numbers that lead nowhere are no table', () => {
    expect(() => selectionTable({ kappa: 1, epsilon1: 1e-6, delta1: 1e-30, n1: 1, n2: 3 })).toThrow(/do not reach 1/)
  })
})

describe('the union of sets', () => {
  const [epsilon, delta] = [1.5, 1e-5]

  test.each([1, 2, 7])(
    'Laplace, up to %d items: rho hides what one person brings, and one unit less does not',
    (most) => {
      const union = unionLaplace(epsilon, delta, most, 3)
      if (union.noise !== 'laplace') throw new Error('another noise')
      const hides = (rho: number) =>
        Array.from({ length: most }, (_, i) =>
          anyOf(laplaceTail(union.rate, rho + 1 - Math.ceil(UNITS / (i + 1))), i + 1),
        ).every((chance) => chance <= delta)
      expect([hides(union.rho), hides(union.rho - 1)]).toEqual([true, false])
      expect(union.rate * UNITS).toBeCloseTo(epsilon, 5)
      expect(union.rate * UNITS).toBeLessThanOrEqual(epsilon)
      expect(union.cutoff).toBe(Math.ceil(union.rho + 3 / union.rate))
      expect(unionEvenAt(union, 7)).toBe(Math.ceil(union.rho / Math.floor(UNITS / 7)))
    },
  )

  test.each([1, 2, 7])('Gaussian, up to %d items: half of delta for the noise, half for what is new', (most) => {
    const union = unionGaussian(epsilon, delta, most, 3)
    if (union.noise !== 'gaussian') throw new Error('another noise')
    const { sigma, rho, cutoff, leak, variance } = union
    expect(sigma).toBeCloseTo(analyticSigma(epsilon, delta / 2, 1), 2)
    expect(sigma).toBeGreaterThan(analyticSigma(epsilon, delta / 2, 1 + SLACK))
    const passes = (height: number) =>
      Math.max(
        ...Array.from({ length: most }, (_, i) =>
          anyOf(normalTail((height - (1 + SLACK) / Math.sqrt(i + 1)) / sigma), i + 1),
        ),
      )
    expect(passes(rho / FINE)).toBeLessThanOrEqual(delta / 2)
    expect(passes((rho / FINE) * (1 - 1e-6))).toBeGreaterThan(delta / 2)
    expect(leak / passes(rho / FINE)).toBeCloseTo(1, 6)
    expect(cutoff / FINE).toBeCloseTo(rho / FINE + 3 * sigma, 9)
    expect(variance).toEqual({ numerator: BigInt(Math.ceil(sigma * FINE)) ** 2n, denominator: 1n })
    expect(unionEvenAt(union, 4)).toBe(Math.ceil((2 * rho) / FINE))
  })

  // In exact arithmetic a person's turn never drives two logs apart in length, so that what rounding adds to a length adds up over turns.
  test('the slack covers what rounding can do', () => {
    const [items, logs] = [100, 2]
    const cell = MOST_WEIGHT * 2 ** -52 // a weight is off by less than that: see the policy's own test
    const length = (items + 6) * 2 ** -53 // a step of length 1, by the sum of squares, the root and the quotient
    const turn = Math.sqrt(items) * cell + length
    const grid = Math.sqrt(items * MOST_PERSONS) / FINE // at the end each item that anybody has is cut to the grid
    expect(logs * MOST_PERSONS * turn + grid).toBeLessThan(SLACK)
    expect(SLACK).toBeLessThan(1e-3) // and costs next to nothing
  })
})

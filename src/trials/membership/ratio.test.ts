import { describe, expect, test } from 'vitest'
import { chiSquare, fitRatio } from './ratio.js'

/** Runs without the person, then with. */
const ratioOf = (out: readonly number[], inside: readonly number[]) => {
  const values = [...out, ...inside]
  const coins = [...out.map(() => 0), ...inside.map(() => 1)]
  return fitRatio(
    { values, coins },
    values.map((_, run) => run),
  )
}

test("Pearson's statistic by hand", () => {
  expect(
    chiSquare(
      [
        [10, 20],
        [20, 10],
      ],
      [30, 30],
    ),
  ).toBeCloseTo(20 / 3, 12)
})

describe('few values', () => {
  // Shares with half a run added: 4.5/5 and 0.5/5. The statistic is 8 with one degree of freedom: 7/8 of it is more than chance.
  test('there with the person, never without: 7/8 ln 9', () => {
    const ratio = ratioOf([0, 0, 0, 0], [1, 1, 1, 1])
    expect(ratio(1)).toBeCloseTo((7 / 8) * Math.log(9), 12)
    expect(ratio(0)).toBeCloseTo((-7 / 8) * Math.log(9), 12)
  })
  test('a value that was never seen says nothing', () => expect(ratioOf([0, 0, 0, 0], [1, 1, 1, 1])(7)).toBe(0))
  test('always the same says nothing', () => expect(ratioOf([3, 3, 3], [3, 3, 3])(3)).toBe(0))
  test('what chance would do as well says nothing', () => expect(ratioOf([0, 1, 0, 1], [1, 0, 0, 1])(1)).toBe(0))
  test('all runs on one side say nothing', () => expect(ratioOf([], [1, 0, 1])(1)).toBe(0))
  // Rows 0 or 2 without, 3 or 5 with: 3 lies between, and only with the person.
  test('is no matter of more or less', () => {
    const ratio = ratioOf([0, 2, 0, 2, 0, 2], [3, 5, 3, 5, 3, 5])
    expect(ratio(3)).toBeGreaterThan(1)
    expect(ratio(2)).toBeLessThan(-1)
  })
})

describe('many values', () => {
  const from = (first: number) => Array.from({ length: 10 }, (_, i) => first + i)
  // Means 5.5 and 7.5, variance 165/18, statistic 4/(165/18 * 0.2) = 24/11, of which 13/24 is more than chance.
  test('two normal distributions of one variance', () => {
    const ratio = ratioOf(from(1), from(3))
    expect(ratio(8)).toBeCloseTo((13 / 24) * (2 / (165 / 18)) * 1.5, 12)
    expect(ratio(6.5)).toBeCloseTo(0, 12)
  })
  test('whether it is shown counts apart from how much', () => {
    const ratio = ratioOf([...from(20), ...from(0).map(() => 0)], from(20))
    expect(ratio(0)).toBeLessThan(-1)
    expect(ratio(25)).toBeGreaterThan(0)
    expect(ratio(29)).toBeCloseTo(ratio(20), 12) // the sizes say nothing here
  })
})

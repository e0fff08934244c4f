import { describe, expect, test } from 'vitest'
import { alike, rankCorrelation } from './compare.js'

const pairs = (before: readonly number[], after: readonly number[]) =>
  before.map((value, i) => ({ before: value, after: after[i]! }))

describe('rank correlation', () => {
  test('the same order: 1; the reverse: -1', () => {
    expect(rankCorrelation(pairs([9, 5, 1], [90, 80, 10]))).toBeCloseTo(1, 12)
    expect(rankCorrelation(pairs([9, 5, 1], [1, 2, 3]))).toBeCloseTo(-1, 12)
  })
  // Ranks 1 2 3 4 against 2 1 4 3: 1 - 6 * 4 / (4 * 15) = 0.6.
  test('by the formula for ranks without ties: 0.6', () =>
    expect(rankCorrelation(pairs([8, 6, 4, 2], [6, 8, 2, 4]))).toBeCloseTo(0.6, 12))
  // Ranks 1 2 3 against 1.5 1.5 3: covariance 1.5, variances 2 and 1.5.
  test('ties share a rank', () =>
    expect(rankCorrelation(pairs([3, 2, 1], [5, 5, 0]))).toBeCloseTo(1.5 / Math.sqrt(3), 12))
  test('no order: undefined', () => {
    expect(rankCorrelation(pairs([3, 2], [1, 1]))).toBeUndefined()
    expect(rankCorrelation([])).toBeUndefined()
  })
})

test('alike: the smaller over the larger', () => {
  expect(alike(0.2, 0.1)).toBe(0.5)
  expect(alike(0.1, 0.2)).toBe(0.5)
  expect(alike(0.2, 0)).toBe(0)
  expect(alike(0, 0)).toBe(1)
})

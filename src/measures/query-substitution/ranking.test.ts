import { describe, expect, test } from 'vitest'
import { logLikelihoodRatio, quality } from './ranking.js'

describe('[Dunning93] log-likelihood ratio', () => {
  // 10 of 10 together in 100: 2 (10 ln(10/1) + 90 ln(90/81)) = 65.02; the other two parts are 0.
  test('always together', () => expect(logLikelihoodRatio(10, 10, 10, 100)).toBeCloseTo(65.02, 2))
  test('independent, or less than that: 0', () => {
    expect(logLikelihoodRatio(1, 10, 10, 100)).toBe(0)
    expect(logLikelihoodRatio(0, 10, 10, 100)).toBe(0)
  })
  test('more together is more', () =>
    expect(logLikelihoodRatio(5, 10, 10, 100)).toBeGreaterThan(logLikelihoodRatio(3, 10, 10, 100)))
  // Table 1 of the paper, "the swiss": 110, 2442, 111, 29114 as contingency table, ratio 270.72.
  test('the example of the paper: the swiss, 270.72', () =>
    expect(logLikelihoodRatio(110, 110 + 2442, 110 + 111, 110 + 2442 + 111 + 29114)).toBeCloseTo(270.72, 2))
})

describe('quality of a ranking', () => {
  test('the true one: 1 throughout', () =>
    expect(quality(['a', 'b', 'c'], ['a', 'b', 'c'], 10)).toEqual({
      precision: 1,
      recall: 1,
      averagePrecision: 1,
      ndcg: 1,
    }))
  // x at place 1 is wrong; a (worth 2) at 2 and b (worth 1) at 3: precision at them 1/2 and 2/3.
  test('by hand', () => {
    const found = quality(['x', 'a', 'b'], ['a', 'b'], 2)
    expect(found.precision).toBeCloseTo(2 / 3, 12)
    expect(found.recall).toBe(1)
    expect(found.averagePrecision).toBeCloseTo((1 / 2 + 2 / 3) / 2, 12)
    expect(found.ndcg).toBeCloseTo((2 / Math.log2(3) + 1 / 2) / (2 + 1 / Math.log2(3)), 12)
  })
  test('nothing: 0', () => {
    expect(quality([], ['a'], 5)).toEqual({ precision: 0, recall: 0, averagePrecision: 0, ndcg: 0 })
    expect(quality(['a'], [], 5)).toEqual({ precision: 0, recall: 0, averagePrecision: 0, ndcg: 0 })
  })
})

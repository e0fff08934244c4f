import { describe, expect, test } from 'vitest'
import { AGAINST_US, anyOf, laplaceTail, smallest } from './laplace.js'

describe('the smallest number for which something holds', () => {
  test.each([
    [3, 3],
    [3, 4],
    [3, 5],
    [3, 12],
    [0, 1000],
    [0, 2 ** 50],
  ])('from %d on it is %d', (from, least) => {
    expect(smallest(from, (n) => n >= least)).toBe(least)
  })

  test('is looked for from the first number on, never below it', () => {
    const asked: number[] = []
    smallest(40, (n) => {
      asked.push(n)
      return n >= 70
    })
    expect(Math.min(...asked)).toBe(40)
  })

  test('is not looked for without end', () => {
    expect(() => smallest(0, () => false)).toThrow(/no such number/)
  })
})

test('a chance that must stay small is rounded up', () => {
  expect(AGAINST_US).toBeGreaterThan(1)
  expect(anyOf(0.25, 1)).toBeGreaterThan(0.25)
  expect(anyOf(0.25, 3)).toBeGreaterThan(1 - 0.75 ** 3)
  expect(anyOf(0.25, 3)).toBeCloseTo(1 - 0.75 ** 3, 11)
  expect(anyOf(1e-20, 5) / 5e-20).toBeCloseTo(1, 11) // 1 - (1 - q)^5 would be 0
  expect(anyOf(2, 4)).toBeCloseTo(1, 11)
})

test('tails are sums of the point masses (1 - p)/(1 + p) p^|x|', () => {
  const [rate, p] = [0.4, Math.exp(-0.4)]
  for (const t of [-6, -1, 0, 1, 2, 9]) {
    let sum = 0
    for (let x = t; x < 200; x++) sum += ((1 - p) / (1 + p)) * p ** Math.abs(x)
    expect(laplaceTail(rate, t)).toBeCloseTo(sum, 13)
  }
})

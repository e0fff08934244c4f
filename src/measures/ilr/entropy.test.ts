import { describe, expect, test } from 'vitest'
import { entropy, lossRatio } from './entropy.js'

describe('[Erola13] §5.3.2.2 information loss ratio', () => {
  test('entropies by hand', () => {
    expect(entropy([1, 1, 1, 1])).toBe(2)
    expect(entropy([9, 1])).toBeCloseTo(0.469, 3)
    expect(entropy([2, 1, 1])).toBe(1.5)
    expect(entropy([7])).toBe(0)
    expect(entropy([])).toBe(0)
    expect(entropy([1, 0, 1])).toBe(1)
  })
  test('two bits that become one and a half: 25', () => expect(lossRatio(2, 1.5)).toBe(25))
  test('gaining counts as losing', () => expect(lossRatio(1, 1.5)).toBe(50))
  test('all gone: 100', () => expect(lossRatio(2, 0)).toBe(100))
  test('no entropy before: 0 if none after, else left out', () => {
    expect(lossRatio(0, 0)).toBe(0)
    expect(lossRatio(0, 1)).toBeUndefined()
  })
})

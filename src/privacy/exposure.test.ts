import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exposureLevel, type Paired } from './exposure.js'

/** From counts by query, as the definition has them. */
function paired(x: Readonly<Record<string, number>>, y: Readonly<Record<string, number>>): Paired[] {
  return [...new Set([...Object.keys(x), ...Object.keys(y)])].map((query) => ({
    asked: x[query] ?? 0,
    exposed: y[query] ?? 0,
  }))
}

/** [Erola13] §4.5.1 as it stands: the full double sum. */
function asDefined(x: Readonly<Record<string, number>>, y: Readonly<Record<string, number>>): number {
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0)
  const M = sum(x)
  const R = sum(y)
  let I = 0
  let H = 0
  for (const c of Object.values(x)) H -= (c / M) * Math.log2(c / M)
  for (const [query, cy] of Object.entries(y)) {
    const ck = x[query]
    for (const [other, cx] of Object.entries(x)) {
      const given =
        ck === undefined
          ? cx / M
          : cy <= ck
            ? Number(other === query)
            : (other === query ? ck / cy : 0) + ((1 - ck / cy) * cx) / M
      if (given > 0) I += given * (cy / R) * Math.log2(given / (cx / M))
    }
  }
  return (100 * I) / H
}

describe('[Erola13] §4.5 profile exposure level', () => {
  // I = 1 * log2(10) = 3.3219; H = 0.9 log2(10/9) + 0.1 log2(10) = 0.4690; computed by hand.
  test('nine times a and once b, with b exposed: 708, and not clamped', () => {
    expect(exposureLevel(paired({ a: 9, b: 1 }, { b: 1 }))).toBeCloseTo(708.3, 1)
  })
  // Each y says log2(4) = 2 bits, H = 2 bits.
  test('all of a flat history: 100', () => {
    expect(exposureLevel(paired({ a: 1, b: 1, c: 1, d: 1 }, { a: 1, b: 1, c: 1, d: 1 }))).toBeCloseTo(100, 10)
  })
  // One y of two is foreign: I = 1/2 * 1 bit, H = 1 bit.
  test('half of what is exposed is somebody else: 50', () => {
    expect(exposureLevel(paired({ a: 1, b: 1 }, { a: 1, z: 1 }))).toBeCloseTo(50, 10)
  })
  // seen = 1/2, p = 1/2: own = 3/4; 3/4 log2(3/2) + 1/4 log2(1/2) = 0.4387 - 0.25; H = 1.
  test('a query exposed more often than it was asked: 18.9', () => {
    expect(exposureLevel(paired({ a: 1, b: 1 }, { a: 2 }))).toBeCloseTo(18.87, 2)
  })
  test('one distinct query: 100 if it is exposed, else 0', () => {
    expect(exposureLevel(paired({ a: 3 }, { a: 1, z: 5 }))).toBe(100)
    expect(exposureLevel(paired({ a: 3 }, { z: 5 }))).toBe(0)
  })
  test('nothing exposed, or nothing of one’s own: 0', () => {
    expect(exposureLevel(paired({ a: 3, b: 1 }, {}))).toBe(0)
    expect(exposureLevel(paired({ a: 3, b: 1 }, { c: 4 }))).toBe(0)
    expect(exposureLevel([])).toBe(0)
  })
  test('is the double sum of the definition', () => {
    const counts = fc.dictionary(fc.constantFrom(...'abcdefgh'), fc.integer({ min: 1, max: 30 }), { minKeys: 2 })
    fc.assert(
      fc.property(counts, counts, (x, y) => {
        expect(exposureLevel(paired(x, y))).toBeCloseTo(asDefined(x, y), 8)
      }),
    )
  })
})

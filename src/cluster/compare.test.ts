import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { onLine } from '../../test/support/on-line.js'
import { jaccard, pairCounts, partitionDistance, rand } from './compare.js'
import { bestNumber, cut, hierarchy } from './hierarchy.js'

/** Labels by what is together, whatever the labels are. */
const together = (labels: ArrayLike<number>) => {
  const all = Array.from(labels)
  return all.map((label) => all.indexOf(label))
}

describe('[Erola13] §5.3.2.4: two partitions, by hand', () => {
  // {0 1 2}{3 4} and {0 1}{2 3 4}: together in both (0 1), (3 4); in the first only (0 2), (1 2); in the second only (2 3), (2 4).
  const [a, b] = [
    [0, 0, 0, 1, 1],
    [5, 5, 6, 6, 6],
  ]

  test('pairs, Jaccard and Rand', () => {
    expect(pairCounts(a, b)).toEqual({ r: 2, s: 2, t: 2, u: 4 })
    expect(jaccard(a, b)).toBeCloseTo(2 / 6, 12)
    expect(rand(a, b)).toBeCloseTo(6 / 10, 12)
  })

  test('[Erola13] §5.5.2.1: the distance of partitions', () => {
    const h = (...parts: number[]) => -parts.reduce((sum, p) => sum + (p / 5) * Math.log2(p / 5), 0)
    const joint = h(2, 1, 2)
    expect(partitionDistance(a, b)).toBeCloseTo((2 * joint - h(3, 2) - h(2, 3)) / joint, 12)
    expect(partitionDistance(a, a)).toBe(0)
    expect(partitionDistance([0, 0, 1, 1], [0, 1, 0, 1])).toBeCloseTo(1, 12)
    expect(partitionDistance([0, 0], [3, 3])).toBe(0) // nothing to know in either
  })

  test('both indices stay between 0 and 1, and are 1 for equal partitions', () => {
    const labels = fc.array(fc.nat({ max: 4 }), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(labels, labels, (x, y) => {
        for (const index of [jaccard, rand]) {
          expect(index(x, x)).toBe(1)
          expect(index(x, y)).toBeCloseTo(index(y, x), 12)
          expect(index(x, y)).toBeGreaterThanOrEqual(0)
          expect(index(x, y)).toBeLessThanOrEqual(1)
        }
        const distance = partitionDistance(x, y)
        expect(distance).toBeGreaterThanOrEqual(0)
        expect(distance).toBeLessThanOrEqual(1 + 1e-12)
      }),
    )
  })
})

describe('hierarchical clusters', () => {
  const points = [0, 1, 10, 11, 12.5, 40]

  test('by mean distance: the nearest first', () => {
    const merges = hierarchy(onLine(points))
    expect(merges.map(({ distance }) => distance)).toEqual([
      1,
      1,
      2,
      expect.closeTo(32 / 3, 5),
      expect.closeTo(33.1, 5),
    ])
    expect(together(cut(6, merges, 3))).toEqual(together([0, 0, 1, 1, 1, 2]))
    expect(together(cut(6, merges, 6))).toEqual([0, 1, 2, 3, 4, 5])
    expect(together(cut(6, merges, 1))).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('[Calinski74]: groups that stand apart are counted', () => {
    const three = [0, 1, 2, 100, 101, 102, 200, 201, 202]
    const matrix = onLine(three)
    expect(bestNumber(matrix, hierarchy(matrix), 8)).toBe(3)
    const two = onLine([0, 1, 50, 51])
    expect(bestNumber(two, hierarchy(two), 3)).toBe(2)
  })
})

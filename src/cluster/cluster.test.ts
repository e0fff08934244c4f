import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { onLine } from '../../test/support/on-line.js'
import { seededRandom } from '../random/seeded.js'
import { blocksOf } from './blocks.js'
import { categoryCounts, categorySpace } from './categories.js'
import { greedyPairs } from './greedy.js'
import { emptyMatrix, pairAt } from './matrix.js'
import { aroundMatrix, mdav, type Partition } from './mdav.js'
import { partition } from './partition.js'
import { openPool } from './pool.js'
import { type SemanticData, semanticData } from './semantic/data.js'
import { semanticSpace } from './semantic/space.js'
import { numbers } from './space.js'

const sizes = (groups: Partition) => groups.map((group) => group.length)
const everybody = (groups: Partition) => groups.flatMap((group) => [...group]).sort((a, b) => a - b)

/** Users with one category each, all top-level: equal or not. */
function flat(categories: readonly number[]): SemanticData {
  const most = Math.max(...categories) + 1
  const tree = { parent: new Int32Array(most).fill(-1), depth: new Uint32Array(most).fill(1) }
  return semanticData(
    tree,
    { size: categories.length, offsets: numbers(0, categories.length + 1), query: Uint32Array.from(categories) },
    (query) => [query],
  )
}

describe('MDAV', () => {
  test('[Erola13] §2.5: the farthest from the middle and its nearest, then the farthest from that one', async () => {
    // The medoid of these is 10 (number 3); the farthest is 0, with 1; the farthest from 0 is 21, with 20; the rest stays together.
    const groups = await mdav(aroundMatrix(onLine([0, 1, 9, 10, 11, 20, 21])), 2)
    expect(groups.map((group) => [...group])).toEqual([
      [5, 6],
      [0, 1],
      [2, 3, 4],
    ])
  })

  test('with fewer than 3k users: one group of k, then the rest', async () => {
    const groups = await mdav(aroundMatrix(onLine([0, 1, 2, 3, 50])), 2)
    expect(groups.map((group) => [...group])).toEqual([
      [3, 4],
      [0, 1, 2],
    ])
  })

  test('nobody is lost, groups hold from k to 2k - 1', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 2, maxLength: 60 }),
        fc.integer({ min: 2, max: 8 }),
        async (points, k) => {
          fc.pre(points.length >= k)
          const groups = await mdav(aroundMatrix(onLine(points)), k)
          expect(everybody(groups)).toEqual([...points.keys()])
          expect(sizes(groups).every((size) => size >= k && size < 2 * k)).toBe(true)
        },
      ),
    )
  })
})

describe('[Erola13] §5.4.3.1: greedy groups', () => {
  test('the most similar pair, then who has most in common with both; who is left joins the most similar', () => {
    const similar = emptyMatrix(7)
    const put = (i: number, j: number, common: number) => {
      similar.values[pairAt(7, i, j)] = common
    }
    put(2, 5, 9)
    put(2, 4, 3)
    put(4, 5, 3)
    put(0, 5, 5)
    put(1, 3, 2)
    put(3, 6, 1)
    put(0, 3, 1)
    // 2 and 5 first; 4 shares 3 + 3 with them, 0 only 5. Then 1 and 3; 0 and 6 both share 1 with them, 0 comes first; 6 is left.
    expect(greedyPairs(similar, 3).map((group) => [...group])).toEqual([
      [2, 4, 5],
      [0, 1, 3, 6],
    ])
  })

  test('nobody is lost, groups hold from k to 2k - 1', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 40 }),
        fc.integer({ min: 2, max: 6 }),
        (points, k) => {
          fc.pre(points.length >= k)
          const groups = greedyPairs(onLine(points), k)
          expect(everybody(groups)).toEqual([...points.keys()])
          expect(sizes(groups).every((size) => size >= k && size < 2 * k)).toBe(true)
        },
      ),
    )
  })
})

describe('what users have in common by category', () => {
  // 0 > 1 > 2 and 0 > 3; a top-level 4
  const tree = { parent: Int32Array.of(-1, 0, 1, 0, -1), depth: Uint32Array.of(1, 2, 3, 2, 1) }
  // users: {2, 2, 4}, {3, 2}, {4}
  const data = semanticData(
    tree,
    { size: 3, offsets: Uint32Array.of(0, 3, 5, 6), query: Uint32Array.of(2, 2, 4, 3, 2, 4) },
    (q) => [q],
  )

  test.each([
    [1, [2, 1, 0]], // users 1 and 2: both 0 twice; 1 and 3: 4 once; 2 and 3: nothing
    [2, [3, 1, 0]], // and 1 once
    [3, [4, 1, 0]], // and 2 once
  ])('down to depth %i', (levels, expected) => {
    const out = new Float32Array(9)
    categorySpace(categoryCounts(data, levels)).similarities?.(numbers(0, 3), numbers(0, 3), out)
    expect([out[1], out[2], out[5]]).toEqual(expected)
  })
})

describe('beyond what can be compared pair by pair', () => {
  const random = () => seededRandom(3)

  test('blocks keep like users together, and nobody is lost', async () => {
    const data = flat(Array.from({ length: 400 }, (_, i) => i % 4))
    const blocks = await blocksOf(openPool({ kind: 'semantic', data }, 1), numbers(0, 400), 120, random())
    expect(everybody(blocks)).toEqual([...numbers(0, 400)])
    expect(Math.max(...sizes(blocks))).toBeLessThanOrEqual(120)
  })

  test('the loss against the exact partition is measured on a sample', async () => {
    const data = flat(Array.from({ length: 600 }, (_, i) => (i * 7) % 11))
    const options = { k: 3, threads: 1, random: random(), exactUpTo: 100, block: 150 }
    const { groups, approximate, loss } = await partition({ kind: 'semantic', data }, 600, options)
    expect(everybody(groups)).toEqual([...numbers(0, 600)])
    expect(sizes(groups).every((size) => size >= 3 && size < 6)).toBe(true)
    expect(approximate).toBe(true)
    expect(loss?.users).toBe(600)
    expect(loss?.exact).toBeLessThan(0.2)
    expect(loss?.blocks).toBeGreaterThanOrEqual(loss?.exact as number)
  })

  test('a sampled centroid gives whole groups as well', async () => {
    const data = flat(Array.from({ length: 300 }, (_, i) => (i * 7) % 11))
    const options = { k: 4, threads: 1, random: random(), centroid: 'sample' as const }
    const { groups } = await partition({ kind: 'semantic', data }, 300, options)
    expect(everybody(groups)).toEqual([...numbers(0, 300)])
    expect(sizes(groups).every((size) => size >= 4 && size < 8)).toBe(true)
  })

  test('the average is no user: the farthest from it has the greatest sum of squares', async () => {
    // On a line: the medoid is at 3, the average at 4.4, so that the farthest is at 10 by the first and at 0 by the second.
    const places = [0, 0, 3, 3.5, 4, 10, 10]
    const matrix = emptyMatrix(places.length)
    for (const [i, a] of places.entries())
      for (const [j, b] of places.entries()) if (i < j) matrix.values[pairAt(places.length, i, j)] = Math.abs(a - b)
    const mean = places.reduce((sum, at) => sum + at, 0) / places.length
    const left = numbers(0, places.length)
    const far = await aroundMatrix(matrix, 'average').far(left)
    expect(Math.abs(places[far]! - mean)).toBe(Math.max(...places.map((at) => Math.abs(at - mean))))
    const options = { k: 4, threads: 1, random: random(), centroid: 'average' as const }
    const data = flat(Array.from({ length: 300 }, (_, i) => (i * 7) % 11))
    for (const exactUpTo of [1000, 100]) {
      const { groups } = await partition({ kind: 'semantic', data }, 300, { ...options, exactUpTo, block: 120 })
      expect(everybody(groups)).toEqual([...numbers(0, 300)])
      expect(sizes(groups).every((size) => size >= 4 && size < 8)).toBe(true)
    }
  })

  test('a run that is stopped ends', async () => {
    const data = flat([0, 1, 2, 3])
    const options = { k: 2, threads: 1, random: random(), signal: AbortSignal.abort() }
    await expect(partition({ kind: 'semantic', data }, 4, options)).rejects.toThrow()
  })
})

test('a matrix by tiles equals the distances one by one', async () => {
  const data = flat([0, 1, 1, 2, 0])
  const space = semanticSpace(data)
  const all = numbers(0, 5)
  for (const columns of [all, numbers(0, 5)]) {
    const out = new Float32Array(25)
    space.block(all, columns, out)
    for (let u = 0; u < 5; u++) for (let v = 0; v < 5; v++) expect(out[u * 5 + v]).toBe(space.distance(u, v))
  }
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { greedyByHand } from '../../../test/support/greedy-by-hand.js'
import { fromDistances } from './candidates.js'
import { byRow, type Distances } from './distances.js'
import { scoreGreedy } from './score-greedy.js'
import { updated } from './updates.js'

const matrix = (rows: readonly (readonly number[])[]): Distances =>
  byRow(rows.length, rows[0]?.length ?? 0, (l, into) => into.set(rows[l]!))

const squares = fc
  .integer({ min: 1, max: 6 })
  .chain((n) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: n, maxLength: n }), { minLength: n, maxLength: n }),
  )

describe('[Kumar07] §3.3: updates', () => {
  test('score greedy is sorting all pairs, however few are kept', async () => {
    // wider than what is kept at first, and than what is kept of those looked at again
    const wide = fc.integer({ min: 33, max: 170 }).chain((n) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: n, maxLength: n }), {
        minLength: 1,
        maxLength: n,
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(squares, wide), async (rows) => {
        const pairs = rows.flatMap((row, l) => row.map((d, r) => ({ d, l, r })))
        pairs.sort((x, y) => x.d - y.d || x.l - y.l || x.r - y.r)
        expect([...(await scoreGreedy(fromDistances(matrix(rows)))).mu]).toEqual(greedyByHand(rows.length, pairs))
      }),
      { numRuns: 60 },
    )
  })

  test('when all want the same, each is looked at again until all are given away', async () => {
    const n = 400
    const same = byRow(n, n, (_, into) => {
      for (let r = 0; r < n; r++) into[r] = r
    })
    const { mu } = await scoreGreedy(fromDistances(same))
    expect([...mu]).toEqual(Array.from({ length: n }, (_, l) => l))
  })

  test('with nothing to choose from nobody gets anything', async () => {
    const { mu } = await scoreGreedy(fromDistances(byRow(3, 0, () => undefined)))
    expect([...mu]).toEqual([-1, -1, -1])
  })

  test('the margin is that to the best other choice of either end', async () => {
    const of = (rows: number[][]) => scoreGreedy(fromDistances(matrix(rows)))
    const { mu, margin } = await of([
      [1, 5, 9],
      [4, 2, 9],
      [9, 9, 3],
    ])
    expect([...mu]).toEqual([0, 1, 2])
    expect([...margin]).toEqual([2, 2, 2])
    expect((await of([[1, 1.5]])).margin[0]).toBe(0.5)
  })

  test('minimum cost: no bijection costs less', async () => {
    await fc.assert(
      fc.asyncProperty(squares, async (rows) => {
        const cost = (mu: ArrayLike<number>) => rows.reduce((sum, row, l) => sum + row[mu[l]!]!, 0)
        const best = Math.min(...permutations(rows.map((_, i) => i)).map(cost))
        expect(cost((await updated(matrix(rows), 'mincost')).mu)).toBe(best)
      }),
      { numRuns: 40 },
    )
  })

  test('stable marriage: no two would rather have each other', async () => {
    await fc.assert(
      fc.asyncProperty(squares, async (rows) => {
        const { mu } = await updated(matrix(rows), 'stable')
        const husband = rows.map((_, r) => mu.indexOf(r))
        rows.forEach((row, l) => {
          row.forEach((d, r) => {
            expect(d < row[mu[l]!]! && d < rows[husband[r]!]![r]!).toBe(false)
          })
        })
      }),
    )
  })

  test('rank greedy: ranks of both ends add up', async () => {
    // by score 0-0 comes first (1); by ranks too, and then 1-2 (rank 0 + 0) before 2-1
    const rows = [
      [1, 2, 8],
      [9, 8, 7],
      [3, 4, 9],
    ]
    expect([...(await updated(matrix(rows), 'rank')).mu]).toEqual([0, 2, 1])
  })

  test('all pairs of a large vocabulary are refused where they would not fit', async () => {
    const large = byRow(5000, 5000, () => undefined)
    await expect(updated(large, 'stable')).rejects.toThrow(/too many/)
  })
})

function permutations(items: readonly number[]): number[][] {
  return items.length <= 1
    ? [[...items]]
    : items.flatMap((item, i) =>
        permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
      )
}

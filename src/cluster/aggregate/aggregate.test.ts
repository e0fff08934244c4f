import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NONE } from '../../log/columnar.js'
import type { Person } from '../../log/log.js'
import { seededRandom } from '../../random/seeded.js'
import type { Histories } from '../histories.js'
import { semanticData } from '../semantic/data.js'
import { categoryDistance } from '../semantic/tree.js'
import { numbers } from '../space.js'
import { apportion } from './apportion.js'
import { categoryQueries, contribution } from './categories.js'
import { diverse, topOf } from './diversity.js'
import { safeQueries } from './pool.js'
import { centreCategory, representativeCategories } from './semantic.js'
import { sidesOf } from './sides.js'
import { syntacticQueries } from './syntactic.js'
import { topicsOf } from './topics.js'

const random = () => seededRandom(11)

/** Users as lists of query numbers; times, ranks and hosts where given. */
function histories(users: readonly (readonly number[])[], sides: Partial<Histories> = {}): Histories {
  const query = Uint32Array.from(users.flat())
  const offsets = new Uint32Array(users.length + 1)
  for (const [u, rows] of users.entries()) offsets[u + 1] = offsets[u]! + rows.length
  const most = Math.max(...query) + 1
  return {
    size: users.length,
    persons: users.map((_, u) => `u${u}` as Person),
    offsets,
    query,
    host: new Uint32Array(query.length).fill(NONE),
    time: new Float64Array(query.length).fill(Number.NaN),
    rank: new Int32Array(query.length),
    queries: Array.from({ length: most }, (_, q) => `q${q}`),
    hosts: [],
    ...sides,
  }
}
const count = (list: readonly number[], value: number) => list.filter((item) => item === value).length

describe('quotas', () => {
  test('largest remainders, by hand', () => {
    expect(apportion(10, [6, 3, 1], random())).toEqual([6, 3, 1])
    expect(apportion(4, [5, 3, 2], random())).toEqual([2, 1, 1]) // 2, 1.2, 0.8
    expect(apportion(3, [0, 0], random())).toEqual([0, 0])
  })

  test('they add up, and each is the whole part of its share or one more', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 200 }),
        fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 20 }),
        (total, weights) => {
          const sum = weights.reduce((all, weight) => all + weight, 0)
          fc.pre(sum > 0)
          const pieces = apportion(total, weights, random())
          expect(pieces.reduce((all, n) => all + n, 0)).toBe(total)
          for (const [i, n] of pieces.entries()) {
            const quota = (total * weights[i]!) / sum
            expect(n).toBeGreaterThanOrEqual(Math.floor(quota + 1e-9))
            expect(n).toBeLessThanOrEqual(Math.floor(quota + 1e-9) + 1)
          }
        },
      ),
    )
  })
})

describe('[Erola13] §5.3.1.4: syntactic aggregation', () => {
  test('the mean number of queries, shared out by number and by frequency', () => {
    // 8 and 4 rows: 6 rows, 4 from the first (6 times q0, 2 times q1: 3 and 1), 2 from the second
    const users = histories([
      [0, 0, 0, 0, 0, 0, 1, 1],
      [2, 2, 3, 3],
    ])
    const shown = syntacticQueries(users, numbers(0, 2), random())
    expect([0, 1, 2, 3].map((q) => count(shown, q))).toEqual([3, 1, 1, 1])
  })

  test('never nothing', () => {
    expect(syntacticQueries(histories([[0], [1], [2]]), numbers(0, 3), random())).toHaveLength(1)
  })

  test('means and common hosts: over the query if k persons have it, else over all rows of the group', () => {
    const users = histories([[0, 1], [0, 1], [0]], {
      time: Float64Array.of(10, 20, 20, 30, 60),
      rank: Int32Array.of(1, 0, 3, 7, 5),
      host: Uint32Array.of(0, NONE, 1, 2, 0),
      hosts: ['www.a.com', 'mail.a.com', 'b.com'],
    })
    const sides = sidesOf(users, numbers(0, 3), 3, new Set([0, 1]))
    expect(sides(0)).toEqual({ time: 30, rank: 3, host: 'a.com' })
    // q1 belongs to two persons: all rows of the group; times 140 / 5, ranks 16 / 4
    expect(sides(1)).toEqual({ time: 28, rank: 4, host: 'com' })
    expect(sidesOf(users, numbers(0, 3), 4, new Set([0]))(0)).toEqual({ time: Number.NaN, rank: 0, host: undefined })
  })
})

describe('[Erola13] §5.4.3.2: aggregation by the most repeated queries', () => {
  test('3 repetitions at 0.4 are one query surely, and another with probability 0.2', () => {
    // Whichever of two such queries comes first gives two for a quota of two with that probability, else each gives one.
    const chance = random()
    const queries = new Map([
      [7, 3],
      [8, 3],
    ])
    let same = 0
    for (let i = 0; i < 4000; i++) if (new Set(contribution(queries, 2, 0.4, chance)).size === 1) same++
    expect(Math.abs(same / 4000 - 0.2)).toBeLessThan(0.035) // false alarm: 3e-8
  })

  test('quotas add up to the mean', () => {
    const lists = fc.array(fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 15 }), {
      minLength: 2,
      maxLength: 6,
    })
    fc.assert(
      fc.property(lists, (users) => {
        const shown = categoryQueries(histories(users), numbers(0, users.length), random())
        expect(shown).toHaveLength(Math.max(1, Math.round(users.flat().length / users.length)))
        for (const query of shown) expect(users.flat()).toContain(query)
      }),
    )
  })
})

describe('[Erola13] §5.5.1.3: semantic aggregation', () => {
  // 0 > 1 > 2, 0 > 1 > 3, a top-level 4
  const tree = { parent: Int32Array.of(-1, 0, 1, 1, -1), depth: Uint32Array.of(1, 2, 3, 3, 1) }

  test('the centre has the least weighted sum of distances', () => {
    const weights = fc.array(fc.record({ category: fc.nat({ max: 4 }), weight: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(weights, (categories) => {
        const data = { ...semanticData(tree, { size: 0, offsets: numbers(0, 1), query: numbers(0, 0) }, () => []) }
        const sum = (c: number) =>
          categories.reduce((all, other) => all + other.weight * categoryDistance(tree, c, other.category), 0)
        const least = Math.min(...categories.map(({ category }) => sum(category)))
        expect(sum(centreCategory(data, categories))).toBeCloseTo(least, 9)
      }),
    )
  })

  test('from each member the categories nearest to the centre, with repetitions', () => {
    // {2 2 3 4} and {2 2}: the centre is 2; quotas 2 and 1
    const users = { size: 2, offsets: Uint32Array.of(0, 4, 6), query: Uint32Array.of(2, 2, 3, 4, 2, 2) }
    const data = semanticData(tree, users, (q) => [q])
    expect(representativeCategories(data, numbers(0, 2), random())).toEqual([2, 2, 2])
  })
})

describe('queries that may be shown', () => {
  const queries = ['animal cat tabby', 'animal cat siamese', 'animal dog', 'rock']
  const ways = [['animal', 'cat', 'tabby'], ['animal', 'cat', 'siamese'], ['animal', 'dog'], ['rock']]
  const titles = ['animal', 'cat', 'tabby', 'siamese', 'dog']
  const parents: Record<string, string> = { cat: 'animal', tabby: 'cat', siamese: 'cat', dog: 'animal' }
  const knowledge = {
    name: 'made',
    version: '1',
    size: 5,
    lookup: () => [],
    title: (c: number) => titles[c]!,
    ancestors: (c: number) => {
      const chain = [titles[c]!]
      while (parents[chain.at(-1)!]) chain.push(parents[chain.at(-1)!]!)
      return chain.map((title) => titles.indexOf(title))
    },
  }
  const topics = () =>
    topicsOf(queries, knowledge, (query) => {
      const way = ways[queries.indexOf(query)]!
      return way[0] === 'rock' ? [] : [titles.indexOf(way.at(-1)!)]
    })
  const asked = { persons: Uint32Array.of(1, 5, 5, 1), rows: Uint32Array.of(2, 7, 5, 1) }

  test('a rare query gives way to one from under the category above, or goes', () => {
    const safe = safeQueries(topics(), asked, 3)
    expect(safe.shown(1, random())).toEqual({ query: 1, instead: false })
    expect(safe.shown(0, random())).toEqual({ query: 1, instead: true }) // tabby -> siamese, both cats
    expect(safe.shown(3, random())).toBeUndefined() // a category of its own
    expect([0, 1, 2, 3].map(safe.has)).toEqual([false, true, true, false])
  })

  test('with one person for enough, every query stands for itself', () => {
    const safe = safeQueries(topics(), asked, 1)
    for (const query of [0, 1, 2, 3]) expect(safe.shown(query, random())).toEqual({ query, instead: false })
  })

  test('l top-level categories, or nothing', () => {
    const of = topics()
    const all = safeQueries(of, asked, 1)
    const categories = [...of.of(1), ...of.of(2), ...of.of(3)]
    const shown = diverse([1, 1, 2], 2, categories, of, all, random())!
    expect(shown).toHaveLength(3)
    expect(new Set(shown.flatMap((query) => Array.from(of.of(query), (node) => topOf(of, node)))).size).toBe(2)
    expect(diverse([1, 2], 3, categories, of, all, random())).toBeUndefined()
    expect(diverse([1, 2], 2, categories, of, safeQueries(of, asked, 3), random())).toBeUndefined()
  })
})

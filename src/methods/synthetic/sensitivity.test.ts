import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/support/runs.js'
import { makeTables } from '../../../test/support/subject.js'
import { personItems } from '../../histograms/numbers.js'
import { seededRandom } from '../../random/seeded.js'
import type { Context } from '../method.js'
import { type Marginal, SHAPES, UNIT } from './account.js'
import { releaseLexicon } from './lexicon.js'
import { releaseHosts, releaseNext } from './pairs.js'
import { turnsOf, weigh } from './shape.js'
import { lexiconTable } from './tables.js'

const QUERIES = ['a b c d', 'green tea', 'soup', 'tea', 'tea cup', 'www.soup.com'] as const

/** A log of a few persons: who asked which of a few queries when, and whether with a click. */
const searches = fc.array(
  fc.record({
    person: fc.constantFrom('ann', 'bob', 'eve'),
    query: fc.constantFrom(...QUERIES),
    minute: fc.oneof(fc.nat(5 * 24 * 60), fc.nat(120)),
    url: fc.constantFrom(null, 'http://tea.example/', 'http://soup.example/x'),
  }),
  { minLength: 1, maxLength: 40 },
)

type Searches = readonly {
  readonly person: string
  readonly query: string
  readonly minute: number
  readonly url: string | null
}[]

const withoutAnn = (asked: Searches) => asked.filter(({ person }) => person !== 'ann')

const rowsOf = (asked: Searches) =>
  asked.map(({ person, query, minute, url }) => {
    const time = new Date(Date.UTC(2026, 2, 1, 0, minute)).toISOString().slice(0, 19)
    return [person, query, time, url] as const
  })

/** Sums of squares of what changes from one log to another. */
function changed(all: ReadonlyMap<string, number>, without: ReadonlyMap<string, number>, of: string): number {
  const keys = [...new Set([...all.keys(), ...without.keys()])].filter((key) => key.startsWith(`${of} `))
  return keys.reduce((sum, key) => sum + ((all.get(key) ?? 0) - (without.get(key) ?? 0)) ** 2, 0)
}

test('whoever comes or goes moves each marginal of the shape by a length of UNIT at most, and by hardly less', async () => {
  const on = await makeTables()
  const weighed = async (rows: readonly (readonly (string | null)[])[]) => {
    const log = await on.log(rows)
    const context = { ...on.context, key: undefined }
    const { table: owned } = await personItems(log, { items: 'queries' }, context)
    const turns = await turnsOf(log, context)
    const all = new Map<string, number>()
    for (const name of SHAPES)
      for (const [value, weight] of await weigh(name, log, 3, { owned, turns }, context))
        all.set(`${name} ${value}`, weight)
    return all
  }
  await fc.assert(
    fc.asyncProperty(searches, async (asked) => {
      const [all, without] = [await weighed(rowsOf(asked)), await weighed(rowsOf(withoutAnn(asked)))]
      for (const name of SHAPES) {
        const squares = changed(all, without, name)
        expect(squares, name).toBeLessThanOrEqual(UNIT * UNIT)
        if (squares > 0) expect(squares, name).toBeGreaterThan(0.999 * UNIT * UNIT)
      }
    }),
    runs(15),
  )
})

test('and so do queries, bigrams, hosts and pairs, from the log to what is released with next to no noise', async () => {
  const on = await makeTables()
  const marginal: Marginal = {
    rho: 1,
    variance: { numerator: 64n, denominator: 1n },
    sigma: 8,
    most: 3,
    threshold: 1000,
    delta: 1e-9,
  }
  const account = {
    rho: 1,
    conversionDelta: 0,
    marginals: { queries: marginal, bigrams: { ...marginal, most: 4 } },
    missing: [],
  }
  const entries = QUERIES.map((query) => ({ query, found: 'asked', weight: UNIT }) as const)
  const released = async (asked: Searches) => {
    const log = await on.log(rowsOf(asked))
    // The same keys whoever is there, so that others choose as they did.
    const context = (seed: number): Context => ({ ...on.context, random: seededRandom(seed), key: undefined })
    const lexicon = await releaseLexicon(log, account, context(1))
    const known = await lexiconTable({ entries }, context(2))
    const hosts = await releaseHosts(log, known, marginal, context(3))
    const next = await releaseNext(await turnsOf(log, context(4)), entries, marginal, context(5))
    return new Map([
      ...lexicon.entries.map(({ query, weight }) => [`queries ${query}`, weight] as const),
      ...lexicon.bigrams.map(({ bigram, weight }) => [`bigrams ${bigram.join('>')}`, weight] as const),
      ...hosts.map((pair) => [`hosts ${pair.query}>${pair.with}`, pair.weight] as const),
      ...next.map((pair) => [`next ${pair.query}>${pair.with}`, pair.weight] as const),
    ])
  }
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(searches, async (asked) => {
      const [all, without] = [await released(asked), await released(withoutAnn(asked))]
      for (const name of ['queries', 'bigrams', 'hosts', 'next']) {
        const squares = changed(all, without, name)
        // Noise of 8 in a million, on both sides of a difference.
        expect(squares, name).toBeLessThanOrEqual(1.001 * UNIT * UNIT)
        if (squares < 0.01 * UNIT * UNIT) continue
        expect(squares, name).toBeGreaterThan(0.99 * UNIT * UNIT)
        seen.add(name)
      }
    }),
    runs(20),
  )
  expect([...seen].sort()).toEqual(['bigrams', 'hosts', 'next', 'queries'])
})

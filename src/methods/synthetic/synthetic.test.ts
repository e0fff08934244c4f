import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hidingOf } from '../../checks/dp-concentrated.js'
import { openDuckDB } from '../../engines/duckdb/index.js'
import type { Engine } from '../../engines/engine.js'
import { seededRandom } from '../../random/seeded.js'
import type { Context } from '../method.js'
import { accountFor, MARGINALS, thresholdDelta, UNIT } from './account.js'
import { candidates } from './candidates.js'
import { addUp, byCost, cheapest } from './given.js'
import method from './index.js'
import { modelOf, type Released } from './model.js'
import type { Values } from './params.js'
import { type MadeUp, makeUp, NONE } from './people.js'
import { peopleOf } from './sampling.js'
import { Weighted } from './weighted.js'

const VALUES = {
  epsilon: Math.log(10),
  delta: 1e-6,
  neighbours: 'add-remove',
  perUser: 30,
  queries: 0.67,
  bigrams: 0.2,
  hosts: 0.07,
  next: 0.03,
  shape: 0.03,
  composed: 0.1,
  people: undefined,
} as const satisfies Values
const ALL = { time: true, url: true }

describe('the account', () => {
  test('shares add up to rho, deltas to delta', () => {
    const account = accountFor(VALUES, ALL)
    const rhos = Object.values(account.marginals).map(({ rho }) => rho)
    expect(rhos.reduce((a, b) => a + b, 0)).toBeCloseTo(account.rho, 12)
    expect(account.conversionDelta + thresholdDelta(account)).toBeLessThanOrEqual(VALUES.delta * (1 + 1e-12))
    expect(account.marginals.queries!.rho / account.rho).toBeCloseTo(0.67, 12)
  })

  test('noise is never less than a length of UNIT needs', () => {
    for (const { rho, sigma } of Object.values(accountFor(VALUES, ALL).marginals))
      expect((UNIT * UNIT) / (2 * sigma * sigma)).toBeLessThanOrEqual(rho)
  })

  test('the share of what the log has no columns for goes to the others, by columns alone', () => {
    const account = accountFor(VALUES, { time: false, url: false })
    expect(account.missing).toEqual(['hosts', 'next', 'hours', 'weekdays', 'days', 'sessions', 'turns', 'clicks'])
    expect(Object.values(account.marginals).reduce((sum, { rho }) => sum + rho, 0)).toBeCloseTo(account.rho, 12)
    expect(account.marginals.queries!.rho / account.rho).toBeGreaterThan(0.67)
    expect(account.rho).toBe(accountFor(VALUES, ALL).rho)
  })

  test('a share for which no noise can be drawn is refused before anything is read', () => {
    const least = { ...VALUES, epsilon: 1e-4, delta: 1e-9 }
    expect(() => method.guarantee({ ...least, shape: 1e-5 }, 'user')).toThrow(/next to nothing for the smallest share/)
    for (const { sigma } of Object.values(accountFor(least, ALL).marginals)) expect(sigma).toBeLessThan(2 ** 44)
  })

  test('the verifier reckons the same thresholds, and never a higher one', () => {
    for (const epsilon of [1, Math.log(10), 8]) {
      const values = { ...VALUES, epsilon }
      const { marginals } = accountFor(values, ALL)
      const hiding = hidingOf(values, values, Object.keys(marginals))!
      for (const name of MARGINALS) {
        const { sigma, threshold } = marginals[name]!
        expect(hiding[name]!.sigma / (sigma / UNIT)).toBeCloseTo(1, 4)
        if (threshold === undefined) continue
        expect(hiding[name]!.threshold! * UNIT).toBeLessThanOrEqual(threshold)
        expect((hiding[name]!.threshold! * UNIT) / threshold).toBeGreaterThan(0.99)
      }
    }
  })

  test('the ledger is told rho and what thresholds let slip; a person replaced has no such account', () => {
    const account = accountFor(VALUES, ALL)
    expect(method.spends?.(VALUES)).toEqual({ rho: account.rho, delta: thresholdDelta(account) })
    expect(method.spends?.({ ...VALUES, neighbours: 'replace' })).toBeUndefined()
    expect(() => method.guarantee({ ...VALUES, shape: 0 }, 'user')).toThrow(/how many people/)
  })
})

describe('what a person gives', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await openDuckDB({ spill: tmpdir(), threads: 1 })
  })
  afterAll(() => engine.close())
  const on = () => ({ engine, random: seededRandom(1), say: () => {} }) as unknown as Context

  test('is at most as many items as allowed, the cheapest, and a length of at most UNIT', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 1 << 20 }), { minLength: 1, maxLength: 60 }),
        async (costs) => {
          const rows = costs.map(
            (cost, i) => `SELECT 7 AS person, ${i} AS item, ${cost} AS cost, ${(i * 2654435761) % 2 ** 32} AS chance`,
          )
          const given = await cheapest(rows.join(' UNION ALL '), 30, on())
          const kept = await engine.all<{ cost: number }>(`SELECT cost FROM ${given}`)
          expect(kept.length).toBe(Math.min(30, costs.length))
          expect(kept.map(({ cost }) => cost).sort((a, b) => a - b)).toEqual(
            [...costs].sort((a, b) => a - b).slice(0, 30),
          )
          const table = await addUp(byCost(given), on())
          const weights = await engine.all<{ weight: number }>(`SELECT weight FROM ${table}`)
          const square = weights.reduce((sum, { weight }) => sum + weight * weight, 0)
          expect(square).toBeLessThanOrEqual(UNIT * UNIT)
          expect(square).toBeGreaterThan(UNIT * UNIT * 0.999)
          await engine.drop(given, table)
        },
      ),
      { numRuns: 20 },
    )
  })
})

test('candidates are words, spellings of sites and texts of released bigrams, and nothing else', () => {
  const families = candidates(
    [
      ['', 'red'],
      ['red', 'car'],
      ['car', ''],
      ['red', 'wine'],
    ],
    ['www.ebay.com', 'odd text!'],
  )
  const all = new Set(families.flat())
  for (const text of ['red', 'car', 'wine', 'ebay', 'ebay.com', 'www.car.com', 'red car']) expect(all).toContain(text)
  for (const text of ['red wine', 'car red', 'odd text!', 'odd']) expect(all).not.toContain(text)
})

test('weighted draws come in proportion (fails once in 10^9)', () => {
  const random = seededRandom(5)
  const weighted = new Weighted([1, 0, 3, 6])
  const drawn = [0, 0, 0, 0]
  for (let i = 0; i < 100_000; i++) drawn[weighted.draw(random)]!++
  expect(drawn[1]).toBe(0)
  for (const [i, share] of [0.1, 0, 0.3, 0.6].entries())
    expect(Math.abs(drawn[i]! / 100_000 - share)).toBeLessThan(0.01)
})

const RELEASED: Released = {
  entries: ['google', 'red car', 'weather'].map((query, i) => ({ query, found: 'asked', weight: (3 - i) * UNIT * 50 })),
  bigrams: (
    [
      ['', 'red'],
      ['red', 'car'],
      ['car', ''],
      ['red', 'wine'],
      ['wine', ''],
    ] as const
  ).map((bigram) => ({ bigram, weight: 1000 })),
  hosts: [{ query: 'weather', with: 'weather.example', weight: 1000 }],
  next: [{ query: 'google', with: 'weather', weight: 1000 }],
  bars: [
    { marginal: 'history', value: 9, weight: 200 * UNIT },
    { marginal: 'repeats', value: 1, weight: 1 },
    { marginal: 'repeats', value: 0, weight: 3 },
    { marginal: 'sessions', value: 2, weight: 1 },
    { marginal: 'days', value: 13_000, weight: 1 },
    { marginal: 'hours', value: 12, weight: 1 },
    { marginal: 'turns', value: 2, weight: 1 },
    { marginal: 'clicks', value: 1, weight: 1 },
  ],
}

test('people are made of what was released and of chance', () => {
  const model = modelOf(RELEASED, undefined)!
  const { person, text, host, seconds, composed } = makeUp(model, 0.3, { from: 5, many: 200 }, seededRandom(1))
  for (let i = 0; i < person.length; i++) {
    expect(host[i]).toBe(model.queries[text[i]!] === 'weather' ? 0 : NONE)
    expect(Math.floor(seconds[i]! / 86_400)).toBe(13_000)
  }
  expect([...new Set(person)]).toEqual(Array.from({ length: 200 }, (_, i) => i + 5))
  expect(composed).toEqual(['red wine'])
  expect([...new Set(text)].sort()).toEqual([0, 1, 2, 3])
  expect(modelOf({ ...RELEASED, entries: [] }, 5)).toBeUndefined()
  expect(modelOf(RELEASED, 7)?.people).toBe(7)
})

test('blocks of people come in order, with texts of their own, and each by its seed alone', async () => {
  const making = { released: RELEASED, people: 60_000, composed: 0.3 }
  const model = modelOf(RELEASED, 60_000)!
  const blocks: MadeUp[] = []
  const on = { random: seededRandom(1), threads: 1 } as Context
  for await (const block of peopleOf(making, model, on)) blocks.push(block)
  expect(blocks.length).toBeGreaterThan(1)
  const seeds = seededRandom(1)
  let people = 0
  for (const block of blocks) {
    const { person } = block
    expect(person[0]).toBe(people)
    const many = person.at(-1)! - people + 1
    const again = makeUp(model, 0.3, { from: people, many }, seededRandom(seeds.uint32()))
    for (const column of ['person', 'text', 'host', 'seconds'] as const)
      expect(Buffer.compare(Buffer.from(again[column].buffer), Buffer.from(block[column].buffer))).toBe(0)
    expect(again.composed).toEqual(block.composed)
    people += many
  }
  expect(people).toBe(60_000)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/support/runs.js'
import { makeTables } from '../../../test/support/subject.js'
import { parseParams } from '../../base/params.js'
import { fresh } from '../../engines/sql.js'
import { GRID, unitWeight } from '../../privacy/weights.js'
import { seededRandom } from '../../random/seeded.js'
import type { Context } from '../method.js'
import { candidatesAfter, unsupported } from './candidates.js'
import { givenBy } from './given.js'
import phrases from './index.js'
import { lexiconAfter, lexiconOfWords } from './lexicon.js'
import { numbersOf } from './numbers.js'

async function stage(rows: readonly (readonly [string, string])[], seed = 1) {
  const { engine, log: logOf, context } = await makeTables()
  const log = await logOf(rows.map(([person, query]) => [person, query, null, null]))
  const on: Context = { ...context, random: seededRandom(seed), key: undefined }
  return { engine, log, on }
}

interface Facts {
  readonly spurious: readonly number[]
  readonly lengths: readonly {
    readonly words: number
    readonly candidates: number
    readonly withSupport: number
    readonly released: number
    readonly spurious: number
  }[]
}

/** What a person uses, and how often. */
interface Use {
  readonly person: number
  readonly phrase: number
  readonly n: number
}

/** What comes out of a log, with what the custodian is told. */
async function made(rows: readonly (readonly [string, string])[], params: object, seed = 1) {
  const { engine, log, on } = await stage(rows, seed)
  const values = parseParams('phrases', phrases.params, { delta: 1e-5, ...params })
  const { tables, facts, notes } = await phrases.run(log, values, on)
  const released = await engine.all<{ item: string; count?: number }>(
    `SELECT * FROM ${tables?.[0]?.table} ORDER BY item`,
  )
  return { released, texts: released.map(({ item }) => item), facts: facts as unknown as Facts, notes: notes ?? [] }
}

const crowd = (many: number, ...texts: string[]) =>
  Array.from({ length: many }, (_, i) => texts.map((text) => [`u${many}-${i}`, text] as const)).flat()

describe('what comes out', () => {
  test('phrases that many use, of all lengths, and none of those that one person alone uses', async () => {
    const { texts, facts } = await made([...crowd(300, 'write a poem, please'), ['x', 'my secret poem about tea']], {
      epsilon: 4,
      n: 4,
      countsShare: 0,
    })
    expect(texts).toEqual(
      [
        'a',
        'a poem',
        'a poem please',
        'please',
        'poem',
        'poem please',
        'write',
        'write a',
        'write a poem',
        'write a poem please',
      ].sort(),
    )
    // Four words have 16 pairs, three pairs that meet twice, and so on: V_k is counted, and all of it that anybody used has support.
    expect(facts.lengths.map(({ candidates, withSupport, released }) => [candidates, withSupport, released])).toEqual([
      [8, 8, 4],
      [16, 3, 3],
      [2, 2, 2],
      [1, 1, 1],
    ])
    expect(facts.spurious).toEqual([])
  })

  test('no phrase goes from one row to the next, nor over what was not released between', async () => {
    const rows = [
      ...crowd(300, 'green tea', 'black coffee'),
      ...Array.from({ length: 300 }, (_, i) => [`v${i}`, `red own${i} wine`] as const),
    ]
    const { texts } = await made(rows, { epsilon: 4, n: 2, eta: 1e-6, countsShare: 0 })
    expect(texts).toEqual(['black', 'black coffee', 'coffee', 'green', 'green tea', 'red', 'tea', 'wine'])
  })

  test('counts are near the persons, and all phrases have one (false alarm: 1e-9)', async () => {
    const { released } = await made([...crowd(500, 'green tea'), ...crowd(200, 'green')], {
      epsilon: 4,
      n: 2,
      perUserCounts: 3,
    })
    // sigma sqrt(3/0.2) below 5: 6.2 deviations and rounding.
    const near = (item: string, persons: number) =>
      expect(Math.abs((released.find((row) => row.item === item)?.count as number) - persons)).toBeLessThan(32)
    near('green', 700)
    near('tea', 500)
    near('green tea', 500)
    expect(released).toHaveLength(3)
  })

  test('a log without words, or without common ones: an empty table, and what it would have taken is told the custodian', async () => {
    const rare = await made(
      [
        ['a', 'one'],
        ['b', 'two'],
      ],
      { epsilon: 1 },
    )
    expect([rare.texts, rare.notes[0]]).toEqual([[], expect.stringMatching(/times as many persons/)])
    const some = await made(crowd(12, 'tea'), { epsilon: 1 })
    expect(some.notes[0]).toMatch(/or an epsilon of \d/)
    expect((await made([['a', '!?']], { epsilon: 1 })).notes[0]).toMatch(/no text of the log has a word/)
    expect((await made([], { epsilon: 1 })).texts).toEqual([])
  })

  test('noise alone brings out no more than it should, never words, and only with both ends (false alarm: 1e-9)', async () => {
    const words = Array.from({ length: 200 }, (_, i) => `w${i}`)
    const rows = Array.from({ length: 120 }, (_, i) => words.map((word) => [`u${i}`, word] as const)).flat()
    const { texts, facts } = await made(rows, { epsilon: 20, n: 2, eta: 0.1, perUser: 200, countsShare: 0 })
    const [first, second] = facts.lengths
    expect([first?.released, second?.candidates, second?.withSupport]).toEqual([200, 40_000, 0])
    // Nobody used two words together: 20 are to be expected, by as many draws as candidates.
    expect(second?.released).toBe(facts.spurious.length)
    expect(Math.abs(facts.spurious.length - 20)).toBeLessThan(6.2 * Math.sqrt(20))
    const inOrder = [...texts].sort()
    expect(facts.spurious.map((row) => inOrder[row - 1])).toEqual(inOrder.filter((text) => text.includes(' ')))
  })
})

describe('candidates', () => {
  /** Words a, b, c and the pairs among them that are given. */
  async function pairs(given: readonly string[]) {
    const { engine, log, on } = await stage([['x', 'a b c']])
    const { vocabulary } = await numbersOf(log, { choose: 'random' }, on)
    const words = await lexiconOfWords(
      { a: ['0', '1', '2'], b: ['0', '0', '0'], spurious: ['0', '0', '0'] },
      vocabulary,
      on,
    )
    const number = (word: string) => String('abc'.indexOf(word))
    const lexicon = await lexiconAfter(
      {
        a: given.map((pair) => number(pair[0]!)),
        b: given.map((pair) => number(pair[1]!)),
        spurious: given.map(() => '0'),
      },
      words,
      on,
    )
    return { engine, on, words, lexicon }
  }

  test('any two words; longer ones where ends meet, counted by hand', async () => {
    const { on, words, lexicon } = await pairs(['ab', 'bc', 'ba', 'cc'])
    expect((await candidatesAfter(words, on)).size).toBe(9)
    // ab-bc, ab-ba, bc-cc, ba-ab, cc-cc.
    expect((await candidatesAfter(lexicon, on)).size).toBe(5)
  })

  test('those without support are drawn evenly, and are all there is in the end (false alarm: 1e-9)', async () => {
    const { engine, on, words, lexicon } = await pairs(['ab', 'bc', 'ba', 'cc'])
    const support = fresh('support')
    const [texts] = [await engine.all<{ number: number; text: string }>(`SELECT number, text FROM ${lexicon.table}`)]
    const named = new Map(texts.map(({ number, text }) => [String(number), text]))
    const of = (text: string) => texts.find((row) => row.text === text)?.number
    await engine.materialise(support, `SELECT ${of('a b')} AS a, ${of('b c')} AS b`)
    const candidates = await candidatesAfter(lexicon, on)
    const seen = new Map<string, number>()
    for (let i = 0; i < 240; i++) {
      const { a, b } = await unsupported(candidates, support, 1, on)
      const key = `${named.get(a[0]!)}|${named.get(b[0]!)}`
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    expect([...seen.keys()].sort()).toEqual(['a b|b a', 'b a|a b', 'b c|c c', 'c c|c c'])
    for (const often of seen.values()) expect(Math.abs(often - 60)).toBeLessThan(6.2 * Math.sqrt(45))
    expect((await unsupported(candidates, support, 4, on)).a).toHaveLength(4)
    const none = fresh('none')
    await engine.materialise(none, `SELECT 0 AS a, 0 AS b WHERE false`)
    expect((await unsupported(await candidatesAfter(words, on), none, 9, on)).a).toHaveLength(9)
  })
})

test('whoever has more than may be given gives exactly so many, by chance or by use', async () => {
  const rows = [
    ...Array.from({ length: 40 }, (_, i) => ['x', `w${i}`] as const),
    ...crowd(1, 'w0 w1'),
    ['x', 'w7'],
  ] as [string, string][]
  const { engine, log, on } = await stage(rows)
  const { persons, vocabulary, asked, words } = await numbersOf(log, { choose: 'frequent' }, on)
  const table = fresh('uses')
  await engine.materialise(
    table,
    `SELECT person, item AS a, count(*) AS n FROM ${words} JOIN ${asked} USING (text) GROUP BY ALL`,
  )
  await engine.materialise(
    `${table}_n`,
    `SELECT person, a, n + CASE WHEN a = (SELECT number FROM ${vocabulary} WHERE text = 'w7') THEN 1 ELSE 0 END AS n FROM ${table}`,
  )
  const coded = { join: `JOIN ${vocabulary} v ON u.a = v.number`, code: 'v.code::UBIGINT' }
  for (const choose of ['random', 'frequent'] as const) {
    const { sql } = await givenBy({ table: `${table}_n`, phrase: ['a'], coded }, { most: 5, choose }, persons, on)
    const given = await engine.all<{ a: number; t: number; text: string }>(
      `SELECT g.a, g.t, v.text FROM (${sql}) g JOIN ${vocabulary} v ON g.a = v.number`,
    )
    expect(given.filter(({ t }) => Number(t) === 5)).toHaveLength(5)
    expect(given.filter(({ t }) => Number(t) === 2)).toHaveLength(2)
    if (choose === 'frequent') expect(given.filter(({ t }) => Number(t) === 5).map(({ text }) => text)).toContain('w7')
  }
})

test('whatever persons use, each gives a length of 1 at most, and the same whoever else is there', async () => {
  const { engine, context } = await makeTables()
  const on: Context = { ...context, random: seededRandom(1), key: undefined }
  const [persons, table] = [fresh('persons'), fresh('uses')]
  const keys = [0, 1, 2, 3].map((p) => `(${p}, ${['a1', 'a0', 'b1', 'b0'].map((_, i) => 7919 * (4 * p + i) + 13)})`)
  await engine.materialise(persons, `SELECT * FROM (VALUES ${keys}) v(person, a1, a0, b1, b0)`)
  const given = async (uses: readonly Use[], bound: { most: number; choose: 'random' | 'frequent' }) => {
    const rows = uses.map(({ person, phrase, n }) => `(${person}, ${phrase}, ${n})`)
    await engine.materialise(table, `SELECT * FROM (VALUES ${rows}) v(person, a, n)`)
    const coded = { join: '', code: '(u.a * 2654435761 % 4294967296)::UBIGINT' }
    const made = await givenBy({ table, phrase: ['a'], coded }, bound, persons, on)
    const phrases = await engine.all<{ a: number; t: number }>(
      `SELECT a, t::INTEGER AS t FROM (${made.sql}) ORDER BY a`,
    )
    await engine.drop(table, ...made.tables)
    return phrases
  }
  const use = fc.record({ person: fc.nat(3), phrase: fc.nat(30), n: fc.integer({ min: 1, max: 4 }) })
  const uses = fc.uniqueArray(use, { minLength: 1, maxLength: 90, selector: (one) => `${one.person} ${one.phrase}` })
  await fc.assert(
    fc.asyncProperty(
      uses,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('random', 'frequent'),
      async (all, most, choose) => {
        const together = await given(all, { most, choose })
        const alone: { a: number; t: number }[] = []
        for (const person of [0, 1, 2, 3]) {
          const own = all.filter((one) => one.person === person)
          if (own.length === 0) continue
          const gave = await given(own, { most, choose })
          expect(gave.length).toBeLessThanOrEqual(Math.min(most, own.length))
          expect(gave.length).toBeGreaterThan(0)
          // Squares of whole numbers below 2^53, so that they are added exactly.
          const square = gave.reduce((sum, { t }) => sum + BigInt(unitWeight(t)) ** 2n, 0n)
          expect(square <= BigInt(GRID) ** 2n).toBe(true)
          alone.push(...gave)
        }
        const sorted = (rows: readonly { a: number; t: number }[]) => rows.map(({ a, t }) => `${a} ${t}`).sort()
        expect(sorted(together)).toEqual(sorted(alone))
      },
    ),
    runs(12),
  )
})

test('too small an epsilon is refused before anything is read', () => {
  const values = parseParams('phrases', phrases.params, { epsilon: 1e-4, delta: 1e-9, perUser: 10 })
  expect(() => phrases.guarantee(values, 'user')).toThrow(/too small/)
})

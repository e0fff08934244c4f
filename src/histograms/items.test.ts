import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phrasesOf } from '../../test/support/phrases.js'
import { runs } from '../../test/support/runs.js'
import { type Cells, makeTables } from '../../test/support/subject.js'
import { spell } from '../engines/duckdb/dialect.js'
import type { Context } from '../methods/method.js'
import { secureRandom } from '../random/secure.js'
import { seededRandom } from '../random/seeded.js'
import { countItems, givenItems } from './histogram.js'
import { checkItems, countingOf, type Items, itemColumns, textsAlone } from './items.js'
import { ITEM_METHOD } from './method.js'
import { oneText, rowsOf } from './numbers.js'
import { asked, comparison, dpGuarantee, itemParams, short } from './params.js'
import { type Gate, itemsMade, releaseItems } from './release.js'
import { deltaNotes, wideEpsilon } from './warnings.js'

/** A small log, and a context. */
async function on(cells: Cells, random = seededRandom(3)) {
  const { log, context, engine } = await makeTables()
  const inThisLog: Context = { ...context, random, key: undefined }
  return { log: await log(cells), on: inThisLog, engine }
}

async function counted(cells: Cells, items: Items = 'queries', m = 9, choose: 'random' | 'frequent' = 'random') {
  const made = await on(cells)
  const given = await givenItems(made.log, { items, m, choose }, made.on, 'zealous')
  const histogram = await countItems(given, made.on)
  const columns = itemColumns(items).map(({ name }) => `t.${name}`)
  const rows = await made.engine.all<Record<string, unknown>>(
    `SELECT ${columns.join(', ')}, h.count, h.persons, h.rows FROM ${histogram.table} h JOIN ${histogram.numbered.texts} t ON h.item = t.rowid ORDER BY ALL`,
  )
  return { ...made, given, histogram, rows: rows.map((row) => Object.values(row)) }
}

const at = (minute: number) => `2024-05-01 10:${String(minute).padStart(2, '0')}:00`
const LOG: Cells = [
  ['a', 'tea', at(0), 'http://x.example/1'],
  ['a', 'tea', at(1), ''],
  ['a', null, at(2), null],
  ['a', 'green tea', at(3), null],
  ['b', 'tea', at(0), 'http://x.example/1'],
  ['b', 'green tea', '2024-05-01 11:00:00', 'http://x.example/\u00011'],
  ['b', 'cake', '2024-05-01 12:00:01', null],
  ['c', null, at(0), 'http://x.example/2'],
]

describe('items of a log, with persons and rows', () => {
  test.each<[Items, unknown[][]]>([
    [
      'queries',
      [
        ['cake', 1, 1, 1],
        ['green tea', 2, 2, 2],
        ['tea', 2, 2, 3],
      ],
    ],
    [
      'keywords',
      [
        ['cake', 1, 1, 1],
        ['green', 2, 2, 2],
        ['tea', 2, 2, 5],
      ],
    ],
    [
      'phrases',
      [
        ['cake', 1, 1, 1],
        ['green', 2, 2, 2],
        ['green tea', 2, 2, 2],
        ['tea', 2, 2, 5],
      ],
    ],
    [
      'clicks',
      [
        ['green tea', 'http://x.example/ 1', 1, 1, 1],
        ['tea', 'http://x.example/1', 2, 2, 2],
      ],
    ],
    // A query asked again is no pair, one asked an hour later is, and one asked later than that is none.
    ['pairs', [['tea', 'green tea', 2, 2, 2]]],
  ])('%s', async (items, wanted) => {
    const { rows, given } = await counted(LOG, items)
    expect(rows).toEqual(wanted)
    expect(given.persons).toBe(2)
    expect(given.inTheLog).toBe(3)
  })

  test('phrases of a person are counted as plain code counts them, and no person gives more than m', async () => {
    const word = fc.constantFrom('tea', 'green', 'a', 'é', 'green-tea', 'a.', '?', '日本')
    const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
    const rows = fc.array(fc.tuple(fc.constantFrom('p', 'q', 'r'), text), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        async (cells, words, m) => {
          const made = await on(cells)
          const given = await givenItems(made.log, { items: 'phrases', words, m, choose: 'random' }, made.on, 'zealous')
          const { table, numbered } = await countItems(given, made.on)
          const found = await made.engine.all<{ item: string; persons: number; rows: number }>(
            `SELECT t.item, h.persons, h.rows FROM ${table} h JOIN ${numbered.texts} t ON h.item = t.rowid`,
          )
          const used = new Map<string, { readonly persons: Set<string>; rows: number }>()
          for (const [person, query] of cells)
            for (const item of phrasesOf(query, words)) {
              const one = used.get(item) ?? { persons: new Set(), rows: 0 }
              used.set(item, { persons: one.persons.add(person), rows: one.rows + 1 })
            }
          expect(new Map(found.map(({ item, persons, rows }) => [item, [persons, rows]]))).toEqual(
            new Map([...used].map(([item, { persons, rows }]) => [item, [persons.size, rows]])),
          )
          const most = await made.engine.all<{ n: number }>(
            `SELECT count(*) FILTER (WHERE given) AS n FROM (${given.flagged}) GROUP BY person`,
          )
          for (const { n } of most) expect(n).toBeLessThanOrEqual(m)
        },
      ),
      runs(25),
    )
  })

  test('pairs of sessions end with them, however near the next query is', async () => {
    const { log, on: context, engine } = await on(LOG)
    const table = `${log.table}_cut`
    await engine.materialise(table, `SELECT *, coalesce(query, '') AS session FROM ${log.table}`)
    const cut = { ...log, table, has: { ...log.has, session: true } }
    const given = await givenItems(cut, { items: 'pairs', m: 9, choose: 'random' }, context, 'zealous')
    expect(given.persons).toBe(0)
  })

  test('those asked most often come first, if so chosen; fewer than m where they share a place never are more', async () => {
    const often = [3, 2, 1].flatMap((times, i) => Array.from({ length: times }, () => ['p', `q${i}`]))
    const { rows } = await counted(often, 'queries', 2, 'frequent')
    expect(rows).toEqual([
      ['q0', 1, 1, 3],
      ['q1', 1, 1, 2],
      ['q2', 0, 1, 1],
    ])
  })

  // 300 persons choose one of two: 150, give or take 8.7; seven of these less than once in 10^11 runs.
  test('by chance, what was asked more often is not given more often (false alarm: 1e-11)', async () => {
    const cells = Array.from({ length: 300 }, (_, i) =>
      ['often', 'often', 'often', 'once'].map((q) => [`p${i}`, q]),
    ).flat()
    const { rows } = await counted(cells, 'queries', 1)
    for (const row of rows) expect(Math.abs(Number(row[1]) - 150)).toBeLessThan(61)
  })

  test('a log without what items are made of is refused', async () => {
    const { log } = await on([])
    const without = (column: 'url' | 'time') => ({ ...log, has: { ...log.has, [column]: false } })
    const refused = expect.objectContaining({ code: 'refused' })
    expect(() => checkItems(without('url'), 'clicks', 'zealous')).toThrow(refused)
    expect(() => checkItems(without('time'), 'pairs', 'zealous')).toThrow(refused)
    for (const items of ['queries', 'keywords', 'phrases', 'pairs'] as const)
      checkItems(without('url'), items, 'zealous')
    for (const items of ['queries', 'keywords', 'clicks'] as const) checkItems(without('time'), items, 'zealous')
  })

  test('each kind of items says what it is', () => {
    const meanings = (items: Items) => itemColumns(items).map(({ name, meaning }) => [name, meaning])
    expect(meanings('keywords')).toEqual([['item', 'a word of a query']])
    expect(meanings('phrases')).toEqual([['item', 'a run of words of a query']])
    expect(meanings('queries')).toEqual([['item', 'normalised query']])
    expect(meanings('pairs')[1]).toEqual(['next', 'the query that followed in the session'])
    expect(meanings('clicks')[1]).toEqual(['url', 'the result that was clicked'])
  })

  test('different items have different texts', () => {
    expect(spell(oneText(['item']))).toBe('item')
    expect(spell(oneText(['item', 'url']))).toBe(`strlen(item) || ':' || item || strlen(url) || ':' || url`)
    expect([textsAlone('queries'), textsAlone('keywords'), textsAlone('pairs'), textsAlone('clicks')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('what comes through', () => {
  const many: Cells = [1, 2, 3, 4].flatMap((persons) =>
    Array.from({ length: persons }, (_, i) => [`p${i}`, `asked by ${persons}`]),
  )
  const gate = (more: Partial<Gate> = {}): Gate => ({
    tau: 2,
    often: 4,
    draw: (n) => (n === 3 ? undefined : n * 10),
    counts: true,
    ...more,
  })
  async function released(more: Partial<Gate> = {}, cells = many) {
    const { histogram, on: context, engine } = await counted(cells)
    const made = await releaseItems(histogram, gate(more), context)
    const [data] = made.tables ?? []
    const rows = await engine.all<Record<string, unknown>>(`SELECT * FROM ${data?.table} ORDER BY ALL`)
    return { rows, made, columns: data?.columns, phases: made.facts?.phases as Record<string, unknown> }
  }

  test('is drawn once for every item of tau persons, below and above what comes through often', async () => {
    for (const often of [1, 2, 3, 4, 9]) {
      const drawn: number[] = []
      const draw = (n: number) => {
        drawn.push(n)
        return n === 3 ? undefined : n * 10
      }
      const { rows, made, columns, phases } = await released({ often, draw })
      expect(drawn.sort()).toEqual([2, 3, 4])
      expect(rows).toEqual([
        { item: 'asked by 2', count: 20 },
        { item: 'asked by 4', count: 40 },
      ])
      expect(made.kept).toEqual({ rows: 6, queries: 2 })
      expect(made.learnt).toEqual({ persons: 4, queries: 4 })
      expect(phases).toMatchObject({ items: 4, rows: 10, persons: 10, given: 10, afterTau: 3, published: 2 })
      expect(columns?.map(({ name }) => name)).toEqual(['item', 'count'])
    }
  })

  test('without numbers, if none are to be published', async () => {
    const { rows, columns } = await released({ counts: false })
    expect(rows).toEqual([{ item: 'asked by 2' }, { item: 'asked by 4' }])
    expect(columns).toEqual(itemColumns('queries'))
  })

  test('the largest are kept, sorted by persons and then by rows, with what became of them; not more than 40', async () => {
    const { phases } = await released({ often: 1 }, [...many, ['p0', 'more'], ['p1', 'more'], ['p1', 'more']])
    expect(phases.largest).toEqual([
      { rows: 4, persons: 4, given: 4, noisy: 40 },
      { rows: 3, persons: 3, given: 3, noisy: null },
      { rows: 3, persons: 2, given: 2, noisy: 20 },
      { rows: 2, persons: 2, given: 2, noisy: 20 },
    ])
    const wide = Array.from({ length: 45 }, (_, i) => ['p', `q${i}`])
    const { histogram, on: context } = await counted(wide, 'queries', 99)
    const { facts } = await releaseItems(histogram, gate({ tau: 1, often: 1 }), context)
    expect((facts?.phases as { largest: object[] } | undefined)?.largest).toHaveLength(40)
  })

  test('nothing comes through: an empty table', async () => {
    const { rows, made, phases } = await released({ draw: () => undefined })
    expect([rows, made.kept, phases.published]).toEqual([[], { rows: 0, queries: 0 }, 0])
  })

  test('with repeatable chance it does not depend on the order of rows', async () => {
    const cells = Array.from({ length: 40 }, (_, i) => ['p', `q${(i * 17) % 40}`])
    for (const often of [1, 2]) {
      const some = async (rows: Cells) => {
        const { histogram, on: context, engine } = await counted(rows, 'queries', 99)
        let turn = 0
        const draw = () => (turn++ % 3 === 0 ? turn : undefined)
        const { tables } = await releaseItems(histogram, gate({ tau: 1, often, draw }), context)
        return engine.all(`SELECT * FROM ${tables?.[0]?.table} ORDER BY ALL`)
      }
      const made = await some(cells)
      expect(made).toHaveLength(14)
      expect(await some([...cells].reverse())).toEqual(made)
    }
  })

  test('of other items than queries nothing is said to be kept', async () => {
    const { histogram, on: context } = await counted(LOG, 'keywords')
    expect(await itemsMade(histogram, { item: ['0'], count: ['1'] }, true, context)).not.toHaveProperty('kept')
    expect(await rowsOf(histogram.table, context)).toBe(3)
  })

  test('the chance of a release is secure where it is not to be repeated, and counts stay the same', async () => {
    const made = await on(LOG, secureRandom() as unknown as ReturnType<typeof seededRandom>)
    const given = await givenItems(made.log, { items: 'queries', m: 9, choose: 'random' }, made.on, 'zealous')
    const { tables } = await releaseItems(
      await countItems(given, made.on),
      gate({ tau: 1, often: 2, draw: (n) => n }),
      made.on,
    )
    expect(await made.engine.all(`SELECT * FROM ${tables?.[0]?.table} ORDER BY ALL`)).toEqual([
      { item: 'cake', count: 1 },
      { item: 'green tea', count: 2 },
      { item: 'tea', count: 2 },
    ])
  })
})

describe('numbers and words of histograms', () => {
  const values = { epsilon: 1, delta: 1e-6, perUser: 4, minUsers: 3, neighbours: 'replace' as const }
  const full = { ...values, items: 'queries' as const, choose: 'random' as const }

  test('what is asked, down to the least rate that noise is drawn from', () => {
    expect(asked(full)).toEqual({ epsilon: 1, delta: 1e-6, m: 4, tau: 3, neighbours: 'replace' })
    const least = 8 * 2 ** -19
    expect(asked({ ...full, epsilon: least }).epsilon).toBe(least)
    expect(() => asked({ ...full, epsilon: least * 0.999 })).toThrow(expect.objectContaining({ code: 'usage' }))
  })

  test('relatives are compared at the same numbers', () => {
    const { lowest, evenChances } = comparison({ ...asked(full), neighbours: 'add-remove', m: 20, epsilon: 2 }) as {
      lowest: string
      evenChances: Record<string, number>
    }
    expect(evenChances[lowest]).toBe(Math.min(...Object.values(evenChances)))
  })

  test('four digits for people', () => {
    expect([short(1.23456), short(0.001), short(0.00099996), short(0), short(2.5e-7), short(0.00012)]).toEqual([
      '1.235',
      '0.001',
      '0.001',
      '0',
      '2.5e-7',
      '1.2e-4',
    ])
  })

  test('limits and defaults', () => {
    expect(itemParams).toMatchObject({
      epsilon: { type: 'real', min: 0, max: 100, open: true },
      delta: { type: 'real', min: 0, max: 0.1, open: true },
      perUser: { type: 'whole', min: 1, max: 1000, default: 20 },
      items: { of: ['keywords', 'phrases', 'queries', 'pairs', 'clicks'], default: 'queries' },
      phraseWords: { type: 'whole', min: 1, max: 6, optional: true },
      neighbours: { of: ['add-remove', 'replace'], default: 'add-remove' },
      minUsers: { type: 'whole', min: 1, max: 1_000_000, default: 1 },
      choose: { of: ['random', 'frequent'], default: 'random' },
    })
  })

  test('the promise, what it rests on and what it leaves open', () => {
    const numbers = { ...values, definition: 'approximate' as const, items: 'clicks' as const, counts: true }
    const { perUser, ...rest } = numbers
    const made = dpGuarantee(rest, 'user')
    expect(made).toMatchObject({ kind: 'dp', ...rest, unit: 'user' })
    expect(made.assumptions).toHaveLength(3)
    expect(made.notProtected).toHaveLength(3)
    expect(made.notProtected[0]).toMatch(/clicks are frequent .*, and about how frequent\.$/)
    const bounded = dpGuarantee({ ...rest, counts: false, usersBound: 70 }, 'user', { assumptions: ['So it is.'] })
    expect(bounded.assumptions.slice(3)).toEqual(['The log has at most 70 persons.', 'So it is.'])
    expect(bounded.notProtected[0]).toMatch(/is what the release tells\.$/)
  })

  test('a promise about phrases says how long they are, and what they add up to', () => {
    const { perUser, ...rest } = { ...values, definition: 'approximate' as const, counts: false }
    const { sentence, notProtected } = dpGuarantee({ ...rest, items: 'phrases', words: 2 }, 'user')
    expect(sentence).toMatch(/ Items are runs of at most 2 words, of the first 1000 words of each text\.$/)
    expect(notProtected).toHaveLength(4)
  })

  test('words of phrases: three unless named, and of phrases alone', () => {
    expect(countingOf({ items: 'phrases', phraseWords: undefined })).toEqual({ items: 'phrases', words: 3 })
    expect(countingOf({ items: 'phrases', phraseWords: 6 })).toEqual({ items: 'phrases', words: 6 })
    expect(countingOf({ items: 'keywords', phraseWords: undefined })).toEqual({ items: 'keywords' })
    expect(() => countingOf({ items: 'keywords', phraseWords: 2 })).toThrow(expect.objectContaining({ code: 'usage' }))
  })

  test('a delta of one in the number of persons is told, a smaller one is not', async () => {
    expect(deltaNotes(0.0999, 10)).toEqual([])
    expect(deltaNotes(undefined, 10)).toEqual([])
    expect(deltaNotes(0.5, 0)).toEqual([])
    expect(deltaNotes(0.1, 10)).toEqual([
      expect.stringMatching(/^delta = 0\.1 is at least one in the number of persons \(10\)/),
    ])
  })

  test('an epsilon above 10 is told', () => {
    expect([wideEpsilon(undefined), wideEpsilon(10)]).toEqual([[], []])
    expect(wideEpsilon(10.5)).toEqual([expect.stringMatching(/^epsilon = 10\.5 promises next to nothing.*e\^10\.5$/)])
  })

  test('what all methods of items have in common', () => {
    const { acts, requires, requiresFor, attacks, readsRaw, textsOnly, writesTags, destroys, makes } = ITEM_METHOD
    expect([acts(), requires, readsRaw(), writesTags(), destroys(), makes()]).toEqual([
      'global',
      ['person'],
      false,
      false,
      undefined,
      'items',
    ])
    const needs = (['queries', 'keywords', 'pairs', 'clicks'] as const).map((items) => requiresFor({ items }))
    expect(needs).toEqual([[], [], ['time'], ['url']])
    expect([textsOnly({ items: 'queries' }), textsOnly({ items: 'clicks' })]).toEqual([true, false])
    expect(attacks).toEqual(['inject-users', 'difference-releases'])
  })
})

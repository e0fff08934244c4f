import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTables } from '../../test/support/subject.js'
import { fresh, names } from '../engines/sql.js'
import { cover } from '../privacy/continual.js'
import { CODES, give } from './give.js'

const KEY = new Uint8Array(32).fill(7)

/** What one person asks: items by period. */
type Stream = readonly (readonly number[])[]
type Tables = Awaited<ReturnType<typeof makeTables>>

/** What the person gives, by period, as the series has it: bounds begin anew with every stretch of W periods. */
async function given(
  on: Tables,
  stream: Stream,
  W: number,
  m: number,
  choose: 'random' | 'frequent' = 'random',
): Promise<number[][]> {
  const all: number[][] = []
  let remembered: string | undefined
  for (const [period, items] of stream.entries()) {
    if (period % W === 0) remembered = undefined
    const log = await on.log(items.map((item) => ['ann', `q${item}`, null, null]))
    const bound = { items: 'queries', most: m, choose, key: KEY } as const
    const now = await give(log, remembered === undefined ? bound : { ...bound, given: remembered }, {
      ...on.context,
      key: undefined,
    })
    const rows = await on.engine.all<{ item: string }>(`SELECT item FROM ${now}`)
    all.push(rows.map(({ item }) => Number(item.slice(1))).sort((a, b) => a - b))
    const next = fresh('remembered')
    const before = remembered === undefined ? '' : `UNION ALL SELECT ${names(CODES)} FROM ${remembered}`
    await on.engine.materialise(next, `SELECT ${names(CODES)} FROM ${now} ${before}`)
    remembered = next
  }
  return all
}

/** The sums of all nodes of all stretches that are moved, and by how much at most. */
function moved(a: readonly (readonly number[])[], b: readonly (readonly number[])[], W: number, levels: number) {
  const sums = new Map<string, number>()
  const add = (all: readonly (readonly number[])[], sign: number) => {
    for (const [period, items] of all.entries())
      for (let level = 0; level < levels; level++) {
        const key = `${Math.floor(period / W)} ${level} ${Math.floor((period % W) / 2 ** level)}`
        for (const item of items) sums.set(`${key} ${item}`, (sums.get(`${key} ${item}`) ?? 0) + sign)
      }
  }
  add(a, 1)
  add(b, -1)
  const changes = [...sums.values()].filter((change) => change !== 0)
  return { nodes: changes.length, most: Math.max(0, ...changes.map(Math.abs)) }
}

describe('what a person gives', () => {
  test('each item once in a stretch, m at most, and anew in the next', async () => {
    const on = await makeTables()
    const all = await given(on, [[1, 2], [1, 3], [4], [1, 2, 3, 4]], 3, 3)
    expect(all[0]).toEqual([1, 2])
    expect(all[1]).toEqual([3])
    expect(all[2]).toEqual([]) // three have been given
    expect(all[3]).toHaveLength(3)
  })

  test('rows of any W periods change 3m contributions at most, each by one on every level', async () => {
    const on = await makeTables()
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        // An item may be asked several times in a period: which are chosen by use follows from how often.
        fc.array(fc.array(fc.nat(7), { maxLength: 7 }), { minLength: 4, maxLength: 9 }),
        fc.nat(8),
        fc.constantFrom('random', 'frequent'),
        async (W, m, stream, start, choose) => {
          const without = stream.map((items, period) => (period >= start && period < start + W ? [] : items))
          const [a, b] = [await given(on, stream, W, m, choose), await given(on, without, W, m, choose)]
          const levels = Math.floor(Math.log2(W)) + 1
          const { nodes, most } = moved(a, b, W, levels)
          expect(nodes).toBeLessThanOrEqual(3 * m * levels)
          expect(most).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: 25 },
    )
  })

  test('3m is reached: given before, given again, and given in its place after', async () => {
    const on = await makeTables()
    const stream = [[], [1], [2], [3]]
    const without = [[], [], [], [3]]
    const [a, b] = [await given(on, stream, 2, 1), await given(on, without, 2, 1)]
    expect([a, b]).toEqual([
      [[], [1], [2], []],
      [[], [], [], [3]],
    ])
    expect(moved(a, b, 2, 1)).toEqual({ nodes: 3, most: 1 })
  })

  // Why bounds begin anew with stretches, and do not slide: a memory of the last W - 1 periods never forgets.
  test('with bounds that slide, rows of one window would change what is given for ever', () => {
    const slide = (stream: Stream, W: number): number[] => {
      const counted: number[] = []
      for (const [period, items] of stream.entries())
        if (items.length > 0 && (counted.at(-1) ?? -W) <= period - W) counted.push(period)
      return counted
    }
    const always: Stream = Array.from({ length: 40 }, () => [1])
    const without = always.map((items, period) => (period < 4 ? [] : items))
    expect(slide(always, 5)).toEqual([0, 5, 10, 15, 20, 25, 30, 35])
    expect(slide(without, 5)).toEqual([4, 9, 14, 19, 24, 29, 34, 39])
  })

  test('the choice depends on the key and the own rows, not on their order or on others', async () => {
    const on = await makeTables()
    const many = Array.from({ length: 30 }, (_, i) => i)
    const bound = { items: 'queries', most: 5, choose: 'random', key: KEY } as const
    const chosen = async (cells: readonly (readonly (string | null)[])[], key = KEY) => {
      const table = await give(await on.log(cells), { ...bound, key }, { ...on.context, key: undefined })
      const rows = await on.engine.all<{ item: string; p1: number }>(`SELECT item, p1 FROM ${table} ORDER BY item`)
      return rows
    }
    const own = many.map((i) => ['ann', `q${i}`, null, null])
    const alone = await chosen(own)
    const among = await chosen([...own.toReversed(), ...many.map((i) => ['bob', `q${i}`, null, null])])
    expect(alone).toHaveLength(5)
    expect(among.filter(({ p1 }) => p1 === alone[0]!.p1)).toEqual(alone)
    expect(await chosen(own, new Uint8Array(32).fill(8))).not.toEqual(alone)
  })

  test('nodes never reach over the end of a stretch', () => {
    for (const W of [3, 5, 6, 30])
      for (const { level, index } of cover(1, W, 5)) expect((index + 1) * 2 ** level).toBeLessThanOrEqual(W)
  })
})

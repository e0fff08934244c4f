import { cast, rowNumber } from '../engines/dialect/index.js'
import { fresh } from '../engines/sql.js'
import type { Context } from '../release/context.js'
import type { Made } from '../release/made.js'
import type { CountOf, Histogram } from './histogram.js'
import { itemColumns } from './items.js'
import { keptOf } from './kept.js'

/** How items are let through, one by one. */
export interface Gate {
  /** Items with a smaller count are dropped before anything is drawn. */
  readonly tau: number
  /** From this count on items come through often; below it they hardly ever do, and are drawn for without being read. */
  readonly often: number
  /** Draws for one item of this count: the number to publish, or undefined if it is dropped. */
  readonly draw: (count: number) => number | undefined
  /** Are numbers published beside the items? */
  readonly counts: boolean
}

const MEANINGS: Readonly<Record<CountOf, string>> = {
  persons: 'persons who gave the item, with noise',
  times: 'times that the item was asked, of the first queries of each person, with noise',
  weights: 'persons who gave the item, each by the weight of the items that they gave, with noise',
}

/**
 * Draws for every item of a histogram and makes the release of those that come through. Every item
 * has a draw of its own. Of the many that hardly ever come through only how many there are is read; where one does, its place among
 * them says which it is.
 */
export async function releaseItems(histogram: Histogram, gate: Gate, on: Context): Promise<Made> {
  on.say('adding noise')
  const { tau, often, counts } = gate
  const { table: all } = histogram
  const phases = new Phases()
  const released: Passed = { item: [], count: [] }
  const pass = (item: unknown, value: number) => {
    released.item.push(String(item))
    released.count.push(String(value))
  }
  // Repeatable chance needs an order that does not depend on the order of rows; for noise that is kept secret any will do.
  const ordered = on.random.kind === 'seeded' ? 'ORDER BY item' : ''
  const classes = await on.engine.all<{ count: number; items: number }>(
    `SELECT count, count(*) AS items FROM ${all} WHERE count >= ${tau} AND count < ${often} GROUP BY count ORDER BY count`,
  )
  for (const { count, items: size } of classes) {
    const passed = new Map<number, number>()
    for (let place = 1; place <= size; place++) {
      const value = gate.draw(count)
      if (value !== undefined) passed.set(place, value)
    }
    if (passed.size === 0) continue
    const rows = await on.engine.all<Record<'item' | 'persons' | 'rows' | 'place', number>>(
      `SELECT * FROM (SELECT item, persons, rows, row_number() OVER (${ordered}) AS place FROM ${all} WHERE count = ${count}) WHERE place IN (${[...passed.keys()].join(', ')})`,
    )
    for (const row of rows) {
      const value = passed.get(row.place)!
      phases.add(row.rows, row.persons, count, value)
      pass(row.item, value)
    }
  }
  for await (const [item, count, persons, rows] of on.engine.stream(
    `SELECT item, count, persons, rows FROM ${all} WHERE count >= ${Math.max(tau, often)} ${ordered}`,
  )) {
    for (let i = 0; i < (count?.length ?? 0); i++) {
      const value = gate.draw(count?.[i] as number)
      phases.add(rows?.[i] as number, persons?.[i] as number, count?.[i] as number, value)
      if (value !== undefined) pass(item?.[i], value)
    }
  }
  const totals = await phases.totals(all, tau, on)
  return {
    ...(await itemsMade(histogram, released, counts, on)),
    facts: { phases: { ...totals, published: released.count.length, largest: phases.largest() } },
  }
}

/** What came through: items by number, and the numbers to publish. */
export interface Passed {
  readonly item: string[]
  readonly count: string[]
}

/** The release of what came through, under its texts. */
export async function itemsMade(histogram: Histogram, passed: Passed, counts: boolean, on: Context): Promise<Made> {
  const { items, texts } = histogram.numbered
  const [given, numbers, table] = ['passed', 'numbers', 'released'].map(fresh) as [string, string, string]
  await on.engine.append(given, ['number', 'count'], [[passed.item, passed.count]])
  await on.engine.materialise(
    numbers,
    `SELECT ${cast('number', 'code32')} AS number, ${cast('count', 'long')} AS count FROM ${given}`,
  )
  const columns = [
    ...itemColumns(items),
    ...(counts ? [{ name: 'count', type: 'integer', meaning: MEANINGS[histogram.counts] } as const] : []),
  ]
  await on.engine.materialise(
    table,
    `SELECT ${columns.map(({ name }) => `${name === 'count' ? 'n' : 't'}.${name}`).join(', ')} FROM ${texts} t JOIN ${numbers} n ON ${rowNumber('t')} = n.number`,
  )
  return {
    tables: [{ name: 'data', table, columns }],
    ...(await keptOf(histogram, numbers, on)),
  }
}

/** What is kept for the drawing of the histogram at each phase: no texts, only numbers. */
class Phases {
  private static readonly MOST = 40
  private bars: { rows: number; persons: number; given: number; noisy: number | null }[] = []

  add(rows: number, persons: number, given: number, noisy: number | undefined): void {
    this.bars.push({ rows, persons, given, noisy: noisy ?? null })
    if (this.bars.length > 4096) this.cut()
  }

  /** The largest items: rows, persons, persons after the bound, and what was published (null: dropped). */
  largest(): readonly object[] {
    this.cut()
    return this.bars
  }

  private cut(): void {
    this.bars.sort((a, b) => b.given - a.given || b.rows - a.rows)
    this.bars.length = Math.min(this.bars.length, Phases.MOST)
  }

  /** How many items there are, and what they add up to, before and after each threshold. */
  async totals(histogram: string, tau: number, on: Context): Promise<object> {
    const total = (column: string) => cast(`coalesce(sum(${column}), 0)`, 'long')
    const [totals] = await on.engine.all<object>(
      `SELECT count(*) AS items, ${total('rows')} AS rows, ${total('persons')} AS persons,
        ${total('count')} AS given, count(*) FILTER (WHERE count >= ${tau}) AS "afterTau" FROM ${histogram}`,
    )
    return totals ?? {}
  }
}

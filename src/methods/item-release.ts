import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { Draft } from '../release/draft.js'
import { keptOf } from './item-kept.js'
import { type Items, itemColumns } from './item-pairs.js'
import type { Context } from './method.js'

/** How items are let through, one by one. */
export interface Gate {
  readonly items: Items
  /** Items with fewer persons are dropped before anything is drawn. */
  readonly tau: number
  /** From this count on items come through often; below it they hardly ever do, and are drawn for without being read. */
  readonly often: number
  /** Draws for one item of this count: the number to publish, or undefined if it is dropped. */
  readonly draw: (count: number) => number | undefined
  /** Are numbers published beside the items? */
  readonly counts: boolean
}

const COUNT = { name: 'count', type: 'integer', meaning: 'persons who gave the item, with noise' } as const

/**
 * Draws for every item of a histogram (item columns, count, persons, rows) and makes the release of those that come through. Every item
 * has a draw of its own. Of the many that hardly ever come through only how many there are is read; where one does, its place among
 * them says which it is.
 */
export async function releaseItems(log: Log, histogram: string, gate: Gate, on: Context): Promise<Draft> {
  on.say('adding noise')
  const { items, tau, often, counts } = gate
  const columns = itemColumns(items).map((column) => column.name)
  const phases = new Phases()
  const released: (string | null)[][] = []
  // Repeatable chance needs an order that does not depend on the order of rows; for noise that is kept secret any will do.
  const ordered = on.random.kind === 'seeded' ? `ORDER BY ${columns.join(', ')}` : ''
  const classes = await on.engine.all<{ count: number; items: number }>(
    `SELECT count, count(*) AS items FROM ${histogram} WHERE count >= ${tau} AND count < ${often} GROUP BY count ORDER BY count`,
  )
  for (const { count, items: size } of classes) {
    const passed = new Map<number, number>()
    for (let place = 1; place <= size; place++) {
      const value = gate.draw(count)
      if (value !== undefined) passed.set(place, value)
    }
    if (passed.size === 0) continue
    const rows = await on.engine.all<Record<string, string | number>>(
      `SELECT * FROM (SELECT ${columns.join(', ')}, persons, rows, row_number() OVER (${ordered}) AS place FROM ${histogram} WHERE count = ${count}) WHERE place IN (${[...passed.keys()].join(', ')})`,
    )
    for (const row of rows) {
      const value = passed.get(row.place as number) as number
      phases.add(row.rows as number, row.persons as number, count, value)
      released.push([...columns.map((column) => row[column] as string), String(value)])
    }
  }
  const texts = columns.length
  for await (const batch of on.engine.stream(
    `SELECT ${columns.join(', ')}, count, persons, rows FROM ${histogram} WHERE count >= ${Math.max(tau, often)} ${ordered}`,
  )) {
    for (let i = 0; i < (batch[0]?.length ?? 0); i++) {
      const [count, persons, rows] = batch.slice(texts).map((column) => column[i] as number)
      const value = gate.draw(count as number)
      phases.add(rows as number, persons as number, count as number, value)
      if (value !== undefined)
        released.push([...batch.slice(0, texts).map((column) => column[i] as string), String(value)])
    }
  }
  on.keep('phases', {
    ...(await phases.totals(histogram, tau, on)),
    published: released.length,
    largest: phases.largest(),
  })
  const table = await tableOf(columns, released, counts, on)
  return {
    tables: [{ name: 'data', table, columns: [...itemColumns(items), ...(counts ? [COUNT] : [])] }],
    kept: await keptOf(log, items, histogram, table, on),
  }
}

/** Brings what came through back into the engine: (item columns, [count]). */
export async function tableOf(
  columns: readonly string[],
  released: readonly (readonly (string | null)[])[],
  counts: boolean,
  on: Context,
): Promise<string> {
  const [texts, table] = [fresh('texts'), fresh('released')]
  const all = [...columns, 'count']
  await on.engine.append(texts, all, [all.map((_, i) => released.map((row) => row[i] as string))])
  const count = counts ? ', count::BIGINT AS count' : ''
  await on.engine.run(
    `CREATE TABLE ${table} AS SELECT ${columns.join(', ')} ${count} FROM ${texts}; DROP TABLE ${texts}`,
  )
  return table
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
    const [totals] = await on.engine.all<object>(
      `SELECT count(*) AS items, coalesce(sum(rows), 0)::BIGINT AS rows, coalesce(sum(persons), 0)::BIGINT AS persons,
        coalesce(sum(count), 0)::BIGINT AS given, count(*) FILTER (count >= ${tau}) AS "afterTau" FROM ${histogram}`,
    )
    return totals ?? {}
  }
}

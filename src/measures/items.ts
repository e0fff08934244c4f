import type { Engine } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Seen } from '../release/seen.js'
import { type ItemKind, itemsOf } from './released.js'

/** A released histogram in an engine: (first, second, n). `second` is the next query or the URL; `n` is null where no counts are. */
export interface ItemTable {
  readonly kind: ItemKind
  readonly table: string
  readonly counts: boolean
}

/** Brings the items of a release into one shape. */
export async function itemTable(engine: Engine, released: Seen): Promise<ItemTable> {
  const kind = itemsOf(released)
  if (kind === undefined) throw new TypeError('no table of items')
  const { table: from, columns } = released.rows
  const counts = columns.includes('count')
  const second = ['next', 'url'].find((column) => columns.includes(column))
  const table = fresh('items')
  await engine.run(
    `CREATE TABLE ${table} AS SELECT item AS first, ${second ?? 'NULL::VARCHAR'} AS second, ${counts ? 'count::DOUBLE' : 'NULL::DOUBLE'} AS n FROM ${from}`,
  )
  return { kind, table, counts }
}

import type { FixedColumn } from '../../../engines/engine.js'
import type { StoredRows } from '../../../log/log.js'
import type { Numbers } from './numbers.js'

/** What queries are compared by beside their text: tables (query, numbers), numbers with blanks between them. */
export interface Known {
  /** Results of a query; without it, what the person clicked. */
  readonly results?: string
  readonly categories?: string
}

/** Signs of a piece of text: in most logs a piece then takes the 12 bytes that stand in a column itself. */
const PIECE = 12
const PIECES = 3
/** Places of columns in a batch, as the kernel knows them. */
const [RESULTS, CATEGORIES, FIRST_PIECE] = [4, 5, 6]

/** What the kernel gets to know of each row, and in which place. */
export interface Columns {
  readonly columns: readonly FixedColumn[]
  readonly places: readonly number[]
  readonly pieces: number
  /** The rows from one number up to another. */
  from(low: number, high: number): string
}

/** Rows of a table that hold a query: numbers stand for persons and clicks. */
export function columnsOf(rows: StoredRows, { persons, urls }: Numbers, { results, categories }: Known): Columns {
  const piece = (nth: number) =>
    nth < PIECES - 1 ? `substring(r.query, ${1 + nth * PIECE}, ${PIECE})` : `substring(r.query, ${1 + nth * PIECE})`
  const all: [number, FixedColumn][] = [
    [0, { sql: 'r.rowid', bytes: 4 }],
    [1, { sql: 'p.number', bytes: 8 }],
    [2, { sql: `coalesce(epoch_us(r.time), ${2n ** 63n - 1n})`, bytes: 8 }], // rows without a time come last
    [3, { sql: urls ? 'coalesce(u.number, 0::UBIGINT)' : '0::UBIGINT', bytes: 8 }],
    ...(results ? [[RESULTS, { sql: "coalesce(f.numbers, '')", bytes: 'text' }] as [number, FixedColumn]] : []),
    ...(categories ? [[CATEGORIES, { sql: "coalesce(c.numbers, '')", bytes: 'text' }] as [number, FixedColumn]] : []),
    ...Array.from(
      { length: PIECES },
      (_, nth) => [FIRST_PIECE + nth, { sql: piece(nth), bytes: 'text' }] as [number, FixedColumn],
    ),
  ]
  const joins = [
    `JOIN ${persons} p ON r.person = p.person`,
    ...(urls ? [`LEFT JOIN ${urls} u ON r.url = u.url`] : []),
    ...(results ? [`LEFT JOIN ${results} f ON r.query = f.query`] : []),
    ...(categories ? [`LEFT JOIN ${categories} c ON r.query = c.query`] : []),
  ]
  return {
    columns: all.map(([, column]) => column),
    places: all.map(([place]) => place),
    pieces: PIECES,
    from: (low, high) =>
      `(SELECT *, rowid FROM ${rows.table} WHERE ${rows.where} AND query IS NOT NULL AND rowid >= ${low} AND rowid < ${high}) r ${joins.join(' ')}`,
  }
}

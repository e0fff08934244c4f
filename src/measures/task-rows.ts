import type { Seen } from '../release/seen.js'

/**
 * The day of a released row, as SQL, or undefined where the release shows none. Relative times count from the midnight before the pseudonym's first
 * query, since its hour is not shown: such a day can be one too early.
 */
export function daySql(columns: readonly string[]): string | undefined {
  const has = (column: string) => columns.includes(column)
  const moment = ['time', 'hour'].find(has)
  if (moment) return `try_cast(${moment} AS TIMESTAMP)::DATE`
  if (!has('day')) return undefined
  if (!has('seconds')) return 'try_cast(day AS DATE)'
  // Bounded: days of somebody else's release may lie where none can be added to.
  return `CASE WHEN try_cast(day AS DATE) <= DATE '9999-12-31' AND try_cast(seconds AS BIGINT) BETWEEN 0 AND 100000000000
    THEN try_cast(day AS DATE) + (try_cast(seconds AS BIGINT) // 86400)::INTEGER END`
}

/** The release without rows that it dates on this day or later. */
export function upTo(released: Seen, day: string): Seen {
  const { table, columns } = released.rows
  const days = columns.includes('query') ? daySql(columns) : undefined
  if (days === undefined) return released
  const earlier = `(SELECT * FROM ${table} WHERE coalesce(${days} < '${day}'::DATE, true))`
  return { ...released, rows: { table: earlier, columns } }
}

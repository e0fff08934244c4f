import { fail } from '../base/errors.js'
import type { Sql } from '../engines/engine.js'
import type { LogCounts } from '../log/log.js'
import type { Digest } from './input-file.js'
import { digestSql } from './row-digest.js'
import { outsideOfTime } from './times.js'

/** What is asked of every log that was read: its rows, those of them that are set aside, and whether a time is one that no log can have. */
export interface Looked {
  readonly rows: number
  readonly wrong: number
  readonly outside: boolean
}

const BASIC = [
  'count(*) AS "rows"',
  'count(*) FILTER (WHERE reason > 0) AS wrong',
  `coalesce(${outsideOfTime('min(time)')} OR ${outsideOfTime('max(time)')}, false) AS outside`,
]

export async function look(engine: Sql, table: string): Promise<Looked> {
  const [seen] = await engine.all<Looked>(`SELECT ${BASIC.join(', ')} FROM ${table}`)
  return seen ?? { rows: 0, wrong: 0, outside: false }
}

/** What a cluster is asked of the good rows in the same look, since each takes it as long as all together. */
export interface WholeLook extends Looked {
  readonly counts: LogCounts
  readonly digest: Digest
}

/** `good` is SQL for the rows that count, `columns` are those that the digest is of. */
export async function wholeLook(
  engine: Sql,
  table: string,
  good: string,
  columns: readonly string[],
): Promise<WholeLook> {
  const { whole, hash, sums, told } = digestSql(columns)
  const [seen] = await engine.all<Looked & LogCounts & { good: number }>(
    `SELECT ${[...BASIC, ...sums].join(', ')}, count(whole) AS good, count(DISTINCT counted) AS persons, count(*) FILTER (WHERE ${good} AND query IS NULL) AS "notQueries" FROM (
      SELECT time, reason, query, counted, whole, ${hash} FROM (
        SELECT time, reason, query, CASE WHEN ${good} THEN person END AS counted, CASE WHEN ${good} THEN whole END AS whole FROM (
          SELECT time, reason, query, person, ${whole} FROM ${table})))`,
  )
  if (seen === undefined) return fail('internal', 'a count gave no row')
  const { rows, wrong, outside, persons, notQueries, good: digested } = seen
  return { rows, wrong, outside, counts: { persons, notQueries }, digest: told(seen, digested) }
}

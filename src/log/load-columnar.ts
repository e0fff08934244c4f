import { fail } from '../base/errors.js'
import { toSeconds } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { countOf, fresh } from '../engines/sql.js'
import { type ColumnarLog, columnarBytes, NONE } from './columnar.js'
import type { Log, Person } from './log.js'

/** Brings a log from the engine into memory. Refuses before it starts if that would take more than `budget` bytes. */
export async function loadColumnar(engine: Sql, log: Log, budget: number): Promise<ColumnarLog> {
  const [people, texts, links] = [
    await dictionary(engine, log, 'person'),
    await dictionary(engine, log, 'query'),
    await dictionary(engine, log, 'url'),
  ]
  const [size] = await engine.all<{ rows: number }>(
    `SELECT count(*) AS rows FROM ${log.table} WHERE person IS NOT NULL`,
  )
  const rows = size?.rows ?? 0
  const needed = columnarBytes(rows, people.size, texts.size + links.size)
  if (needed > budget) {
    const gib = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`
    fail(
      'refused',
      `the log would take about ${gib(needed)} in memory, more than the ${gib(budget)} allowed`,
      'Allow more with --memory, or take a part of the log.',
    )
  }
  const columnar = {
    rows,
    users: (await values(engine, people.table)) as Person[],
    queries: await values(engine, texts.table),
    urls: await values(engine, links.table),
    offsets: new Uint32Array(people.size + 1),
    query: new Uint32Array(rows),
    url: new Uint32Array(rows),
    time: new Float64Array(rows),
    rank: new Int32Array(rows),
  }
  let row = 0
  for await (const [user, query, url, time, rank] of engine.stream(`
    SELECT u.id, coalesce(q.id, ${NONE}), coalesce(h.id, ${NONE}), ${toSeconds('l.time')}, coalesce(l.rank, 0) FROM ${log.table} l
    JOIN ${people.table} u ON l.person = u.value LEFT JOIN ${texts.table} q ON l.query = q.value LEFT JOIN ${links.table} h ON l.url = h.value
    ORDER BY u.id, l.time NULLS FIRST, q.id NULLS FIRST, h.id NULLS FIRST`)) {
    for (let i = 0; i < (user?.length ?? 0); i++, row++) {
      columnar.offsets[(user?.[i] as number) + 1]!++
      columnar.query[row] = query?.[i] as number
      columnar.url[row] = url?.[i] as number
      columnar.time[row] = (time?.[i] as number | null) ?? Number.NaN
      columnar.rank[row] = rank?.[i] as number
    }
  }
  for (let u = 0; u < people.size; u++) columnar.offsets[u + 1]! += columnar.offsets[u]!
  for (const { table } of [people, texts, links]) await engine.drop(table)
  return columnar
}

/** Codes for the distinct values of a column, in their order, so that codes do not depend on the order of rows. */
async function dictionary(
  engine: Sql,
  log: Log,
  column: string,
): Promise<{ readonly table: string; readonly size: number }> {
  const table = fresh('dictionary')
  await engine.materialise(
    table,
    `SELECT value, row_number() OVER (ORDER BY value) - 1 AS id FROM (SELECT DISTINCT ${column} AS value FROM ${log.table} WHERE ${column} IS NOT NULL)`,
  )
  return { table, size: await countOf(engine, table) }
}

async function values(engine: Sql, table: string): Promise<string[]> {
  const all: string[] = []
  for await (const [batch] of engine.stream(`SELECT value FROM ${table} ORDER BY id`))
    for (const value of batch ?? []) all.push(value as string)
  return all
}

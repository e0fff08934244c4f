import type { Engine } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'

/** A made-up row: when it was asked, in minutes since 10:00 on the first day of the log. */
export interface MadeUpRow {
  readonly person: string
  readonly query: string
  readonly minutes: number
  readonly url: string
}

/** Brings groups of made-up rows into the engine, with the columns that the log has and `id`, the number of the group; gives the table. */
export async function bringIn(
  engine: Engine,
  log: Log,
  groups: readonly (readonly MadeUpRow[])[],
  table = fresh('planted'),
): Promise<string> {
  const rows = groups.flatMap((group, id) => group.map((row) => ({ ...row, id })))
  const raw = fresh('raw')
  await engine.append(
    raw,
    ['id', 'person', 'query', 'minutes', 'url'],
    [
      [
        rows.map((r) => String(r.id)),
        rows.map((r) => r.person),
        rows.map((r) => r.query),
        rows.map((r) => String(r.minutes)),
        rows.map((r) => r.url),
      ],
    ],
  )
  const [first] = await engine.all<{ day: string | null }>(`SELECT min(time)::DATE::VARCHAR AS day FROM ${log.table}`)
  const time = `TIMESTAMP '${first?.day ?? '2020-01-01'} 10:00:00' + to_minutes(minutes::INTEGER)`
  await engine.drop(table)
  await engine.materialise(
    table,
    `SELECT id::INTEGER AS id, person, query, ${log.has.time ? `${time} AS time,` : ''} ${log.has.url ? 'url,' : ''} ${log.has.raw ? 'query AS raw,' : ''} FROM ${raw}`,
  )
  await engine.drop(raw)
  return table
}

/** Does work that makes tables, and forgets them all: a trial makes hundreds of releases. */
export async function leavingNothing<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  const before = await tables(engine)
  const result = await work()
  for (const made of await tables(engine)) if (!before.has(made)) await engine.drop(made)
  return result
}

async function tables(engine: Engine): Promise<Set<string>> {
  const found = await engine.all<{ table_name: string }>('SELECT table_name FROM information_schema.tables')
  return new Set(found.map(({ table_name }) => table_name))
}

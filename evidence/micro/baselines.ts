import { parseParams } from '../../src/base/params.js'
import { fresh } from '../../src/engines/sql.js'
import type { Log } from '../../src/log/log.js'
import { loadMethod } from '../../src/methods/index.js'
import type { Ground } from './log.js'

/** Poblete's removal, as the method does it. */
export async function poblete(
  { log, context }: Ground,
  k: number,
  more: { readonly results?: string } = {},
): Promise<Log> {
  const method = await loadMethod('poblete')
  const made = await method.run(log, parseParams('poblete', method.params, { k, ...more }), context)
  return made.log ?? log
}

/** Korolova's removal: the rows of queries that the method publishes, as the source compares it. */
export async function korolova({ log, context, session }: Ground, d: number): Promise<Log> {
  const method = await loadMethod('korolova')
  const values = parseParams('korolova', method.params, { epsilon: Math.log(10), delta: 1e-4, perUser: d })
  const made = await method.run(log, values, context)
  const [items] = made.tables ?? []
  const table = fresh('published')
  const item = items?.columns[0]?.name ?? 'item'
  await session.engine.materialise(
    table,
    `SELECT l.* FROM ${log.table} l SEMI JOIN ${items?.table} i ON l.query = i.${item}`,
  )
  return { ...log, table }
}

import { join } from 'node:path'
import { allBut } from '../../engines/dialect/index.js'
import type { Session } from '../../engines/session.js'
import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'

/** A log that was read once, for any number of processes to take up: its rows in a private file. */
export interface SharedLog {
  readonly path: string
  readonly log: Omit<Log, 'table'>
  readonly rows: number
}

/** Writes a log for others to take up. */
export async function shareLog(log: Log, rows: number, { engine, workspace }: Session): Promise<SharedLog> {
  const path = join(workspace.dir, 'log.parquet')
  await engine.write(`SELECT * FROM ${log.table}`, path, 'parquet')
  const { table, ...rest } = log
  return { path, log: rest, rows }
}

/** Takes up a log that was written by `shareLog`. */
export async function takeUp({ path, log }: SharedLog, { engine }: Session): Promise<Log> {
  const table = fresh('log')
  const { from } = await engine.parquet([path])
  await engine.materialise(table, `SELECT ${allBut(['__file'])} FROM ${from}`)
  return { ...log, table }
}

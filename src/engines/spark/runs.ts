import { PREFIX, type Runner } from './runner.js'

/** How often a run says that it is under way, and how long it may have been silent to count as such. */
export const BEAT_MS = 60_000
const SILENT_MS = 10 * BEAT_MS

/** Says in the properties of its database that a run is under way now. */
export function aliveSql(database: string): string {
  return `ALTER DATABASE ${database} SET DBPROPERTIES ('lethe.alive' = '${Date.now()}')`
}

/** A database of a run, which has it still or left it behind. */
export interface Left {
  readonly name: string
  readonly underWay: boolean
}

/** The databases of runs of Lethe. One whose run has said nothing for ten minutes was left behind; clocks of two machines differ by less. */
export async function databasesOf(runner: Runner): Promise<Left[]> {
  const found: Left[] = []
  for (const name of await firstColumn(runner, `SHOW DATABASES LIKE '${PREFIX}*'`)) {
    if (!/^lethe_[a-z0-9]+_[0-9a-f]{10}$/.test(name)) continue
    const told = await firstColumn(runner, `DESCRIBE DATABASE EXTENDED ${name}`, 1).catch(() => []) // dropped meanwhile
    const alive = Number(/lethe\.alive,\s*(\d+)/.exec(told.join(' '))?.[1] ?? 0)
    found.push({ name, underWay: Date.now() - alive < SILENT_MS })
  }
  return found
}

async function firstColumn(runner: Runner, sql: string, column = 0): Promise<string[]> {
  const found: string[] = []
  for await (const { batch } of runner.rows(sql)) found.push(...(batch[column] ?? []).map(String))
  return found
}

import type { Engine } from '../engines/engine.js'
import type { Log, Source } from '../log/log.js'
import { type ColumnOptions, type releasedColumns, releaseSql } from '../release/columns.js'
import type { PrivateRecord } from '../release/manifest.js'

/** What is to be counted: the log as it came, and what the last step left of it. */
export interface Counted {
  readonly log: Log
  readonly last: Log
  readonly shows: ColumnOptions
  readonly columns: ReturnType<typeof releasedColumns>
  readonly source: Source
  /** Distinct queries of the log, where a step has counted them already. */
  readonly queries: number | undefined
}

/** Rows, users and queries of the log and of the release: private figures. */
export async function countAll(
  engine: Engine,
  { log, last, shows, columns, source, queries }: Counted,
): Promise<PrivateRecord['counts']> {
  const one = async (sql: string) => (await engine.all<{ n: number }>(`SELECT count(*) AS n FROM (${sql})`))[0]?.n ?? 0
  const shown = last.has.tag ? 'query IS NOT NULL OR tag IS NOT NULL' : 'query IS NOT NULL'
  const pseudonym = columns.find((column) => column.info.name === 'pseudonym')
  return {
    of: {
      rows: source.rows,
      users: await one(`SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL`),
      queries: queries ?? (await one(`SELECT DISTINCT query FROM ${log.table} WHERE query IS NOT NULL`)),
      bad: source.bad.length,
      notQueries: await one(`SELECT 1 FROM ${log.table} WHERE query IS NULL`),
    },
    kept: {
      rows: await one(`SELECT 1 FROM ${last.table} WHERE ${shown}`),
      users:
        pseudonym && shows.link === 'session'
          ? await one(`SELECT DISTINCT pseudonym FROM (${releaseSql(last, shows, [pseudonym])})`)
          : await one(`SELECT DISTINCT person FROM ${last.table} WHERE person IS NOT NULL AND (${shown})`),
      queries: await one(`SELECT DISTINCT query FROM ${last.table} WHERE query IS NOT NULL`),
    },
  }
}

import type { Engine } from '../engines/engine.js'
import type { Log, Source } from '../log/log.js'
import type { Context } from '../methods/method.js'
import { type ColumnOptions, type releasedColumns, releaseSql } from '../release/columns.js'
import type { Counts, PrivateRecord } from '../release/manifest.js'

/** The rows of a release: the log that the last step left, and what is shown of it. */
export interface ReleasedRows {
  readonly log: Log
  readonly columns: ReturnType<typeof releasedColumns>
  readonly sql: string
}

/** What is to be counted: the log as it came, and what is released of it. */
export interface Counted {
  readonly log: Log
  readonly rows: ReleasedRows | undefined
  readonly shows: ColumnOptions
  readonly source: Source
  /** What a step has counted already. */
  readonly learnt: Context['learnt']
  /** What is kept, where there are no rows to count. */
  readonly kept: Counts | undefined
}

/** Rows, users and queries of the log and of the release: private figures. */
export async function countAll(
  engine: Engine,
  { log, rows, shows, source, learnt, kept }: Counted,
): Promise<PrivateRecord['counts']> {
  const one = (sql: string) => countOf(engine, sql)
  return {
    of: {
      rows: source.rows,
      users: learnt.persons ?? (await one(`SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL`)),
      queries: learnt.queries ?? (await one(`SELECT DISTINCT query FROM ${log.table} WHERE query IS NOT NULL`)),
      bad: source.bad.length + (source.unlisted ?? 0),
      notQueries: await one(`SELECT 1 FROM ${log.table} WHERE query IS NULL`),
    },
    kept: kept ?? (rows ? await keptOf(engine, rows, shows) : { rows: 0, users: 0, queries: 0 }),
  }
}

async function keptOf(engine: Engine, { log, columns }: ReleasedRows, shows: ColumnOptions): Promise<Counts> {
  const one = (sql: string) => countOf(engine, sql)
  const shown = log.has.tag ? 'query IS NOT NULL OR tag IS NOT NULL' : 'query IS NOT NULL'
  const pseudonym = columns.find((column) => column.info.name === 'pseudonym')
  return {
    rows: await one(`SELECT 1 FROM ${log.table} WHERE ${shown}`),
    users:
      pseudonym && shows.link === 'session'
        ? await one(`SELECT DISTINCT pseudonym FROM (${releaseSql(log, shows, [pseudonym])})`)
        : await one(`SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL AND (${shown})`),
    queries: await one(`SELECT DISTINCT query FROM ${log.table} WHERE query IS NOT NULL`),
  }
}

async function countOf(engine: Engine, sql: string): Promise<number> {
  return (await engine.all<{ n: number }>(`SELECT count(*) AS n FROM (${sql})`))[0]?.n ?? 0
}

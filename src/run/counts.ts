import type { Engine } from '../engines/engine.js'
import { countOf, countSelected, fresh } from '../engines/sql.js'
import type { Log, Source } from '../log/log.js'
import type { Context } from '../methods/method.js'
import type { ReadyStep } from '../plans/derive.js'
import { type ColumnOptions, type releasedColumns, releaseSql } from '../release/columns.js'
import type { Draft } from '../release/draft.js'
import { ITEMS } from '../release/guarantee.js'
import {
  countReadable,
  countShown,
  countSpoken,
  type Items,
  type KeptCounts,
  NO_PSEUDONYMS,
  NO_USERS,
  secondOf,
  spokenOf,
} from '../release/kept.js'
import type { PrivateRecord } from '../release/manifest.js'

/** The rows of a release: the log that the last step left, and what is shown of it. */
export interface ReleasedRows {
  readonly log: Log
  readonly columns: ReturnType<typeof releasedColumns>
  readonly sql: string
}

/** What is to be counted: the log as it came, and what is released of it. */
export interface Counted {
  readonly log: Log
  /** Rows, or a table of items. */
  readonly rows: ReleasedRows | undefined
  readonly items: Items | undefined
  readonly shows: ColumnOptions
  readonly source: Source
  /** What a step has counted already. */
  readonly learnt: Context['learnt']
  /** The same of what is kept, where that step was the only one. */
  readonly known: Draft['kept']
  /** Did no step alter a text? */
  readonly textsStay: boolean
  /** What anyone can read of sealed rows. */
  readonly readable: Draft['readable']
}

/** The table of items that a draft without rows is. */
export async function itemsOf(engine: Engine, { tables }: Draft, steps: readonly ReadyStep[]): Promise<Items> {
  const [made] = tables
  if (made === undefined) throw new TypeError('a draft without rows has a table of items')
  const table = fresh('items')
  const columns = made.columns.map((column) => column.name)
  await engine.run(`CREATE VIEW ${table} AS SELECT item AS first, ${secondOf(columns)} AS second FROM ${made.table}`)
  const named = steps.at(-1)?.params.items
  return { kind: ITEMS.find((kind) => kind === named) ?? 'queries', table }
}

/** Rows, users and queries of the log and of the release: private figures. release/kept.ts says what they mean. */
export async function countAll(engine: Engine, counted: Counted): Promise<PrivateRecord['counts']> {
  const { log, source, learnt, rows, items, known } = counted
  const one = (sql: string) => countSelected(engine, sql)
  return {
    of: {
      rows: source.rows,
      users: learnt.persons ?? (await one(`SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL`)),
      queries: learnt.queries ?? (await one(`SELECT DISTINCT query FROM ${log.table} WHERE query IS NOT NULL`)),
      bad: source.bad.length + (source.unlisted ?? 0),
      records: await source.records(),
      notQueries: await one(`SELECT 1 FROM ${log.table} WHERE query IS NULL`),
    },
    kept: rows ? await keptRows(engine, counted, rows) : await keptItems(engine, log, items, known),
  }
}

async function keptRows(
  engine: Engine,
  { log: original, shows, readable, textsStay }: Counted,
  { log, columns }: ReleasedRows,
): Promise<KeptCounts> {
  const one = (sql: string) => countSelected(engine, sql)
  const texts = [...(log.sealed ? [] : ['query' as const]), ...(log.has.tag ? ['tag' as const] : [])]
  const counted = await countShown(engine, original.table, { table: log.table, columns: texts, known: textsStay })
  const { rows } = counted
  const queries = readable ? await countReadable(engine, original.table, readable) : counted.queries
  if (log.unit === undefined) return { rows, users: null, queries, reasons: { users: NO_USERS } }
  const shown = texts.map((column) => `${column} IS NOT NULL`).join(' OR ')
  const persons = await one(`SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL AND (${shown})`)
  const pseudonym = columns.find((column) => column.info.name === 'pseudonym')
  if (pseudonym === undefined || shows.link !== 'session') return { rows, users: persons, queries }
  const users = await one(`SELECT DISTINCT pseudonym FROM (${releaseSql(log, shows, [pseudonym])})`)
  return { rows, users, persons, queries }
}

async function keptItems(
  engine: Engine,
  { table, unit }: Log,
  items: Items | undefined,
  known: Draft['kept'],
): Promise<KeptCounts> {
  if (items === undefined) throw new TypeError('a release has rows or items')
  const { rows, queries } = known ?? (await countSpoken(engine, await spokenOf(engine, table, items)))
  return {
    rows,
    users: null,
    queries,
    items: await countOf(engine, items.table),
    reasons: { users: unit === undefined ? NO_USERS : NO_PSEUDONYMS },
  }
}

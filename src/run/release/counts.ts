import { fullMatch } from '../../engines/dialect/index.js'
import type { Sql } from '../../engines/engine.js'
import { countOf, countSelected, fresh } from '../../engines/sql.js'
import type { Log, Source } from '../../log/log.js'
import type { ReadyStep } from '../../plans/derive.js'
import { releaseSql } from '../../release/columns.js'
import { ITEMS } from '../../release/guarantee.js'
import {
  countReadable,
  countShown,
  countSpoken,
  type Items,
  type KeptCounts,
  secondOf,
  spokenOf,
  spokenOfMadeUp,
} from '../../release/kept.js'
import type { Made } from '../../release/made.js'
import type { PrivateRecord } from '../../release/manifest.js'
import { NO_PSEUDONYMS, NO_USERS, NOBODY } from '../../release/no-users.js'
import { KINDS } from '../../text/identify/index.js'
import type { ReadyRelease } from './prepare.js'
import type { ReleasedRows } from './shape.js'

/** What is to be counted: the log as it came, and what is released of it. */
export interface Counted {
  readonly log: Log
  readonly source: Source
  readonly ready: ReadyRelease
  readonly made: Made
  /** The rows that are released; without them a table of items is. */
  readonly rows: ReleasedRows | undefined
}

/** A text in which nothing is left beside what was masked. */
const MASKS = `(\\[(${KINDS.join('|')})\\] ?)+`

/** The table of items that is made where there are no rows. */
async function itemsOf(engine: Sql, { tables }: Made, steps: readonly ReadyStep[]): Promise<Items> {
  const [made] = tables ?? []
  if (made === undefined) throw new TypeError('what has no rows has a table of items')
  const table = fresh('items')
  const columns = made.columns.map((column) => column.name)
  await engine.view(table, `SELECT item AS first, ${secondOf(columns)} AS second FROM ${made.table}`)
  const named = steps.at(-1)?.params.items
  return { kind: ITEMS.find((kind) => kind === named) ?? 'queries', table }
}

/** Rows, users and queries of the log and of the release: private figures. release/kept.ts says what they mean. */
export async function countAll(engine: Sql, counted: Counted): Promise<PrivateRecord['counts']> {
  const { log, source, rows, made, ready } = counted
  // Of several steps a later one has learnt what the others left, not the log.
  const { queries, persons } = (ready.steps.length === 1 ? made.learnt : undefined) ?? {}
  const one = (sql: string) => countSelected(engine, sql)
  return {
    of: {
      rows: source.rows,
      users:
        persons ??
        source.counts?.persons ??
        (await one(`SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL`)),
      queries: queries ?? (await one(`SELECT DISTINCT query FROM ${log.table} WHERE query IS NOT NULL`)),
      bad: source.bad.length + (source.unlisted ?? 0),
      records: await source.records(),
      notQueries: source.counts?.notQueries ?? (await one(`SELECT 1 FROM ${log.table} WHERE query IS NULL`)),
    },
    kept: rows ? await keptRows(engine, counted, rows) : await keptItems(engine, counted),
  }
}

async function keptRows(
  engine: Sql,
  { log: original, ready: { shows, steps }, made: { readable, shown: known } }: Counted,
  { log, columns }: ReleasedRows,
): Promise<KeptCounts> {
  const one = (sql: string) => countSelected(engine, sql)
  if (log.synthetic) {
    const spoken = await countSpoken(engine, await spokenOfMadeUp(engine, original.table, log.table))
    return { ...spoken, users: null, reasons: { users: original.unit === undefined ? NO_USERS : NOBODY } }
  }
  const textsStay = steps.every(({ method }) => method.textsStay)
  const texts = [...(log.sealed ? [] : ['query' as const]), ...(log.has.tag ? ['tag' as const] : [])]
  const counted =
    known && textsStay
      ? { rows: known.rows, queries: known.texts }
      : await countShown(engine, original.table, { table: log.table, columns: texts, known: textsStay })
  const rewritten = !log.sealed && steps.some(({ method, params }) => method.rewrites?.(params))
  const masks = rewritten ? await one(`SELECT 1 FROM ${log.table} WHERE ${fullMatch('query', MASKS)}`) : 0
  const shownRows = { rows: counted.rows, ...(masks > 0 ? { masks } : {}) }
  const queries = readable ? await countReadable(engine, original.table, readable) : counted.queries
  if (log.unit === undefined) return { ...shownRows, users: null, queries, reasons: { users: NO_USERS } }
  const shown = texts.map((column) => `${column} IS NOT NULL`).join(' OR ')
  const persons =
    known?.persons ?? (await one(`SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL AND (${shown})`))
  const pseudonym = columns.find((column) => column.info.name === 'pseudonym')
  if (pseudonym === undefined || shows.link !== 'session') return { ...shownRows, users: persons, queries }
  const users = await one(`SELECT DISTINCT pseudonym FROM (${releaseSql(log, shows, [pseudonym])})`)
  return { ...shownRows, users, persons, queries }
}

async function keptItems(engine: Sql, { log, ready: { steps }, made }: Counted): Promise<KeptCounts> {
  const { table, unit } = log
  const items = await itemsOf(engine, made, steps)
  // Of several steps the last has counted in what the others left.
  const known = steps.length === 1 ? made.kept : undefined
  const { rows, queries } = known ?? (await countSpoken(engine, await spokenOf(engine, table, items)))
  return {
    rows,
    users: null,
    queries,
    items: await countOf(engine, items.table),
    reasons: { users: unit === undefined ? NO_USERS : NO_PSEUDONYMS },
  }
}

import { antiJoin, cast, each, lengthOf, none, semiJoin, split } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { countOf, countSelected, fresh } from '../engines/sql.js'
import { termsSql } from '../log/terms-sql.js'
import type { ITEMS } from './guarantee.js'

/**
 * What is left of a log, counted. The release, its private record, measures, reports and comparisons all count by these functions, so
 * that a figure has one meaning wherever it stands:
 *
 *     rows     rows that show a text or a tag; of a table of items, the rows of the log that it speaks of
 *     users    persons of whom a row is shown; null where that is not known, with the reason. A release counts its pseudonyms where they are
 *              of sessions, and persons beside them
 *     queries  distinct queries of the log that anyone can read in the release; of a table of items, those that it speaks of. A masked,
 *              shortened or hashed text is no query of the log
 *     masks    of the rows those whose text is nothing but masks, where a step masked
 *     items    items of a table of items
 *
 * Made-up rows are nobody's: of them the rows and queries of the log count that they speak of, and no users.
 *
 * What they are held against is the log as `inspect` counts it: every row of the input, every person, every distinct query. A share is
 * that of what both have, so it never exceeds 1.
 */
export interface Counts {
  readonly rows: number
  readonly users: number
  readonly queries: number
}

export interface KeptCounts extends Omit<Counts, 'users'> {
  readonly users: number | null
  /** Where the release shows a pseudonym for each session, `users` counts those, and this the persons behind them. */
  readonly persons?: number
  readonly masks?: number
  readonly items?: number
  /** Why a figure is null, by its name. */
  readonly reasons?: Readonly<Record<string, string>>
}

/** A table of items in an engine: (first, second). A word, a phrase, a query, a query with the next one, a query with its URL. */
export interface Items {
  readonly kind: (typeof ITEMS)[number]
  readonly table: string
}

/** SQL for the second part of an item, by the columns of its table: the next query, the URL, or nothing. */
export function secondOf(columns: readonly string[]): string {
  return ['next', 'url'].find((column) => columns.includes(column)) ?? none('text')
}

/**
 * Rows that show a text or a tag, and the queries of the log among the texts. `columns` are those that the table has of query and tag;
 * `known`: all texts are of the log.
 */
export async function countShown(
  engine: Sql,
  original: string,
  shown: { readonly table: string; readonly columns: readonly ('query' | 'tag')[]; readonly known?: boolean },
): Promise<{ readonly rows: number; readonly queries: number }> {
  const { table, columns, known } = shown
  const any = columns.map((column) => `${column} IS NOT NULL`).join(' OR ')
  return {
    rows: await countOf(engine, `${table} WHERE ${any}`),
    queries: !columns.includes('query')
      ? 0
      : known
        ? await countSelected(engine, `SELECT DISTINCT query FROM ${table} WHERE query IS NOT NULL`)
        : await countReadable(engine, original, table),
  }
}

/** Distinct queries of the log that a table (query) has too. */
export function countReadable(engine: Sql, original: string, texts: string): Promise<number> {
  return countSelected(
    engine,
    `SELECT DISTINCT query FROM ${original} ${semiJoin(`(SELECT DISTINCT query FROM ${texts} WHERE query IS NOT NULL)`, 'USING (query)')}`,
  )
}

/** Creates a table (query, n) of the queries of the log that items speak of: published, in a published pair or click, or all of published words. Of phrases the words are published. */
export async function spokenOf(engine: Sql, original: string, { kind, table }: Items): Promise<string> {
  const spoken = fresh('spoken')
  const asked = fresh('asked')
  await engine.materialise(
    asked,
    `SELECT query, n, row_number() OVER () AS q FROM (
      SELECT query, count(*) AS n FROM ${original} WHERE query IS NOT NULL GROUP BY query)`,
  )
  const terms = termsSql('query')
  const strange = `(SELECT q, ${each(terms)} AS word FROM ${asked}) ${antiJoin(`(${wordsOfItems(table)}) i`, 'ON word = i.term')}`
  const texts = `SELECT first AS query FROM ${table}${kind === 'pairs' ? ` UNION ALL SELECT second FROM ${table}` : ''}`
  // Words carry the number of their query: with its text, one long query would fill the memory.
  await engine.materialise(
    spoken,
    kind === 'keywords' || kind === 'phrases'
      ? `SELECT query, n FROM ${asked} ${antiJoin(`(SELECT q FROM ${strange}) bad`, 'USING (q)')} WHERE ${lengthOf(terms)} > 0`
      : `SELECT query, n FROM ${asked} ${semiJoin(`(${texts}) i`, 'USING (query)')}`,
  )
  await engine.drop(asked)
  return spoken
}

/** What made-up rows (query) speak of: the queries of the log that they show, as the table of `spokenOf`. */
export async function spokenOfMadeUp(engine: Sql, original: string, rows: string): Promise<string> {
  const shown = fresh('shown')
  await engine.materialise(
    shown,
    `SELECT DISTINCT query AS first, ${none('text')} AS second FROM ${rows} WHERE query IS NOT NULL`,
  )
  const spoken = await spokenOf(engine, original, { kind: 'queries', table: shown })
  await engine.drop(shown)
  return spoken
}

/** The words of items, each once, as SQL: (term). */
export function wordsOfItems(table: string): string {
  return `SELECT DISTINCT ${each(split('first', ' '))} AS term FROM ${table}`
}

/** Rows and queries of the log that items speak of, by the table of `spokenOf`. */
export async function countSpoken(
  engine: Sql,
  spoken: string,
): Promise<{ readonly rows: number; readonly queries: number }> {
  const [counts] = await engine.all<{ rows: number; queries: number }>(
    `SELECT ${cast('coalesce(sum(n), 0)', 'long')} AS rows, count(*) AS queries FROM ${spoken}`,
  )
  return counts ?? { rows: 0, queries: 0 }
}

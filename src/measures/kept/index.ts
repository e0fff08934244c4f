import { cast, each, none, semiJoin } from '../../engines/dialect/index.js'
import type { Sql } from '../../engines/engine.js'
import { countOf, countSelected, fresh } from '../../engines/sql.js'
import { hostSql } from '../../log/host-sql.js'
import { termsSql } from '../../log/terms-sql.js'
import { countShown, countSpoken, spokenOf, spokenOfMadeUp, wordsOfItems } from '../../release/kept.js'
import { NO_PSEUDONYMS, NO_USERS, NOBODY } from '../../release/no-users.js'
import { itemTable } from '../items.js'
import { defineMeasure, type Measured, type Subject } from '../measure.js'
import { figure, itemsOf } from '../released.js'
import { count, type Named, named, shareText } from '../words.js'

/**
 * What is left, as shares of the original: rows, persons, distinct queries, distinct terms, term occurrences (`logSize`), clicks. What
 * counts as left of rows, persons and queries is said in release/kept.ts, for everybody who counts them.
 *
 * A share is that of what original and release both have, so none exceeds 1: a term that the release shows more often than the original (a
 * common history repeats what one of its members asked) counts as often as the original has it. A hashed token or a tag is no
 * text, so a release of tags keeps rows and persons but no queries (its `tags` are counted); of shared queries those are kept that can be
 * opened.
 *
 * Persons are known by the truth or by lasting pseudonyms; where there is neither, `users` is null and `reasons.users` says why. A table of
 * items has no persons and no rows: it counts by the rows and queries of the log that it speaks of.
 */
export default defineMeasure({
  name: 'kept',
  summary: 'shares of rows, persons, queries, terms, term occurrences and clicks that are left',
  paper: { key: 'Adar07', title: 'User 4XXXXX9: Anonymizing Query Logs' },
  side: 'utility',
  quick: true,
  params: {},
  fits: ({ released: { rows } }) =>
    rows.columns.some((column) => ['query', 'tag', 'item'].includes(column))
      ? undefined
      : 'the release has neither queries nor items',
  run: (subject, _, { engine }) =>
    itemsOf(subject.released)
      ? keptItems(engine, subject)
      : subject.released.rows.columns.includes('synthetic')
        ? keptOfMadeUp(engine, subject)
        : keptRows(engine, subject),
  text: inWords,
})

async function keptRows(engine: Sql, subject: Subject) {
  const { original, released } = subject
  const { table, columns } = released.rows
  const has = (column: string) => columns.includes(column)
  const of = await originalCounts(engine, subject)
  const { rows, queries } = await countShown(engine, original.table, {
    table,
    columns: (['query', 'tag'] as const).filter(has),
  })
  const texts = fresh('texts') // (query, n) of the release
  await engine.materialise(
    texts,
    `SELECT query, count(*) AS n FROM ${has('query') ? table : `(SELECT ${none('text')} AS query)`} WHERE query IS NOT NULL GROUP BY query`,
  )
  const users = await usersOf(engine, subject, of.users)
  return {
    rows: share(rows, of.rows),
    users: users.share,
    queries: share(queries, of.queries),
    ...(await termCounts(engine, texts, of.words)),
    ...clickShare(has('host') ? await countOf(engine, `${table} WHERE host IS NOT NULL`) : 0, of.clicks),
    ...(has('tag')
      ? { tags: await countSelected(engine, `SELECT DISTINCT tag FROM ${table} WHERE tag IS NOT NULL`) }
      : {}),
    ...reasons({ users: users.reason, clicks: of.clicks === 0 ? NO_CLICKS : undefined }),
  }
}

async function keptItems(engine: Sql, subject: Subject) {
  const { original } = subject
  const items = await itemTable(engine, subject.released)
  const of = await originalCounts(engine, subject)
  const spoken = await spokenOf(engine, original.table, items)
  const { rows, queries } = await countSpoken(engine, spoken)
  const words =
    items.kind === 'keywords' || items.kind === 'phrases'
      ? await knownTerms(engine, wordsOfItems(items.table), of.words)
      : await termCounts(engine, spoken, of.words)
  const clicks = `SELECT 1 FROM ${original.table} o ${semiJoin(`${items.table} i`, 'ON o.query = i.first AND o.url = i.second')}`
  return {
    rows: share(rows, of.rows),
    users: null,
    queries: share(queries, of.queries),
    ...words,
    ...clickShare(items.kind === 'clicks' ? await countSelected(engine, clicks) : 0, of.clicks),
    items: await countOf(engine, items.table),
    ...reasons({
      users: original.unit === undefined ? NO_USERS : NO_PSEUDONYMS,
      clicks: of.clicks === 0 ? NO_CLICKS : undefined,
    }),
  }
}

/** Rows that are made up: what they show of the log's queries and clicks counts, and of persons nothing. */
async function keptOfMadeUp(engine: Sql, subject: Subject) {
  const { original, released } = subject
  const { table, columns } = released.rows
  const of = await originalCounts(engine, subject)
  const spoken = await spokenOfMadeUp(engine, original.table, table)
  const { rows, queries } = await countSpoken(engine, spoken)
  const clicks = `SELECT 1 FROM (SELECT query, ${hostSql('url')} AS host FROM ${original.table}) SEMI JOIN ${table} USING (query, host)`
  return {
    rows: share(rows, of.rows),
    users: null,
    queries: share(queries, of.queries),
    ...(await termCounts(engine, spoken, of.words)),
    ...clickShare(columns.includes('host') ? await countSelected(engine, clicks) : 0, of.clicks),
    ...reasons({
      users: original.unit === undefined ? NO_USERS : NOBODY,
      clicks: of.clicks === 0 ? NO_CLICKS : undefined,
    }),
  }
}

const NO_CLICKS = 'the log has no clicks'

/** Why figures are null. */
function reasons(by: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(by).filter(([, reason]) => reason !== undefined)
  return given.length === 0 ? {} : { reasons: Object.fromEntries(given) as Record<string, string> }
}

/** Persons of whom something is shown, as far as it is known who they are. */
async function usersOf(
  engine: Sql,
  { original, released: { rows, manifest }, truth }: Subject,
  of: number,
): Promise<{ readonly share: number | null; readonly reason?: string }> {
  const shown = (ids: string) => countSelected(engine, ids)
  if (original.unit === undefined) return { share: null, reason: NO_USERS }
  if (truth)
    return { share: share(await shown(`SELECT DISTINCT person FROM ${truth.table} WHERE person IS NOT NULL`), of) }
  if (!rows.columns.includes('pseudonym')) return { share: null, reason: NO_PSEUDONYMS }
  if (manifest?.shows.link === 'user')
    return { share: share(await shown(`SELECT DISTINCT pseudonym FROM ${rows.table} WHERE pseudonym IS NOT NULL`), of) }
  const whose = manifest ? 'its pseudonyms are of sessions' : 'whether its pseudonyms are persons is not said'
  return { share: null, reason: `not known: ${whose}` }
}

async function originalCounts(engine: Sql, { original: { table }, rows }: Subject) {
  const [counts] = await engine.all<{ rows: number; users: number; queries: number; clicks: number }>(
    `SELECT count(*) AS rows, count(DISTINCT person) AS users, count(DISTINCT query) AS queries, count(url) FILTER (WHERE query IS NOT NULL) AS clicks FROM ${table}`,
  )
  const words = fresh('words') // (term, n) of the original
  await engine.materialise(
    words,
    `SELECT term, ${cast('sum(n)', 'long')} AS n FROM (
    SELECT ${each(termsSql('query'))} AS term, n FROM (SELECT query, count(*) AS n FROM ${table} WHERE query IS NOT NULL GROUP BY query)) GROUP BY term`,
  )
  const all = counts ?? { rows: 0, users: 0, queries: 0, clicks: 0 }
  return { ...all, rows: rows ?? all.rows, words }
}

/** Shares of distinct terms and of term occurrences, of texts (query, n). */
async function termCounts(engine: Sql, texts: string, words: string) {
  const [kept] = await engine.all<{ terms: number; n: number }>(
    `SELECT count(*) AS terms, ${cast('coalesce(sum(least(w.n, t.n)), 0)', 'long')} AS n FROM ${words} w JOIN (
      SELECT term, ${cast('sum(n)', 'long')} AS n FROM (SELECT ${each(termsSql('query'))} AS term, n FROM ${texts}) GROUP BY term) t USING (term)`,
  )
  return termShares(engine, words, kept)
}

/** The same, where the terms themselves are published: all that they stand for counts. */
async function knownTerms(engine: Sql, terms: string, words: string) {
  const [kept] = await engine.all<{ terms: number; n: number }>(
    `SELECT count(*) AS terms, ${cast('coalesce(sum(n), 0)', 'long')} AS n FROM ${words} ${semiJoin(`(${terms}) t`, 'USING (term)')}`,
  )
  return termShares(engine, words, kept)
}

async function termShares(engine: Sql, words: string, kept: { terms: number; n: number } | undefined) {
  const [of] = await engine.all<{ terms: number; n: number }>(
    `SELECT count(*) AS terms, ${cast('coalesce(sum(n), 0)', 'long')} AS n FROM ${words}`,
  )
  return { terms: share(kept?.terms ?? 0, of?.terms ?? 0), logSize: share(kept?.n ?? 0, of?.n ?? 0) }
}

function clickShare(clicks: number, of: number): { readonly clicks: number | null } {
  return { clicks: of === 0 ? null : share(clicks, of) }
}

/** Of what both have: made-up histories can have more rows than the log, and none of those was kept. */
function share(part: number, whole: number): number {
  return whole === 0 ? 0 : figure(Math.min(1, part / whole))
}

const NAMES: readonly Named[] = [
  ['rows', 'rows'],
  ['users', 'persons'],
  ['queries', 'distinct queries'],
  ['terms', 'distinct words'],
  ['logSize', 'words'],
  ['clicks', 'clicks'],
]

function inWords(measured: Measured): string[] {
  const counts = ['items', 'tags'].filter((key) => typeof measured[key] === 'number')
  return named([
    ...NAMES.map(([key, name]): Named => [name, shareText(measured, key)]),
    ...counts.map((key): Named => [`${key}, counted`, count(measured[key])]),
  ])
}

import type { Engine } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { termsSql } from '../../log/terms-sql.js'
import { itemTable } from '../items.js'
import { defineMeasure, type Subject } from '../measure.js'
import { figure, itemsOf } from '../released.js'

/**
 * What is left, as shares of the original: rows (with a query), persons, distinct queries, distinct terms, term occurrences
 * (`logSize`), clicks.
 *
 * A release of rows counts by what stands in it. A text counts as kept only if the original has it: a hashed token or a tag is no
 * text, so a release of tags keeps rows and persons but no queries (its `tags` are counted apart); of shared queries those are
 * kept that can be opened. Persons are counted by the truth or by lasting pseudonyms; null where there is neither.
 *
 * A histogram has no rows: it counts by what it speaks of. A row is covered if its query is published, stands in a published
 * pair or click, or consists of published keywords.
 */
export default defineMeasure({
  name: 'kept',
  summary: 'shares of rows, persons, queries, terms, term occurrences and clicks that are left',
  paper: { key: 'Adar07', title: 'User 4XXXXX9: Anonymizing Query Logs' },
  side: 'utility',
  params: {},
  fits: ({ released: { rows } }) =>
    rows.columns.some((column) => ['query', 'tag', 'item'].includes(column))
      ? undefined
      : 'the release has neither queries nor items',
  run: (subject, _, { engine }) => (itemsOf(subject.released) ? keptItems(engine, subject) : keptRows(engine, subject)),
})

async function keptRows(engine: Engine, subject: Subject) {
  const { original, released, truth } = subject
  const { table, columns } = released.rows
  const has = (column: string) => columns.includes(column)
  const one = (sql: string) => countOf(engine, sql)
  const shown = [has('query') ? ['query'] : [], has('tag') ? ['tag'] : []].flat()
  const of = await originalCounts(engine, subject)
  const texts = fresh('texts') // (query, n) of the release, as far as the original has them
  await engine.run(
    `CREATE TABLE ${texts} AS SELECT query, count(*) AS n FROM ${has('query') ? table : '(SELECT NULL::VARCHAR AS query)'} WHERE query IS NOT NULL GROUP BY query`,
  )
  const words = await termCounts(engine, texts, of.words)
  const persons = truth
    ? await one(`SELECT DISTINCT person FROM ${truth.table}`)
    : has('pseudonym') && released.manifest?.shows.link === 'user'
      ? await one(`SELECT DISTINCT pseudonym FROM ${table}`)
      : null
  return {
    rows: share(
      await one(`SELECT 1 FROM ${table} WHERE ${shown.map((c) => `${c} IS NOT NULL`).join(' OR ')}`),
      of.rows,
    ),
    users: persons === null ? null : share(persons, of.users),
    queries: share(
      await one(`SELECT 1 FROM ${texts} SEMI JOIN (SELECT query FROM ${original.table}) o USING (query)`),
      of.queries,
    ),
    ...words,
    clicks:
      of.clicks === 0
        ? null
        : share(has('host') ? await one(`SELECT 1 FROM ${table} WHERE host IS NOT NULL`) : 0, of.clicks),
    ...(has('tag')
      ? { tags: share(await one(`SELECT DISTINCT tag FROM ${table} WHERE tag IS NOT NULL`), of.queries) }
      : {}),
  }
}

async function keptItems(engine: Engine, subject: Subject) {
  const { original } = subject
  const { kind, table: items } = await itemTable(engine, subject.released)
  const one = (sql: string) => countOf(engine, sql)
  const of = await originalCounts(engine, subject)
  const texts = fresh('covered') // (query, n): queries that the items speak of
  const asked = `(SELECT query, count(*) AS n FROM ${original.table} WHERE query IS NOT NULL GROUP BY query)`
  const spoken =
    kind === 'keywords'
      ? `SELECT query, n FROM ${asked} ANTI JOIN (
           SELECT query FROM (SELECT query, unnest(${termsSql('query')}) AS word FROM ${asked}) ANTI JOIN ${items} i ON word = i.first) bad USING (query)
         WHERE len(${termsSql('query')}) > 0`
      : `SELECT query, n FROM ${asked} SEMI JOIN (SELECT first AS query FROM ${items}${kind === 'pairs' ? ` UNION ALL SELECT second FROM ${items}` : ''}) i USING (query)`
  await engine.run(`CREATE TABLE ${texts} AS ${spoken}`)
  const covered = `${original.table} SEMI JOIN ${texts} USING (query)`
  const words =
    kind === 'keywords'
      ? await knownTerms(engine, `SELECT first AS term FROM ${items}`, of.words)
      : await termCounts(engine, texts, of.words)
  const clicks = `SELECT 1 FROM ${original.table} o SEMI JOIN ${items} i ON o.query = i.first AND o.url = i.second`
  return {
    rows: share(await one(`SELECT 1 FROM ${covered}`), of.rows),
    users: share(await one(`SELECT DISTINCT person FROM ${covered} WHERE person IS NOT NULL`), of.users),
    queries: share(await one(`SELECT 1 FROM ${texts}`), of.queries),
    ...words,
    clicks: of.clicks === 0 ? null : share(kind === 'clicks' ? await one(clicks) : 0, of.clicks),
    items: await one(`SELECT 1 FROM ${items}`),
  }
}

async function originalCounts(engine: Engine, { original: { table } }: Subject) {
  const [counts] = await engine.all<{ rows: number; users: number; queries: number; clicks: number }>(
    `SELECT count(*) AS rows, count(DISTINCT person) AS users, count(DISTINCT query) AS queries, count(url) AS clicks FROM ${table} WHERE query IS NOT NULL`,
  )
  const words = fresh('words') // (term, n) of the original
  await engine.run(`CREATE TABLE ${words} AS SELECT term, sum(n)::BIGINT AS n FROM (
    SELECT unnest(${termsSql('query')}) AS term, n FROM (SELECT query, count(*) AS n FROM ${table} WHERE query IS NOT NULL GROUP BY query)) GROUP BY term`)
  return { ...(counts ?? { rows: 0, users: 0, queries: 0, clicks: 0 }), words }
}

/** Shares of distinct terms and of term occurrences, of texts (query, n). */
async function termCounts(engine: Engine, texts: string, words: string) {
  const [kept] = await engine.all<{ terms: number; n: number }>(
    `SELECT count(DISTINCT term) AS terms, coalesce(sum(n), 0)::BIGINT AS n FROM (SELECT unnest(${termsSql('query')}) AS term, n FROM ${texts}) SEMI JOIN ${words} USING (term)`,
  )
  return termShares(engine, words, kept)
}

/** The same, where the terms themselves are published: all that they stand for counts. */
async function knownTerms(engine: Engine, terms: string, words: string) {
  const [kept] = await engine.all<{ terms: number; n: number }>(
    `SELECT count(*) AS terms, coalesce(sum(n), 0)::BIGINT AS n FROM ${words} SEMI JOIN (${terms}) t USING (term)`,
  )
  return termShares(engine, words, kept)
}

async function termShares(engine: Engine, words: string, kept: { terms: number; n: number } | undefined) {
  const [of] = await engine.all<{ terms: number; n: number }>(
    `SELECT count(*) AS terms, coalesce(sum(n), 0)::BIGINT AS n FROM ${words}`,
  )
  return { terms: share(kept?.terms ?? 0, of?.terms ?? 0), logSize: share(kept?.n ?? 0, of?.n ?? 0) }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : figure(part / whole)
}

async function countOf(engine: Engine, sql: string): Promise<number> {
  return (await engine.all<{ n: number }>(`SELECT count(*) AS n FROM (${sql})`))[0]?.n ?? 0
}

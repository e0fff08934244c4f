import type { Sql } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { termsSql } from '../../log/terms-sql.js'
import { itemTable } from '../items.js'
import { defineMeasure, type Measured, type Subject } from '../measure.js'
import { figure, itemsOf } from '../released.js'
import { count, named, shareText } from '../words.js'

/**
 * Index caching [Goetz12]: a search engine keeps the posting lists of some words in memory, those with the most use for
 * their length [BaezaYates07]: the frequency of a word over the length of its list. A query is a hit if all its words are
 * there. `hit` is the share of held-out queries that hit if words are chosen by the release, `original` if by the log itself.
 *
 * There is no collection of documents here: the length of a list is the number of distinct queries of the log with the word.
 * Held out are the queries of a tenth of the persons; the choice by the log is made without them. The release has seen them
 * (it was made of the whole log), which flatters it a little where texts of few persons are released.
 */
export default defineMeasure({
  name: 'index-caching',
  summary:
    'share of held-out queries that a cache of posting lists serves, if it is filled by the release or by the log',
  paper: { key: 'Goetz12', title: 'Publishing Search Logs: A Comparative Study of Privacy Guarantees' },
  side: 'utility',
  params: {
    cache: {
      type: 'real',
      min: 0.0001,
      max: 1,
      default: 0.1,
      help: 'size of the cache as a share of all posting lists',
    },
  },
  fits: ({ original, released }) =>
    original.unit === undefined
      ? 'the log has no persons to hold out'
      : itemsOf(released) || released.rows.columns.includes('query')
        ? undefined
        : 'the release has neither queries nor items',
  async run(subject, { cache }, { engine }) {
    const { original } = subject
    const [lists, seen, held] = [fresh('lists'), fresh('seen'), fresh('held')]
    // The choice of persons depends on nothing but their names, so that it repeats.
    await engine.materialise(
      seen,
      `SELECT query, count(*) FILTER (NOT out) AS n, count(*) FILTER (out) AS held
        FROM (SELECT query, substr(md5(person), 1, 2) < '1a' AS out FROM ${original.table} WHERE query IS NOT NULL AND person IS NOT NULL) GROUP BY query`,
    )
    await engine.materialise(
      lists,
      `SELECT term, count(*) AS length, sum(n)::DOUBLE AS n FROM (SELECT unnest(list_distinct(${termsSql('query')})) AS term, n FROM ${seen}) GROUP BY term`,
    )
    await engine.materialise(
      held,
      `SELECT held, list_distinct(${termsSql('query')}) AS terms FROM ${seen} WHERE held > 0`,
    )
    const hits = (chosen: string) => hitShare(engine, chosen, lists, held, cache)
    const hit = await hits(await releasedTerms(engine, subject))
    const best = await hits(`SELECT term, n FROM ${lists} WHERE n > 0`)
    const [size] = await engine.all<{ held: number }>(`SELECT coalesce(sum(held), 0)::BIGINT AS held FROM ${held}`)
    return {
      hit: figure(hit),
      original: figure(best),
      relative: best === 0 ? null : figure(hit / best),
      ratio: best === 0 ? null : figure(hit / best),
      heldOut: size?.held ?? 0,
      cache,
    }
  },
  text: inWords,
})

/** Words of the release with their frequencies, as SQL: (term, n). Items without counts count once; of phrases those of one word count. */
async function releasedTerms(engine: Sql, { released }: Subject): Promise<string> {
  const kind = itemsOf(released)
  const texts = kind
    ? `SELECT first AS query, coalesce(n, 1) AS n FROM ${(await itemTable(engine, released)).table}`
    : `SELECT query, count(*) AS n FROM ${released.rows.table} WHERE query IS NOT NULL GROUP BY query`
  const terms =
    kind === 'keywords' || kind === 'phrases'
      ? `SELECT query AS term, n FROM (${texts}) WHERE NOT contains(query, ' ')`
      : `SELECT unnest(list_distinct(${termsSql('query')})) AS term, n FROM (${texts})`
  return `SELECT term, sum(n) AS n FROM (${terms}) GROUP BY term`
}

/** Fills the cache, the most useful list first, and asks the held-out queries. */
async function hitShare(engine: Sql, chosen: string, lists: string, held: string, cache: number): Promise<number> {
  const cached = fresh('cached')
  await engine.materialise(
    cached,
    `SELECT term FROM (
    SELECT term, sum(length) OVER (ORDER BY c.n / length DESC, term ROWS UNBOUNDED PRECEDING) AS filled FROM (${chosen}) c JOIN (SELECT term, length FROM ${lists}) l USING (term))
    WHERE filled <= ${cache} * (SELECT sum(length) FROM ${lists})`,
  )
  const [share] = await engine.all<{ share: number | null }>(`
    SELECT sum(held) FILTER (found = len(terms)) / sum(held) AS share FROM (
      SELECT any_value(held) AS held, any_value(terms) AS terms, count(c.term) AS found FROM (
        SELECT id, held, terms, unnest(terms) AS term FROM (SELECT *, row_number() OVER () AS id FROM ${held}) WHERE len(terms) > 0)
      LEFT JOIN ${cached} c USING (term) GROUP BY id)`)
  await engine.drop(cached)
  return share?.share ?? 0
}

function inWords(measured: Measured): string[] {
  return named([
    ['filled by the release', shareText(measured, 'hit')],
    ['filled by the log', shareText(measured, 'original')],
    ['ratio', measured.ratio === null ? 'none: the log itself serves nothing' : shareText(measured, 'ratio')],
    ['held-out queries', count(measured.heldOut)],
    ['cache, of all posting lists', shareText(measured, 'cache')],
  ])
}

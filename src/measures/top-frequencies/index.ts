import { percent, table } from '../../base/format.js'
import { cast, each } from '../../engines/dialect/index.js'
import type { Sql } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { inCategories } from '../../knowledge/in-categories.js'
import { phrasesSql } from '../../log/phrases-sql.js'
import { termsSql } from '../../log/terms-sql.js'
import { isStopWord } from '../../text/stop-words.js'
import { itemTable } from '../items.js'
import { KNOWLEDGE } from '../knowledge-param.js'
import { defineMeasure, type Measured, type Subject } from '../measure.js'
import { figure, type ItemKind, itemsOf } from '../released.js'
import { count, index } from '../words.js'
import { alike, rankCorrelation } from './compare.js'

/** Stop words are thrown out here, not in SQL: this many candidates leave enough of any list of them. */
const STOP_WORDS_AT_MOST = 400

/**
 * How well the most frequent queries, words and categories keep their place. [Erola13] §5.5.2.1 names the measure and gives no
 * formula. Here, over the n most frequent of the original: `preserved` is the mean of the smaller over the larger of how often they
 * stand there before and after; `shared` how many of them are among the n most frequent of the release; `rank`
 * Spearman's correlation of their frequencies, null where the release gives them no order.
 *
 * Of phrases, `phrases` are all of them and `words` those of one word.
 *
 * Histograms count persons, so that they are held against persons; without counts only `shared` is known, as the share published.
 */
export default defineMeasure({
  name: 'top-frequencies',
  summary: 'how well the most frequent queries, words and categories keep their frequencies and ranks',
  paper: { key: 'Erola13', title: 'Contributions to Privacy in Web Search Engines' },
  side: 'utility',
  quick: true,
  params: {
    top: { type: 'whole', min: 1, max: 100_000, default: 10, help: 'how many of the most frequent are compared' },
    knowledge: KNOWLEDGE,
  },
  fits: ({ released }) => {
    const kind = itemsOf(released)
    if (kind === 'pairs' || kind === 'clicks') return `${kind} are neither queries nor words`
    return kind || released.rows.columns.includes('query') ? undefined : 'the release has no queries'
  },
  async run(subject, { top, knowledge }, { engine, workspace }) {
    const { before, after, kind, counted } = await texts(engine, subject)
    const compare = (a: string, b: string, keep?: (text: string) => boolean) =>
      comparison(engine, a, b, top, counted, keep)
    const wordsOf = (sql: string) => wordsSql(sql, kind)
    const isWord = (word: string) => !isStopWord(word)
    const found: Record<string, unknown> = {}
    if (kind !== 'keywords') found[kind] = await compare(before, after)
    found.words = await compare(wordsOf(before), wordsOf(after), isWord)
    if (knowledge !== undefined && kind === 'queries') {
      const mapped = await inCategories(knowledge, [before, after], { engine, workspace })
      found.categories = await compare(mapped(before), mapped(after))
    }
    return found
  },
  text: inWords,
})

/** SQL with (query, n) of the original and of the release, and what the texts are. */
async function texts(engine: Sql, { original, released }: Subject) {
  const kind = itemsOf(released)
  const rows = (table: string) => `SELECT query, count(*) AS n FROM ${table} WHERE query IS NOT NULL GROUP BY query`
  if (kind === undefined)
    return { before: rows(original.table), after: rows(released.rows.table), kind: 'queries' as const, counted: true }
  const { table, counts, words } = await itemTable(engine, released)
  const unit = original.unit === undefined ? 'count(*)' : 'count(DISTINCT person)'
  return {
    before: `SELECT query, ${unit} AS n FROM ${textsIn(original.table, kind, words)} WHERE query IS NOT NULL GROUP BY query`,
    after: `SELECT first AS query, CASE WHEN n IS NULL THEN 1 ELSE greatest(n, 0) END AS n FROM ${table}`,
    kind: kind === 'keywords' || kind === 'phrases' ? kind : ('queries' as const),
    counted: counts,
  }
}

/** Where the texts of a kind stand in a log, as SQL for FROM: (person, query). */
function textsIn(table: string, kind: ItemKind, words: number): string {
  if (kind === 'keywords') return `(SELECT DISTINCT person, ${each(termsSql('query'))} AS query FROM ${table})`
  if (kind === 'phrases')
    return `(SELECT DISTINCT person, query FROM (${phrasesSql(`SELECT DISTINCT person, query FROM ${table} WHERE query IS NOT NULL`, 'query', words)}))`
  return table
}

/** The words of texts (query, n); of phrases those that are one. */
function wordsSql(sql: string, kind: 'keywords' | 'phrases' | 'queries'): string {
  if (kind === 'keywords') return sql
  if (kind === 'phrases') return `SELECT query, n FROM (${sql}) WHERE NOT contains(query, ' ')`
  return `SELECT ${each(termsSql('query'))} AS query, n FROM (${sql})`
}

async function comparison(
  engine: Sql,
  before: string,
  after: string,
  top: number,
  counted: boolean,
  keep: (text: string) => boolean = () => true,
) {
  const table = fresh('frequencies') // (query, before, after)
  await engine.materialise(
    table,
    `SELECT query, ${cast('coalesce(b.n, 0)', 'double')} AS before, ${cast('coalesce(a.n, 0)', 'double')} AS after
    FROM (SELECT query, sum(n) AS n FROM (${before}) GROUP BY query) b FULL JOIN (SELECT query, sum(n) AS n FROM (${after}) GROUP BY query) a USING (query)`,
  )
  const most = async (by: string) =>
    (
      await engine.all<{ query: string; before: number; after: number }>(
        `SELECT query, before, after FROM ${table} WHERE ${by} > 0 ORDER BY ${by} DESC, query LIMIT ${top + STOP_WORDS_AT_MOST}`,
      )
    )
      .filter(({ query }) => keep(query))
      .slice(0, top)
  const best = await most('before')
  // Equal frequencies are all in or all out.
  const enough = counted ? ((await most('after')).at(-1)?.after ?? 0) : 0
  const shared = best.filter((text) => text.after > 0 && text.after >= enough).length
  const preserved = best.map((text) => alike(text.before, text.after))
  const rank = counted ? rankCorrelation(best) : undefined
  await engine.drop(table)
  return {
    preserved: counted ? figure(preserved.reduce((sum, n) => sum + n, 0) / Math.max(1, best.length)) : null,
    shared: figure(best.length === 0 ? 0 : shared / best.length),
    rank: rank === undefined ? null : figure(rank),
    of: best.length,
  }
}

interface Kept {
  readonly preserved: number | null
  readonly shared: number
  readonly rank: number | null
  readonly of: number
}

function inWords(measured: Measured): string[] {
  const rows = Object.entries(measured).map(([what, kept]) => {
    const { preserved, shared, rank, of } = kept as Kept
    return [
      `${count(of)} most frequent ${what}`,
      percent(shared),
      preserved === null ? '-' : percent(preserved),
      rank === null ? '-' : index(rank),
    ]
  })
  return table([['', 'still among them', 'frequency kept', 'rank correlation'], ...rows]).map((line) => `  ${line}`)
}

import { number, table } from '../../base/format.js'
import type { Sql } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { FIGURES, readTermFigures } from '../../knowledge/term-figures.js'
import { termsSql } from '../../log/terms-sql.js'
import { defineMeasure, type Measured } from '../measure.js'
import { figure } from '../released.js'
import { type Named, named, shareText } from '../words.js'
import { correlation } from './pearson.js'

const UTILITIES = [...FIGURES, 'revenue'] as const
const CHARACTERISTICS = ['frequency', 'users', ...UTILITIES] as const

/**
 * [Burghardt] §4.1, §5.3: what is left of distinct terms, of the log's size, of users, and, with a table of what terms are worth, of bids, clicks,
 * impressions and revenue: the worth of a term times its occurrences, added up, as a share of the original. With the table also
 * the correlations between the characteristics of terms (Table 3).
 */
export default defineMeasure({
  name: 'utilities',
  summary: 'shares of terms, log size, users and of what terms are worth to advertisers; with their correlations',
  paper: {
    key: 'Burghardt',
    title: 'Anonymous Search Histories Featuring Personalized Advertisement, sections 4.1, 4.2 and 5.3',
  },
  side: 'utility',
  params: {
    marketing: { type: 'text', is: 'FILE', help: 'table of term, bid, clicks, impressions' },
  },
  fits: ({ released: { rows } }) => (rows.columns.includes('query') ? undefined : 'the release has no queries'),
  async run({ original, released, truth }, { marketing }, { engine }) {
    const of = await termCounts(engine, original.table, 'person')
    const pseudonym = released.rows.columns.includes('pseudonym') ? 'pseudonym' : `''`
    const kept = await termCounts(engine, released.rows.table, pseudonym)
    const [sizes] = await engine.all<{ terms: number; occurrences: number }>(`
      SELECT (SELECT count(*) FROM ${kept} SEMI JOIN ${of} USING (term)) / nullif((SELECT count(*) FROM ${of}), 0) AS terms,
        (SELECT coalesce(sum(frequency), 0) FROM ${kept} SEMI JOIN ${of} USING (term)) / nullif((SELECT sum(frequency) FROM ${of}), 0) AS occurrences`)
    const persons = truth
      ? `SELECT DISTINCT person FROM ${truth.table}`
      : released.manifest?.shows.link === 'user'
        ? `SELECT DISTINCT pseudonym FROM ${released.rows.table} WHERE query IS NOT NULL`
        : undefined
    const [users] = await engine.all<{ share: number }>(
      `SELECT (SELECT count(*) FROM (${persons ?? 'SELECT 1 WHERE false'})) / nullif((SELECT count(DISTINCT person) FROM ${original.table} WHERE query IS NOT NULL), 0) AS share`,
    )
    return {
      terms: figure(sizes?.terms ?? 0),
      logSize: figure(sizes?.occurrences ?? 0),
      users: persons === undefined ? null : figure(users?.share ?? 0),
      ...(marketing === undefined ? {} : await worth(engine, marketing, of, kept)),
    }
  },
  text: inWords,
})

/** (term, frequency, users) */
async function termCounts(engine: Sql, table: string, who: string): Promise<string> {
  const counts = fresh('term_counts')
  await engine.materialise(
    counts,
    `SELECT term, sum(n) AS frequency, count(DISTINCT who) AS users FROM (
      SELECT unnest(${termsSql('query')}) AS term, who, n FROM (SELECT query, ${who} AS who, count(*) AS n FROM ${table} WHERE query IS NOT NULL GROUP BY ALL)) GROUP BY term`,
  )
  return counts
}

async function worth(engine: Sql, path: string, of: string, kept: string) {
  const figures = await readTermFigures(engine, path)
  const valued = fresh('valued')
  await engine.materialise(
    valued,
    `SELECT o.term, o.frequency, o.users, coalesce(k.frequency, 0) AS kept, m.bid, m.clicks, m.impressions, m.bid * m.clicks AS revenue FROM ${of} o JOIN ${figures} m USING (term) LEFT JOIN ${kept} k USING (term)`,
  )
  const share = (utility: string) =>
    `coalesce(sum(${utility} * kept) / nullif(sum(${utility} * frequency), 0), 0) AS ${utility}`
  const [shares] = await engine.all<Record<string, number>>(`SELECT ${UTILITIES.map(share).join(', ')} FROM ${valued}`)
  return {
    ...Object.fromEntries(UTILITIES.map((utility) => [utility, figure(shares?.[utility] ?? 0)])),
    correlations: await correlations(engine, valued),
  }
}

/** [Burghardt] Table 3: Pearson's correlation of every two characteristics, over the terms for which both are known. */
async function correlations(engine: Sql, valued: string) {
  const pairs = CHARACTERISTICS.flatMap((a, i) => CHARACTERISTICS.slice(i + 1).map((b) => ({ a, b })))
  const select = pairs.map(({ a, b }, i) => `corr(${a}, ${b}) AS r${i}, count(${a} + ${b}) AS n${i}`)
  const [row] = await engine.all<Record<string, number | null>>(`SELECT ${select.join(', ')} FROM ${valued}`)
  return pairs.map(({ a, b }, i) => {
    const { r, p, n } = correlation(row?.[`r${i}`] ?? Number.NaN, row?.[`n${i}`] ?? 0)
    return { a, b, r: figure(r), p: figure(p), n }
  })
}

const NAMES: Readonly<Record<string, string>> = { terms: 'distinct words', logSize: 'words', users: 'persons' }

function inWords({ correlations: related, ...measured }: Measured): string[] {
  const rows = (related ?? []) as readonly {
    readonly a: string
    readonly b: string
    readonly r: number
    readonly n: number
  }[]
  return [
    ...named(Object.keys(measured).map((key): Named => [NAMES[key] ?? key, shareText(measured, key)])),
    ...(rows.length === 0
      ? []
      : table([
          ['correlation of terms', 'r', 'terms'],
          ...rows.map(({ a, b, r, n }) => [`${a} and ${b}`, r.toFixed(3), number(n)]),
        ]).map((line) => `  ${line}`)),
  ]
}

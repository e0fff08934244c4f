import { cast, each, extractAll, madeOnce, once, replaceAll, semiJoin, span } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { DifferentiallyPrivate } from '../release/guarantee.js'
import type { Step } from '../release/manifest.js'
import type { Giving } from './dp-mechanism.js'
import { phrasesUsed } from './phrases.js'

/** What can be said of who gave what: all of it; that nobody gave more than this; or nothing, and why. */
export type Known = { readonly how: 'exactly' | 'at-most' } | { readonly how: 'not'; readonly why: string }

/** What steps in front of the last one leave of the texts. The log that is given has been scrubbed already. */
export function knownOf(log: Log, claim: DifferentiallyPrivate, before: readonly Step[]): Known {
  if (log.unit === undefined) return { how: 'not', why: 'the log has no persons' }
  if (claim.items === 'clicks' && !log.has.url) return { how: 'not', why: 'the log has no URLs' }
  if (claim.items === 'pairs' && !log.has.time) return { how: 'not', why: 'the log has no times' }
  const others = before.filter(({ method }) => method !== 'scrub')
  if (others.some(({ method }) => method !== 'sessions'))
    return { how: 'not', why: 'a step in front changes texts in a way that cannot be done again here' }
  if (others.length === 0 || claim.items !== 'pairs') return { how: 'exactly' }
  // Sessions by time are runs of a history: every pair of theirs is a pair of it.
  return others.every(({ params }) => params.split === 'daily' || params.split === 'gap')
    ? { how: 'at-most' }
    : { how: 'not', why: 'pairs within sessions of one interest cannot be found again here' }
}

/** The columns by which an item is known. */
export function itemKey({ items }: Pick<DifferentiallyPrivate, 'items'>): readonly string[] {
  return ['item', ...(items === 'pairs' ? ['next'] : items === 'clicks' ? ['url'] : [])]
}

/** Every occurrence of an item in the log, as SQL: (person, item, [next | url], n), n rows of the log each. */
function occurrencesSql(
  log: Log,
  { items, words = 1 }: Pick<DifferentiallyPrivate, 'items' | 'words'>,
  known: Known,
): string {
  const asked = `FROM ${log.table} WHERE query IS NOT NULL AND person IS NOT NULL`
  switch (items) {
    case 'queries':
      return `SELECT person, query AS item, 1 AS n ${asked}`
    case 'keywords':
      return `SELECT person, ${each(once(extractAll('query', '[\\p{L}\\p{M}\\p{N}]+')))} AS item, n
        FROM (SELECT person, query, count(*) AS n ${asked} GROUP BY ALL)`
    case 'phrases':
      return phrasesUsed(`SELECT person, query, count(*) AS n ${asked} GROUP BY ALL`, words)
    case 'clicks':
      return `SELECT person, query AS item, ${replaceAll('url', '[\\x00-\\x1f\\x7f]', ' ')} AS url, 1 AS n ${asked} AND url <> ''`
    case 'pairs': {
      const near = known.how === 'exactly' ? `AND later - time <= ${span(60, 'minute')}` : ''
      return `SELECT person, item, next, 1 AS n FROM (
          SELECT person, query AS item, time, lead(query) OVER turn AS next, lead(time) OVER turn AS later ${asked} AND time IS NOT NULL
          WINDOW turn AS (PARTITION BY person ORDER BY time, query))
        WHERE next <> item ${near}`
    }
  }
}

/** Items of the log with what is known of their counts before noise, B. */
export interface Counted {
  /**
   * A table with the key of items and, for each: `persons` and `times` in the log; `sure` persons who gave it for certain and `open` ones who
   * may have; E B as `mu` (or the most that it can be, and the least as `low`) and its variance `var`; ln E e^(tilt B), or more, as `tilted`.
   */
  readonly table: string
  /** Rows (key, chance) of those who may have given an item. */
  readonly chances: string
  readonly drop: () => Promise<void>
}

/** Counts who gave what: each item of each person with the chance that it was given, then all of an item. */
export async function countGiven(
  engine: Sql,
  {
    log,
    claim,
    known,
    gives,
    tilt,
    within,
  }: {
    /** Where only items of a table can be given. */
    readonly within?: string
    readonly log: Log
    readonly claim: DifferentiallyPrivate
    readonly known: Known
    readonly gives: Giving
    readonly tilt: number
  },
): Promise<Counted> {
  const key = itemKey(claim).join(', ')
  const [chances, table] = [fresh('chances'), fresh('counted')]
  const all = occurrencesSql(log, claim, known)
  const from = within === undefined ? all : `SELECT * FROM (${all}) o ${semiJoin(within, `USING (${key})`)}`
  const exact = known.how === 'exactly' && gives.choose !== 'unknown'
  await engine.materialise(
    chances,
    gives.choose === 'first' ? firstOnes(log, gives.most) : distinctOnes(from, key, gives),
  )
  // First ones stand there as often as they were asked; whether one of them counts is certain.
  const persons = gives.choose === 'first' ? 'count(DISTINCT person)' : 'count(*)'
  const certain = gives.weighted
    ? 'coalesce(sum(weight) FILTER (WHERE chance = 1), 0)'
    : 'count(*) FILTER (WHERE chance = 1)'
  const sure = real(known.how === 'exactly' ? certain : '0')
  const most = gives.weighted ? Math.sqrt(gives.most) : 1
  const tilted = gives.weighted
    ? `sum(ln(1 + chance * (exp(${real(tilt)} * weight) - 1)))`
    : `sum(ln(1 + chance * ${real(Math.expm1(tilt))}))`
  const [mean, spread] = gives.weighted
    ? ['sum(chance * weight)', 'sum(chance * (1 - chance) * weight * weight)']
    : ['sum(chance)', 'sum(chance * (1 - chance))']
  const moments = exact
    ? `${real(mean)} AS mu, ${real(mean)} AS low, ${real(spread)} AS var, ${tilted} AS tilted`
    : `count(*) * ${real(most)} AS mu, ${sure} AS low, ${real('0')} AS var, count(*) * ${real(tilt * most)} AS tilted`
  await engine.materialise(
    table,
    `SELECT ${key}, ${cast(persons, 'long')} AS persons, ${cast('sum(n)', 'long')} AS times, ${sure} AS sure,
      count(*) FILTER (WHERE chance > 0 AND chance < 1) AS open, ${moments}
    FROM ${chances} GROUP BY ${key}`,
  )
  return {
    table,
    chances,
    drop: () => engine.drop(chances, table),
  }
}

const real = (value: string | number) => cast(String(value), 'double')

/**
 * (key, n, chance, weight): a person with d items gives each with chance m/d; or the most asked, and among equals any. With all of d < m items each may count for more,
 * in steps of 2^-28.
 */
function distinctOnes(from: string, key: string, { most, choose, weighted }: Giving): string {
  const weight = weighted
    ? `floor(${2 ** 28} / sqrt(${real(`least(d, ${most})`)})) * ${real(Math.sqrt(most) / 2 ** 28)}`
    : '1'
  const all = `SELECT person, ${key}, ${cast('sum(n)', 'long')} AS n FROM (${from}) GROUP BY ALL`
  if (choose !== 'frequent')
    return `WITH ${madeOnce('given', all)}
      SELECT ${key}, n, least(1, ${real(most)} / d) AS chance, ${weight} AS weight FROM given JOIN (SELECT person, count(*) AS d FROM given GROUP BY person) USING (person)`
  return `SELECT ${key}, n, greatest(0, least(1, ${real(`${most} - above`)} / ties)) AS chance, ${weight} AS weight FROM (
      SELECT *, rank() OVER (PARTITION BY person ORDER BY n DESC) - 1 AS above, count(*) OVER (PARTITION BY person, n) AS ties,
        count(*) OVER (PARTITION BY person) AS d FROM (${all}))`
}

/** (person, item, n, chance): the first ones of a person count, in the order of times; equal ones at one moment are the same. */
function firstOnes(log: Log, most: number): string {
  const first = `CASE WHEN row_number() OVER (PARTITION BY person ORDER BY time NULLS LAST, query) <= ${most} THEN 1 ELSE 0 END`
  return `SELECT person, query AS item, 1 AS n, ${real(first)} AS chance
    FROM ${log.table} WHERE query IS NOT NULL AND person IS NOT NULL`
}

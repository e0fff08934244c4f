import { split } from '../../engines/dialect/index.js'
import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { withSessionsSql } from '../../log/session-sql.js'
import { discreteGaussian } from '../../random/discrete-gaussian.js'
import type { Context } from '../method.js'
import { type Account, SHAPES, type ShapeName, UNIT } from './account.js'

/** A value of a marginal with its weight, noise and all. Days are numbers of days since 1970. */
export interface Bar {
  readonly marginal: ShapeName
  readonly value: number
  readonly weight: number
}

/** Lengths of histories fall into classes, each a quarter wider than the last; sessions are told apart up to this length. */
const WIDER = 1.25
const LONGEST_HISTORY = 100_000
const LONGEST_SESSION = 40
/** What noise alone would lift of values that everybody knows: so many deviations. */
const FLOOR = 3
/** Of histories more, where any comes so far: one class of long ones that nobody has would outweigh all others. */
const SURE_HISTORY = 4.5
/** Rows of a person with one value, at most: so that nothing passes what can be held. */
const MOST_TIMES = 1_000_000

/** The shortest history of each class. */
export const HISTORIES: readonly number[] = (() => {
  const from = [1]
  while (from.at(-1)! < LONGEST_HISTORY) from.push(Math.max(from.at(-1)! + 1, Math.floor(from.at(-1)! * WIDER)))
  return from
})()

/** What can be counted of each marginal without looking at the log; of days, whatever day somebody searched. */
const VALUES: Readonly<Record<Exclude<ShapeName, 'days'>, number>> = {
  history: HISTORIES.length,
  repeats: 2,
  hours: 24,
  weekdays: 7,
  sessions: LONGEST_SESSION,
  turns: 3,
  clicks: 2,
}

/**
 * Rows of a log that follow another of their session, with the query before: a table (person, query, before). Without times there are none.
 */
export async function turnsOf(log: Log, on: Context): Promise<string> {
  const table = fresh('turns')
  await on.engine.materialise(
    table,
    `SELECT person, query, before FROM (
      SELECT person, query, lag(query) OVER (PARTITION BY person, session ORDER BY time, query) AS before
      FROM (${withSessionsSql(log)}) WHERE query IS NOT NULL AND person IS NOT NULL AND time IS NOT NULL) WHERE before IS NOT NULL`,
  )
  return table
}

/** What is counted beside the log: how often persons asked each of their queries, and what followed what. */
export interface Counted {
  readonly owned: string
  readonly turns: string | undefined
}

/** How long histories and sessions are, when people search, how often they repeat themselves, refine and click: noisy weights of all values. */
export async function releaseShape(log: Log, { marginals }: Account, tables: Counted, on: Context): Promise<Bar[]> {
  const bars: Bar[] = []
  for (const name of SHAPES) {
    const marginal = marginals[name]
    if (marginal === undefined) continue
    on.say(`counting ${name}`)
    const weights = await weigh(name, log, marginal.most, tables, on)
    const noise = discreteGaussian(on.random, marginal.variance)
    const values = name === 'days' ? [...weights.keys()] : Array.from({ length: VALUES[name] }, (_, i) => i)
    const noisy = values.map((value) => ({ marginal: name, value, weight: (weights.get(value) ?? 0) + noise() }))
    const above = (least: number) => noisy.filter(({ weight }) => weight > least)
    const sure = name === 'history' ? above(SURE_HISTORY * marginal.sigma) : []
    bars.push(...(sure.length > 0 ? sure : above(marginal.threshold ?? FLOOR * marginal.sigma)))
  }
  return bars
}

/** What persons have of a marginal, as SQL for (person, value, n). */
function countsSql(name: ShapeName, log: Log, { owned, turns }: Counted): string {
  const rows = `${log.table} WHERE query IS NOT NULL AND person IS NOT NULL`
  const timed = (value: string) =>
    `SELECT person, ${value} AS value, count(*) AS n FROM ${rows} AND time IS NOT NULL GROUP BY ALL`
  switch (name) {
    case 'history':
      return `SELECT person, CASE ${[...HISTORIES]
        .reverse()
        .map((from, i) => `WHEN rows >= ${from} THEN ${HISTORIES.length - 1 - i}`)
        .join(' ')} END AS value, 1 AS n
        FROM (SELECT person, sum(n) AS rows FROM ${owned} GROUP BY person)`
    case 'repeats':
      return `SELECT person, value, CASE value WHEN 0 THEN firsts ELSE rows - firsts END AS n
        FROM (SELECT person, count(*) AS firsts, sum(n) AS rows FROM ${owned} GROUP BY person), (VALUES (0), (1)) v(value)`
    case 'hours':
      return timed('hour(time)')
    case 'weekdays':
      return timed('isodow(time) - 1')
    case 'days':
      // A year with a slip of the pen is no day that anybody can use.
      return `SELECT * FROM (${timed("date_diff('day', DATE '1970-01-01', time::DATE)")}) WHERE value BETWEEN 1 AND 36500`
    case 'sessions':
      return `SELECT person, least(rows, ${LONGEST_SESSION}) - 1 AS value, count(*) AS n FROM (
        SELECT person, session, count(*) AS rows FROM (${withSessionsSql(log)}) WHERE query IS NOT NULL AND person IS NOT NULL AND time IS NOT NULL GROUP BY ALL) GROUP BY ALL`
    case 'turns':
      return `SELECT person, CASE WHEN query = before THEN 0 WHEN list_has_any(${split('query', ' ')}, ${split('before', ' ')}) THEN 1 ELSE 2 END AS value, count(*) AS n FROM ${turns} GROUP BY ALL`
    case 'clicks':
      return `SELECT person, (url IS NOT NULL AND url <> '')::INTEGER AS value, count(*) AS n FROM ${rows} GROUP BY ALL`
  }
}

/** Adds up what persons have of a marginal, each in proportion to the person's own numbers, whose squares add up to UNIT^2 at most. */
export async function weigh(
  name: ShapeName,
  log: Log,
  most: number,
  tables: Counted,
  on: Context,
): Promise<Map<number, number>> {
  const table = fresh('own')
  const n = `least(n, ${MOST_TIMES})::BIGINT`
  // Of days a person has any number; those with the most rows count, the earlier first.
  const kept =
    name === 'days' ? `QUALIFY row_number() OVER (PARTITION BY person ORDER BY n DESC, value) <= ${most}` : ''
  await on.engine.materialise(
    table,
    `SELECT person, value, ${n} AS n FROM (${countsSql(name, log, tables)}) WHERE n > 0 ${kept}`,
  )
  const weights = new Map<number, number>()
  for await (const [values, sums] of on.engine.stream(
    `SELECT value::INTEGER AS value, sum(floor(${UNIT - 1} * (n / sqrt(squares)))::BIGINT)::BIGINT AS weight FROM ${table}
      JOIN (SELECT person, sum(n * n)::DOUBLE AS squares FROM ${table} GROUP BY person) USING (person) GROUP BY value ORDER BY value`,
  ))
    for (let i = 0; i < (values?.length ?? 0); i++) weights.set(values![i] as number, Number(sums![i]))
  await on.engine.drop(table)
  return weights
}

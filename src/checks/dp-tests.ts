import { hashOf, none } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import { FARTHEST, farOff, manyOf, manyWhenFew, tooNear, tooWide } from './dp-bounds.js'
import { type Open, scoresOf } from './dp-law.js'
import type { CountNoise, Mechanism } from './dp-mechanism.js'

/** An honest release fails each of the tests less often than this. */
export const FALSE_ALARM = 2.5e-10

/**
 * Items of the log and what was published of them: a table with the columns of `Counted` and `shown` and `count` (null where nothing is shown).
 * `key` names an item; rows (key, chance) of those who may have given it stand in `chances`.
 */
export interface Held {
  readonly engine: Sql
  readonly table: string
  readonly key: readonly string[]
  readonly chances: string | undefined
  /** How often an honest release may fail each of the tests. */
  readonly falseAlarm: number
}

/** How many items were held against the log, and how many of them, or whether all together, no honest run would leave. */
export interface Outcome {
  readonly items: number
  readonly wrong: number
}

async function one(engine: Sql, sql: string): Promise<Record<string, number>> {
  return (await engine.all<Record<string, number>>(sql))[0] ?? {}
}

/**
 * Counts that are too far from the log. An item's count is Y = B + X, whether it is shown or not, so that P(it is shown as c or more) <= P(Y >= c), and the
 * same below. Each side of each of the N items of the log may fail once in 2N/falseAlarm runs; how items depend on each other does not
 * matter. Only counts four deviations off are looked at: nearer ones never fail.
 */
export async function countsTooFar({ engine, table, falseAlarm }: Held, { law }: CountNoise): Promise<Outcome> {
  const { items = 0, shown = 0 } = await one(
    engine,
    `SELECT count(*) AS items, count(*) FILTER (WHERE shown) AS shown FROM ${table}`,
  )
  const limit = Math.log(falseAlarm / (2 * items))
  let wrong = 0
  for await (const [count, mu, low, variance] of engine.stream(
    `SELECT count, mu, low, var FROM ${table} WHERE shown AND (count > mu + 4 * sqrt(var + ${law.variance}) OR count < low - 4 * sqrt(var + ${law.variance}))`,
  )) {
    for (let i = 0; i < (count?.length ?? 0); i++) {
      const c = count?.[i] as number
      const off = Math.max(c - (mu?.[i] as number), (low?.[i] as number) - c)
      if (farOff(off, variance?.[i] as number, law) < limit) wrong++
    }
  }
  return { items: shown, wrong }
}

/**
 * Counts that are the exact ones of the log: persons, rows, or what is to be expected. Given all B, noise hits each such number with a chance of `peak` at
 * most, independently; so among the n items of the log that come out at least every other time the hits are at most binomial (n, peak). Where B
 * is certain to pass tau' an item that is shown is hit with a chance of twice `peak` at most: that test is for releases that show few of
 * those items. Three kinds of numbers, two tests each.
 */
export async function exactCounts(
  { engine, table, falseAlarm }: Held,
  gate: number,
  { peak }: CountNoise,
): Promise<Outcome> {
  const kinds = ['persons', 'times', 'round(mu)']
  const hits = (kind: number, within: string) =>
    `count(*) FILTER (WHERE ${within} AND shown AND count = ${kinds[kind]})`
  const [likely, safe] = [`mu >= ${gate + 1}`, `sure >= ${gate + 1}`]
  const found = await one(
    engine,
    `SELECT count(*) FILTER (WHERE ${likely}) AS likely, count(*) FILTER (WHERE ${safe} AND shown) AS safe,
      ${kinds.map((_, i) => `${hits(i, likely)} AS l${i}, ${hits(i, safe)} AS s${i}`).join(', ')} FROM ${table}`,
  )
  const limit = Math.log(falseAlarm / (2 * kinds.length))
  const { likely: all = 0, safe: shown = 0 } = found
  const wrong = kinds.map((_, i) => {
    const [many, among] = [found[`l${i}`] ?? 0, found[`s${i}`] ?? 0]
    return (many > 0 && manyOf(all, many, peak) < limit) || (among > 0 && manyOf(shown, among, 2 * peak) < limit)
      ? Math.max(many, among)
      : 0
  })
  return { items: Math.max(all, shown), wrong: Math.max(...wrong) }
}

/** Limits of the chance of coming out: items below each of them are counted together. */
const RARE = [1e-2, 1e-4, 1e-6, 1e-8, 1e-10]

/**
 * Items that hardly ever come out. Each has a chance of q_i at most; the counts of items are negatively associated (see dp-bounds.ts), so the number that come out
 * is bounded by the sum of the q_i as if they were independent. Beside these sums, no single item comes out whose q_i is below the limit over N.
 */
export async function rareItems({ engine, table, falseAlarm }: Held, { base }: Mechanism['chance']): Promise<Outcome> {
  const log = `(${base} + tilted)`
  const classes = RARE.map(
    (q, i) =>
      `coalesce(sum(exp(${log})) FILTER (WHERE ${log} <= ${Math.log(q)}), 0) AS q${i}, count(*) FILTER (WHERE shown AND ${log} <= ${Math.log(q)}) AS k${i}`,
  )
  const { items = 0 } = await one(engine, `SELECT count(*) AS items FROM ${table}`)
  if (items === 0) return { items: 0, wrong: 0 }
  const limit = Math.log(falseAlarm / (RARE.length + 1))
  const found = await one(
    engine,
    `SELECT count(*) FILTER (WHERE shown) AS shown, count(*) FILTER (WHERE shown AND ${log} < ${limit - Math.log(items)}) AS never, ${classes.join(', ')} FROM ${table}`,
  )
  const wrong = RARE.map((_, i) => {
    const [k, sum] = [found[`k${i}`] ?? 0, found[`q${i}`] ?? 0]
    return k > 0 && manyWhenFew(k, sum) < limit ? k : 0
  })
  return { items: found.shown ?? 0, wrong: Math.max(found.never ?? 0, ...wrong) }
}

/** Items whose scores are looked at, and steps of reckoning that their laws may take. */
const MOST_ITEMS = 20_000
const MOST_STEPS = 2e9

/**
 * Counts that lie too near to what is to be expected, or too far off, on one side or on both. Looked at are items that come out
 * nearly always, the cheapest first: which they are depends on the log alone. The randomised normal score of Y is standard normal, and a published count puts it
 * between two bounds; an item that is not shown could be anywhere. So the sum of squares lies between two sums, one to hold against
 * "too wide", the other against "too near". Three sums, two ways each.
 */
export async function spread(held: Held, gate: Mechanism['gate'], { law }: CountNoise): Promise<Outcome> {
  const { engine, table, key, chances, falseAlarm } = held
  const chosen = fresh('chosen')
  const steps = 'open * least(open, 17 * sqrt(var) + 20)'
  const names = key.join(', ')
  await engine.materialise(
    chosen,
    `SELECT * FROM (
      SELECT ${names}, shown, count, sure, var, row_number() OVER cheap AS id, sum(${steps}) OVER cheap AS steps
      FROM ${table} WHERE mu - 3 * sqrt(var + ${gate.deviation ** 2}) > ${gate.at}
      WINDOW cheap AS (ORDER BY ${steps}, ${hashOf(key)}, ${names} ROWS UNBOUNDED PRECEDING))
    WHERE id <= ${MOST_ITEMS} AND steps <= ${MOST_STEPS}`,
  )
  const scores = await one(
    engine,
    `SELECT count(*) FILTER (WHERE var = 0) AS sure, count(*) FILTER (WHERE var > 0) AS open, count(*) FILTER (WHERE NOT shown) AS missing FROM ${chosen}`,
  )
  const { sure = 0, open = 0, missing = 0 } = scores
  const [above, below] = [new Squares(missing), new Squares(missing)]
  const groups =
    chances === undefined
      ? `(SELECT 0 AS id, ${none('double')} AS chance, 0 AS n WHERE false)`
      : `(SELECT id, chance, count(*) AS n FROM ${chances} JOIN ${chosen} USING (${names}) WHERE chance > 0 AND chance < 1 AND shown GROUP BY id, chance)`
  for await (const { count, certain, persons } of itemsOf(
    engine,
    `SELECT c.id, count, sure, chance, n FROM ${chosen} c LEFT JOIN ${groups} g USING (id) WHERE shown ORDER BY c.id`,
  )) {
    const { low, high } = scoresOf(count, certain, persons, law)
    above.add(low, high)
    below.add(-high, -low)
  }
  await engine.drop(chosen)
  const limit = Math.log(falseAlarm / 6)
  const all = { sure, open }
  const odd =
    [above, below].some((side) => tooWide(side.least, all, 'one') < limit || tooNear(side.most, all, 'one') < limit) ||
    tooWide(above.least + below.least, all, 'both') < limit ||
    tooNear(above.most + below.most - missing * FARTHEST ** 2, all, 'both') < limit
  return { items: sure + open, wrong: odd ? sure + open : 0 }
}

/** The least and the most that squares of scores of one side add up to. */
class Squares {
  least = 0
  most: number

  constructor(missing: number) {
    this.most = missing * FARTHEST ** 2
  }

  add(low: number, high: number): void {
    this.least += Math.max(0, low) ** 2
    this.most += Math.min(FARTHEST, Math.max(0, high)) ** 2
  }
}

/** Reads rows (id, count, sure, chance, n) that stand together by id as one item each. */
async function* itemsOf(
  engine: Sql,
  sql: string,
): AsyncGenerator<{ readonly count: number; readonly certain: number; readonly persons: readonly Open[] }> {
  let last: number | undefined
  let item: { count: number; certain: number; persons: Open[] } | undefined
  for await (const [ids, counts, sure, chances, persons] of engine.stream(sql)) {
    for (let i = 0; i < (ids?.length ?? 0); i++) {
      if (ids?.[i] !== last) {
        if (item !== undefined) yield item
        last = ids?.[i] as number
        item = { count: counts?.[i] as number, certain: sure?.[i] as number, persons: [] }
      }
      const chance = chances?.[i] as number | null
      if (chance !== null) item?.persons.push({ chance, persons: persons?.[i] as number })
    }
  }
  if (item !== undefined) yield item
}

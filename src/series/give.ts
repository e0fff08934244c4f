import { antiJoin, cast, digitsSql, hmacSql, universalHash } from '../engines/dialect/index.js'
import { fresh, names } from '../engines/sql.js'
import { type Counting, itemColumns, sourceOf } from '../histograms/items.js'
import { oneText } from '../histograms/numbers.js'
import type { Log } from '../log/log.js'
import type { Context } from '../release/context.js'
import { keyFor } from './vault.js'

/** What persons may give in a period. */
export interface Giving extends Counting {
  /** In the whole stretch. */
  readonly most: number
  readonly choose: 'random' | 'frequent'
  /** The key of the stretch. */
  readonly key: Uint8Array
  /** Who has given what in the stretch, after FROM: (p1, p0, code). */
  readonly given?: string
}

/** Codes stand for persons and items: (p1, p0) of 128 bits, (code) of 64. */
export const CODES = ['p1', 'p0', 'code'] as const

/**
 * What persons give in a period, as a table (p1, p0, code, item columns): items that they have not given in the stretch, until the bound is reached. Which ones, where there
 * are too many, follows from the key and the person's own rows of the period; in which order makes no difference to others.
 */
export async function give(log: Log, { most, choose, key, given, ...counting }: Giving, on: Context): Promise<string> {
  on.say('collecting the items of each person')
  const [persons, texts, pairs, table] = ['persons', 'texts', 'pairs', 'gives'].map(fresh) as [
    string,
    string,
    string,
    string,
  ]
  const columns = itemColumns(counting.items).map(({ name }) => name)
  const { given: source, n, texts: standing } = sourceOf(log, counting)
  const half = (code: string, from: number, digits: number) => cast(digitsSql(code, from, digits), 'code64')
  const word = (nth: number, name: string) => `${half('choice', 8 * nth, 8)} AS ${name}`
  await on.engine.materialise(
    persons,
    `SELECT person, ${half('who', 0, 16)} AS p1, ${half('who', 16, 16)} AS p0, ${['a1', 'a0', 'b1', 'b0'].map((name, i) => word(i, name)).join(', ')} FROM (
      SELECT person, ${hmacSql(keyFor(key, 'person'), 'person')} AS who, ${hmacSql(keyFor(key, 'choice'), 'person')} AS choice
      FROM (SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL))`,
  )
  await on.engine.materialise(
    texts,
    `SELECT *, ${half('what', 0, 16)} AS code, ${half('what', 16, 8)} AS lot FROM (
      SELECT *, ${hmacSql(keyFor(key, 'item'), oneText(columns))} AS what FROM (SELECT DISTINCT ${columns.join(', ')} FROM (${standing})))`,
  )
  await on.engine.materialise(
    pairs,
    `SELECT p1, p0, code, ${columns.map((name) => `t.${name}`).join(', ')}, ${cast(universalHash(['a1', 'a0'], ['b1', 'b0'], 'lot'), 'code64')} AS chance, ${cast(n, 'double')} AS n
      FROM (${source}) g JOIN ${persons} p ON g.person = p.person JOIN ${texts} t ON ${columns.map((name) => `g.${name} = t.${name}`).join(' AND ')}
      GROUP BY ALL`,
  )
  await on.engine.drop(persons, texts)
  const rest = given === undefined ? '' : antiJoin(given, `USING (${names(CODES)})`)
  const used =
    given === undefined
      ? ''
      : `LEFT JOIN (SELECT p1, p0, count(*) AS used FROM ${given} GROUP BY p1, p0) u USING (p1, p0)`
  const room = given === undefined ? String(most) : `${most} - coalesce(used, 0)`
  const order = [...(choose === 'frequent' ? ['n DESC'] : []), 'chance', 'code', ...columns]
  await on.engine.materialise(
    table,
    `SELECT ${names([...CODES, ...columns])} FROM (
      SELECT *, row_number() OVER (PARTITION BY p1, p0 ORDER BY ${order.join(', ')}) AS place FROM ${pairs} ${rest}) ranked ${used}
      WHERE place <= ${room}`,
  )
  await on.engine.drop(pairs)
  return table
}

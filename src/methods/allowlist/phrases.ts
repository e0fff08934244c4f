import { antiJoin, cast, none, semiJoin } from '../../engines/dialect/index.js'
import { countOf, fresh } from '../../engines/sql.js'
import { itemColumns } from '../../histograms/items.js'
import type { Log } from '../../log/log.js'
import { phrasesSql } from '../../log/phrases-sql.js'
import type { Made } from '../../release/made.js'
import type { Context, Earlier } from '../method.js'

const COLUMNS = [
  ...itemColumns('phrases'),
  { name: 'count', type: 'integer', meaning: 'persons who used the phrase' },
] as const

/** Makes a table of the phrases that k persons used, with how many did: no rows, so that nothing tells which phrases stood in one text. */
export async function commonPhrases(log: Log, k: number, words: number, on: Context): Promise<Made> {
  on.say('counting persons per phrase')
  const [persons, used, released] = [fresh('persons'), fresh('used'), fresh('released')]
  await on.engine.materialise(
    persons,
    `SELECT person, ${cast('row_number() OVER ()', 'code32')} AS p FROM (SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL)`,
  )
  const asked = `SELECT DISTINCT p, query AS item FROM ${log.table} JOIN ${persons} USING (person) WHERE query IS NOT NULL`
  await on.engine.materialise(
    used,
    `SELECT item, ${cast('count(*)', 'long')} AS count FROM (SELECT DISTINCT item, p FROM (${phrasesSql(asked, 'item', words)})) GROUP BY item HAVING count(*) >= ${k}`,
  )
  // used: (item, count), the phrases that k persons used
  await on.engine.materialise(
    released,
    on.since ? since(log, used, on.since, k, words) : `SELECT item, count FROM ${used}`,
  )
  const learnt = { persons: await countOf(on.engine, persons) }
  await on.engine.drop(persons, used)
  return { tables: [{ name: 'data', table: released, columns: COLUMNS }], learnt }
}

/** Of common phrases those that were shown before, and those that k persons used who had not used them before. */
function since(log: Log, used: string, { asked, shown }: Earlier, k: number, words: number): string {
  const of = (table: string) =>
    `SELECT DISTINCT item, person FROM (${phrasesSql(`SELECT DISTINCT person, query AS item FROM ${table} WHERE query IS NOT NULL AND person IS NOT NULL`, 'item', words)}) ${semiJoin(used, 'USING (item)')}`
  const before = `SELECT DISTINCT item FROM (${phrasesSql(`SELECT DISTINCT query AS item, ${none('text')} AS person FROM ${shown}`, 'item', words)})`
  const anew = `SELECT item FROM (SELECT item, person FROM (${of(log.table)}) ${antiJoin(`(${of(asked)}) b`, 'USING (item, person)')}) GROUP BY item HAVING count(*) >= ${k}`
  return `SELECT item, count FROM ${used} WHERE item IN (${before}) OR item IN (${anew})`
}

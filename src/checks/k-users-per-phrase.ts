import { antiJoin, cast, extractAll, fullMatch, joined, lengthOf } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { countOf, fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { KUsersPerNgram } from '../release/guarantee.js'
import { type Check, count } from './check.js'
import type { ClaimedRelease } from './claim.js'
import { COUNT_IN_THE_LOG } from './persons.js'
import { PHRASE_WORD, phrasesUsed } from './phrases.js'

/** A table of phrases with the persons who used each. Its own counts can refute the claim; that they are true, the log alone shows. */
export async function kUsersPerPhrase(on: ClaimedRelease, claim: KUsersPerNgram): Promise<Check[]> {
  const form = await wellFormed(on, claim)
  if (form.holds === false) return [form]
  const { engine, rows, original } = on
  if (original !== undefined) return [form, ...(await inTheLog(on, claim, original))]
  const few = await countOf(engine, `${rows.table} WHERE ${cast('count', 'long')} < ${claim.k}`)
  const name = 'persons per phrase'
  if (few > 0)
    return [form, { name, holds: false, detail: `${count(few, 'phrase')} with fewer than ${claim.k}`, onClaim: true }]
  const detail = `each has ${claim.k} or more by its count, which is the release's own word`
  return [form, { name, holds: null, detail, onClaim: true, toShow: COUNT_IN_THE_LOG }]
}

/** The columns that belong there, every phrase once, words with a blank between, none too long, whole counts. */
async function wellFormed({ engine, rows, side }: ClaimedRelease, { n }: KUsersPerNgram): Promise<Check> {
  const name = 'phrases'
  if (rows.columns.join() !== 'item,count' || Object.keys(side).length > 0)
    return { name, holds: false, detail: 'there should be one table, with the columns item, count', onClaim: true }
  const words = extractAll('item', PHRASE_WORD)
  const sound = `coalesce(${joined(words, ' ')} = item AND ${lengthOf(words)} BETWEEN 1 AND ${n} AND ${fullMatch('count', '[1-9][0-9]{0,14}')}, false)`
  const odd = await countOf(engine, `${rows.table} WHERE NOT ${sound}`)
  const all = await countOf(engine, rows.table)
  const distinct = await countOf(engine, `(SELECT DISTINCT item FROM ${rows.table})`)
  const wrong = [
    ...(odd > 0 ? [`${count(odd, 'row')} without a phrase of at most ${count(n, 'word')} and a whole count`] : []),
    ...(distinct < all ? ['phrases stand there more than once'] : []),
  ]
  return wrong.length > 0
    ? { name, holds: false, detail: wrong.join('; '), onClaim: true }
    : { name, holds: true, detail: `${count(all, 'phrase')}, each once` }
}

/** Every phrase has k persons in the log, and as many as its count says. */
async function inTheLog({ engine, rows }: ClaimedRelease, claim: KUsersPerNgram, original: Log): Promise<Check[]> {
  const used = await usersOf(engine, original, claim.n)
  const all = await countOf(engine, rows.table)
  const few = await countOf(
    engine,
    `${rows.table} ${antiJoin(`(SELECT item FROM ${used} WHERE persons >= ${claim.k})`, 'USING (item)')}`,
  )
  const other = await countOf(
    engine,
    `${rows.table} r JOIN ${used} u ON r.item = u.item WHERE ${cast('r.count', 'long')} <> u.persons`,
  )
  await engine.drop(used)
  return [
    {
      name: 'persons in the log per phrase',
      holds: few === 0,
      detail:
        few === 0
          ? `each of ${count(all, 'phrase')} has ${claim.k} persons or more in the log`
          : `${few.toLocaleString('en')} of ${count(all, 'phrase')} have fewer than ${claim.k} persons in the log`,
      onClaim: true,
    },
    {
      name: 'counts of phrases',
      holds: other === 0,
      detail: other === 0 ? 'they are those of the log' : `${count(other, 'count')} other than in the log`,
      onClaim: true,
    },
  ]
}

/** Creates a table (item, persons) of all phrases of a log. */
async function usersOf(engine: Sql, { table }: Log, words: number): Promise<string> {
  const used = fresh('used')
  const asked = `SELECT DISTINCT person, query, 1 AS n FROM ${table} WHERE query IS NOT NULL AND person IS NOT NULL`
  await engine.materialise(
    used,
    `SELECT item, count(*) AS persons FROM (SELECT DISTINCT item, person FROM (${phrasesUsed(asked, words)})) GROUP BY item`,
  )
  return used // (item, persons)
}

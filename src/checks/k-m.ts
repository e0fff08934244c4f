import { cast, chained, daysBetween, each, extractAll, joined, listOf } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { countOf, fresh, name } from '../engines/sql.js'
import type { Rows } from '../release/data.js'
import type { KM } from '../release/guarantee.js'
import { type Check, count } from './check.js'
import type { ClaimCheck, Claimed } from './claim.js'
import { historiesOfTheLog } from './histories.js'
import { enough, NOUN, type Persons, WHO_IS_WHO } from './persons.js'
import { type Groups, rareCombinations } from './rare-combinations.js'
import { rowsOfTheLog } from './rows-of-the-log.js'

export const kmClaim: ClaimCheck<KM> = {
  onRelease: async (on, claim) => {
    const log = on.original ?? on.thinned
    const cut = on.release.manifest.steps.some(({ method }) => method === 'sessions')
    return [
      await combinations(on, claim, cut),
      ...(on.rows.columns.includes('query') ? [await nothingButTerms(on)] : []),
      ...(log
        ? [
            await historiesOfTheLog(on, log, on.persons.by === 'person' && claim.window === undefined && !cut),
            ...(on.rows.columns.includes('query') ? await rowsOfTheLog(on, log, 'none') : []),
          ]
        : []),
    ]
  },
  onForeign: async (on, claim) => [await combinations(on, claim, false), notOfTheClaim(await nothingButTerms(on))],
}

const TERM = '[\\p{L}\\p{M}\\p{N}]+'

/** What stands between terms is counted by nobody: a released text is its terms and the blanks between them. */
async function nothingButTerms({ engine, rows }: Claimed): Promise<Check> {
  const found = await countOf(
    engine,
    `(SELECT DISTINCT query FROM ${rows.table} WHERE query IS NOT NULL)
     WHERE query <> ${joined(extractAll('query', TERM), ' ')}`,
  )
  return {
    name: 'texts',
    holds: found === 0,
    detail: found === 0 ? 'terms and nothing else' : `${count(found, 'text')} with more than terms`,
  }
}

/** In data of others what stands between terms is nobody's fault, and the claim says nothing of it. */
function notOfTheClaim(check: Check): Check {
  return check.holds === false
    ? { ...check, holds: null, detail: `${check.detail}, of which the claim says nothing` }
    : check
}

/** Counts every combination of every released history; none is printed. `cut`: histories had been cut into sessions before. */
async function combinations(on: Claimed, claim: KM, cut: boolean): Promise<Check> {
  const name = 'combinations'
  const open = (detail: string, toShow?: string): Check => ({
    name,
    holds: null,
    detail,
    onClaim: true,
    ...(toShow === undefined ? {} : { toShow }),
  })
  const { rows, persons } = on
  if (!rows.columns.includes('pseudonym') || persons.by === 'row')
    return open('without pseudonyms nobody can tell which rows are of one history')
  const needed = [
    'query',
    ...(claim.window === undefined ? [] : [timeColumn(rows)]),
    ...(claim.within === undefined ? [] : [claim.within]),
  ]
  if (needed.some((column) => column === undefined || !rows.columns.includes(column)))
    return open('the columns that say what a history holds, or which window a row is of, are not there')
  // Who has several pseudonyms makes a combination look more common than it is, and a cut history less.
  if (persons.by === 'person' ? claim.per === 'session' : claim.per === 'history') return open(whyOpen(persons, claim))
  const { rare, checked, histories, more } = rareCombinations(
    await readGroups(on.engine, rows, claim),
    claim.k,
    claim.m,
  )
  const what = `${count(checked, 'combination')} in ${count(histories, 'history', 'histories')}`
  if (rare > 0)
    return {
      name,
      holds: false,
      detail: `${count(rare, 'violation')}: combinations with fewer than ${claim.k} ${NOUN[persons.by]}s, of ${what}`,
      onClaim: true,
    }
  if (more) return open(`each of ${what} is common enough, and there are more than can be looked at`)
  if (histories === 0) return { name, holds: true, detail: 'nothing is shown', onClaim: true }
  if (claim.per === 'session' || cut)
    return open(
      `each of ${what} has ${claim.k} pseudonyms or more; whether they are of ${claim.k} persons the release does not tell`,
    )
  // A window has one pseudonym a person, so pseudonyms are persons there.
  const detail = `each of ${what} has ${claim.k} ${NOUN[persons.by]}s or more`
  return enough({ ...persons, by: 'person' }, { name, detail }, WHO_IS_WHO)
}

function whyOpen(persons: Persons, claim: KM): string {
  return persons.by === 'person'
    ? 'sessions of a person carry one pseudonym, so that nobody can tell them apart'
    : `pseudonyms are of shorter stretches than a ${claim.per}`
}

function timeColumn({ columns }: Rows): string | undefined {
  return ['day', 'hour', 'time'].find((column) => columns.includes(column))
}

/** (history, stratum, item) of the released rows in numbers: a history is what one pseudonym shows, in one window. */
async function readGroups(engine: Sql, rows: Rows, { window, within }: KM): Promise<Groups> {
  const table = fresh('shown_terms')
  const days = window === undefined ? undefined : Number(window.slice(0, -1)) * (window.endsWith('w') ? 7 : 1)
  const day = cast(`left(${name(timeColumn(rows) ?? '')}, 10)`, 'day')
  const slice =
    days === undefined
      ? `''`
      : `coalesce(${cast(`floor(${daysBetween(`DATE '1970-01-01'`, day)} / ${days})`, 'text')}, '')`
  const region = within === undefined ? `''` : `coalesce(${name(within)}, '')`
  const terms = extractAll('query', TERM)
  const hosts = `CASE WHEN host IS NULL THEN ${listOf([])} ELSE ${listOf(['chr(1) || host'])} END`
  const shown = rows.columns.includes('host') ? chained([terms, hosts]) : terms
  await engine.materialise(
    table,
    `SELECT DISTINCT pseudonym, slice, item FROM (
      SELECT pseudonym, slice, ${each(shown)} AS item FROM (
        SELECT DISTINCT pseudonym, query, ${slice} || chr(1) || ${region} AS slice ${rows.columns.includes('host') ? ', host' : ''} FROM ${rows.table} WHERE query IS NOT NULL))`,
  )
  const [sizes] = await engine.all<{ n: number; items: number }>(
    `SELECT count(*) AS n, count(DISTINCT item) AS items FROM ${table}`,
  )
  const { n = 0, items = 0 } = sizes ?? {}
  const groups = { history: new Uint32Array(n), stratum: new Uint32Array(n), item: new Uint32Array(n), items }
  let at = 0
  // Items by frequency, the most frequent first.
  for await (const [history = [], stratum = [], item = []] of engine.stream(`
    WITH codes AS (SELECT item, ${cast('row_number() OVER (ORDER BY count(*) DESC) - 1', 'integer')} AS code FROM ${table} GROUP BY item)
    SELECT ${cast('dense_rank() OVER (ORDER BY slice, pseudonym) - 1', 'integer')}, ${cast('dense_rank() OVER (ORDER BY slice) - 1', 'integer')}, code FROM ${table} JOIN codes USING (item) ORDER BY 1, 3`))
    for (let i = 0; i < history.length; i++, at++) {
      groups.history[at] = history[i] as number
      groups.stratum[at] = stratum[i] as number
      groups.item[at] = item[i] as number
    }
  await engine.drop(table)
  return groups
}

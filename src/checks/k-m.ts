import type { Engine } from '../engines/engine.js'
import { fresh, name } from '../engines/sql.js'
import type { Rows } from '../release/data.js'
import type { KM } from '../release/guarantee.js'
import { type Check, count } from './check.js'
import type { ClaimCheck, Claimed, Persons } from './claim.js'
import { type Groups, rareCombinations } from './rare-combinations.js'

export const kmClaim: ClaimCheck<KM> = {
  onRelease: async (on, claim) => [
    await combinations(on, claim),
    ...(on.original ? [await termsOfTheLog(on.engine, on.rows, on.original.table)] : []),
  ],
  onForeign: async (on, claim) => [await combinations(on, claim)],
}

/** Counts every combination of every released history; none is printed. */
async function combinations(on: Claimed, claim: KM): Promise<Check> {
  const name = 'combinations'
  const open = (detail: string): Check => ({ name, holds: null, detail, onClaim: true })
  if (!on.rows.columns.includes('pseudonym') || on.persons === 'none')
    return open('without pseudonyms nobody can tell which rows are of one history')
  const needed = [
    ...(claim.window === undefined ? [] : [timeColumn(on.rows)]),
    ...(claim.within === undefined ? [] : [claim.within]),
  ]
  if (needed.some((column) => column === undefined || !on.rows.columns.includes(column)))
    return open('the columns that say which window a row is of are not there')
  const groups = await readGroups(on.engine, on.rows, claim)
  const { rare, checked, histories } = rareCombinations(groups, claim.k, claim.m)
  // Who has several pseudonyms makes a combination look more common than it is, and a cut history less.
  const exact = on.persons === 'exact' ? claim.per !== 'session' : claim.per !== 'history'
  if (!exact) return open(whyOpen(on.persons, claim))
  const what = `${count(checked, 'combination')} in ${count(histories, 'history').replace('historys', 'histories')}`
  if (rare > 0)
    return {
      name,
      holds: false,
      detail: `${count(rare, 'violation')}: combinations with fewer than ${claim.k} ${nounOf(on.persons)}, of ${what}`,
      onClaim: true,
    }
  // A window has one pseudonym a person, so pseudonyms are persons there; sessions have not.
  if (claim.per === 'session')
    return open(
      `each of ${what} has ${claim.k} pseudonyms or more; whether they are of ${claim.k} persons the release does not tell`,
    )
  return { name, holds: true, detail: `each of ${what} has ${claim.k} persons or more`, onClaim: true }
}

const nounOf = (persons: Persons) => (persons === 'exact' ? 'persons' : 'pseudonyms')

function whyOpen(persons: Persons, claim: KM): string {
  return persons === 'exact'
    ? 'sessions of a person carry one pseudonym, so that nobody can tell them apart'
    : `pseudonyms are of shorter stretches than a ${claim.per}`
}

function timeColumn({ columns }: Rows): string | undefined {
  return ['day', 'hour', 'time'].find((column) => columns.includes(column))
}

/** (history, stratum, item) of the released rows in numbers: a history is what one pseudonym shows, in one window. */
async function readGroups(engine: Engine, rows: Rows, { window, within }: KM): Promise<Groups> {
  const table = fresh('shown_terms')
  const days = window === undefined ? undefined : Number(window.slice(0, -1)) * (window.endsWith('w') ? 7 : 1)
  const slice =
    days === undefined
      ? `''`
      : `coalesce(floor(date_diff('day', DATE '1970-01-01', left(${name(timeColumn(rows) as string)}, 10)::DATE) / ${days})::VARCHAR, '')`
  const region = within === undefined ? `''` : `coalesce(${name(within)}, '')`
  const host = rows.columns.includes('host') ? `|| CASE WHEN host IS NULL THEN [] ELSE [chr(1) || host] END` : ''
  await engine.run(`
    CREATE TABLE ${table} AS SELECT DISTINCT pseudonym, slice, item FROM (
      SELECT pseudonym, slice, unnest(regexp_extract_all(query, '[\\p{L}\\p{M}\\p{N}]+') ${host}) AS item FROM (
        SELECT DISTINCT pseudonym, query, ${slice} || chr(1) || ${region} AS slice ${rows.columns.includes('host') ? ', host' : ''} FROM ${rows.table} WHERE query IS NOT NULL))`)
  const [sizes] = await engine.all<{ n: number; items: number }>(
    `SELECT count(*) AS n, count(DISTINCT item) AS items FROM ${table}`,
  )
  const { n = 0, items = 0 } = sizes ?? {}
  const groups = { history: new Uint32Array(n), stratum: new Uint32Array(n), item: new Uint32Array(n), items }
  let at = 0
  // Items by frequency, the most frequent first.
  for await (const [history = [], stratum = [], item = []] of engine.stream(`
    WITH codes AS (SELECT item, (row_number() OVER (ORDER BY count(*) DESC) - 1)::INTEGER AS code FROM ${table} GROUP BY item)
    SELECT (dense_rank() OVER (ORDER BY slice, pseudonym) - 1)::INTEGER, (dense_rank() OVER (ORDER BY slice) - 1)::INTEGER, code FROM ${table} JOIN codes USING (item) ORDER BY 1, 3`))
    for (let i = 0; i < history.length; i++, at++) {
      groups.history[at] = history[i] as number
      groups.stratum[at] = stratum[i] as number
      groups.item[at] = item[i] as number
    }
  await engine.run(`DROP TABLE ${table}`)
  return groups
}

/** No term is shown that the log does not have. */
async function termsOfTheLog(engine: Engine, rows: Rows, original: string): Promise<Check> {
  const words = (table: string) =>
    `SELECT DISTINCT unnest(regexp_extract_all(query, '[\\p{L}\\p{M}\\p{N}]+')) AS word FROM (SELECT DISTINCT query FROM ${table} WHERE query IS NOT NULL)`
  const [result] = await engine.all<{ n: number }>(
    `SELECT count(*) AS n FROM (${words(rows.table)}) ANTI JOIN (${words(original)}) USING (word)`,
  )
  return {
    name: 'terms come from the log',
    holds: result?.n === 0,
    detail:
      result?.n === 0
        ? 'no term that the log does not have'
        : `${count(result?.n ?? 0, 'term')} that the log does not have`,
  }
}

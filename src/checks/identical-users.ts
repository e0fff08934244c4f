import {
  cast,
  each,
  hashOf,
  joinedInOrder,
  none,
  semiJoin,
  split,
  startOf,
  type Type,
  tails,
  tryCast,
} from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { countOf, fresh, name } from '../engines/sql.js'
import { hostSql } from '../log/host-sql.js'
import type { Log } from '../log/log.js'
import type { Rows } from '../release/data.js'
import type { IdenticalUsers } from '../release/guarantee.js'
import type { PrivateRecord } from '../release/manifest.js'
import { personsInTheLog } from './against.js'
import { type Check, count, number } from './check.js'
import type { ClaimCheck, Claimed, ClaimedRelease } from './claim.js'
import { diversity } from './diversity.js'
import { COUNT_IN_THE_LOG, enough, WHO_IS_WHO } from './persons.js'

export const identicalUsersClaim: ClaimCheck<IdenticalUsers> = {
  onRelease: async (on, claim) => [
    await alike(on, claim.k),
    ...(claim.l > 1 ? [await diversity(on, claim)] : []),
    await askedByEnough(on, claim),
    ...(on.original ? await hostsOfTheLog(on, on.original, claim.k) : []),
    ...(on.original ? await besideTwins(on, on.original) : []),
  ],
  onForeign: async (on, claim) => [
    await alike(on, claim.k),
    ...(claim.minUsers > 1 ? [notCounted(claim.minUsers, COUNT_IN_THE_LOG)] : []),
    ...(claim.l > 1 ? [DIVERSITY_UNKNOWN] : []),
  ],
}

const DIVERSITY_UNKNOWN: Check = {
  name: 'top-level categories',
  holds: null,
  detail: 'what queries are about is looked up for releases of Lethe only',
  onClaim: true,
}

async function alike(on: Claimed, k: number): Promise<Check> {
  return on.persons.by === 'row' ? equalRows(on, k) : twins(on, k)
}

/** A row without its pseudonym as one text; different rows give different texts. */
function rowText(columns: readonly string[]): string {
  return columns
    .filter((column) => column !== 'pseudonym')
    .map(
      (column) =>
        `CASE WHEN ${name(column)} IS NULL THEN '-' ELSE length(${name(column)}) || ':' || ${name(column)} END`,
    )
    .join(` || '|' || `)
}

/** Rows by the number of their text: (pseudonym, row). Numbers follow the texts, so that equal rows have equal numbers. */
async function numbered(engine: Sql, rows: Rows): Promise<string> {
  const [texts, codes, table] = [fresh('texts'), fresh('codes'), fresh('numbered')]
  await engine.materialise(texts, `SELECT pseudonym, ${rowText(rows.columns)} AS text FROM ${rows.table}`)
  await engine.materialise(
    codes,
    `SELECT text, row_number() OVER (ORDER BY text) AS row FROM (SELECT DISTINCT text FROM ${texts})`,
  )
  await engine.materialise(table, `SELECT t.pseudonym, c.row FROM ${texts} t JOIN ${codes} c ON t.text = c.text`)
  await engine.drop(texts, codes)
  return table // (pseudonym, row)
}

/** Rows whose histories are written out at a time: the engine cannot spill them. */
const AT_A_TIME = 1_000_000

interface Twins {
  readonly histories: number
  readonly groups: number
  readonly alone: number
  readonly least: number | null
}

/** Every pseudonym has k - 1 others with the same rows in every released column, each as often. */
async function twins({ engine, rows, persons }: Claimed, k: number): Promise<Check> {
  const [table, shares] = [await numbered(engine, rows), fresh('shares')]
  const [size] = await engine.all<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)
  const parts = Math.ceil((size?.rows ?? 0) / AT_A_TIME)
  // Histories that are the same have the same number of rows and the same sum of their numbers: they come in one part.
  await engine.materialise(
    shares,
    `SELECT pseudonym, ${hashOf(['count(*)', 'sum(row)'])} % ${Math.max(1, parts)} AS part FROM ${table} GROUP BY pseudonym`,
  )
  let [histories, groups, alone, least] = [0, 0, 0, Number.POSITIVE_INFINITY]
  for (let part = 0; part < parts; part++) {
    const [found] = await engine.all<Twins>(`
      SELECT ${cast('coalesce(sum(n), 0)', 'long')} AS histories, count(*) AS groups, ${cast(`coalesce(sum(n) FILTER (WHERE n < ${k}), 0)`, 'long')} AS alone, min(n) AS least FROM (
        SELECT count(*) AS n FROM (
          SELECT pseudonym, ${joinedInOrder('row', ',')} AS history
          FROM ${table} JOIN (SELECT pseudonym FROM ${shares} WHERE part = ${part}) USING (pseudonym) GROUP BY pseudonym)
        GROUP BY history)`)
    histories += found?.histories ?? 0
    groups += found?.groups ?? 0
    alone += found?.alone ?? 0
    least = Math.min(least, found?.least ?? least)
  }
  await engine.drop(table, shares)
  const name = 'identical histories'
  if (alone > 0)
    return {
      name,
      holds: false,
      detail: `${count(alone, 'pseudonym')} of ${number(histories)} have fewer than ${k - 1} twins; the smallest group has ${least}`,
      onClaim: true,
    }
  if (histories === 0) return { name, holds: true, detail: 'nothing is shown', onClaim: true }
  const detail = `each of ${count(histories, 'pseudonym')} has at least ${k - 1} twins, in ${count(groups, 'group')}`
  return enough(persons, { name, detail }, persons.by === 'person' ? WHO_IS_WHO : WHOLE_PERSONS)
}

const WHOLE_PERSONS = 'Make the release with one pseudonym for a person: --link user.'

/** Without pseudonyms there are no histories to see; every row must stand there k times. */
async function equalRows({ engine, rows }: Claimed, k: number): Promise<Check> {
  const [found] = await engine.all<{ kinds: number; rare: number; least: number | null }>(`
    SELECT count(*) AS kinds, count(*) FILTER (WHERE n < ${k}) AS rare, min(n) AS least FROM (
      SELECT count(*) AS n FROM (SELECT ${rowText(rows.columns)} AS text FROM ${rows.table}) GROUP BY text)`)
  const { kinds = 0, rare = 0, least } = found ?? {}
  const name = 'identical rows'
  if (rare > 0)
    return {
      name,
      holds: false,
      detail: `${count(rare, 'row')} of ${number(kinds)} stand there fewer than ${k} times; the rarest ${least} times`,
      onClaim: true,
    }
  if (kinds === 0) return { name, holds: true, detail: 'nothing is shown', onClaim: true }
  return {
    name,
    holds: null,
    detail: `each of ${count(kinds, 'different row')} stands there ${k} times or more; without pseudonyms there are no histories to compare`,
    onClaim: true,
    toShow: WHOLE_PERSONS,
  }
}

const PER_QUERY = 'persons in the log per query'

/** Every released query was asked by enough persons: counted in the original, or by the run itself. */
async function askedByEnough(on: ClaimedRelease, { minUsers }: IdenticalUsers): Promise<Check> {
  const { engine, rows, original, record } = on
  if (original && rows.columns.includes('query')) return personsInTheLog(engine, rows, original, ['query'], minUsers)
  const shown = await countOf(engine, rows.table)
  if (shown === 0) return { name: PER_QUERY, holds: true, detail: 'nothing is shown', onClaim: true }
  const least = leastOf(record)
  if (least === undefined) return notCounted(minUsers, COUNT_IN_THE_LOG)
  return {
    name: PER_QUERY,
    holds: least >= minUsers,
    detail: `the run that made the release counted ${count(least, 'person')} or more for each query${least >= minUsers ? '' : `, and ${minUsers} are promised`}`,
    onClaim: true,
  }
}

/** A host is what the hosts of k persons have in common on the right: at least so many in the log went to one that ends so. */
async function hostsOfTheLog({ engine, rows }: Claimed, log: Log, k: number): Promise<Check[]> {
  if (!rows.columns.includes('host')) return []
  const clicked = log.has.url
    ? `SELECT DISTINCT person, ${split(`lower(${hostSql('url')})`, '.')} AS labels FROM ${log.table} WHERE query IS NOT NULL AND url IS NOT NULL`
    : `SELECT '' AS person, ${none('texts')} AS labels WHERE false`
  const [found] = await engine.all<{ hosts: number; rare: number }>(`
    WITH shown AS (SELECT DISTINCT host FROM ${rows.table} WHERE host IS NOT NULL),
      parts AS (SELECT DISTINCT person, ${each(tails('labels', '.'))} AS host FROM (${clicked})),
      behind AS (SELECT host, count(*) AS n FROM parts ${semiJoin('shown', 'USING (host)')} GROUP BY host)
    SELECT count(*) AS hosts, count(*) FILTER (WHERE coalesce(n, 0) < ${k}) AS rare FROM shown LEFT JOIN behind USING (host)`)
  const { hosts = 0, rare = 0 } = found ?? {}
  if (hosts === 0) return []
  return [
    {
      name: 'persons in the log per host',
      holds: rare === 0,
      detail:
        rare === 0
          ? `${k} persons or more went to each of ${count(hosts, 'host')}, or to one that ends so`
          : `fewer than ${k} persons in the log went to ${rare} of ${count(hosts, 'host')}, or to one that ends so`,
      onClaim: true,
    },
  ]
}

/** Times and ranks are means of those of persons, further columns are empty, and there are no more histories than persons. */
async function besideTwins({ engine, rows, release, persons }: ClaimedRelease, log: Log): Promise<Check[]> {
  const own = ['pseudonym', 'query', 'host', 'day', 'hour', 'time', 'seconds', 'rank']
  const out = (column: string, type: Type, of: string) =>
    `SELECT ${tryCast(column, type)} NOT BETWEEN (SELECT min(${of}) FROM ${log.table}) AND (SELECT max(${of}) FROM ${log.table}) AS wrong FROM ${rows.table} WHERE ${column} IS NOT NULL`
  const exact = release.manifest.shows.time !== 'relative'
  const wrong = rows.columns.flatMap((column) => {
    if (!own.includes(column)) return [`SELECT true AS wrong FROM ${rows.table} WHERE ${name(column)} IS NOT NULL`]
    if (column === 'day' && log.has.time) return [out('day', 'day', cast('time', 'day'))]
    if (column === 'hour' && log.has.time) return [out('hour', 'time', startOf('hour', 'time'))]
    if (column === 'time' && log.has.time && exact) return [out('time', 'time', 'time')]
    if (column === 'rank' && log.has.rank) return [out('rank', 'long', 'rank')]
    return []
  })
  if (persons.by === 'person' && rows.columns.includes('pseudonym'))
    wrong.push(
      `SELECT (SELECT count(DISTINCT pseudonym) FROM ${rows.table}) > (SELECT count(DISTINCT person) FROM ${log.table}) AS wrong`,
    )
  if (wrong.length === 0) return []
  const [found] = await engine.all<{ n: number }>(
    `SELECT count(*) AS n FROM (${wrong.join(' UNION ALL ')}) WHERE coalesce(wrong, true)`,
  )
  const holds = found?.n === 0
  return [
    {
      name: 'beside the text',
      holds,
      detail: holds
        ? 'times and ranks are within those of the log, and further columns are empty'
        : 'there are times, ranks, further columns or pseudonyms that no persons of the log amount to',
    },
  ]
}

/** What the run wrote down: the persons of the released query that the fewest had asked. */
function leastOf(record: PrivateRecord | undefined): number | undefined {
  const { leastPersons } = (record?.facts?.microaggregation ?? {}) as { readonly leastPersons?: unknown }
  return typeof leastPersons === 'number' ? leastPersons : undefined
}

function notCounted(minUsers: number, toShow: string): Check {
  return {
    name: PER_QUERY,
    holds: minUsers === 1 ? true : null,
    detail:
      minUsers === 1
        ? 'one person is enough for a query'
        : `whether ${minUsers} persons asked each query, the release does not tell`,
    onClaim: true,
    ...(minUsers === 1 ? {} : { toShow }),
  }
}

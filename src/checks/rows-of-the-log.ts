import { createHmac } from 'node:crypto'
import { cast, replaceAll, secondsBetween, semiJoin, startOf, type Type, tryCast } from '../engines/dialect/index.js'
import { mapText } from '../engines/map-text.js'
import { countOf, name } from '../engines/sql.js'
import { hostSql } from '../log/host-sql.js'
import type { Log } from '../log/log.js'
import { bagOfStems } from './bag-of-stems.js'
import type { Check } from './check.js'
import type { ClaimedRelease } from './claim.js'

/** A released column as it is compared, and what it is in the log. */
interface Compared {
  readonly column: string
  readonly released: string
  readonly original: string
}

/**
 * Rows are rows of the log: none shows a query with a time, a host, a rank or a further column that the log does not have as often. Where texts are
 * others (`words`: variants were put together; `none`: words were taken out), the rest is compared. What stands beside a text may have been
 * withheld: each set of columns that some row shows is compared over all rows that show it, so that a row cannot pass twice.
 */
export async function rowsOfTheLog(on: ClaimedRelease, log: Log, texts: 'same' | 'words' | 'none'): Promise<Check[]> {
  const { engine, rows, release } = on
  const beside = rows.columns.flatMap((column) => besideText(column, log, release.manifest.shows.time))
  const missing = beside.filter(({ original }) => original === '').map(({ column }) => column)
  const compared = [...(texts === 'same' ? [QUERY] : []), ...beside.filter(({ original }) => original !== '')]
  const shown = [
    '0',
    ...compared.map(({ column }, i) => `(CASE WHEN ${name(column)} IS NULL THEN 0 ELSE ${2 ** i} END)`),
  ]
  const mask = cast(shown.join(' + '), 'long')
  const masks = await engine.all<{ mask: number }>(
    `SELECT DISTINCT ${mask} AS mask FROM ${rows.table} WHERE query IS NOT NULL LIMIT ${MOST_MASKS + 1}`,
  )
  const asked =
    texts === 'same'
      ? `(SELECT * FROM ${log.table} o ${semiJoin(`${rows.table} r`, 'ON o.query = r.query')})`
      : log.table
  let more = texts === 'words' ? await moreByWords(on, log) : 0
  for (const { mask: one } of [{ mask: 0 }, ...masks.slice(0, MOST_MASKS)]) {
    const by = compared.filter((_, i) => Math.floor(one / 2 ** i) % 2 === 1)
    const counted = (side: 'released' | 'original', from: string, where: string) =>
      `SELECT ${['1', ...by.map((column) => column[side])].map((sql, i) => `${sql} AS c${i}`).join(', ')}, count(*) AS n FROM ${from} WHERE query IS NOT NULL ${where} GROUP BY ALL`
    const same = ['1', ...by].map((_, i) => `r.c${i} = o.c${i}`).join(' AND ')
    more += await countOf(
      engine,
      `(${counted('released', rows.table, `AND (${mask} & ${one}) = ${one}`)}) r LEFT JOIN (${counted('original', asked, '')}) o ON ${same}
      WHERE r.n > coalesce(o.n, 0)`,
    )
  }
  const holds = more > 0 ? false : masks.length > MOST_MASKS ? null : true
  return [
    {
      name: 'rows come from the log',
      holds,
      detail:
        holds === false
          ? 'there are rows that the log does not have, or not as often'
          : holds === null
            ? 'further columns are withheld in more ways than can be compared'
            : 'each stands in the log as often',
    },
    ...missing.map((column) => unread(column)),
    ...(await withinTheLog(on, log)),
    ...(await noMorePersons(on, log)),
  ]
}

/** Texts with more rows than the log has in the same stemmed words. What is shown is a text of its class, or the words themselves. */
async function moreByWords({ engine, rows }: ClaimedRelease, log: Log): Promise<number> {
  const [ofLog, shown] = [
    await mapText(engine, log.table, 'query', bagOfStems),
    await mapText(engine, rows.table, 'query', bagOfStems),
  ]
  const [found] = await engine.all<{ n: number }>(`
    WITH bags AS (SELECT m.mapped AS bag, count(*) AS n FROM ${log.table} l JOIN ${ofLog} m ON l.query = m.value GROUP BY bag),
      texts AS (SELECT query, count(*) AS n FROM ${rows.table} WHERE query IS NOT NULL GROUP BY query)
    SELECT count(*) AS n FROM texts t JOIN ${shown} m ON t.query = m.value
      LEFT JOIN bags own ON own.bag = t.query LEFT JOIN bags of ON of.bag = m.mapped
    WHERE t.n > coalesce(own.n, 0) + CASE WHEN m.mapped = t.query THEN 0 ELSE coalesce(of.n, 0) END`)
  return found?.n ?? 0
}

/** Seconds since a first row cannot be looked for one by one; none leads out of the time of the log, and none begins on a day without a row. */
export async function withinTheLog({ engine, rows, release }: ClaimedRelease, log: Log): Promise<Check[]> {
  if (release.manifest.shows.time !== 'relative' || !rows.columns.includes('seconds') || !log.has.time) return []
  const [found] = await engine.all<{ n: number }>(`
    WITH days AS (SELECT DISTINCT ${cast('time', 'day')} AS day FROM ${log.table}), ends AS (SELECT max(time) AS last FROM ${log.table})
    SELECT count(*) AS n FROM (
      SELECT ${tryCast('day', 'day')} AS day, ${tryCast('seconds', 'long')} AS seconds FROM ${rows.table} WHERE day IS NOT NULL OR seconds IS NOT NULL) r, ends
    WHERE r.seconds < 0 OR coalesce(r.day NOT IN (SELECT day FROM days WHERE day IS NOT NULL), true)
      OR r.seconds > ${secondsBetween(cast('r.day', 'time'), 'ends.last')}`) // a row without a time may have a day, which is its pseudonym's first
  const holds = found?.n === 0
  return [
    {
      name: 'relative times',
      holds,
      detail: holds
        ? 'within the time of the log, which is all that can be held against them'
        : 'some are out of the time of the log',
    },
  ]
}

/** Where each pseudonym is to be a person, there are no more than persons. */
async function noMorePersons({ engine, rows, persons }: ClaimedRelease, log: Log): Promise<Check[]> {
  if (persons.by !== 'person' || !rows.columns.includes('pseudonym')) return []
  const [found] = await engine.all<{ more: boolean }>(
    `SELECT (SELECT count(DISTINCT pseudonym) FROM ${rows.table}) > (SELECT count(DISTINCT person) FROM ${log.table}) AS more`,
  )
  return found?.more ? [{ name: 'pseudonyms', holds: false, detail: 'there are more than the log has persons' }] : []
}

/** Ways in which columns beside a text may be shown and withheld. */
const MOST_MASKS = 64

const QUERY: Compared = { column: 'query', released: 'query', original: 'query' }

/** What stands beside a text; `original` is empty where the log was read without it. What is counted from a first row is not compared. */
function besideText(column: string, { has, extras }: Log, time: string): Compared[] {
  const one = (released: string, original: string, there: boolean): Compared[] => [
    { column, released, original: there ? original : '' },
  ]
  const at = (type: Type) => tryCast(column, type)
  switch (column) {
    case 'pseudonym':
    case 'query':
    case 'tag':
    case 'seconds':
      return []
    case 'host':
      return has.url ? one('host', hostSql('url'), true) : [] // said by the count of persons
    case 'day':
      return time === 'relative' ? [] : one(at('day'), cast('time', 'day'), has.time)
    case 'hour':
      return one(at('time'), startOf('hour', 'time'), has.time)
    case 'time':
      return one(at('time'), 'time', has.time)
    case 'rank':
      return one(at('long'), 'rank', has.rank)
    default:
      return one(
        name(column),
        `nullif(${replaceAll(name(`x_${column}`), '[\\x00-\\x1f\\x7f]', ' ')}, '')`,
        extras.includes(column),
      )
  }
}

/** A column of a release that cannot be held against the log, since `of` was not read there. */
export function unread(column: string, of = column): Check {
  return {
    name: `${column} in the log`,
    holds: null,
    detail: `the release shows the column ${column}, and the log was read without ${of === column ? 'it' : `its ${of}s`}`,
    onClaim: true,
    toShow: `Name the column of the log: --columns ${of}=NAME.`,
  }
}

/** Tags stand for withheld queries: whoever made the release knows that they were made of those, and so does who has log and key. */
export async function tagsOfTheLog(on: ClaimedRelease): Promise<Check[]> {
  const { engine, rows, original, tagKey, persons, release } = on
  if (!rows.columns.includes('tag') || !rows.columns.includes('query')) return []
  const tags = await countOf(engine, `${rows.table} WHERE tag IS NOT NULL`)
  const check = { name: 'tags', onClaim: true } as const
  if (tags === 0) return []
  if (original && tagKey) {
    const tagOf = (query: string) => createHmac('sha256', tagKey).update(query).digest('hex').slice(0, 32)
    const made = await mapText(engine, original.table, 'query', tagOf)
    const asked = `${original.table} o JOIN ${made} m ON o.query = m.value`
    // A withheld row shows when it was asked, and nothing else.
    const times = rows.columns
      .filter((column) => ['day', 'hour', 'time'].includes(column))
      .flatMap((column) => besideText(column, original, release.manifest.shows.time))
      .filter((column) => column.original !== '')
    const counted = (side: 'released' | 'original', tag: string, from: string) =>
      `SELECT ${[tag, ...times.map((column) => column[side])].map((sql, i) => `${sql} AS c${i}`).join(', ')}, count(*) AS n FROM ${from} GROUP BY ALL`
    const same = ['tag', ...times].map((_, i) => `r.c${i} IS NOT DISTINCT FROM o.c${i}`).join(' AND ')
    const odd = await countOf(
      engine,
      `(${counted('released', 'tag', `${rows.table} WHERE tag IS NOT NULL`)}) r
      LEFT JOIN (${counted('original', 'm.mapped', asked)}) o ON ${same} WHERE r.n > coalesce(o.n, 0)`,
    )
    const holds = odd === 0
    return [
      {
        ...check,
        holds,
        detail: holds
          ? 'made of queries of the log, at their times'
          : 'some are of no query of the log, or of another time',
      },
    ]
  }
  if (persons.known === 'run') return [{ ...check, holds: true, detail: 'as the run wrote them' }]
  return [
    {
      ...check,
      holds: null,
      detail: 'rows stand for withheld queries; that their tags say nothing else, only the key shows',
      toShow: 'Give the log and the key: --against LOG --key FILE.',
    },
  ]
}

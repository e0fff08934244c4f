import { createHmac } from 'node:crypto'
import { mapText } from '../engines/map-text.js'
import { countOf, name } from '../engines/sql.js'
import { hostSql } from '../log/host-sql.js'
import type { Log } from '../log/log.js'
import type { Check } from './check.js'
import type { ClaimedRelease } from './claim.js'

/** A released column as it is compared, and what it is in the log. */
interface Compared {
  readonly column: string
  readonly released: string
  readonly original: string
}

/**
 * Rows are rows of the log: none shows a query with a time, a host, a rank or a further column that the log does not have as often. Where variants
 * were put together, texts are others and the rest is compared. What stands beside a text may have been withheld: rows that show the same
 * columns are compared by those.
 */
export async function rowsOfTheLog(
  { engine, rows, release }: ClaimedRelease,
  log: Log,
  byWords: boolean,
): Promise<Check[]> {
  const beside = rows.columns.flatMap((column) => besideText(column, log, release.manifest.shows.time))
  const missing = beside.filter(({ original }) => original === '').map(({ column }) => column)
  const compared = [...(byWords ? [] : [QUERY]), ...beside.filter(({ original }) => original !== '')]
  const shown =
    compared.length === 0
      ? '0'
      : compared.map(({ column }, i) => `(CASE WHEN ${name(column)} IS NULL THEN 0 ELSE ${2 ** i} END)`).join(' + ')
  const masks = await engine.all<{ mask: number }>(
    `SELECT DISTINCT (${shown})::BIGINT AS mask FROM ${rows.table} WHERE query IS NOT NULL LIMIT ${MOST_MASKS + 1}`,
  )
  const asked = byWords ? log.table : `(SELECT * FROM ${log.table} o SEMI JOIN ${rows.table} r ON o.query = r.query)`
  let more = 0
  for (const { mask } of masks.slice(0, MOST_MASKS)) {
    const by = compared.filter((_, i) => Math.floor(mask / 2 ** i) % 2 === 1)
    const counted = (side: 'released' | 'original', from: string, where: string) =>
      `SELECT ${['1', ...by.map((one) => one[side])].map((sql, i) => `${sql} AS c${i}`).join(', ')}, count(*) AS n FROM ${from} WHERE query IS NOT NULL ${where} GROUP BY ALL`
    const same = ['1', ...by].map((_, i) => `r.c${i} = o.c${i}`).join(' AND ')
    more += await countOf(
      engine,
      `(${counted('released', rows.table, `AND ${shown} = ${mask}`)}) r LEFT JOIN (${counted('original', asked, '')}) o ON ${same}
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
  ]
}

/** Ways in which columns beside a text may be shown and withheld. */
const MOST_MASKS = 64

const QUERY: Compared = { column: 'query', released: 'query', original: 'query' }

/** What stands beside a text; `original` is empty where the log was read without it. What is counted from a first row is not compared. */
function besideText(column: string, { has, extras }: Log, time: string): Compared[] {
  const one = (released: string, original: string, there: boolean): Compared[] => [
    { column, released, original: there ? original : '' },
  ]
  const at = (type: string) => `try_cast(${column} AS ${type})`
  switch (column) {
    case 'pseudonym':
    case 'query':
    case 'tag':
    case 'seconds':
      return []
    case 'host':
      return has.url ? one('host', hostSql('url'), true) : [] // said by the count of persons
    case 'day':
      return time === 'relative' ? [] : one(at('DATE'), 'time::DATE', has.time)
    case 'hour':
      return one(at('TIMESTAMP'), `date_trunc('hour', time)`, has.time)
    case 'time':
      return one(at('TIMESTAMP'), 'time', has.time)
    case 'rank':
      return one(at('BIGINT'), 'rank', has.rank)
    default:
      return one(
        name(column),
        `nullif(regexp_replace(${name(`x_${column}`)}, '[\\x00-\\x1f\\x7f]', ' ', 'g'), '')`,
        extras.includes(column),
      )
  }
}

function unread(column: string): Check {
  return {
    name: `${column} in the log`,
    holds: null,
    detail: `the release shows the column ${column}, and the log was read without it`,
    onClaim: true,
    toShow: `Name the column of the log: --columns ${column}=NAME.`,
  }
}

/** Tags stand for withheld queries: whoever made the release knows that they were made of those, and so does who has log and key. */
export async function tagsOfTheLog(on: ClaimedRelease): Promise<Check[]> {
  const { engine, rows, original, tagKey, persons } = on
  if (!rows.columns.includes('tag') || !rows.columns.includes('query')) return []
  const tags = await countOf(engine, `${rows.table} WHERE tag IS NOT NULL`)
  const check = { name: 'tags', onClaim: true } as const
  if (tags === 0) return []
  if (original && tagKey) {
    const tagOf = (query: string) => createHmac('sha256', tagKey).update(query).digest('hex').slice(0, 32)
    const made = await mapText(engine, original.table, 'query', tagOf)
    const asked = `${original.table} o JOIN ${made} m ON o.query = m.value`
    const counted = (tag: string, from: string) => `SELECT ${tag} AS tag, count(*) AS n FROM ${from} GROUP BY ALL`
    const odd = await countOf(
      engine,
      `(${counted('tag', `${rows.table} WHERE tag IS NOT NULL`)}) r
      LEFT JOIN (${counted('m.mapped', asked)}) o USING (tag) WHERE r.n > coalesce(o.n, 0)`,
    )
    const holds = odd === 0
    return [{ ...check, holds, detail: holds ? 'made of queries of the log' : 'some are of no query of the log' }]
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

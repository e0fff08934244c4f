import { cast, semiJoin, startOf, tryCast } from '../engines/dialect/index.js'
import { name } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import { type Check, count } from './check.js'
import type { ClaimedRelease } from './claim.js'
import { unread, withinTheLog } from './rows-of-the-log.js'

/** What may stand beside a tag: nothing of the row but whose it is and when it was asked. */
const BESIDE_TAGS = ['pseudonym', 'tag', 'day', 'hour', 'time', 'seconds']

/** What stood beside a shared query in the log is withheld with it: other columns may be there, and are empty. */
export async function bareTags({ engine, rows }: ClaimedRelease): Promise<Check> {
  const others = rows.columns.filter((column) => !BESIDE_TAGS.includes(column))
  const told = others.map((column) => `${name(column)} IS NOT NULL`).join(' OR ') || 'false'
  const [found] = await engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${rows.table} WHERE ${told}`)
  return {
    name: 'beside tags',
    holds: found?.n === 0,
    detail:
      found?.n === 0
        ? 'nothing of a row is shown but when it was asked'
        : `${count(found?.n ?? 0, 'row')} show more than they may`,
  }
}

/** A column of times, and what it is in the log. */
interface Time {
  readonly released: string
  readonly original: string
}

const TIMES: Readonly<Record<string, Time>> = {
  day: { released: tryCast('day', 'day'), original: cast('time', 'day') },
  hour: { released: tryCast('hour', 'time'), original: startOf('hour', 'time') },
  time: { released: tryCast('time', 'time'), original: 'time' },
}

/**
 * Rows are rows of the log: none shows a tag with a time that the log does not have as often. With the key that is said of all tags, without it of those that
 * are open.
 *
 * @param sealed SQL of the released rows, their tags as bytes
 * @param opened table (tag, query) of what is open
 */
export async function sealedRowsOfTheLog(
  on: ClaimedRelease,
  { sealed, opened }: { readonly sealed: string; readonly opened: string },
  log: Log,
): Promise<Check[]> {
  const { engine, rows, release, again } = on
  const relative = release.manifest.shows.time === 'relative'
  const shown = relative ? [] : Object.keys(TIMES).filter((column) => rows.columns.includes(column))
  const compared = log.has.time ? shown.map((column) => TIMES[column]!) : []
  const [released, original] = again
    ? [`SELECT *, tag AS asked FROM ${sealed}`, `SELECT *, tag AS asked FROM ${again.rows}`]
    : [
        `SELECT r.*, o.query AS asked FROM ${sealed} r JOIN ${opened} o ON r.tag = o.tag`,
        `SELECT *, query AS asked FROM ${log.table} ${semiJoin(opened, 'USING (query)')}`,
      ]
  const counted = (side: keyof Time, from: string) =>
    `SELECT asked, ${compared.map((time, i) => `${time[side]} AS c${i}, `).join('')}count(*) AS n FROM (${from}) GROUP BY ALL`
  const same = ['asked', ...compared.map((_, i) => `c${i}`)].map((c) => `r.${c} IS NOT DISTINCT FROM o.${c}`)
  const [more] = await engine.all<{ n: number }>(`
    SELECT count(*) AS n FROM (${counted('released', released)}) r LEFT JOIN (${counted('original', original)}) o ON ${same.join(' AND ')}
    WHERE r.n > coalesce(o.n, 0)`)
  const what = again ? 'tag' : 'open query'
  return [
    {
      name: 'rows come from the log',
      holds: more?.n === 0,
      detail:
        more?.n === 0
          ? `no ${what} has more rows than in the log${compared.length > 0 ? ' at any time' : ''}`
          : 'there are rows that the log does not have, or not as often',
    },
    ...(await withinTheLog(on, log)),
    ...(log.has.time ? [] : shown.map((column) => unread(column, 'time'))),
  ]
}

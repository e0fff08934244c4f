import { antiJoin, semiJoin } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { mapText } from '../engines/map-text.js'
import { countOf, fresh } from '../engines/sql.js'
import { hostSql } from '../log/host-sql.js'
import type { Log } from '../log/log.js'
import type { Rows } from '../release/data.js'
import type { KUsersPerNgram, KUsersPerQuery } from '../release/guarantee.js'
import { bagOfStems } from './bag-of-stems.js'
import { type Check, number } from './check.js'
import type { ClaimedRelease } from './claim.js'
import { rowsOfTheLog } from './rows-of-the-log.js'

/** Counts the persons behind every released query and pair in the original, and the rows of each query; nothing where it cannot be done. */
export async function inOriginal(on: ClaimedRelease, claim: KUsersPerQuery | KUsersPerNgram): Promise<Check[]> {
  const { engine, rows, original } = on
  if (original === undefined || !rows.columns.includes('query')) return []
  const byWords = claim.kind === 'k-users-per-query' && claim.same === 'words'
  const checks =
    claim.kind === 'k-users-per-query'
      ? [await personsInTheLog(engine, rows, original, ['query'], claim.k, byWords)]
      : []
  if (rows.columns.includes('host') && claim.hostK > 0)
    checks.push(
      original.has.url
        ? await personsInTheLog(engine, rows, original, ['query', 'host'], claim.hostK, byWords)
        : NO_URLS,
    )
  return [...checks, ...(await rowsOfTheLog(on, original, byWords ? 'words' : 'same'))]
}

const NO_URLS: Check = {
  name: 'persons in the log per query and host',
  holds: null,
  detail: 'the release shows hosts, and the log was read without URLs',
  onClaim: true,
  toShow: 'Name the column of URLs of the log: --columns url=NAME.',
}

/** Every shown text, or pair of text and host, belongs to k persons of the log. */
export async function personsInTheLog(
  engine: Sql,
  rows: Rows,
  original: Log,
  cell: readonly ('query' | 'host')[],
  k: number,
  byWords = false,
): Promise<Check> {
  const shown = fresh('shown')
  await engine.materialise(
    shown,
    `SELECT DISTINCT ${cell.join(', ')} FROM ${rows.table} WHERE ${cell.map((c) => `${c} IS NOT NULL`).join(' AND ')}`,
  )
  const asked = fresh('asked')
  const host = cell.includes('host') ? `${hostSql('o.url')} AS host,` : ''
  // Only released texts matter, unless a text may stand for others of the same words.
  await engine.materialise(
    asked,
    `SELECT DISTINCT o.query, ${host} o.person FROM ${original.table} o ${byWords ? '' : semiJoin(`${shown} s`, 'ON o.query = s.query')} WHERE o.query IS NOT NULL`,
  )
  const rare = fresh('rare')
  await engine.materialise(
    rare,
    `SELECT ${cell.join(', ')} FROM ${shown}
    ${antiJoin(`(SELECT ${cell.join(', ')} FROM ${asked} GROUP BY ALL HAVING count(*) >= ${k})`, `USING (${cell.join(', ')})`)}`,
  )
  const wrong = byWords ? await rareAsWords(engine, asked, rare, cell, k) : await countOf(engine, rare)
  const shownOf = `${number(await countOf(engine, shown))} ${cell.length === 1 ? 'queries' : '(query, host) pairs'}`
  return {
    name: `persons in the log per ${cell.length === 1 ? 'query' : 'query and host'}`,
    holds: wrong === 0,
    detail:
      wrong === 0
        ? `each of ${shownOf} has ${k} persons or more in the log`
        : `${number(wrong)} of ${shownOf} have fewer than ${k} persons in the log`,
    onClaim: true,
  }
}

/** Where variants were put together, a text may stand for all queries of the same stemmed words in any order. */
async function rareAsWords(
  engine: Sql,
  asked: string,
  rare: string,
  cell: readonly string[],
  k: number,
): Promise<number> {
  const asBags = await mapText(engine, asked, 'query', bagOfStems)
  const host = cell.includes('host') ? ', host' : ''
  const onHost = cell.includes('host') ? 'AND p.host = r.host' : ''
  // A text that leads a class has k persons itself and is not rare; what else is shown is the key of a class, which is its bag. On a host it stands for all of its class.
  const texts = await mapText(engine, rare, 'query', bagOfStems)
  const standsFor = cell.includes('host') ? '(p.bag = r.query OR p.bag = t.mapped)' : 'p.bag = r.query'
  const [result] = await engine.all<{ n: number }>(`
    WITH bags AS (SELECT bag ${host} FROM (SELECT DISTINCT m.mapped AS bag ${host}, person FROM ${asked} a JOIN ${asBags} m ON a.query = m.value) GROUP BY ALL HAVING count(*) >= ${k})
    SELECT count(*) AS n FROM ${rare} r JOIN ${texts} t ON r.query = t.value WHERE NOT EXISTS (SELECT 1 FROM bags p WHERE ${standsFor} ${onHost})`)
  return result?.n ?? 0
}

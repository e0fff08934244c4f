import { mapText } from '../../engines/map-text.js'
import { fresh } from '../../engines/sql.js'
import { hostSql } from '../../log/host-sql.js'
import type { Seen } from '../../release/seen.js'
import { normalise } from '../../text/normalise.js'
import type { AttackContext } from '../attack.js'
import type { Pages } from './sources.js'

/** A table (query, host, rank, clicks) of the clicks that a release shows; rank is null where it shows none. */
export async function shownClicks({ manifest, rows }: Seen, { engine }: AttackContext): Promise<string> {
  const shown = fresh('shown')
  const rank = rows.columns.includes('rank') ? 'TRY_CAST(r.rank AS BIGINT)' : 'NULL::BIGINT'
  // What somebody else released need not be normalised, as logs and results are.
  const texts = manifest ? undefined : await mapText(engine, rows.table, 'query', normalise)
  const query = texts ? 't.mapped' : 'r.query'
  await engine.materialise(
    shown,
    `SELECT query, host, rank, count(*) AS clicks FROM (
      SELECT ${query} AS query, ${hostSql('r.host')} AS host, ${rank} AS rank
      FROM ${rows.table} r ${texts ? `JOIN ${texts} t ON r.query = t.value` : ''})
    WHERE query IS NOT NULL AND host IS NOT NULL GROUP BY ALL`,
  )
  if (texts) await engine.drop(texts)
  return shown
}

/**
 * A table (query, host, rank, clicks, url, rest, urls): for each kind of click the page that is guessed, and of how many pages of that host; null where none is.
 *
 * [Adar07] section 4: the results of the query that are of the host that was clicked; the shown rank tells them apart. Of several the nearest in rank is taken, if it is no
 * further off than `tolerance`; where no rank is shown, or none is known, the one that most speaks for, then the first.
 */
export async function guessPages(
  shown: string,
  { table, placed }: Pages,
  tolerance: number,
  { engine }: AttackContext,
): Promise<string> {
  const [best, at, guessed] = [fresh('best'), fresh('at'), fresh('guessed')]
  await engine.materialise(
    best,
    `SELECT query, host, url, rest, count(*) OVER (PARTITION BY query, host) AS urls FROM (
      SELECT query, host, rest, min(url) AS url, sum(weight) AS weight, min(place) AS place FROM ${table} GROUP BY ALL)
    QUALIFY row_number() OVER (PARTITION BY query, host ORDER BY weight DESC, place NULLS LAST, rest) = 1`,
  )
  await engine.materialise(
    at,
    `SELECT query, host, place::BIGINT AS place, url, rest FROM ${table} WHERE place IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY query, host, place ORDER BY weight DESC, rest) = 1`,
  )
  // The nearest place from either side: no click is held against all places.
  const same = (side: string) => `s.query = ${side}.query AND s.host = ${side}.host`
  const pick = (column: string) => `CASE WHEN ${placed ? 's.rank IS NULL' : 'true'} THEN b.${column}
    WHEN s.rank - lo.place <= ${tolerance} AND (hi.place IS NULL OR s.rank - lo.place <= hi.place - s.rank) THEN lo.${column}
    WHEN hi.place - s.rank <= ${tolerance} THEN hi.${column} END`
  await engine.materialise(
    guessed,
    `SELECT s.query, s.host, s.rank, s.clicks, ${pick('url')} AS url, ${pick('rest')} AS rest, b.urls FROM ${shown} s
    LEFT JOIN ${best} b ON ${same('b')}
    ASOF LEFT JOIN ${at} lo ON ${same('lo')} AND s.rank >= lo.place
    ASOF LEFT JOIN ${at} hi ON ${same('hi')} AND s.rank <= hi.place`,
  )
  await engine.drop(best, at)
  return guessed
}

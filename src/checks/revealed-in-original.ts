import { cast, daysBetween, startOf } from '../engines/dialect/index.js'
import { countSelected, fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { ThresholdReveal } from '../release/guarantee.js'
import { type Check, count } from './check.js'
import type { ClaimedRelease } from './claim.js'

/** Exactly the queries of t or more persons of the log open, each by no more shares than it has persons there. */
export async function revealedInOriginal(
  on: ClaimedRelease,
  shares: string,
  { t, scheme, epoch: claimed }: ThresholdReveal,
  opened: string,
  original: Log,
): Promise<Check[]> {
  const { engine, release } = on
  const epoch = epochSql(claimed, original)
  if (epoch === undefined)
    return [
      {
        name: 'persons in the log',
        holds: null,
        detail: 'this version does not know epochs of that length',
        onClaim: true,
      },
    ]
  const asked = fresh('asked')
  // (query, epoch, persons, n)
  await engine.materialise(
    asked,
    `SELECT query, ${epoch} AS epoch, count(DISTINCT person) AS persons, count(*) AS n FROM ${original.table} WHERE query IS NOT NULL GROUP BY ALL`,
  )
  const shown = `SELECT query, count(*) AS tags FROM ${opened} GROUP BY query`
  const ripe = `SELECT query, count(*) AS tags FROM ${asked} WHERE persons >= ${t} GROUP BY query`
  // Other steps may have taken out queries, and persons may collide at points: then some stay closed that could be open.
  const alone = release.manifest.steps.every(({ method }) => method === 'secret-shares' || method === 'scrub')
  const exact = alone && (scheme === 'field' || scheme === 'oblivious')
  return [
    await noneTooEarly(on, t, shown, ripe, opened),
    ...(exact ? [await noneTooLate(on, t, shown, ripe)] : []),
    await sharesPerPerson(on, shares, opened, asked),
  ]
}

/** What is open may be: shown and ripe are (query, tags). */
async function noneTooEarly(
  { engine }: ClaimedRelease,
  t: number,
  shown: string,
  ripe: string,
  opened: string,
): Promise<Check> {
  const early = await countSelected(
    engine,
    `SELECT 1 FROM (${shown}) s LEFT JOIN (${ripe}) r USING (query) WHERE s.tags > coalesce(r.tags, 0)`,
  )
  const all = await countSelected(engine, `SELECT 1 FROM ${opened}`)
  return {
    name: 'persons in the log per open query',
    holds: early === 0,
    detail:
      early === 0
        ? `each of ${count(all, 'open query', 'open queries')} has ${t} persons or more in the log, and reads as there`
        : `${count(early, 'open text')} without ${t} persons in the log`,
    onClaim: true,
  }
}

/** What may be open is. */
async function noneTooLate({ engine }: ClaimedRelease, t: number, shown: string, ripe: string): Promise<Check> {
  const late = await countSelected(
    engine,
    `SELECT 1 FROM (${ripe}) r LEFT JOIN (${shown}) s USING (query) WHERE r.tags > coalesce(s.tags, 0)`,
  )
  return {
    name: 'queries that should open',
    holds: late === 0,
    detail:
      late === 0
        ? `every query of ${t} persons or more opens`
        : `${count(late, 'query', 'queries')} of ${t} persons or more stay closed`,
  }
}

/** Which epoch a tag is of nobody can tell without the key: of a query, the tag with the most shares has the most persons, and so on. */
async function sharesPerPerson(
  { engine }: ClaimedRelease,
  shares: string,
  opened: string,
  asked: string,
): Promise<Check> {
  const place = (size: string) => `row_number() OVER (PARTITION BY query ORDER BY ${size} DESC) AS place`
  const sizes = `SELECT query, n, ${place('n')} FROM (SELECT o.query, o.tag, count(*) AS n FROM ${shares} s JOIN ${opened} o ON s.tag = o.tag GROUP BY ALL)`
  const strangers = await countSelected(
    engine,
    `SELECT 1 FROM (${sizes}) s LEFT JOIN (SELECT query, persons, ${place('persons')} FROM ${asked}) a USING (query, place) WHERE s.n > coalesce(a.persons, 0)`,
  )
  return {
    name: 'shares per person in the log',
    holds: strangers === 0,
    detail:
      strangers === 0
        ? 'no open query has more shares than persons'
        : `${count(strangers, 'open tag')} with more shares than the log has persons who asked`,
    onClaim: true,
  }
}

/** The epoch of a row as SQL; undefined for a length that is not known. */
function epochSql(rotation: string | undefined, original: Log): string | undefined {
  if (rotation === undefined) return `'all'`
  if (!original.has.time) return undefined
  if (rotation === 'day') return cast('time', 'day')
  if (rotation === 'week' || rotation === 'month' || rotation === 'year') return startOf(rotation, 'time')
  const days = /^([1-9]\d{0,4})d$/.exec(rotation)?.[1]
  return days === undefined ? undefined : `floor(${daysBetween(`DATE '1970-01-01'`, cast('time', 'day'))} / ${days}.0)`
}

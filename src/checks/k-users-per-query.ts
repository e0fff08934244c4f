import type { KUsersPerQuery } from '../release/guarantee.js'
import { inOriginal } from './against.js'
import { type Check, number } from './check.js'
import type { ClaimCheck, Claimed, ClaimedRelease } from './claim.js'
import { COUNT_IN_THE_LOG, enough, NOUN, type Persons, toKnow } from './persons.js'

export const kUsersPerQueryClaim: ClaimCheck<KUsersPerQuery> = {
  onRelease: async (on, claim) => {
    const counted = await inOriginal(on, claim)
    return [...(await kUsersPerQuery(on, claim, counted.length > 0, sealing(on))), ...counted]
  },
  onForeign: (on, claim) => kUsersPerQuery(on, claim, false),
}

/** How texts are hidden behind tags: one tag for a text, or one in each epoch. */
function sealing({ rows, release }: ClaimedRelease): 'none' | 'one-tag' | 'tags-by-epoch' {
  if (rows.columns.includes('query') || !rows.columns.includes('tag')) return 'none'
  const epoch = release.manifest.more?.epoch
  return epoch === undefined || epoch === 'none' ? 'one-tag' : 'tags-by-epoch'
}

/**
 * Every shown query has k persons and every (query, host) pair hostK, counted on the data itself. Fewer pseudonyms, or fewer rows, refute the
 * claim; as many show it only where pseudonyms are known to be persons. `settled`: persons are counted in the log, so that this is but a condition.
 */
async function kUsersPerQuery(
  on: Claimed,
  claim: KUsersPerQuery,
  settled: boolean,
  sealed: 'none' | 'one-tag' | 'tags-by-epoch' = 'none',
): Promise<Check[]> {
  const { columns } = on.rows
  const text = sealed === 'none' ? 'query' : 'tag'
  if (!columns.includes(text))
    return [{ name: 'queries', holds: false, detail: 'there is no column of queries', onClaim: true }]
  const checks = [await group(on, [text], claim.k, settled)]
  if (columns.includes('host') && claim.hostK > 0) checks.push(await group(on, [text, 'host'], claim.hostK, settled))
  // Tags of several epochs can stand for one query: each alone may have fewer persons.
  return sealed === 'tags-by-epoch' ? checks.map((check) => (check.holds === false ? undecided(check) : check)) : checks
}

function undecided(check: Check): Check {
  return { ...check, holds: null, toShow: COUNT_IN_THE_LOG }
}

/** The rule for (query, host) pairs by itself, for claims of another kind. */
export async function personsPerPair(on: Claimed, hostK: number, settled: boolean): Promise<Check[]> {
  return on.rows.columns.includes('host') && hostK > 0 ? [await group(on, ['query', 'host'], hostK, settled)] : []
}

const WHAT: Readonly<Record<string, readonly [one: string, many: string]>> = {
  query: ['query', 'queries'],
  tag: ['tag', 'tags'],
  'query,host': ['query and host', '(query, host) pairs'],
  'tag,host': ['tag and host', '(tag, host) pairs'],
}

async function group(
  { engine, rows, persons }: Claimed,
  cell: readonly string[],
  k: number,
  settled: boolean,
): Promise<Check> {
  const counted = persons.by === 'row' ? 'count(*)' : 'count(DISTINCT pseudonym)'
  const noun = NOUN[persons.by]
  // The last of the cell decides what is shown: a host beside no query is shown as well.
  const [result] = await engine.all<{ groups: number; rare: number; least: number | null }>(`
    SELECT count(*) AS groups, count(*) FILTER (WHERE n < ${k}) AS rare, min(n) AS least
    FROM (SELECT ${counted} AS n FROM ${rows.table} WHERE ${cell.at(-1)} IS NOT NULL GROUP BY ${cell.join(', ')})`)
  const { groups = 0, rare = 0, least } = result ?? {}
  const [one, many] = WHAT[cell.join()]!
  const name = `${noun}s per ${one}`
  if (rare > 0)
    return {
      name,
      holds: false,
      detail: `${number(rare)} of ${number(groups)} ${many} have fewer than ${k} ${noun}s; the least has ${least}`,
      onClaim: true,
    }
  return reached(persons, name, `each of ${number(groups)} ${many} has ${k} ${noun}s or more`, groups === 0, settled)
}

/** Where nothing is shown there is nobody to count. */
function reached(persons: Persons, name: string, detail: string, nothing: boolean, settled: boolean): Check {
  if (settled) return { name, holds: true, detail }
  if (nothing) return { name, holds: true, detail: 'nothing is shown', onClaim: true }
  return enough(persons, { name, detail }, toKnow(persons, true))
}

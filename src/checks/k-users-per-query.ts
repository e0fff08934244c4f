import type { Engine } from '../engines/engine.js'
import type { Rows } from '../release/data.js'
import type { KUsersPerQuery } from '../release/guarantee.js'
import { inOriginal } from './against.js'
import { type Check, count } from './check.js'
import type { ClaimCheck, Persons } from './claim.js'

export const kUsersPerQueryClaim: ClaimCheck<KUsersPerQuery> = {
  onRelease: async (on, claim) => [
    ...(await kUsersPerQuery(on.engine, on.rows, claim, on.persons)),
    ...(await inOriginal(on, claim)),
  ],
  onForeign: ({ engine, rows, persons }, claim) => kUsersPerQuery(engine, rows, claim, persons),
}

/**
 * Every shown query has k persons and every (query, host) pair hostK, counted on the data itself. Without pseudonyms only
 * rows can be counted: fewer than k rows refute the claim, k or more are what it takes for it to be true.
 */
async function kUsersPerQuery(engine: Engine, rows: Rows, claim: KUsersPerQuery, persons: Persons): Promise<Check[]> {
  const checks = [await group(engine, rows, ['query'], claim.k, persons)]
  if (rows.columns.includes('host')) checks.push(await group(engine, rows, ['query', 'host'], claim.hostK, persons))
  return checks
}

/** The rule for (query, host) pairs by itself, for claims of another kind: a condition, not the claim. */
export async function personsPerPair(engine: Engine, rows: Rows, hostK: number, persons: Persons): Promise<Check[]> {
  if (!rows.columns.includes('host')) return []
  const { name, holds, detail } = await group(engine, rows, ['query', 'host'], hostK, persons)
  return [{ name, holds, detail }]
}

async function group(engine: Engine, rows: Rows, cell: readonly string[], k: number, persons: Persons): Promise<Check> {
  const counted = persons === 'none' ? 'count(*)' : 'count(DISTINCT pseudonym)'
  const noun = persons === 'exact' ? 'person' : persons === 'at-most' ? 'pseudonym' : 'row'
  const [result] = await engine.all<{ groups: number; rare: number; least: number | null }>(`
    SELECT count(*) AS groups, count(*) FILTER (n < ${k}) AS rare, min(n) AS least
    FROM (SELECT ${counted} AS n FROM ${rows.table} WHERE ${cell.map((c) => `${c} IS NOT NULL`).join(' AND ')} GROUP BY ${cell.join(', ')})`)
  const { groups = 0, rare = 0, least } = result ?? {}
  const what = cell.length === 1 ? 'queries' : '(query, host) pairs'
  const name = `${noun}s per ${cell.length === 1 ? 'query' : 'query and host'}`
  if (rare > 0)
    return {
      name,
      holds: false,
      detail: `${count(rare, '').trim()} of ${groups} ${what} have fewer than ${k} ${noun}s; the least has ${least}`,
      onClaim: true,
    }
  const caveat =
    persons === 'exact' ? '' : ` (what ${k} persons imply; persons themselves are counted with --against LOG)`
  return { name, holds: true, detail: `each of ${groups} ${what} has ${k} ${noun}s or more${caveat}`, onClaim: true }
}

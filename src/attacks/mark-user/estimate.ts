import { countOf, fresh } from '../../engines/sql.js'
import { judged } from '../../release/experiment.js'
import type { Seen } from '../../release/seen.js'
import type { AttackContext } from '../attack.js'
import type { Mark } from './marked.js'

/**
 * Without the original nothing can be marked. What a mark would show is estimated: as if it stood beside a row by lot, and came out
 * wherever no threshold holds texts of one person back.
 */
export async function estimated(seen: Seen, users: number, { engine, random }: AttackContext): Promise<Mark[]> {
  const kind = seen.manifest ? judged(seen.manifest).kind : 'none'
  const { table, columns } = seen.rows
  if (!columns.includes('pseudonym') || kind !== 'none')
    return Array.from({ length: users }, () => ({ person: undefined, found: kind === 'none', rows: 0, history: 0 }))
  const drawn = fresh('drawn')
  const size = await countOf(engine, `${table} WHERE pseudonym IS NOT NULL`)
  await engine.materialise(
    drawn,
    `SELECT pseudonym FROM (SELECT pseudonym, query, row_number() OVER (ORDER BY pseudonym, query) AS n FROM ${table} WHERE pseudonym IS NOT NULL)
    WHERE n IN (${[0, ...placesOf(size, users, random)].join(', ')}) ORDER BY n`,
  )
  const sizes = await engine.all<{ rows: number }>(
    `SELECT (SELECT count(*) FROM ${table} r WHERE r.pseudonym = d.pseudonym) AS rows FROM ${drawn} d`,
  )
  return sizes.map(({ rows }) => ({ person: undefined, found: true, rows, history: 0 }))
}

/** So many different places of 1 to n, by lot, or all. */
function placesOf(n: number, most: number, random: AttackContext['random']): ReadonlySet<number> {
  const places = new Set<number>()
  while (places.size < Math.min(n, most)) places.add(1 + random.below(n))
  return places
}

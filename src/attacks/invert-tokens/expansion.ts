import type { Candidates } from './candidates.js'
import { byExpansion, type Relation } from './company.js'
import type { Crew } from './crew/index.js'
import type { Bounds, Placed } from './features.js'
import type { Mapped, Mapping } from './mapping.js'
import { scoreGreedy } from './score-greedy.js'

/**
 * [Kumar07] §3.4, vocabulary expansion: the mapping of old tokens stays, new ones are mapped by what they share with the old. Both sides are of the
 * new vocabulary, whose first tokens are the old ones.
 *
 *     a(l') = sum_l coocN(l', l)        covered mass
 *     o(l', r') = sum_l min(coocN(l', l), coocN(r', mu(l)))        overlap
 *     d' = a (1 - o/a) + (1 - a) |g'(l') - g'(r')| / C;  where a = 0, features only
 */
export async function expanded(
  mu: Mapping,
  crew: Crew,
  relation: Relation,
  features: Placed,
  bounds?: Bounds,
): Promise<Mapped> {
  const { n, width } = features
  const used = new Uint8Array(width)
  for (const r of mu) if (r >= 0) used[r] = 1
  const open = Int32Array.from({ length: n }, (_, l) => l).filter((l) => l >= mu.length || mu[l]! < 0)
  const first = Math.max(0, used.indexOf(0))
  const found = await scoreGreedy(someRows(byExpansion(crew, relation, mu, first, features, bounds), open), used)
  const all = new Int32Array(n).fill(-1)
  const margin = new Float64Array(n)
  all.set(mu)
  open.forEach((l, row) => {
    all[l] = found.mu[row]!
    margin[l] = found.margin[row]!
  })
  return { mu: all, margin }
}

/** Some of the hashes, numbered anew. */
function someRows(candidates: Candidates, rows: Int32Array): Candidates {
  return {
    ...candidates,
    left: rows.length,
    nearest: (asked, taken, limit) =>
      candidates.nearest(
        asked.map((row) => rows[row]!),
        taken,
        limit,
      ),
  }
}

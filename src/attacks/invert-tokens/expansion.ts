import { byRow, type Distances } from './distances.js'
import { FEATURES, featureDistance } from './features.js'
import type { Allowed } from './initial.js'
import { onlyAllowed } from './initial.js'
import type { Mapped, Mapping } from './mapping.js'
import { addMinima, type Normalised, ONE, type Postings } from './overlap.js'
import { scoreGreedy } from './score-greedy.js'

/**
 * [Kumar07] §3.4, vocabulary expansion: the mapping of old tokens stays, new ones are mapped by what they share with the old. Both sides are of the
 * new vocabulary, whose first tokens are the old ones.
 *
 *     a(l') = sum_l coocN(l', l)        covered mass
 *     o(l', r') = sum_l min(coocN(l', l), coocN(r', mu(l)))        overlap
 *     d' = a (1 - o/a) + (1 - a) |g'(l') - g'(r')| / C;  where a = 0, features only
 */
export function expanded(
  mu: Mapping,
  left: Normalised,
  right: Postings,
  features: { readonly left: Float64Array; readonly right: Float64Array },
  allowed?: Allowed,
): Mapped {
  const [n, width] = [left.n, right.n]
  const used = new Uint8Array(width)
  for (const r of mu) if (r >= 0) used[r] = 1
  const newLeft = numbersFrom(n, (l) => l >= mu.length || mu[l]! < 0)
  const newRight = numbersFrom(width, (r) => used[r] === 0)
  const sums = new Int32Array(width)
  const distances: Distances = byRow(newLeft.length, newRight.length, (row, into) => {
    const l = newLeft[row]!
    let covered = 0
    for (let i = left.starts[l]!; i < left.starts[l + 1]!; i++) {
      const old = left.to[i]!
      if (old >= mu.length) break
      const t = mu[old]!
      if (t < 0) continue
      covered += left.weight[i]!
      addMinima(sums, right.entries, right.starts[t]!, right.starts[t + 1]!, left.weight[i]!)
    }
    const a = covered / ONE
    for (let column = 0; column < newRight.length; column++) {
      const r = newRight[column]!
      into[column] = a - sums[r]! / ONE + ((1 - a) * featureDistance(features.left, l, features.right, r)) / FEATURES
    }
    sums.fill(0)
  })
  const column = new Int32Array(width).fill(-1)
  newRight.forEach((r, i) => {
    column[r] = i
  })
  const open: Allowed | undefined =
    allowed &&
    ((row) =>
      Int32Array.from(allowed(newLeft[row]!))
        .map((r) => column[r]!)
        .filter((c) => c >= 0))
  const found = scoreGreedy(onlyAllowed(distances, open))
  const all = new Int32Array(n).fill(-1)
  const margin = new Float64Array(n)
  all.set(mu)
  newLeft.forEach((l, row) => {
    const c = found.mu[row]!
    all[l] = c < 0 ? -1 : newRight[c]!
    margin[l] = found.margin[row]!
  })
  return { mu: all, margin }
}

function numbersFrom(n: number, keep: (number: number) => boolean): Int32Array {
  return Int32Array.from({ length: n }, (_, i) => i).filter(keep)
}

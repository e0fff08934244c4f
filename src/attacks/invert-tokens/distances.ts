/** Distances between hashes (left) and tokens (right), whichever way they are found. */
export interface Distances {
  readonly left: number
  readonly right: number
  /** All distances of l; infinite for pairs that are not considered. */
  row(l: number, into: Float64Array): void
  /** The nearest r of l that are not taken, by distance and number: how many were found, at most as many as the list takes. */
  nearest(l: number, taken: Uint8Array, into: Nearest): number
}

/** A short list of the nearest. */
export interface Nearest {
  readonly r: Int32Array
  readonly d: Float64Array
}

export function nearestList(limit: number): Nearest {
  return { r: new Int32Array(limit), d: new Float64Array(limit) }
}

/** Puts r into a list of `found` that is sorted by distance and number. */
export function insert({ r: rs, d: ds }: Nearest, found: number, r: number, d: number): number {
  const limit = rs.length
  if (found === limit && !(d < ds[limit - 1]! || (d === ds[limit - 1] && r < rs[limit - 1]!))) return found
  let at = found === limit ? limit - 1 : found
  while (at > 0 && (d < ds[at - 1]! || (d === ds[at - 1] && r < rs[at - 1]!))) {
    ds[at] = ds[at - 1]!
    rs[at] = rs[at - 1]!
    at--
  }
  ds[at] = d
  rs[at] = r
  return found === limit ? limit : found + 1
}

/** Distances by a function that fills a row. */
export function byRow(left: number, right: number, row: Distances['row']): Distances {
  const all = new Float64Array(right)
  return {
    left,
    right,
    row,
    nearest(l, taken, into) {
      row(l, all)
      let found = 0
      let worst = Number.POSITIVE_INFINITY
      for (let r = 0; r < right; r++) {
        const d = all[r]!
        if (d > worst || taken[r] === 1 || d === Number.POSITIVE_INFINITY) continue
        found = insert(into, found, r, d)
        if (found === into.r.length) worst = into.d[found - 1]!
      }
      return found
    },
  }
}

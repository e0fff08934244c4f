/** mu: for each hash its token, -1 where there is none. */
export type Mapping = Int32Array

/** A mapping with how sure each pair is. */
export interface Mapped {
  readonly mu: Mapping
  /** How much nearer the pair is than the best other choice of either end; negative where an end would rather have had another. */
  readonly margin: Float64Array
}

/** Share of pairs that differ. */
export function changed(before: Mapping, after: Mapping): number {
  let differ = 0
  for (let l = 0; l < after.length; l++) if (before[l] !== after[l]) differ++
  return after.length === 0 ? 0 : differ / after.length
}

/** Hashes that have no token, though there are some left, take them by frequency: a guess of no confidence. */
export function completed({ mu, margin }: Mapped, width: number): Mapped {
  const taken = new Uint8Array(width)
  for (const r of mu) if (r >= 0) taken[r] = 1
  let free = 0
  const all = mu.map((r) => {
    if (r >= 0) return r
    while (free < width && taken[free] === 1) free++
    return free < width ? free++ : -1
  })
  return { mu: all, margin: margin.map((value, l) => (mu[l]! < 0 ? -1 : value)) }
}

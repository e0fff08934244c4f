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

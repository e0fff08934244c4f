import type { Histories } from './histories.js'

/** Entries that share a combination so far: the last entry of each, and where the one before stands in the list above. */
export interface Places {
  readonly entry: Uint32Array
  readonly above: Uint32Array
  readonly up: Places | undefined
}

/** The entries of the combination at a place. */
export function hereAndAbove(places: Places, at: number): number[] {
  const entries: number[] = []
  for (let here: Places | undefined = places, i = at; here; i = here.above[i]!, here = here.up)
    entries.push(here.entry[i]!)
  return entries
}

/** Places of each longer combination whose terms are all there. */
export function extended({ offsets, term, history }: Histories, alive: Uint8Array, places: Places): Places[] {
  const buckets = new Map<number, { entry: number[]; above: number[] }>()
  for (const [i, entry] of places.entry.entries()) {
    if (alive[entry] === 0) continue
    for (let j = offsets[history[entry]!]!; j < entry; j++) {
      if (alive[j] === 0) continue
      const bucket = buckets.get(term[j]!) ?? { entry: [], above: [] }
      buckets.set(term[j]!, bucket)
      bucket.entry.push(j)
      bucket.above.push(i)
    }
  }
  return [...buckets.values()].map(({ entry, above }) => ({
    entry: Uint32Array.from(entry),
    above: Uint32Array.from(above),
    up: places,
  }))
}

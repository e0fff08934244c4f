import type { Histories } from './histories.js'

/**
 * What is left of histories, closely packed, so that a pass reads nothing that has gone. In memory that threads share: within a pass they
 * only read, but for `dead`, and no two write the same entry.
 */
export interface Packed {
  readonly terms: number
  /** Does every person have one history? */
  readonly single: boolean
  readonly owner: Uint32Array
  /** Entries of history h: from offsets[h] to offsets[h + 1]. */
  readonly offsets: Uint32Array
  readonly term: Uint32Array
  /** The entry of the unpacked histories that each was. */
  readonly source: Uint32Array
  /** Entries of term t: postings[starts[t]] to postings[starts[t + 1]]; `begin` says where the history of each begins. */
  readonly starts: Uint32Array
  readonly postings: Uint32Array
  readonly begin: Uint32Array
  /** History of each posting, where persons have several. */
  readonly home: Uint32Array
  /** Entries that a pass deletes. */
  readonly dead: Uint8Array
  /** Terms to visit in a pass, how many there are, and how many have been taken. */
  readonly waiting: Uint32Array
  readonly cursor: Int32Array
}

const words = (length: number) => new Uint32Array(new SharedArrayBuffer(4 * length))

/** Packs the entries that `alive` names, or all. */
export function pack(all: Histories, alive?: Uint8Array): Packed {
  const single = all.persons === all.owner.length
  const packed: Packed = {
    terms: all.terms,
    single,
    owner: words(all.owner.length),
    offsets: words(all.offsets.length),
    term: words(all.size),
    source: words(all.size),
    starts: words(all.terms + 1),
    postings: words(all.size),
    begin: words(all.size),
    home: words(single ? 0 : all.size),
    dead: new Uint8Array(new SharedArrayBuffer(all.size)),
    waiting: words(all.terms),
    cursor: new Int32Array(new SharedArrayBuffer(8)),
  }
  packed.owner.set(all.owner)
  packed.offsets.set(all.offsets)
  packed.term.set(all.term)
  for (let e = 0; e < all.size; e++) packed.source[e] = e
  if (alive !== undefined) for (let e = 0; e < all.size; e++) packed.dead[e] = alive[e] === 1 ? 0 : 1
  takeOut(packed, new Uint8Array(all.terms))
  return packed
}

/** What is left, as flags of the unpacked entries. */
export function unpack({ source, offsets }: Packed, size: number): Uint8Array {
  const alive = new Uint8Array(size)
  const left = offsets[offsets.length - 1]!
  for (let e = 0; e < left; e++) alive[source[e]!] = 1
  return alive
}

/** Closes up over the dead, marks terms of less utility that lost a partner, and lists postings anew. Gives how many were dead. */
export function takeOut(packed: Packed, dirty: Uint8Array): number {
  const { terms, single, offsets, term, source, starts, postings, begin, home, dead } = packed
  const histories = offsets.length - 1
  const before = offsets[histories]!
  starts.fill(0)
  let at = 0
  for (let h = 0, from = 0; h < histories; h++) {
    const to = offsets[h + 1]!
    let lost = false
    for (let e = from; e < to; e++) {
      if (dead[e] === 1) {
        lost = true
        continue
      }
      const t = term[e]!
      term[at] = t
      source[at++] = source[e]!
      starts[t + 1]!++
      if (lost) dirty[t] = 1
    }
    from = to
    offsets[h + 1] = at
  }
  dead.fill(0, 0, before)
  for (let t = 0; t < terms; t++) starts[t + 1]! += starts[t]!
  const next = starts.slice()
  for (let h = 0; h < histories; h++) {
    const from = offsets[h]!
    const to = offsets[h + 1]!
    for (let e = from; e < to; e++) {
      const place = next[term[e]!]!++
      postings[place] = e
      begin[place] = from
      if (!single) home[place] = h
    }
  }
  return before - at
}

/** Lists the marked terms, the least useful first, and unmarks them. Gives how many. */
export function toVisit({ waiting, cursor }: Packed, dirty: Uint8Array): number {
  let n = 0
  for (let t = dirty.length - 1; t >= 0; t--) if (dirty[t] === 1) waiting[n++] = t
  dirty.fill(0)
  cursor[0] = 0
  cursor[1] = n
  return n
}

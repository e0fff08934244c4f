import type { Deletion } from './greedy.js'
import type { Histories } from './histories.js'
import { extended, hereAndAbove, type Places } from './places.js'

/** A deletion under way. */
interface Deleting {
  readonly all: Histories
  readonly k: number
  readonly m: number
  readonly seed: number
  readonly alive: Uint8Array
  /** Terms whose combinations must be looked at again. */
  readonly dirty: Uint8Array
  /** By the size of a combination: persons of each term that may come before it, and 1 + the person counted last. */
  readonly levels: readonly { readonly persons: Uint32Array; readonly last: Uint32Array }[]
}

/**
 * [Burghardt] §4.4, the target `random`: of every rare combination of a history any term goes, drawn anew each time. Draws
 * depend on the seed and the entries alone, not on the order of visits.
 */
export function randomDeletion(all: Histories, k: number, m: number, seed: number): Deletion {
  const { terms } = all
  const alive = new Uint8Array(all.size).fill(1)
  const dirty = new Uint8Array(terms).fill(1)
  const levels = Array.from({ length: m + 1 }, () => ({
    persons: new Uint32Array(terms),
    last: new Uint32Array(terms),
  }))
  const on = { all, k, m, seed, alive, dirty, levels }
  // What is deleted makes terms dirty: a pass that finds none has deleted nothing.
  for (let visited = true; visited; ) {
    visited = false
    for (let t = terms - 1; t >= 0; t--) {
      if (dirty[t] === 0) continue
      dirty[t] = 0
      visited = true
      visit(on, t)
    }
  }
  return { alive }
}

/** Looks at all combinations in which a term stands last. */
function visit(on: Deleting, t: number): void {
  const { owner, history, starts, postings } = on.all
  const entry = postings.subarray(starts[t], starts[t + 1]).filter((e) => on.alive[e] === 1)
  const persons = new Set(entry.length < on.k ? [] : Array.from(entry, (e) => owner[history[e]!])).size
  if (persons < on.k) for (const e of entry) remove(on, e)
  else if (on.m > 1) extend(on, { entry, above: new Uint32Array(entry.length), up: undefined }, 1)
}

/** Extends a combination of `size` terms by each that stands before it in a history. */
function extend(on: Deleting, places: Places, size: number): void {
  const { persons, last } = on.levels[size]!
  const distinct = countPersons(on, places, persons, last)
  deleteRare(on, places, persons)
  for (const t of distinct) {
    persons[t] = 0
    last[t] = 0
  }
  if (size + 1 < on.m) for (const longer of extended(on.all, on.alive, places)) extend(on, longer, size + 1)
}

/** The persons of each term before the places; the terms that have some. */
function countPersons({ all, alive }: Deleting, places: Places, persons: Uint32Array, last: Uint32Array): number[] {
  const { owner, offsets, term, history } = all
  const distinct: number[] = []
  for (let i = 0; i < places.entry.length; i++) {
    const entry = places.entry[i]!
    if (alive[entry] === 0) continue
    const who = owner[history[entry]!]! + 1
    for (let j = offsets[history[entry]!]!; j < entry; j++) {
      const t = term[j]!
      if (alive[j] === 0 || last[t] === who) continue
      last[t] = who
      if (persons[t]!++ === 0) distinct.push(t)
    }
  }
  return distinct
}

function deleteRare(on: Deleting, places: Places, persons: Uint32Array): void {
  const { alive, k } = on
  const { offsets, term, history } = on.all
  for (let i = 0; i < places.entry.length; i++) {
    const entry = places.entry[i]!
    for (let j = offsets[history[entry]!]!; j < entry && alive[entry] === 1; j++)
      if (alive[j] === 1 && persons[term[j]!]! < k) pick(on, [j, ...hereAndAbove(places, i)])
  }
}

/** Deletes one of a rare combination, unless one of its terms has gone already. */
function pick(on: Deleting, combination: readonly number[]): void {
  if (combination.some((entry) => on.alive[entry] === 0)) return
  let hash = on.seed
  for (const entry of combination) hash = Math.imul(hash ^ entry, 0x9e3779b1) ^ (hash >>> 15)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  remove(on, combination[((hash ^ (hash >>> 13)) >>> 0) % combination.length]!)
}

function remove({ all: { offsets, term, history }, alive, dirty }: Deleting, entry: number): void {
  alive[entry] = 0
  dirty[term[entry]!] = 1
  const end = offsets[history[entry]! + 1]!
  for (let j = entry + 1; j < end; j++) if (alive[j] === 1) dirty[term[j]!] = 1
}

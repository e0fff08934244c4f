import type { Histories } from './histories.js'
import { pairTable } from './pair-table.js'
import type { Worth } from './worth.js'

/** In mean worths of an entry, at first and at last: what may be lost for luck, and what it costs that too few share something. */
const HEAT = [0.5, 0.03] as const
const PRICE = [1.5, 40] as const
/** Tries between two looks at the clock of work. */
const AT_ONCE = 1024

/**
 * Simulated annealing over single entries, for pairs [Kirkpatrick83]: an entry comes in and puts out those that it cannot stand beside, or goes. What fewer than k
 * histories have is not forbidden but costs something, less at first and more at last, so that histories can come to an understanding one
 * by one. What comes out need not satisfy the definition everywhere: greedy deletion follows.
 */
export function anneal(
  all: Histories,
  k: number,
  start: Uint8Array,
  { entry, perPerson }: Worth,
  budget: number,
): Uint8Array {
  const table = pairTable(all, k)
  const { size, term, history, offsets } = all
  const { matrix, at, pairs } = table
  const shared = new Uint32Array(pairs) // histories that keep each pair
  const sharing = new Uint32Array(all.terms) // and each term
  const kept = new Uint32Array(size) // places within their history of what it keeps, from its offset on
  const count = new Uint32Array(offsets.length - 1)
  const place = new Uint32Array(size)
  const alive = new Uint8Array(size)
  const out = new Uint32Array(table.longest)
  const chance = stream()
  const unit = entry.reduce((sum, worth) => sum + worth, 0) / size
  let [heat, price, flat, work] = [0, 0, 1, 0]
  for (let e = 0; e < size; e++) if (start[e] === 1) enter(e, history[e]!, offsets[history[e]!]!)
  for (let tried = 0; work < budget; tried++) {
    if (tried % AT_ONCE === 0) {
      const done = work / budget
      heat = unit * HEAT[0] * (HEAT[1] / HEAT[0]) ** done
      price = unit * PRICE[0] * (PRICE[1] / PRICE[0]) ** done
      flat = Math.max(0, 1 - done / 0.7)
    }
    work++
    const e = Math.floor(chance() * size)
    const limit = heat * Math.log(chance())
    if (alive[e] === 1) drop(e, limit)
    else take(e, limit)
  }
  return alive

  /** What it brings when one more shares what so many share. */
  function taken(n: number): number {
    return n >= k ? 0 : owed(n) - owed(n + 1)
  }

  /** What is owed for what so many share: at first once, so that it does not matter who is the second, at last by each. */
  function owed(n: number): number {
    return n === 0 || n >= k ? 0 : price * (flat + ((1 - flat) * n) / (k - 1))
  }

  /** Lets an entry in and puts out what it cannot stand beside, if that loses no more than the limit. */
  function take(e: number, limit: number): void {
    const h = history[e]!
    const o = offsets[h]!
    const n = offsets[h + 1]! - o
    const end = o + count[h]!
    const row = at[h]! + (e - o) * n
    let gain = entry[e]! + taken(sharing[term[e]!]!) + (end === o ? perPerson : 0)
    let outs = 0
    work += end - o
    const least = limit - price
    for (let j = o; j < end; j++) {
      const b = kept[j]!
      const pair = matrix[row + b]!
      if (pair > 0) gain += taken(shared[pair - 1]!)
      else {
        out[outs++] = b
        gain -= entry[o + b]! + taken(sharing[term[o + b]!]! - 1)
        if (gain < least) return
      }
    }
    for (let i = 0; i < outs; i++) {
      const rowOut = at[h]! + out[i]! * n
      work += end - o
      for (let j = o; j < end; j++) {
        const pair = matrix[rowOut + kept[j]!]! // if both go, the pair counts twice: near enough
        if (pair > 0) gain -= taken(shared[pair - 1]! - 1)
      }
      if (gain < least) return
    }
    if (gain < limit) return
    for (let i = 0; i < outs; i++) leave(o + out[i]!, h, o)
    enter(e, h, o)
  }

  function drop(e: number, limit: number): void {
    const h = history[e]!
    const o = offsets[h]!
    const end = o + count[h]!
    const row = at[h]! + (e - o) * (offsets[h + 1]! - o)
    let gain = -entry[e]! - taken(sharing[term[e]!]! - 1) - (end === o + 1 ? perPerson : 0)
    work += end - o
    for (let j = o; j < end; j++) {
      const pair = matrix[row + kept[j]!]!
      if (pair > 0) gain -= taken(shared[pair - 1]! - 1)
    }
    if (gain >= limit) leave(e, h, o)
  }

  function enter(e: number, h: number, o: number): void {
    const row = at[h]! + (e - o) * (offsets[h + 1]! - o)
    const end = o + count[h]!
    for (let j = o; j < end; j++) {
      const pair = matrix[row + kept[j]!]!
      if (pair > 0) shared[pair - 1]!++
    }
    sharing[term[e]!]!++
    kept[end] = e - o
    place[e] = end
    count[h]!++
    alive[e] = 1
  }

  function leave(e: number, h: number, o: number): void {
    const row = at[h]! + (e - o) * (offsets[h + 1]! - o)
    const end = o + --count[h]!
    const last = kept[end]!
    kept[place[e]!] = last
    place[o + last] = place[e]!
    for (let j = o; j < end; j++) {
      const pair = matrix[row + kept[j]!]!
      if (pair > 0) shared[pair - 1]!--
    }
    sharing[term[e]!]!--
    alive[e] = 0
  }
}

/** The same numbers between 0 and 1 in every run: nothing rests on their being unknown. */
function stream(): () => number {
  let state = 0x2545f491
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return ((state >>> 0) + 0.5) / 4294967296
  }
}

import { placesOf } from '../base/numbers.js'

/** Items of histories in numbers, by history and, within one, by item. Histories of one stratum are counted together. */
export interface Groups {
  readonly history: Uint32Array
  readonly stratum: Uint32Array
  readonly item: Uint32Array
  readonly items: number
}

export interface Rare {
  /** Distinct combinations with fewer than k histories. */
  readonly rare: number
  /** Distinct combinations looked at. */
  readonly checked: number
  readonly histories: number
  /** Were there more than can be looked at? */
  readonly more: boolean
}

/** Combinations to look at before giving up: far more than releases have, and few enough that a made-up one does not keep a verifier for ever. */
const MOST = (entries: number) => 5e8 + 2000 * entries

/**
 * Every combination of at most m items of every history, with the number of histories that hold it. Depth first: the histories of a
 * combination are listed, and the smaller items in them counted; each gives a longer combination with a list of its own. A rare
 * combination counts once; those that contain it are rare because of it and are not counted again.
 */
export function rareCombinations(groups: Groups, k: number, m: number, most = MOST(groups.item.length)): Rare {
  let [rare, checked, histories, more] = [0, 0, 0, false]
  for (let from = 0, to = 0; from < groups.item.length && !more; from = to) {
    while (to < groups.item.length && groups.stratum[to] === groups.stratum[from]) to++
    const [history, item] = [groups.history.subarray(from, to), groups.item.subarray(from, to)]
    const found = inStratum(history, item, groups.items, k, m, most - checked)
    rare += found.rare
    checked += found.checked
    histories += found.histories
    more = found.more
  }
  return { rare, checked, histories, more }
}

/** One stratum under way. */
interface Search {
  readonly item: Uint32Array
  /** Where the history of each place begins. */
  readonly begin: Uint32Array
  /** By the size of a combination: how many histories hold it with each item before it. */
  readonly tallies: readonly Uint32Array[]
  readonly k: number
  readonly m: number
  readonly most: number
  rare: number
  checked: number
}

function inStratum(history: Uint32Array, item: Uint32Array, items: number, k: number, m: number, most: number): Rare {
  const { begin, histories } = beginnings(history)
  const { starts, places } = placesOf(item, items)
  const tallies = Array.from({ length: m + 1 }, () => new Uint32Array(items))
  const search: Search = { item, begin, tallies, k, m, most, rare: 0, checked: 0 }
  for (let code = 0; code < items && search.checked <= most; code++) {
    const list = places.subarray(starts[code], starts[code + 1])
    if (list.length === 0) continue
    search.checked++
    if (list.length < k) search.rare++
    else if (m > 1) visit(search, list, 1)
  }
  const { rare, checked } = search
  return { rare, checked, histories, more: checked > most }
}

function beginnings(history: Uint32Array): { readonly begin: Uint32Array; readonly histories: number } {
  const begin = new Uint32Array(history.length)
  let histories = 0
  for (let i = 0; i < history.length; i++) {
    const first = i === 0 || history[i] !== history[i - 1]
    begin[i] = first ? i : begin[i - 1]!
    if (first) histories++
  }
  return { begin, histories }
}

/** Counts what stands before a combination of `size` items in each history of its list, and goes on with what is not rare. */
function visit(search: Search, list: Uint32Array, size: number): void {
  const { item, begin, k, m, most } = search
  const tally = search.tallies[size]!
  const seen: number[] = []
  for (const place of list)
    for (let i = begin[place]!; i < place; i++) {
      const code = item[i]!
      if (tally[code]!++ === 0) seen.push(code)
    }
  search.checked += seen.length
  const common = seen.filter((code) => tally[code]! >= k)
  search.rare += seen.length - common.length
  const deeper = size + 1 < m ? common : []
  const { lists, ends } = listsOf(search, list, deeper, tally)
  for (const code of seen) tally[code] = 0
  for (let i = 0; i < deeper.length && search.checked <= most; i++)
    visit(search, lists.subarray(i === 0 ? 0 : ends[i - 1], ends[i]), size + 1)
}

/** The list of each longer combination, the places of the item that comes before it: all one after the other, and where each ends. */
function listsOf({ item, begin }: Search, list: Uint32Array, items: readonly number[], tally: Uint32Array) {
  const ends = new Uint32Array(items.length)
  const next = new Map<number, number>()
  let total = 0
  for (const [i, code] of items.entries()) {
    next.set(code, total)
    total += tally[code]!
    ends[i] = total
  }
  const lists = new Uint32Array(total)
  if (total === 0) return { lists, ends }
  for (const place of list)
    for (let i = begin[place]!; i < place; i++) {
      const to = next.get(item[i]!)
      if (to === undefined) continue
      lists[to] = i
      next.set(item[i]!, to + 1)
    }
  return { lists, ends }
}

import { take } from '../base/arena'
import { begin, closeLists, ENTRY, end, find, keyOf, Lists, MARKS, openLists, putInto } from './lists'
import { greatest, inCommon, smallest } from './rules'
import { alike, maskOf, needOf, Sets, sizeOf, sortByRarity } from './sets'

// Finds the first earlier set within a Jaccard overlap, without looking at all of them: two sets of sizes a and b that are
// alike share at least o = ceil(least / (1 + least) * (a + b)) members, so one of the first a - o + 1 members of the one, in order of
// rarity, is among the first b - o + 1 of the other [Chaudhuri06].

const LARGE: i32 = 24

@unmanaged
export class SetIndex {
  sets: Sets
  lists: Lists
  /** Sets too large for the index: there are few of them, and each is looked at. */
  large: usize
  largeCount: i32
}

export function openSetIndex(index: SetIndex): void {
  const sets = index.sets
  sortByRarity(sets)
  index.largeCount = 0
  index.large = take((<usize>sets.count) << 2)
  let most: u32 = 0
  for (let set = 0; set < sets.count; set++) if (sizeOf(sets, set) <= LARGE) most += prefix(sizeOf(sets, set))
  openLists(index.lists, most)
  for (let set = 0; set < sets.count; set++) {
    const size = sizeOf(sets, set)
    if (size > LARGE) store<u32>(index.large + (usize(index.largeCount++) << 2), set)
    else
      for (let j = 0; j < prefix(size); j++)
        putInto(index.lists, keyOf(member(sets, set, j), place(size, j)), set, 0, maskOf(sets, set), 0)
  }
  closeLists(index.lists)
}

/** How many members of a set are looked up: the smallest partner asks for the fewest in common, and so looks the furthest. */
function prefix(size: i32): i32 {
  return size === 0 ? 0 : size - inCommon(smallest(size), size) + 1
}

function place(size: i32, j: i32): u32 {
  return <u32>((size << 5) | j)
}

function member(sets: Sets, set: i32, j: i32): u32 {
  return load<u32>(sets.members + ((<usize>(load<u32>(sets.starts + ((<usize>set) << 2)) + j)) << 2))
}

/** The first set alike, if it comes before `best`; else `best`. */
export function firstAlike(index: SetIndex, set: i32, best: i32): i32 {
  const sets = index.sets
  const a = sizeOf(sets, set)
  if (a === 0) return best
  if (a > LARGE) {
    for (let other = 0; other < best; other++) if (alike(sets, set, other)) return other
    return best
  }
  const most = min(LARGE, greatest(a))
  for (let b = smallest(a); b <= most; b++) {
    const common = inCommon(a, b)
    for (let i = 0; i <= a - common; i++)
      for (let j = 0; j <= b - common; j++) best = firstIn(index, set, keyOf(member(sets, set, i), place(b, j)), best)
  }
  for (let i = 0; i < index.largeCount; i++) {
    const other: i32 = load<u32>(index.large + ((<usize>i) << 2))
    if (other >= best) break
    if (alike(sets, set, other)) return other
  }
  return best
}

function firstIn(index: SetIndex, set: i32, key: u32, best: i32): i32 {
  if (!find(index.lists, key, best)) return best
  const sets = index.sets
  const mask = maskOf(sets, set)
  const need = needOf(sets, set)
  const last = end
  for (let entry = begin; entry < last; entry += ENTRY) {
    const other: i32 = load<u32>(entry)
    if (other >= best) break
    if (<i32>popcnt(mask & load<u64>(entry, MARKS)) >= need && alike(sets, set, other)) return other
  }
  return best
}

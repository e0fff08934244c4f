import { take, takeEmpty } from '../base/arena'
import { inCommon, least, smallest } from './rules'
import { sortNumbers } from './sort'

/** What no number of common members reaches. */
export const NEVER: i32 = 127

/** Small sets of numbers, one for each text: its words, or its categories. */
@unmanaged
export class Sets {
  count: i32
  /** Members are numbered from 0 to `known`. */
  known: i32
  /** Members of set i: from starts[i] to starts[i + 1], each once, in rising order. */
  starts: usize
  members: usize
  /** Members as bits, to see at a glance that two sets have too little in common. */
  masks: usize
  /** How many bits at least a set within reach has in common with this one. */
  needs: usize
}

export function openSets(sets: Sets, most: i32, members: i32): void {
  sets.count = 0
  sets.known = 0
  sets.starts = take((<usize>most + 1) << 2)
  sets.members = take((<usize>members) << 2)
  sets.masks = take((<usize>most) << 3)
  sets.needs = take(most)
  store<u32>(sets.starts, 0)
}

/** Opens the next set. */
export function openSet(sets: Sets): void {
  const starts = sets.starts + (usize(sets.count++) << 2)
  store<u32>(starts, load<u32>(starts), 4)
}

/** Puts a member into the set that was opened last; the same one may come again. */
export function put(sets: Sets, member: u32): void {
  const starts = sets.starts + ((<usize>(sets.count - 1)) << 2)
  const end = load<u32>(starts, 4)
  store<u32>(sets.members + ((<usize>end) << 2), member)
  store<u32>(starts, end + 1, 4)
  if (<i32>member >= sets.known) sets.known = <i32>member + 1
}

/** Closes the set that was opened last. Members that fall on one bit count for the set that has them. */
export function closeSet(sets: Sets): void {
  const set = sets.count - 1
  const starts = sets.starts + ((<usize>set) << 2)
  const first = sets.members + ((<usize>load<u32>(starts)) << 2)
  sortNumbers(first, load<u32>(starts, 4) - load<u32>(starts))
  let end = first
  let mask: u64 = 0
  for (let at = first; at < sets.members + ((<usize>load<u32>(starts, 4)) << 2); at += 4) {
    const member = load<u32>(at)
    if (at > first && member === load<u32>(end - 4)) continue
    store<u32>(end, member)
    end += 4
    mask |= u64(1) << u64(member & 63)
  }
  store<u32>(starts, <u32>((end - sets.members) >> 2), 4)
  const size = <i32>((end - first) >> 2)
  const need = size === 0 ? NEVER : inCommon(size, smallest(size)) - (size - <i32>popcnt(mask))
  store<u64>(sets.masks + ((<usize>set) << 3), mask)
  store<u8>(sets.needs + <usize>set, <u8>min(NEVER, max(1, need)))
}

export function sizeOf(sets: Sets, set: i32): i32 {
  const starts = sets.starts + ((<usize>set) << 2)
  return load<u32>(starts, 4) - load<u32>(starts)
}

export function maskOf(sets: Sets, set: i32): u64 {
  return load<u64>(sets.masks + ((<usize>set) << 3))
}

export function needOf(sets: Sets, set: i32): i32 {
  return load<u8>(sets.needs + <usize>set)
}

/** May two sets be alike, as far as their bits tell? */
export function likely(mask: u64, need: i32, otherMask: u64, otherNeed: i32): bool {
  return <i32>popcnt(mask & otherMask) >= max(need, otherNeed)
}

/** Is their Jaccard overlap at least `least`, which is above 0? */
export function alike(sets: Sets, a: i32, b: i32): bool {
  const m = sizeOf(sets, a)
  const n = sizeOf(sets, b)
  if (<f64>min(m, n) < least * <f64>max(m, n)) return false
  let i = sets.members + ((<usize>load<u32>(sets.starts + ((<usize>a) << 2))) << 2)
  let j = sets.members + ((<usize>load<u32>(sets.starts + ((<usize>b) << 2))) << 2)
  const iEnd = i + ((<usize>m) << 2)
  const jEnd = j + ((<usize>n) << 2)
  let common = 0
  while (i < iEnd && j < jEnd) {
    const x = load<u32>(i)
    const y = load<u32>(j)
    common += i32(x === y)
    i += x <= y ? 4 : 0
    j += y <= x ? 4 : 0
  }
  return common > 0 && <f64>common / <f64>(m + n - common) >= least
}

/** Numbers the members anew, the rarest first, so that sets that are alike share one of their first members. */
export function sortByRarity(sets: Sets): void {
  const all = load<u32>(sets.starts + ((<usize>sets.count) << 2))
  const frequency = takeEmpty((<usize>sets.known) << 2)
  for (let i: u32 = 0; i < all; i++) {
    const at = frequency + ((<usize>load<u32>(sets.members + ((<usize>i) << 2))) << 2)
    store<u32>(at, load<u32>(at) + 1)
  }
  const rank = ranks(frequency, sets.known, sets.count)
  for (let set = 0; set < sets.count; set++) {
    const first = sets.members + ((<usize>load<u32>(sets.starts + ((<usize>set) << 2))) << 2)
    const end = sets.members + ((<usize>load<u32>(sets.starts + ((<usize>set) << 2), 4)) << 2)
    for (let at = first; at < end; at += 4) store<u32>(at, load<u32>(rank + ((<usize>load<u32>(at)) << 2)))
    sortNumbers(first, <i32>((end - first) >> 2))
  }
}

/** The place of each number when they are counted from the least frequent to the most. */
function ranks(frequency: usize, numbers: i32, greatest: i32): usize {
  const next = takeEmpty((<usize>greatest + 2) << 2)
  for (let i = 0; i < numbers; i++) {
    const at = next + ((<usize>load<u32>(frequency + ((<usize>i) << 2)) + 1) << 2)
    store<u32>(at, load<u32>(at) + 1)
  }
  for (let f = 0; f <= greatest; f++) {
    const at = next + ((<usize>f) << 2)
    store<u32>(at, load<u32>(at) + load<u32>(at, 4), 4)
  }
  const rank = take((<usize>numbers) << 2)
  for (let i = 0; i < numbers; i++) {
    const at = next + ((<usize>load<u32>(frequency + ((<usize>i) << 2))) << 2)
    const place = load<u32>(at)
    store<u32>(at, place + 1)
    store<u32>(rank + ((<usize>i) << 2), place)
  }
  return rank
}

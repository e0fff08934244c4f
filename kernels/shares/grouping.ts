// Shares that come in any order, brought beside those of the same query. The engine says in which bucket a tag falls; a bucket mostly
// holds one tag, and is sorted where it holds more. A share is 48 bytes: the point, the value and the tag, each as two words, the low
// one first.

export const SHARE: usize = 48
export const VALUE: usize = 16
export const TAG: usize = 32
export const OUTCOME: usize = 32
export const NUMBER: usize = 16
export const TEXT: usize = 32 // the smallest class

const NONE: u32 = u32.MAX_VALUE

// Where rows come in: bucket, tag, and two numbers.
export let places: usize = 0
export let given: usize = 0
export let xs: usize = 0
export let ys: usize = 0
/** Of each bucket: how many shares fall in it; where the next one goes; its first group. One after the other. */
export let buckets: usize = 0
let bucketsEnd: usize = 0

// Of each group: its first share, how many there are, the last group of the same bucket (known for the first of it), its tag as text
// has it, its outcome and its text.
export let starts: usize = 0
export let counts: usize = 0
let lasts: usize = 0
export let tags: usize = 0
export let outcomes: usize = 0
export let texts: usize = 0
export let shares: usize = 0
export let work: usize = 0
let chance: u32 = 1

/** Room for batches of `rows` as they come, and for so many buckets. */
export function roomToCount(rows: usize, many: usize): void {
  places = (__heap_base + 63) & ~63
  given = places + ((rows * 4 + 63) & ~63)
  xs = given + rows * NUMBER
  ys = xs + rows * NUMBER
  buckets = ys + rows * NUMBER
  bucketsEnd = buckets + ((many * 4 + 63) & ~63)
  grow(bucketsEnd)
}

/** Room for `total` shares, for as many groups as can have t of them, and `extra` bytes for whoever works on them. */
export function roomFor(total: usize, t: usize, extra: usize): void {
  const groups = total / t
  const words = (groups * 4 + 63) & ~63
  work = bucketsEnd
  shares = work + ((extra + 63) & ~63)
  starts = shares + total * SHARE
  counts = starts + words
  lasts = counts + words
  tags = lasts + words
  outcomes = tags + groups * NUMBER
  texts = outcomes + groups * OUTCOME
  grow(texts + groups * TEXT)
}

function grow(end: usize): void {
  const pages = <i32>((end + 64 + 65535) >> 16)
  if (pages > memory.size()) memory.grow(pages - memory.size())
}

/** How many shares fall in a bucket bounds how often each of its tags occurs, at a fraction of what telling tags apart costs. */
export function count(rows: i32): void {
  for (let i: usize = 0; i < <usize>rows; i++) {
    const at = buckets + (<usize>load<u32>(places + (i << 2)) << 2)
    store<u32>(at, load<u32>(at) + 1)
  }
}

/** From counts to places for shares, for buckets from `first` to before `end`: none where there are fewer than t. */
export function layOutBuckets(first: usize, end: usize, t: u32): void {
  let next: u32 = 0
  for (let b = first; b < end; b++) {
    const at = buckets + (b << 2)
    const many = load<u32>(at)
    store<u32>(at, many < t ? NONE : next)
    if (many >= t) next += many
  }
}

/** Puts shares into their buckets. */
export function scatter(rows: i32): void {
  for (let i: usize = 0; i < <usize>rows; i++) {
    const bucket = buckets + (<usize>load<u32>(places + (i << 2)) << 2)
    const at = load<u32>(bucket)
    if (at == NONE) continue
    store<u32>(bucket, at + 1)
    const to = shareAt(at)
    v128.store(to, v128.load(xs + (i << 4)))
    v128.store(to, v128.load(ys + (i << 4)), VALUE)
    v128.store(to, v128.load(given + (i << 4)), TAG)
  }
}

/** Finds the groups of t shares or more with one tag, in the order of their buckets and then of their tags. */
export function group(first: usize, end: usize, t: u32): i32 {
  let groups: u32 = 0
  let from: u32 = 0
  for (let b = first; b < end; b++) {
    const bucket = buckets + (b << 2)
    const to = load<u32>(bucket)
    if (to == NONE) continue
    if (from < to && endOfTag(from, to) < to) sort(from, to)
    const before = groups
    while (from < to) {
      const upto = endOfTag(from, to)
      if (upto - from >= t) {
        store<u32>(starts + (<usize>groups << 2), from)
        store<u32>(counts + (<usize>groups << 2), upto - from)
        v128.store(tags + (<usize>groups << 4), reversed(shareAt(from) + TAG))
        groups++
      }
      from = upto
    }
    store<u32>(bucket, groups > before ? before : NONE)
    if (groups > before) store<u32>(lasts + (<usize>before << 2), groups - 1)
  }
  return groups
}

/** The group of a tag in a bucket, or -1. */
export function groupOf(bucket: u32, tag: v128): i32 {
  const first = load<u32>(buckets + (<usize>bucket << 2))
  if (first == NONE) return -1
  let low = <i32>first
  let high = load<i32>(lasts + (<usize>first << 2))
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compare(shareAt(load<u32>(starts + (<usize>middle << 2))) + TAG, tag)
    if (order == 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

// @ts-ignore: decorator
@inline
export function shareAt(index: u32): usize {
  return shares + <usize>index * SHARE
}

function endOfTag(from: u32, end: u32): u32 {
  const tag = v128.load(shareAt(from), TAG)
  let to = from + 1
  while (to < end && !v128.any_true(v128.xor(tag, v128.load(shareAt(to), TAG)))) to++
  return to
}

/** By tag; those with the tag of the pivot are done with, so that one frequent tag among a few others costs one pass. */
function sort(from: u32, to: u32): void {
  while (to - from > 1) {
    chance = chance * 1664525 + 1013904223
    const pivot = v128.load(shareAt(from + <u32>((<u64>chance * <u64>(to - from)) >> 32)), TAG)
    let less = from
    let more = to
    for (let i = from; i < more; ) {
      const order = compare(shareAt(i) + TAG, pivot)
      if (order < 0) swap(less++, i++)
      else if (order > 0) swap(i, --more)
      else i++
    }
    // the smaller side by a call of its own, so that calls stay few
    if (less - from < to - more) {
      sort(from, less)
      from = more
    } else {
      sort(more, to)
      to = less
    }
  }
}

function swap(a: u32, b: u32): void {
  if (a == b) return
  const one = shareAt(a)
  const other = shareAt(b)
  for (let i: usize = 0; i < SHARE; i += 16) {
    const held = v128.load(one + i)
    v128.store(one + i, v128.load(other + i))
    v128.store(other + i, held)
  }
}

function compare(at: usize, tag: v128): i32 {
  const aHigh = load<u64>(at, 8)
  const bHigh = <u64>i64x2.extract_lane(tag, 1)
  if (aHigh != bHigh) return aHigh < bHigh ? -1 : 1
  const aLow = load<u64>(at)
  const bLow = <u64>i64x2.extract_lane(tag, 0)
  return aLow == bLow ? 0 : aLow < bLow ? -1 : 1
}

/** Bytes that came as a number have the last one first. */
export function reversed(at: usize): v128 {
  const v = v128.load(at)
  return i8x16.shuffle(v, v, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
}

// Shares that come in any order, brought beside those of the same query. The engine says in which bucket a tag falls; a bucket mostly
// holds one tag, and is sorted where it holds more. A share is 48 bytes: the point, the value and the tag, each as two words, the low
// one first.

export const SHARE: usize = 48
export const VALUE: usize = 16
export const TAG: usize = 32
export const OUTCOME: usize = 32
export const NUMBER: usize = 16
export const TEXT: usize = 32 // the smallest class

const RECORD: usize = SHARE + 4 // a share that waits, with its bucket
const NONE: u32 = u32.MAX_VALUE
const PARTS: usize = 256

// Where rows come in: bucket, tag, and two numbers.
export let places: usize = 0
export let given: usize = 0
export let xs: usize = 0
export let ys: usize = 0
/** Of each bucket: how many shares fall in it; later its first group. */
export let buckets: usize = 0
/** Of each bucket a bit: are its shares taken? */
let marks: usize = 0
let cursors: usize = 0
let bucketsEnd: usize = 0
/** Buckets are worked on in parts of 2^shift, so that what is at hand at once fits beside the processor. */
let shift: usize = 0
const partStarts = memory.data(256 * 4, 16)
const partEnds = memory.data(256 * 4, 16)

// Of each group: where its shares are, how many there are, the last group of the same bucket (known for the first of it), its tag as
// text has it, its outcome and its text.
export let starts: usize = 0
export let counts: usize = 0
let lasts: usize = 0
export let tags: usize = 0
export let outcomes: usize = 0
export let texts: usize = 0
export let work: usize = 0
let scratch: usize = 0
let chance: u32 = 1

/** Room for batches of `rows` as they come, and for so many buckets: a power of two. */
export function roomToCount(rows: usize, many: usize): void {
  shift = ctz(many) > 8 ? ctz(many) - 8 : 0
  places = (__heap_base + 63) & ~63
  given = places + ((rows * 4 + 63) & ~63)
  xs = given + rows * NUMBER
  ys = xs + rows * NUMBER
  buckets = ys + rows * NUMBER
  marks = buckets + ((many * 4 + 63) & ~63)
  cursors = marks + ((many / 8 + 64) & ~63)
  bucketsEnd = cursors + (((<usize>4 << shift) + 63) & ~63)
  grow(bucketsEnd)
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

/**
 * Room for all shares of the buckets from `first` to before `end` that t or more fall in, for as many groups as can have t of them, and
 * `extra` bytes for whoever works on them.
 */
export function roomFor(first: usize, end: usize, t: u32, extra: usize): void {
  memory.fill(marks, 0, cursors - marks)
  memory.fill(partEnds, 0, PARTS * 4)
  for (let b = first; b < end; b++) {
    const many = load<u32>(buckets + (b << 2))
    if (many < t) continue
    const mark = marks + (b >> 3)
    store<u8>(mark, load<u8>(mark) | (<u8>1 << <u8>(b & 7)))
    const part = partEnds + ((b >> shift) << 2)
    store<u32>(part, load<u32>(part) + many)
  }
  let total: usize = 0
  let largest: usize = 0
  work = bucketsEnd
  const shares = work + ((extra + 63) & ~63)
  for (let p: usize = 0; p < PARTS * 4; p += 4) {
    const many = <usize>load<u32>(partEnds + p)
    const start = <u32>(shares + total * RECORD)
    store<u32>(partStarts + p, start)
    store<u32>(partEnds + p, start)
    total += many
    largest = max(largest, many)
  }
  const groups = total / <usize>t
  const words = (groups * 4 + 63) & ~63
  scratch = (shares + total * RECORD + 63) & ~63
  starts = scratch + largest * SHARE
  counts = starts + words
  lasts = counts + words
  tags = lasts + words
  outcomes = tags + groups * NUMBER
  texts = outcomes + groups * OUTCOME
  grow(texts + groups * TEXT)
}

/** Keeps the shares of marked buckets, by parts. */
export function keep(rows: i32): void {
  for (let i: usize = 0; i < <usize>rows; i++) {
    const place = load<u32>(places + (i << 2))
    if (!isMarked(place)) continue
    const part = partEnds + ((<usize>place >> shift) << 2)
    const to = <usize>load<u32>(part)
    store<u32>(part, <u32>(to + RECORD))
    v128.store(to, v128.load(xs + (i << 4)))
    v128.store(to, v128.load(ys + (i << 4)), VALUE)
    v128.store(to, v128.load(given + (i << 4)), TAG)
    store<u32>(to, place, SHARE)
  }
}

function isMarked(bucket: usize): bool {
  return ((load<u8>(marks + (bucket >> 3)) >> <u8>(bucket & 7)) & 1) == 1
}

/**
 * Finds the groups of t shares or more with one tag in a part, in the order of their buckets and then of their tags; `groups` have been
 * found before. Returns how many there are then.
 */
export function group(part: usize, t: u32, groups: i32): i32 {
  const from = <usize>load<u32>(partStarts + (part << 2))
  const to = <usize>load<u32>(partEnds + (part << 2))
  if (from == to) return groups
  const firstBucket = part << shift
  const endBucket = (part + 1) << shift
  let next: u32 = 0
  for (let b = firstBucket; b < endBucket; b++) {
    if (!isMarked(b)) continue
    store<u32>(cursors + ((b - firstBucket) << 2), next)
    next += load<u32>(buckets + (b << 2))
  }
  for (let at = from; at < to; at += RECORD) {
    const cursor = cursors + ((<usize>load<u32>(at, SHARE) - firstBucket) << 2)
    const place = load<u32>(cursor)
    store<u32>(cursor, place + 1)
    copyShare(at, scratch + <usize>place * SHARE)
  }
  const shares = ((to - from) / RECORD) * SHARE
  for (let at: usize = 0; at < shares; at += SHARE) copyShare(scratch + at, from + at)
  let start = from
  for (let b = firstBucket; b < endBucket; b++) {
    if (!isMarked(b)) continue
    const end = from + <usize>load<u32>(cursors + ((b - firstBucket) << 2)) * SHARE
    groups = groupBucket(b, start, end, t, groups)
    start = end
  }
  return groups
}

function groupBucket(bucket: usize, from: usize, to: usize, t: u32, groups: i32): i32 {
  if (from < to && endOfTag(from, to) < to) sort(from, to)
  const before = groups
  while (from < to) {
    const end = endOfTag(from, to)
    const many = <u32>((end - from) / SHARE)
    if (many >= t) {
      store<u32>(starts + (<usize>groups << 2), <u32>from)
      store<u32>(counts + (<usize>groups << 2), many)
      v128.store(tags + (<usize>groups << 4), reversed(from + TAG))
      groups++
    }
    from = end
  }
  store<u32>(buckets + (bucket << 2), groups > before ? before : NONE)
  if (groups > before) store<u32>(lasts + (<usize>before << 2), groups - 1)
  return groups
}

/** The group of a tag in a bucket, or -1. */
export function groupOf(bucket: usize, tag: v128): i32 {
  if (!isMarked(bucket)) return -1
  const first = load<u32>(buckets + (bucket << 2))
  if (first == NONE) return -1
  let low = <i32>first
  let high = load<i32>(lasts + (<usize>first << 2))
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compare(<usize>load<u32>(starts + (<usize>middle << 2)) + TAG, tag)
    if (order == 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

function endOfTag(from: usize, end: usize): usize {
  const tag = v128.load(from, TAG)
  let to = from + SHARE
  while (to < end && !v128.any_true(v128.xor(tag, v128.load(to, TAG)))) to += SHARE
  return to
}

/** By tag; those with the tag of the pivot are done with, so that one frequent tag among a few others costs one pass. */
function sort(from: usize, to: usize): void {
  while (to - from > SHARE) {
    chance = chance * 1664525 + 1013904223
    const middle = <usize>((<u64>chance * <u64>((to - from) / SHARE)) >> 32)
    const pivot = v128.load(from + middle * SHARE, TAG)
    let less = from
    let more = to
    for (let at = from; at < more; ) {
      const order = compare(at + TAG, pivot)
      if (order < 0) {
        swap(less, at)
        less += SHARE
      } else if (order > 0) {
        more -= SHARE
        swap(at, more)
      }
      if (order <= 0) at += SHARE
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

function swap(one: usize, other: usize): void {
  for (let i: usize = 0; i < SHARE; i += 16) {
    const held = v128.load(one + i)
    v128.store(one + i, v128.load(other + i))
    v128.store(other + i, held)
  }
}

function copyShare(from: usize, to: usize): void {
  v128.store(to, v128.load(from))
  v128.store(to, v128.load(from, VALUE), VALUE)
  v128.store(to, v128.load(from, TAG), TAG)
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

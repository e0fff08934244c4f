import { clear, mark, take } from '../base/arena'

// Rows of numbers that stay in memory, one behind the other: tag, x, y, two halves of the text, then two for each other column.
// They are ordered by tag, and rows of one tag by their other columns.

const NUMBER: usize = 16
/** Where the other columns of a row begin. */
const OTHERS: usize = 5 * NUMBER
const FIRST_HALF: usize = 3 * NUMBER
const SECOND_HALF: usize = 4 * NUMBER
const BUCKETS: usize = 65536
/** So few rows are put in order one by one. */
const FEW: i32 = 12

/** What the texts of the rows of a tag are. */
const SHORT: u8 = 1
const LONG: u8 = 2
const MIXED: u8 = 3

/** Columns of rows come in here, each with room for as many rows as were asked for. */
export let staged: usize = 0
/** For each tag where its rows end in the order, and what their texts are; 0 where there are fewer rows than asked for. */
export let groupEnds: usize = 0
export let groupTexts: usize = 0

let most: i32 = 0
let width: i32 = 0
let size: usize = 0
let records: usize = 0
let end: usize = 0
let order: usize = 0
let chance: u32 = 1

/** Room for rows of so many numbers, so many at a time; how many there will be in all is not known. */
export function roomToKeep(rows: i32, numbers: i32): void {
  clear()
  most = rows
  width = numbers
  size = <usize>numbers * NUMBER
  staged = take(<usize>rows * size)
  records = mark()
  end = records
}

/** Keeps the rows that came in. */
export function keepRows(rows: i32): void {
  const bytes = <usize>rows * size
  if (end + bytes > mark()) take(end + bytes - mark())
  for (let column: i32 = 0; column < width; column++) {
    let from = staged + <usize>column * <usize>most * NUMBER
    let to = end + <usize>column * NUMBER
    for (let row: i32 = 0; row < rows; row++) {
      v128.store(to, v128.load(from))
      from += NUMBER
      to += size
    }
  }
  end += bytes
}

/** Puts the rows in order, and finds those of one tag. How many tags there are; rows without one stand behind all others. */
export function orderRows(t: i32): u32 {
  const count = (end - records) / size
  order = take(count << 2)
  groupEnds = take(count << 2)
  groupTexts = take(count)
  const starts = take((BUCKETS + 1) << 2)
  memory.fill(starts, 0, (BUCKETS + 1) << 2)
  for (let at = records; at < end; at += size) {
    const bucket = starts + ((bucketOf(at) + 1) << 2)
    store<u32>(bucket, load<u32>(bucket) + 1)
  }
  for (let b: usize = 1; b <= BUCKETS; b++) {
    const bucket = starts + (b << 2)
    store<u32>(bucket, load<u32>(bucket) + load<u32>(bucket - 4))
  }
  let row: u32 = 0
  for (let at = records; at < end; at += size) {
    const bucket = starts + (bucketOf(at) << 2)
    const place = load<u32>(bucket)
    store<u32>(bucket, place + 1)
    store<u32>(order + ((<usize>place) << 2), row++)
  }
  // Each start has moved to where its bucket ends.
  let from: i32 = 0
  for (let b: usize = 0; b < BUCKETS; b++) {
    const to = <i32>load<u32>(starts + (b << 2))
    sort(from, to)
    from = to
  }
  return findGroups(<i32>count, t)
}

/** A column of rows from a place in the order on. */
export function gather(from: i32, rows: i32, column: i32, to: usize): void {
  const offset = <usize>column * NUMBER
  for (let i: i32 = 0; i < rows; i++) {
    v128.store(to, v128.load(recordAt(from + i) + offset))
    to += NUMBER
  }
}

function bucketOf(record: usize): usize {
  return <usize>load<u16>(record, 14)
}

function recordAt(place: i32): usize {
  return records + <usize>load<u32>(order + ((<usize>place) << 2)) * size
}

function findGroups(count: i32, t: i32): u32 {
  let groups: u32 = 0
  let first: i32 = 0
  while (first < count) {
    const record = recordAt(first)
    const low = load<u64>(record)
    const high = load<u64>(record, 8)
    if ((low & high) === u64.MAX_VALUE) break
    let texts: u8 = isLong(record) ? LONG : SHORT
    let next = first + 1
    for (; next < count; next++) {
      const other = recordAt(next)
      if (load<u64>(other) !== low || load<u64>(other, 8) !== high) break
      if (!sameText(record, other)) texts = MIXED
    }
    store<u32>(groupEnds + ((<usize>groups) << 2), <u32>next)
    store<u8>(groupTexts + <usize>groups, next - first < t ? 0 : texts)
    groups++
    first = next
  }
  return groups
}

function isLong(record: usize): bool {
  return i8x16.all_true(i8x16.eq(v128.load(record + FIRST_HALF), i64x2.splat(-1)))
}

function sameText(a: usize, b: usize): bool {
  const first = v128.xor(v128.load(a + FIRST_HALF), v128.load(b + FIRST_HALF))
  const second = v128.xor(v128.load(a + SECOND_HALF), v128.load(b + SECOND_HALF))
  return !v128.any_true(v128.or(first, second))
}

/** Quicksort in three parts, since many rows are alike; what it compares with is drawn, so that no log is slow by its order. */
function sort(from: i32, to: i32): void {
  while (to - from > FEW) {
    chance ^= chance << 13
    chance ^= chance >> 17
    chance ^= chance << 5
    const pivot = recordAt(from + <i32>(chance % <u32>(to - from)))
    let less = from
    let more = to
    let i = from
    while (i < more) {
      const c = compare(recordAt(i), pivot)
      if (c < 0) swap(less++, i++)
      else if (c > 0) swap(i, --more)
      else i++
    }
    if (less - from < to - more) {
      sort(from, less)
      from = more
    } else {
      sort(more, to)
      to = less
    }
  }
  for (let i = from + 1; i < to; i++) {
    const index = load<u32>(order + ((<usize>i) << 2))
    const record = recordAt(i)
    let at = i
    for (; at > from && compare(recordAt(at - 1), record) > 0; at--) {
      store<u32>(order + ((<usize>at) << 2), load<u32>(order + ((<usize>(at - 1)) << 2)))
    }
    store<u32>(order + ((<usize>at) << 2), index)
  }
}

function swap(i: i32, j: i32): void {
  const a = order + ((<usize>i) << 2)
  const b = order + ((<usize>j) << 2)
  const index = load<u32>(a)
  store<u32>(a, load<u32>(b))
  store<u32>(b, index)
}

/** By tag, then by the other columns. */
function compare(a: usize, b: usize): i32 {
  const byTag = compareNumbers(a, b)
  if (byTag !== 0) return byTag
  for (let at = OTHERS; at < size; at += NUMBER) {
    const byOther = compareNumbers(a + at, b + at)
    if (byOther !== 0) return byOther
  }
  return 0
}

function compareNumbers(a: usize, b: usize): i32 {
  const highA = load<u64>(a, 8)
  const highB = load<u64>(b, 8)
  if (highA !== highB) return highA < highB ? -1 : 1
  const lowA = load<u64>(a)
  const lowB = load<u64>(b)
  if (lowA !== lowB) return lowA < lowB ? -1 : 1
  return 0
}

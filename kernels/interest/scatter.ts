import { backTo, mark, take, takeEmpty } from '../base/arena'
import { CATEGORIES, HEAD, PERSON, RESULTS, ROW, TEXT_BYTES, TIME } from './history'

// Lays the rows of a batch out as histories are read, those for each part of the log together: a person is in one part. Rows come
// as columns: number, person, time, click (0: none), results and categories (numbers with blanks between them), and the text, cut
// into pieces that are short enough to stand in a column.

const CLICKS: usize = 3
const RESULT_LISTS: usize = 4
const CATEGORY_LISTS: usize = 5
const PIECES: usize = 6
const COLUMNS: usize = 16
const SHORT: u32 = 12
const ZERO: u8 = 48
const VIEW: usize = 16

const columns = memory.data(64, 16)
let start: usize = 0

/** Rows of the parts, one part after the other, and where each of them ends. */
export let laidOut: usize = 0
export let ends: usize = 0

export function openBatch(): void {
  if (start === 0) start = mark()
  backTo(start)
  memory.fill(columns, 0, COLUMNS << 2)
}

/** Room for a column of the batch. */
export function column(nth: i32, bytes: usize): usize {
  const at = take(bytes)
  store<u32>(columns + ((<usize>nth) << 2), <u32>at)
  return at
}

function columnAt(nth: usize): usize {
  return load<u32>(columns + (nth << 2))
}

/** Lays so many rows out for so many parts; texts come in so many pieces. */
export function scatter(rows: i32, parts: i32, pieces: i32): void {
  const partOf = take((<usize>rows) << 2)
  const next = takeEmpty((<usize>parts + 1) << 2)
  for (let i: usize = 0; i < <usize>rows; i++) {
    const part = <u32>(((load<u64>(columnAt(1) + (i << 3)) >> 32) * <u64>parts) >> 32)
    store<u32>(partOf + (i << 2), part)
    const size = next + ((<usize>part + 1) << 2)
    store<u32>(size, load<u32>(size) + <u32>sizeOf(i, pieces))
  }
  for (let part: usize = 0; part < <usize>parts; part++) {
    const at = next + (part << 2)
    store<u32>(at, load<u32>(at) + load<u32>(at, 4), 4)
  }
  laidOut = take(load<u32>(next + ((<usize>parts) << 2)))
  ends = next
  for (let i: usize = 0; i < <usize>rows; i++) {
    const at = next + ((<usize>load<u32>(partOf + (i << 2))) << 2)
    const row = laidOut + <usize>load<u32>(at)
    store<u32>(at, <u32>(writeRow(row, i, pieces) - laidOut))
  }
}

function sizeOf(i: usize, pieces: i32): usize {
  let size = HEAD
  for (let piece: usize = 0; piece < <usize>pieces; piece++) size += load<u32>(columnAt(PIECES + piece) + i * VIEW)
  const clicked = load<u64>(columnAt(CLICKS) + (i << 3)) !== 0
  return (
    size +
    ((<usize>(countNumbers(RESULT_LISTS, i) + u32(clicked))) << 3) +
    ((<usize>countNumbers(CATEGORY_LISTS, i)) << 2)
  )
}

/** Gives where the row ends. */
function writeRow(row: usize, i: usize, pieces: i32): usize {
  store<u32>(row, load<u32>(columnAt(0) + (i << 2)), ROW)
  store<u64>(row, load<u64>(columnAt(1) + (i << 3)), PERSON)
  store<i64>(row, load<i64>(columnAt(2) + (i << 3)), TIME)
  let at = row + HEAD
  for (let piece: usize = 0; piece < <usize>pieces; piece++) {
    const block = columnAt(PIECES + piece)
    const length = load<u32>(block + i * VIEW)
    const bytes = bytesOf(block, i)
    if (length > SHORT) memory.copy(at, bytes, length)
    else copyShort(at, bytes, length)
    at += <usize>length
  }
  store<u32>(row, <u32>(at - row - HEAD), TEXT_BYTES)
  const results = at
  const click = load<u64>(columnAt(CLICKS) + (i << 3))
  if (click !== 0) {
    store<u64>(at, click)
    at += 8
  }
  at = writeNumbers(RESULT_LISTS, i, at, 3)
  store<u32>(row, <u32>((at - results) >> 3), RESULTS)
  const categories = at
  at = writeNumbers(CATEGORY_LISTS, i, at, 2)
  store<u32>(row, <u32>((at - categories) >> 2), CATEGORIES)
  return at
}

/** At most 16 bytes, from both ends. */
function copyShort(to: usize, from: usize, length: usize): void {
  if (length >= 8) {
    const last = load<u64>(from + length - 8)
    store<u64>(to, load<u64>(from))
    store<u64>(to + length - 8, last)
  } else if (length >= 4) {
    const last = load<u32>(from + length - 4)
    store<u32>(to, load<u32>(from))
    store<u32>(to + length - 4, last)
  } else for (let i: usize = 0; i < length; i++) store<u8>(to + i, load<u8>(from + i))
}

function bytesOf(block: usize, i: usize): usize {
  const view = block + i * VIEW
  return load<u32>(view) <= SHORT ? view + 4 : block + <usize>load<u32>(view, 8)
}

function countNumbers(nth: usize, i: usize): u32 {
  const block = columnAt(nth)
  if (block === 0) return 0
  const bytes = bytesOf(block, i)
  const length = <usize>load<u32>(block + i * VIEW)
  let count: u32 = 0
  for (let at: usize = 0; at < length; at++)
    if (load<u8>(bytes + at) >= ZERO && (at === 0 || load<u8>(bytes + at - 1) < ZERO)) count++
  return count
}

/** Writes numbers of 2^log bytes. */
function writeNumbers(nth: usize, i: usize, to: usize, log: usize): usize {
  const block = columnAt(nth)
  if (block === 0) return to
  const bytes = bytesOf(block, i)
  const length = <usize>load<u32>(block + i * VIEW)
  let number: u64 = 0
  for (let at: usize = 0; at < length; at++) {
    const digit = load<u8>(bytes + at)
    if (digit < ZERO) continue
    number = number * 10 + <u64>(digit - ZERO)
    if (at + 1 < length && load<u8>(bytes + at + 1) >= ZERO) continue
    if (log === 3) store<u64>(to, number)
    else store<u32>(to, <u32>number)
    to += (<usize>1) << log
    number = 0
  }
  return to
}

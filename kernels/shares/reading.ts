import { clear, take, takeEmpty } from '../base/arena'
import { hex, separator } from './text'

// Rows as the encoder writes them, back into columns. Only lines that are exactly as it writes them: at any other the reader stops.

/** What stands in a column. */
const OTHER: u8 = 0
const TAG: u8 = 1
const TEXT: u8 = 4
/** A number that stands for no value at all, and sorts behind all others. */
const NOTHING = i64x2.splat(-1)
const DIGITS: usize = 32
const NUMBER: usize = 16
/** Columns that are no numbers: so many bytes at most, as two numbers. */
const ROOM: i32 = 32

// Where lines come in, and what is in which column. Numbers have their low byte first, as everywhere; texts that are read as numbers too.
export let lines: usize = 0
export let kinds: usize = 0
/** Numbers of a row, by column of the table: tag, x, y, two halves of the text, then two for each other column. */
export let numbers: usize = 0
/** Of a row with a longer text: where its digits are and how many; none are 0. */
export let longTexts: usize = 0
/** Was any other value longer than one number? */
export let longOthers: bool = false
/** Where reading goes on. */
export let nextLine: usize = 0

let columns: i32 = 0
let most: i32 = 0

/** Room for lines of so many bytes, and for so many rows of so many columns, of which four are shares. */
export function roomForLines(bytes: usize, rows: i32, width: i32): void {
  clear()
  columns = width
  most = rows
  lines = take(bytes)
  kinds = take(<usize>width)
  numbers = take(<usize>rows * NUMBER * (5 + 2 * <usize>(width - 4)))
  longTexts = take((<usize>rows) << 3)
}

/** Reads whole lines until there is no room for more rows. How many; -1 at a line that the encoder does not write. */
export function readRows(from: usize, end: usize): i32 {
  let row: i32 = 0
  let at = from
  while (at < end && row < most) {
    at = readRow(at, row)
    if (at === 0) return -1
    row++
  }
  nextLine = at
  return row
}

/** One line; where the next begins, or 0. */
function readRow(line: usize, row: i32): usize {
  let at = line
  let others: usize = 0
  let missing: i32 = 0
  const cell = numbers + <usize>row * NUMBER
  const stride = <usize>most * NUMBER
  store<u64>(longTexts + ((<usize>row) << 3), 0)
  for (let column: i32 = 0; column < columns; column++) {
    const kind = load<u8>(kinds + column)
    if (kind === OTHER) {
      at = readOther(at, cell + (5 + others) * stride, stride)
      others += 2
    } else if (isEnd(load<u8>(at))) {
      missing++
      v128.store(cell + <usize>(kind - 1) * stride, NOTHING)
      if (kind === TEXT) v128.store(cell + <usize>TEXT * stride, NOTHING)
    } else {
      const number = cell + <usize>(kind - 1) * stride
      if (!digits(at, number) || (kind === TAG && isNothing(v128.load(number)))) return 0
      at += DIGITS
      if (kind === TEXT) at = readText(at, row, number, number + stride)
    }
    if (at === 0 || load<u8>(at) !== (column + 1 === columns ? 10 : 9)) return 0
    at++
  }
  return missing === 0 || missing === 4 ? at : 0
}

/** The second half of a text; of a longer one, where its digits are, for whoever has room for them. */
function readText(at: usize, row: i32, first: usize, second: usize): usize {
  if (!digits(at, second)) return 0
  let end = at + DIGITS
  if (isEnd(load<u8>(end)) && !isNothing(v128.load(first))) return end
  end = separator(end)
  const length = end - at + DIGITS
  if (length & (DIGITS - 1)) return 0
  for (let more = at + DIGITS; more < end; more += DIGITS) {
    if (!digits(more, second)) return 0
  }
  v128.store(first, NOTHING)
  v128.store(second, NOTHING)
  store<u32>(longTexts + ((<usize>row) << 3), <u32>(at - DIGITS))
  store<u32>(longTexts + ((<usize>row) << 3), <u32>length, 4)
  return end
}

/** A short text of printable ASCII as two numbers with zeros behind it, which sort as it does; an empty one is no value. */
function readOther(at: usize, to: usize, stride: usize): usize {
  const end = separator(at)
  const length = <i32>(end - at)
  if (length === 0) {
    v128.store(to, NOTHING)
    v128.store(to + stride, NOTHING)
    return end
  }
  if (length > <i32>NUMBER) longOthers = true
  if (length > ROOM || !packed(at, length, to) || !packed(at + NUMBER, length - <i32>NUMBER, to + stride)) return 0
  return end
}

function packed(at: usize, length: i32, to: usize): bool {
  const places = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  const kept = i8x16.lt_s(places, i8x16.splat(<i8>max(0, min(16, length))))
  const v = v128.and(v128.load(at), kept)
  const odd = v128.or(i8x16.lt_s(v, i8x16.splat(0x20)), i8x16.eq(v, i8x16.splat(0x7f)))
  v128.store(to, backwards(v))
  return !v128.any_true(v128.and(odd, kept))
}

function isNothing(v: v128): bool {
  return i8x16.all_true(i8x16.eq(v, NOTHING))
}

function isEnd(byte: u8): bool {
  return byte === 9 || byte === 10
}

/** 32 hexadecimal digits as a number; false if they are others. */
function digits(at: usize, to: usize): bool {
  const first = v128.load(at)
  const second = v128.load(at, 16)
  const valuesFirst = nibbles(first)
  const valuesSecond = nibbles(second)
  if (v128.any_true(i8x16.gt_u(v128.or(valuesFirst, valuesSecond), i8x16.splat(15)))) return false
  v128.store(to, backwards(i8x16.narrow_i16x8_u(pairs(valuesFirst), pairs(valuesSecond))))
  return true
}

/** The value of each digit; more than 15 of what is none. */
function nibbles(v: v128): v128 {
  const decimal = i8x16.sub(v, i8x16.splat(48))
  const letter = i8x16.sub(v, i8x16.splat(97))
  const isLetter = i8x16.lt_u(letter, i8x16.splat(6))
  const isDecimal = i8x16.lt_u(decimal, i8x16.splat(10))
  const value = v128.bitselect(i8x16.add(letter, i8x16.splat(10)), decimal, isLetter)
  return v128.bitselect(value, i8x16.splat(-1), v128.or(isLetter, isDecimal))
}

function pairs(v: v128): v128 {
  return v128.or(i16x8.shl(v128.and(v, i16x8.splat(0xff)), 4), i16x8.shr_u(v, 8))
}

function backwards(v: v128): v128 {
  return i8x16.shuffle(v, v, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
}

// The way back: rows as the decoder writes them, from columns in the same form.

export let output: usize = 0
/** For each row the number of its query, from 1; 0 if it has none. */
export let ids: usize = 0
/** Queries one after the other, and where each ends. */
export let queries: usize = 0
export let queryEnds: usize = 0
let before: i32 = 0

/** Room for so many queries of so many bytes, and for so many rows; `first` of the other columns stand before the tag. */
export function roomForRows(count: usize, bytes: usize, longest: usize, rows: i32, width: i32, first: i32): void {
  clear()
  most = rows
  columns = width
  before = first
  queries = take(bytes)
  queryEnds = takeEmpty((count + 1) << 2)
  numbers = takeEmpty(<usize>rows * NUMBER * (1 + 2 * <usize>width))
  ids = take((<usize>rows) << 2)
  output = take(<usize>rows * (<usize>((width + 1) * (ROOM + 1)) + longest + 17))
}

/** Writes rows as tab-separated lines; where they end. */
export function writeRows(rows: i32): usize {
  let to = output
  for (let row: i32 = 0; row < rows; row++) {
    const cell = numbers + <usize>row * NUMBER
    const stride = <usize>most * NUMBER
    let other: i32 = 0
    for (; other < before; other++) to = tab(writeOther(cell + (1 + 2 * <usize>other) * stride, stride, to))
    const tag = v128.load(cell)
    if (!isNothing(tag)) {
      v128.store(cell, backwards(tag))
      to = hex(cell, 16, to)
    }
    to = writeQuery(load<u32>(ids + ((<usize>row) << 2)), tab(to))
    for (; other < columns; other++) to = writeOther(cell + (1 + 2 * <usize>other) * stride, stride, tab(to))
    store<u8>(to, 10)
    to++
  }
  return to
}

function writeQuery(id: u32, to: usize): usize {
  if (id === 0) return to
  const end = queryEnds + ((<usize>id) << 2)
  const from = <usize>load<u32>(end - 4)
  const length = <usize>load<u32>(end) - from
  memory.copy(to, queries + from, length)
  return to + length
}

function writeOther(cell: usize, stride: usize, to: usize): usize {
  const first = backwards(v128.load(cell))
  if (isNothing(first)) return to
  v128.store(to, first)
  const zeros = i8x16.bitmask(i8x16.eq(first, i8x16.splat(0)))
  if (zeros !== 0) return to + <usize>ctz(zeros)
  const second = backwards(v128.load(cell + stride))
  v128.store(to, second, 16)
  return to + 16 + <usize>ctz(i8x16.bitmask(i8x16.eq(second, i8x16.splat(0))) | 0x10000)
}

function tab(to: usize): usize {
  store<u8>(to, 9)
  return to + 1
}

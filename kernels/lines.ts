// What one pass over the bytes of a file tells of its lines, before an engine reads them.
import { clear, take } from './base/arena'

/** Where bytes come in; the byte before them is the last of those that came before. */
export let input: usize = 0
/** Lines that are not empty, so far. */
export let lines: i32 = 0
/** Those of them that have not as many fields as they should. */
export let misfits: i32 = 0
/** What an engine would keep of lines that it refuses: a copy for each field too many or missing, and one of each very long line. */
export let weight: f64 = 0

const LONG: i32 = 65536

let delimiter: v128 = i8x16.splat(0)
let wanted: i32 = 0
let openMarks: i32 = 0
let openLength: i32 = 0

/** Begins a file whose lines have so many delimiters; room for so many bytes at once. */
export function begin(bytes: usize, mark: u8, marks: i32): void {
  clear()
  input = take(bytes + 128) + 64
  delimiter = i8x16.splat(mark)
  wanted = marks
  openMarks = 0
  openLength = 0
  lines = 0
  misfits = 0
  weight = 0
  store<u8>(input - 1, 10)
}

/** Goes over so many bytes: of what came in, all but the last of a multiple of 64. */
export function pass(from: usize, bytes: i32): void {
  if (bytes & 63) memory.fill(from + bytes, 0, 64)
  let marks = openMarks
  let start = -openLength
  for (let at: i32 = 0; at < bytes; at += 64) {
    let ends = equal(from + at, i8x16.splat(10))
    let rest = equal(from + at, delimiter)
    while (ends !== 0) {
      const bit = ctz(ends)
      const below = ((<u64>1) << bit) - 1
      const end = at + <i32>bit
      line(end - start, marks + <i32>popcnt(rest & below), from + end)
      rest &= ~below
      marks = 0
      start = end + 1
      ends &= ends - 1
    }
    marks += <i32>popcnt(rest)
  }
  openMarks = marks
  openLength = bytes - start
}

/** The end of the file: what follows the last end of a line is a line too. */
export function finish(): void {
  if (openLength > 0) count(openLength, openMarks)
}

function line(length: i32, marks: i32, end: usize): void {
  if (length > 1 || (length === 1 && load<u8>(end - 1) !== 13)) count(length, marks)
}

function count(length: i32, marks: i32): void {
  lines++
  const off = abs(marks - wanted)
  if (off === 0 && length < LONG) return
  if (off !== 0) misfits++
  weight += <f64>length * <f64>max(off, 1)
}

function equal(at: usize, byte: v128): u64 {
  const low =
    <u64>i8x16.bitmask(i8x16.eq(v128.load(at), byte)) | ((<u64>i8x16.bitmask(i8x16.eq(v128.load(at, 16), byte))) << 16)
  const high =
    <u64>i8x16.bitmask(i8x16.eq(v128.load(at, 32), byte)) |
    ((<u64>i8x16.bitmask(i8x16.eq(v128.load(at, 48), byte))) << 16)
  return low | (high << 32)
}

import { backTo, mark, take, takeEmpty } from '../base/arena'
import { openDistances } from './distance'
import { CATEGORIES, HEAD, PERSON, RESULTS, splitHistory, TEXT_BYTES, TIME } from './history'
import { Numbers, numberOf, openNumbers } from './numbers'

// Splits the histories of one part of a log, whose rows stand in memory one after the other, in any order.

const persons = changetype<Numbers>(memory.data(offsetof<Numbers>(), 16))
let start: usize = 0
let base: usize = 0

/** Where (row, cluster) stand for each row after `split`. */
export let answers: usize = 0

/** Room for the rows of a part. */
export function roomFor(bytes: usize): usize {
  if (start === 0) {
    openDistances()
    start = mark()
  }
  backTo(start)
  base = take(bytes)
  return base
}

export function split(bytes: usize): i32 {
  let count: i32 = 0
  for (let at = base; at < base + bytes; at += sizeOf(at)) count++
  answers = take((<usize>count) << 3)
  const order = take((<usize>count) << 2)
  const spare = take((<usize>count) << 2)
  const starts = takeEmpty((<usize>count + 2) << 2)
  byPerson(count, order, spare, starts)
  let out = answers
  for (let person = 0; person < persons.known; person++) {
    const from = load<u32>(starts + ((<usize>person) << 2))
    const size = load<u32>(starts + ((<usize>person) << 2), 4) - from
    const own = order + ((<usize>from) << 2)
    if (!inOrder(own, size)) sortRows(own, size, spare)
    splitHistory(own, size, out)
    out += (<usize>size) << 3
  }
  return count
}

function sizeOf(row: usize): usize {
  const numbers = ((<usize>load<u32>(row, RESULTS)) << 3) + ((<usize>load<u32>(row, CATEGORIES)) << 2)
  return HEAD + <usize>load<u32>(row, TEXT_BYTES) + numbers
}

/** Addresses of rows, person by person; and where each person begins. */
function byPerson(count: i32, order: usize, personOf: usize, starts: usize): void {
  openNumbers(persons, count)
  let at = base
  for (let i: usize = 0; i < <usize>count; i++, at += sizeOf(at)) {
    const person = numberOf(persons, load<u64>(at, PERSON))
    store<u32>(personOf + (i << 2), person)
    const size = starts + ((<usize>person + 2) << 2)
    store<u32>(size, load<u32>(size) + 1)
  }
  // starts[person + 1] is where the next row of a person goes: in the end, where the person ends
  for (let person: usize = 0; person < <usize>persons.known; person++) {
    const next = starts + ((person + 1) << 2)
    store<u32>(next, load<u32>(next) + load<u32>(next, 4), 4)
  }
  at = base
  for (let i: usize = 0; i < <usize>count; i++, at += sizeOf(at)) {
    const next = starts + ((<usize>load<u32>(personOf + (i << 2)) + 1) << 2)
    store<u32>(order + ((<usize>load<u32>(next)) << 2), <u32>at)
    store<u32>(next, load<u32>(next) + 1)
  }
}

/** Rows stand in the order of their times and, at one moment, of their texts: the order of the input must not show. */
function before(a: usize, b: usize): i32 {
  const time = load<i64>(a, TIME)
  const other = load<i64>(b, TIME)
  if (time !== other) return time < other ? -1 : 1
  const m = <i32>load<u32>(a, TEXT_BYTES)
  const n = <i32>load<u32>(b, TEXT_BYTES)
  for (let i: usize = 0; i < <usize>min(m, n); i++) {
    const difference = <i32>load<u8>(a + i, HEAD) - <i32>load<u8>(b + i, HEAD)
    if (difference !== 0) return difference
  }
  return m - n
}

function inOrder(rows: usize, size: i32): bool {
  for (let i: usize = 1; i < <usize>size; i++)
    if (before(load<u32>(rows + ((i - 1) << 2)), load<u32>(rows + (i << 2))) > 0) return false
  return true
}

/** Sorts by merging runs of growing length. */
function sortRows(rows: usize, size: i32, spare: usize): void {
  let from = rows
  let to = spare
  for (let run = 1; run < size; run <<= 1) {
    for (let low = 0; low < size; low += 2 * run) merge(from, to, low, min(size, low + run), min(size, low + 2 * run))
    const other = from
    from = to
    to = other
  }
  if (from !== rows) memory.copy(rows, from, (<usize>size) << 2)
}

function merge(from: usize, to: usize, low: i32, middle: i32, high: i32): void {
  let a = low
  let b = middle
  for (let i = low; i < high; i++) {
    const first =
      b >= high || (a < middle && before(load<u32>(from + ((<usize>a) << 2)), load<u32>(from + ((<usize>b) << 2))) <= 0)
    store<u32>(to + ((<usize>i) << 2), load<u32>(from + ((<usize>(first ? a++ : b++)) << 2)))
  }
}

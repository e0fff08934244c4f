import { givenTime, TIME_ROOM } from './asks'
import { person, personLength } from './line'
import { shown, shownLength } from './time'

// Up to four rows that wait to be hashed together and written.

@unmanaged
export class Row {
  /** What was derived from the query. */
  entry: usize
  text: usize
  person: usize
  time: usize
  timeLength: i32
  epoch: i32
}

const ROW: usize = 32
const rows = memory.data(32 * 4, 16)
const timeCopies = memory.data(64 * 4, 16)
/** Lengths of the persons' names: four numbers of 32 bits, to be taken at once. */
export const lengths = memory.data(16, 16)
export let waiting: i32 = 0
/** Bytes that all waiting rows may take. */
export let reserved: usize = 0

export function rowAt(i: i32): Row {
  return changetype<Row>(rows + <usize>i * ROW)
}

export function lengthOf(i: i32): i32 {
  return load<i32>(lengths + ((<usize>i) << 2))
}

/** Lets the row at hand wait. */
export function wait(entry: usize, text: usize, epoch: i32, needed: usize): void {
  const row = rowAt(waiting)
  row.entry = entry
  row.text = text
  row.person = person
  row.time = shown
  row.timeLength = shownLength
  row.epoch = epoch
  if (shown === givenTime) {
    row.time = timeCopies + <usize>(waiting * TIME_ROOM)
    memory.copy(row.time, givenTime, shownLength)
  }
  store<i32>(lengths + ((<usize>waiting) << 2), personLength)
  reserved += needed
  waiting++
}

/** Does a row wait that needs this entry? */
export function waitsFor(entry: usize): bool {
  for (let i: i32 = 0; i < waiting; i++) if (rowAt(i).entry === entry) return true
  return false
}

export function nobodyWaits(): void {
  waiting = 0
  reserved = 0
}

import { queryAt, timeAt, userAt, width } from './settings'
import { separator } from './text'

// The fields of the line at hand.

export let person: usize = 0
export let personLength: i32 = 0
export let rawQuery: usize = 0
/** Below 0 if there is no such column. */
export let rawLength: i32 = -1
export let time: usize = 0
export let timeLength: i32 = 0
/** Where the next line begins. */
export let next: usize = 0

/** Bytes of a line end at `at`; 0 if there is none. */
export function lineEnd(at: usize): usize {
  if (load<u8>(at) === 10) return 1
  return load<u8>(at) === 13 && load<u8>(at, 1) === 10 ? 2 : 0
}

/** Finds the fields of a line; false if they are too few or too many, or nobody asked. */
export function readLine(line: usize): bool {
  let at = line
  let column: i32 = 0
  let surplus = false
  person = time = rawQuery = 0
  personLength = timeLength = 0
  rawLength = -1
  for (;;) {
    const stop = separator(at)
    let length = <i32>(stop - at)
    const isEnd = load<u8>(stop) === 10
    if (isEnd && length > 0 && load<u8>(stop - 1) === 13) length--
    if (column === userAt) {
      person = at
      personLength = length
    }
    if (column === queryAt) {
      rawQuery = at
      rawLength = length
    }
    if (column === timeAt) {
      time = at
      timeLength = length
    }
    if (column >= width && length > 0) surplus = true
    column++
    at = stop + 1
    if (isEnd) break
  }
  next = at
  return column >= width && !surplus && (userAt < 0 || personLength > 0)
}

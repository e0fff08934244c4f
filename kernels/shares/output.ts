import { hashPersons } from './persons'
import { SIZE, TAG } from './query'
import { output, outputEnd } from './room'
import { SHOW_PSEUDONYM, SHOW_SHARE, SHOW_TEXT, SHOW_TIME, shows } from './settings'
import { makeShare, pair } from './share'
import { hex } from './text'
import { writeTime } from './time'
import { nobodyWaits, reserved, rowAt, waiting } from './waiting'

// Rows as they are written: pseudonym, tag, share, text, time, each only if it is shown.

/** Where writing ended. */
export let written: usize = 0

const hashes = memory.data(256, 16)
const pseudonyms = memory.data(256, 16)

/** The output was taken away. */
export function drained(): void {
  written = output
}

/** Is there room for so much behind all that waits? */
export function fits(bytes: usize): bool {
  return written + reserved + bytes <= outputEnd
}

/** Hashes the persons of all waiting rows and writes the rows. */
export function flush(): void {
  if (waiting === 0) return
  if (shows & SHOW_SHARE) hashPersons(false, hashes)
  if (shows & SHOW_PSEUDONYM) hashPersons(true, pseudonyms)
  for (let i: i32 = 0; i < waiting; i++) writeRow(i)
  nobodyWaits()
}

function writeRow(i: i32): void {
  const row = rowAt(i)
  const entry = row.entry
  let to = written
  if (shows & SHOW_PSEUDONYM) to = tab(hex(pseudonyms + ((<usize>i) << 6), 16, to))
  to = hex(entry + TAG, 16, to)
  if (shows & SHOW_SHARE) {
    makeShare(entry, hashes + ((<usize>i) << 6))
    to = tab(hex(pair, 16, tab(to)))
    to = hex(pair + 16, 16, to)
  }
  if (shows & SHOW_TEXT) to = hex(row.text, load<i32>(entry, SIZE), tab(to))
  if (shows & SHOW_TIME) to = writeTime(row.time, row.timeLength, tab(to))
  store<u8>(to, 10)
  written = to + 1
}

/** A row without a query: everything but its time is empty. */
export function writeEmpty(time: usize, length: i32): void {
  let to = written
  if (shows & SHOW_PSEUDONYM) to = tab(to)
  if (shows & SHOW_SHARE) to = tab(tab(to))
  if (shows & SHOW_TEXT) to = tab(to)
  if (shows & SHOW_TIME) to = writeTime(time, length, tab(to))
  store<u8>(to, 10)
  written = to + 1
}

function tab(to: usize): usize {
  store<u8>(to, 9)
  return to + 1
}

import { askQuery, BAD, DONE, FULL, forgetAnswers, givenQuery, NONE, QUERY, TIME } from './asks'
import { lineEnd, next, rawLength, rawQuery, readLine, time, timeLength } from './line'
import { drained, fits, flush, writeEmpty } from './output'
import { textLength } from './query'
import { derive, fill, isFresh, recent } from './recent'
import { input, longEntry, longest, longText, QUERY_ROOM, query, TEXT_ROOM, textOffset } from './room'
import { normalise } from './text'
import { epochOf, shown, shownLength } from './time'
import { wait, waiting } from './waiting'

// Rows in, rows out, four at a time: fields are found, the query is looked up among recent ones, persons are hashed to points in
// four lanes, polynomials evaluated, and rows written. What needs more than plain ASCII is handed to the caller row by row.

/** Where reading goes on. */
export let position: usize = 0
export let badRows: i32 = 0
export let emptyRows: i32 = 0

const DASH: u8 = 0x2d
/** What a row takes at most, but for its time and its text; and one without a query, but for its time. */
const ROW_BYTES: usize = 196
const EMPTY_BYTES: usize = 64

/** Starts a new chunk of whole lines; the output is empty again. */
export function start(): void {
  goOn(input)
  drained()
}

/** Goes on until the input ends at `end` or the caller is needed. */
export function run(end: usize): i32 {
  while (position < end) {
    const reason = row()
    if (reason !== DONE) {
      if (reason === FULL) flush()
      return reason
    }
  }
  flush()
  return DONE
}

function goOn(at: usize): i32 {
  position = at
  forgetAnswers()
  return DONE
}

function row(): i32 {
  const blank = lineEnd(position)
  if (blank > 0) return goOn(position + blank) // a blank line is no row
  if (!readLine(position) || rawLength > longest) return bad()
  const epoch = epochOf(time, timeLength)
  if (epoch === BAD) return bad()
  if (epoch === NONE) return TIME
  const length = normalForm()
  if (length === BAD) return bad()
  if (length === NONE) return QUERY
  if (length === 0 || (length === 1 && load<u8>(query) === DASH)) return empty()
  const size = textLength(length)
  const needed = ROW_BYTES + <usize>shownLength + ((<usize>size) << 1)
  if (!fits(needed)) return FULL
  return length <= QUERY_ROOM && size <= TEXT_ROOM ? share(epoch, length, needed) : shareLong(epoch, length, needed)
}

/** The length of the query at hand in its normal form; NONE if the caller is asked. */
function normalForm(): i32 {
  if (givenQuery !== NONE) return givenQuery
  const length = normalise(rawQuery, rawLength, query)
  if (length >= 0) return length
  askQuery(rawQuery, rawLength)
  return NONE
}

/** Shares a query that is, or will be, among recent ones. */
function share(epoch: i32, length: i32, needed: usize): i32 {
  const entry = recent(epoch, length)
  if (isFresh(entry)) {
    const reason = fill(entry, epoch, length)
    if (reason !== DONE) return reason
  }
  wait(entry, entry + textOffset, epoch, needed)
  if (waiting === 4) flush()
  return goOn(next)
}

/** There is room for one query that is not kept: it neither waits for others nor lets them wait. */
function shareLong(epoch: i32, length: i32, needed: usize): i32 {
  flush()
  const reason = derive(longEntry, longText, epoch, length)
  if (reason !== DONE) return reason
  wait(longEntry, longText, epoch, needed)
  flush()
  return goOn(next)
}

function empty(): i32 {
  if (!fits(EMPTY_BYTES + <usize>shownLength)) return FULL
  flush()
  writeEmpty(shown, shownLength)
  emptyRows++
  return goOn(next)
}

function bad(): i32 {
  if (!fits(EMPTY_BYTES)) return FULL
  flush()
  writeEmpty(0, 0)
  badRows++
  return goOn(next)
}

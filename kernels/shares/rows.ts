import { CHUNK_END, CHUNK_START, compress4, KEYED, Lanes, ROOT } from './compress'
import { evaluate, high, LIMBS, low, reduce128 } from './field'
import { absorb, lace, squeeze4, unlace } from './hash'
import { COEFFICIENTS, deriveShares, FIELD, POINT_KEY, seal, SHAMIR, TAG, textLength } from './query'
import { dayIndex, digits2, hex, normalise, same, separator, tableHash } from './text'

// Rows in, rows out, four at a time: fields are found, the query is looked up among recent ones, persons are hashed to points in
// four lanes, polynomials evaluated, and rows written. What needs more than plain ASCII is handed to the caller row by row.

export const DONE: i32 = 0
/** The query must be normalised by the caller. */
export const QUERY: i32 = 1
/** The time must be read by the caller, or its day given an epoch. */
export const TIME: i32 = 2
/** The seed of the query must come from elsewhere. */
export const SEED: i32 = 3
/** There is no room for the next row. */
export const FULL: i32 = 4

export const SHOW_PSEUDONYM: i32 = 1
export const SHOW_SHARE: i32 = 2
export const SHOW_TEXT: i32 = 4
export const SHOW_TIME: i32 = 8

export const BY_DAY: i32 = 0
export const BY_HOUR: i32 = 1
export const EXACT: i32 = 2
/** Whatever stands there is copied. */
export const VERBATIM: i32 = 3

const QUERY_ROOM: i32 = 64
const TEXT_ROOM: i32 = 128
const TIME_ROOM: i32 = 64
const DAYS: usize = 130 * 372 + 1

let scheme: i32 = 0
let t: i32 = 0
let points: u64 = 0
let outsideSeeds: bool = false
let userAt: i32 = 0
let queryAt: i32 = 0
let timeAt: i32 = 0
let width: i32 = 0
let shows: i32 = 0
let grain: i32 = 0
let rotates: bool = false

/** Of each epoch: the key for queries, the key for pseudonyms. */
export let epochKeys: usize = 0
/** Of each day: its epoch and one; 0 if not known yet. */
export let dayEpochs: usize = 0

let entries: usize = 0
let entryMask: u32 = 0
let stride: usize = 0
let queryOffset: usize = 0
let textOffset: usize = 0
let scratchEntry: usize = 0
let longText: usize = 0
let longest: i32 = 0
/** The normalised query of the row at hand; large enough for any. */
export let query: usize = 0
export let input: usize = 0
export let output: usize = 0
let outputEnd: usize = 0

/** What the caller must look at. */
export let asked: usize = 0
export let askedLength: i32 = 0
export let askedDay: i32 = 0
export let askedEpoch: i32 = 0
/** Where reading goes on, and where writing ended. */
export let position: usize = 0
export let written: usize = 0
export let badRows: i32 = 0
export let emptyRows: i32 = 0

// Answers of the caller for the row at hand: -2 none yet, -1 bad, else a length or an epoch.
let givenQuery: i32 = -2
let givenEpoch: i32 = -2
let givenTimeLength: i32 = 0
export const givenTime = memory.data(80, 16)
let givenSeed: i32 = -2
export const seed = memory.data(64, 16)

// Up to four rows that wait to be hashed together.
const waitingEntry = memory.data(16 * 4, 16)
const waitingText = memory.data(16 * 4, 16)
const waitingPerson = memory.data(16 * 4, 16)
const waitingLength = memory.data(16 * 4, 16)
const waitingTime = memory.data(16 * 4, 16)
const waitingTimeLength = memory.data(16 * 4, 16)
const waitingEpoch = memory.data(16 * 4, 16)
const timeCopies = memory.data(64 * 4, 16)
let waiting: i32 = 0
let reserved: usize = 0

const keyLanes = memory.data(128, 16)
const messageLanes = memory.data(256, 16)
const hashLanes = memory.data(256, 16)
const hashes = memory.data(256, 16)
const pseudonyms = memory.data(256, 16)
const longHash = memory.data(256, 16)
const pair = memory.data(32, 16)

/** Lays out memory: room for recent queries, the query at hand, input and output. */
export function layOut(
  threshold: i32,
  epochs: usize,
  cacheBytes: usize,
  maxQuery: usize,
  inputBytes: usize,
  outputBytes: usize,
): void {
  t = threshold
  longest = <i32>maxQuery
  queryOffset = (COEFFICIENTS + <usize>t * LIMBS + 15) & ~15
  textOffset = queryOffset + QUERY_ROOM
  stride = textOffset + TEXT_ROOM
  let count: usize = 16
  while (count * 2 * stride <= cacheBytes) count *= 2
  entryMask = <u32>count - 1
  epochKeys = (__heap_base + 63) & ~63
  dayEpochs = epochKeys + epochs * 64
  entries = (dayEpochs + DAYS * 2 + 63) & ~63
  scratchEntry = entries + count * stride
  query = scratchEntry + queryOffset + 16
  const text = query + ((maxQuery + 127) & ~63)
  longText = text
  input = (text + <usize>textLength(<i32>maxQuery) + 127) & ~63
  output = (input + inputBytes + 127) & ~63
  outputEnd = output + outputBytes
  const pages = <i32>((outputEnd + 64 + 65535) >> 16)
  if (pages > memory.size()) memory.grow(pages - memory.size())
}

export function configure(
  schemeNumber: i32,
  pointCount: i32,
  seedsComeFromOutside: bool,
  user: i32,
  queryColumn: i32,
  time: i32,
  columns: i32,
  showMask: i32,
  timeGrain: i32,
  rotating: bool,
): void {
  scheme = schemeNumber
  points = <u64>(<u32>pointCount)
  outsideSeeds = seedsComeFromOutside
  userAt = user
  queryAt = queryColumn
  timeAt = time
  width = columns
  shows = showMask
  grain = timeGrain
  rotates = rotating
}

/** Forgets recent queries, where their keys have changed. */
export function forget(): void {
  for (let i: u32 = 0; i <= entryMask; i++) store<u32>(entries + <usize>i * stride, 0)
}

export function giveQuery(length: i32): void {
  givenQuery = length
}
export function giveTime(epoch: i32, length: i32): void {
  givenEpoch = epoch
  givenTimeLength = length
}
export function giveSeed(length: i32): void {
  givenSeed = length
}

function nextRow(at: usize): void {
  position = at
  givenQuery = -2
  givenEpoch = -2
  givenSeed = -2
}

/** Starts a new chunk of whole lines; the output is empty again. */
export function start(): void {
  nextRow(input)
  written = output
}

/** The output was taken away. */
export function drained(): void {
  written = output
}

/** Goes on until the input ends at `end` or the caller is needed. */
export function run(end: usize): i32 {
  while (position < end) {
    const reason = row()
    if (reason != DONE) {
      if (reason == FULL) flush()
      return reason
    }
  }
  flush()
  return DONE
}

function row(): i32 {
  let at = position
  let column: i32 = 0
  let person: usize = 0
  let personLength: i32 = 0
  let rawQuery: usize = 0
  let rawLength: i32 = -1
  let time: usize = 0
  let timeLength: i32 = 0
  let surplus = false
  if (load<u8>(at) == 10 || (load<u8>(at) == 13 && load<u8>(at, 1) == 10)) {
    nextRow(at + (load<u8>(at) == 10 ? 1 : 2)) // a blank line is no row
    return DONE
  }
  for (;;) {
    const stop = separator(at)
    let length = <i32>(stop - at)
    const isEnd = load<u8>(stop) == 10
    if (isEnd && length > 0 && load<u8>(stop - 1) == 13) length--
    if (column == userAt) {
      person = at
      personLength = length
    }
    if (column == queryAt) {
      rawQuery = at
      rawLength = length
    }
    if (column == timeAt) {
      time = at
      timeLength = length
    }
    if (column >= width && length > 0) surplus = true
    column++
    at = stop + 1
    if (isEnd) break
  }
  if (column < width || surplus || (userAt >= 0 && personLength == 0) || rawLength > longest) return bad(at)

  // time -> epoch, and what is shown of it
  let epoch: i32 = 0
  if (timeAt >= 0 && grain != VERBATIM) {
    if (givenEpoch == -1) return bad(at)
    if (givenEpoch >= 0) {
      epoch = givenEpoch
      time = givenTime
      timeLength = givenTimeLength
    } else if (timeLength > 0 || rotates) {
      const day = timeLength >= 10 && timeLength <= TIME_ROOM - 16 ? dayIndex(time) : 0
      const fits = day > 0 && (timeLength == 10 || isClock(time, timeLength))
      askedDay = fits ? day : 0
      asked = time
      askedLength = timeLength
      if (!fits) return TIME
      if (rotates) {
        epoch = <i32>load<u16>(dayEpochs + (<usize>day << 1)) - 1
        if (epoch < 0) return TIME
      }
      if (grain == BY_DAY) timeLength = 10
    }
  }

  // query -> its normal form
  let length: i32
  if (givenQuery == -2) {
    length = normalise(rawQuery, rawLength, query)
    if (length < 0) {
      asked = rawQuery
      askedLength = rawLength
      return QUERY
    }
  } else length = givenQuery
  if (length == -1) return bad(at)
  if (length == 0 || (length == 1 && load<u8>(query) == 0x2d)) {
    if (!fits(64 + <usize>timeLength)) return FULL
    flush()
    writeEmpty(time, timeLength)
    emptyRows++
    nextRow(at)
    return DONE
  }

  // query -> what is derived from it
  const size = textLength(length)
  const needed: usize = <usize>196 + <usize>timeLength + (<usize>size << 1)
  if (!fits(needed)) return FULL
  const cached = length <= QUERY_ROOM && size <= TEXT_ROOM
  let entry = scratchEntry
  let text = longText
  if (cached) {
    const hash = tableHash(query, length, <u32>epoch)
    entry = find(hash, epoch, length)
    text = entry + textOffset
    if (load<u32>(entry) == 0) {
      const reason = derive(entry, text, epoch, length)
      if (reason != DONE) return reason
      store<u32>(entry, hash)
      store<u32>(entry, <u32>epoch, 4)
      store<u32>(entry, <u32>length, 8)
      for (let i: i32 = 0; i < length; i += 16) v128.store(entry + queryOffset + i, v128.load(query + i))
    }
  } else {
    flush()
    const reason = derive(entry, text, epoch, length)
    if (reason != DONE) return reason
  }
  store<u32>(entry, <u32>size, 12)

  const place = <usize>waiting << 2
  store<u32>(waitingEntry + place, <u32>entry)
  store<u32>(waitingText + place, <u32>text)
  store<u32>(waitingPerson + place, <u32>person)
  store<u32>(waitingLength + place, <u32>personLength)
  if (time == givenTime) {
    time = timeCopies + (place << 4)
    memory.copy(time, givenTime, timeLength)
  }
  store<u32>(waitingTime + place, <u32>time)
  store<u32>(waitingTimeLength + place, <u32>timeLength)
  store<u32>(waitingEpoch + place, <u32>epoch)
  reserved += needed
  waiting++
  if (waiting == 4 || !cached) flush()
  nextRow(at)
  return DONE
}

/** A moment such as 10:15 or 10:15:30.5 behind the day. */
function isClock(time: usize, length: i32): bool {
  if (length < 16 || (load<u8>(time, 10) != 0x20 && load<u8>(time, 10) != 0x54) || load<u8>(time, 13) != 0x3a) return false
  if (digits2(time + 11) > 23 || digits2(time + 14) > 59) return false
  if (length == 16) return true
  if (length < 19 || load<u8>(time, 16) != 0x3a || digits2(time + 17) > 60) return false
  if (length == 19) return true
  if (load<u8>(time, 19) != 0x2e) return false
  for (let i: i32 = 20; i < length; i++) if (<u32>(<i32>load<u8>(time + i) - 48) > 9) return false
  return length > 20
}

function fits(bytes: usize): bool {
  return written + reserved + bytes <= outputEnd
}

/** The entry of a query, or the one that makes room for it, with 0 as its hash. */
function find(hash: u32, epoch: i32, length: i32): usize {
  const first = entries + <usize>((hash >> 1) & entryMask) * stride
  const second = entries + <usize>(((hash >> 1) & entryMask) ^ 1) * stride
  if (holds(first, hash, epoch, length)) return first
  if (holds(second, hash, epoch, length)) return second
  // The older of the two has not been told apart: chance does nearly as well.
  const out = load<u32>(first) == 0 ? first : load<u32>(second) == 0 ? second : hash & 0x40000000 ? first : second
  for (let i: i32 = 0; i < waiting; i++) {
    if (<usize>load<u32>(waitingEntry + (<usize>i << 2)) == out) {
      flush()
      break
    }
  }
  store<u32>(out, 0)
  return out
}

function holds(entry: usize, hash: u32, epoch: i32, length: i32): bool {
  return (
    load<u32>(entry) == hash &&
    load<i32>(entry, 4) == epoch &&
    load<i32>(entry, 8) == length &&
    same(entry + queryOffset, query, length)
  )
}

function derive(entry: usize, text: usize, epoch: i32, length: i32): i32 {
  const key = epochKeys + (<usize>epoch << 6)
  if (outsideSeeds) {
    if (givenSeed < 0) {
      asked = query
      askedLength = length
      askedEpoch = epoch
      return SEED
    }
    deriveShares(key, seed, givenSeed, scheme, t, entry)
  } else deriveShares(key, query, length, scheme, t, entry)
  seal(query, length, entry + TAG, text)
  return DONE
}

function bad(at: usize): i32 {
  if (!fits(64)) return FULL
  flush()
  writeEmpty(0, 0)
  badRows++
  nextRow(at)
  return DONE
}

/** Hashes the persons of all waiting rows and writes the rows. */
function flush(): void {
  if (waiting == 0) return
  if (shows & SHOW_SHARE) hashPersons(false, hashes)
  if (shows & SHOW_PSEUDONYM) hashPersons(true, pseudonyms)
  for (let i: i32 = 0; i < waiting; i++) writeRow(i)
  waiting = 0
  reserved = 0
}

/** The keyed hash of each person, by the point key of the query or by the key for pseudonyms. */
function hashPersons(forPseudonyms: bool, out: usize): void {
  for (let i = waiting; i < 4; i++) store<i32>(waitingLength + (<usize>i << 2), 0)
  const last = waiting - 1
  const key0 = personKey(0, forPseudonyms)
  const key1 = personKey(min(1, last), forPseudonyms)
  const key2 = personKey(min(2, last), forPseudonyms)
  const key3 = personKey(last, forPseudonyms)
  lace(v128.load(key0), v128.load(key1), v128.load(key2), v128.load(key3), keyLanes)
  lace(v128.load(key0, 16), v128.load(key1, 16), v128.load(key2, 16), v128.load(key3, 16), keyLanes + 64)
  const lengths = v128.load(waitingLength)
  for (let i: i32 = 0; i < 64; i += 16) {
    const to = messageLanes + (<usize>i << 2)
    if (i == 0 || v128.any_true(i32x4.gt_s(lengths, i32x4.splat(i))))
      lace(piece(0, i), piece(1, i), piece(2, i), piece(3, i), to)
    else for (let w: usize = 0; w < 64; w += 16) v128.store(to + w, i32x4.splat(0))
  }
  compress4<Lanes, Lanes>(keyLanes, messageLanes, i32x4.splat(0), lengths, KEYED | CHUNK_START | CHUNK_END | ROOT, hashLanes)
  unlace(hashLanes, out, 4)
  if (!v128.any_true(i32x4.gt_s(lengths, i32x4.splat(64)))) return
  for (let i: i32 = 0; i < waiting; i++) {
    const length = load<i32>(waitingLength + (<usize>i << 2))
    if (length <= 64) continue
    absorb(personKey(i, forPseudonyms), <usize>load<u32>(waitingPerson + (<usize>i << 2)), length)
    squeeze4(0, longHash)
    v128.store(out + (<usize>i << 6), v128.load(longHash))
  }
}

/** Bytes `from` to `from + 16` of a waiting person, zeros behind the end. */
function piece(i: i32, from: i32): v128 {
  const left = load<i32>(waitingLength + (<usize>i << 2)) - from
  if (left <= 0) return i32x4.splat(0)
  const bytes = v128.load(<usize>load<u32>(waitingPerson + (<usize>i << 2)) + from)
  if (left >= 16) return bytes
  return v128.and(bytes, i8x16.lt_s(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat(<i8>left)))
}

function personKey(i: i32, forPseudonyms: bool): usize {
  const at = <usize>i << 2
  return forPseudonyms
    ? epochKeys + (<usize>load<u32>(waitingEpoch + at) << 6) + 32
    : <usize>load<u32>(waitingEntry + at) + POINT_KEY
}

function writeRow(i: i32): void {
  const at = <usize>i << 2
  const entry = <usize>load<u32>(waitingEntry + at)
  let to = written
  if (shows & SHOW_PSEUDONYM) to = tab(hex(pseudonyms + (<usize>i << 6), 16, to))
  to = hex(entry + TAG, 16, to)
  if (shows & SHOW_SHARE) {
    share(entry, hashes + (<usize>i << 6))
    to = tab(hex(pair, 16, tab(to)))
    to = hex(pair + 16, 16, to)
  }
  if (shows & SHOW_TEXT) to = hex(<usize>load<u32>(waitingText + at), load<i32>(entry, 12), tab(to))
  if (shows & SHOW_TIME) {
    to = writeTime(<usize>load<u32>(waitingTime + at), load<i32>(waitingTimeLength + at), tab(to))
  }
  store<u8>(to, 10)
  written = to + 1
}

/** The share of a person, from the keyed hash: point and value, in `pair`. */
function share(entry: usize, hash: usize): void {
  let xLow = load<u64>(hash)
  let xHigh: u64 = 0
  if (scheme == FIELD) {
    reduce128(xLow, load<u64>(hash, 8))
    xLow = low
    xHigh = high
    if ((xLow | xHigh) == 0) xLow = 1
  } else xLow = 1 + xLow % (scheme == SHAMIR ? points : <u64>t)
  v128.store(pair, bigEndian(xLow, xHigh))
  if (scheme == FIELD || scheme == SHAMIR) {
    evaluate(entry + COEFFICIENTS, t, xLow, xHigh)
    v128.store(pair, bigEndian(low, high), 16)
  } else {
    const bucket = entry + COEFFICIENTS + <usize>(xLow - 1) * LIMBS
    v128.store(pair, bigEndian(load<u64>(bucket), load<u64>(bucket, 8)), 16)
  }
}

/** Numbers are written with their first byte first, so that hexadecimal digits read as one would write them. */
function bigEndian(lo: u64, hi: u64): v128 {
  const v = i64x2.replace_lane(i64x2.splat(lo), 1, hi)
  return i8x16.shuffle(v, v, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
}

function writeTime(time: usize, length: i32, to: usize): usize {
  if (length == 0) return to
  const shown = grain == BY_HOUR && length > 13 ? 13 : length
  if (shown <= 16) v128.store(to, v128.load(time))
  else memory.copy(to, time, shown)
  to += shown
  if (grain == BY_HOUR) {
    if (length == 10) store<u8>(to, 0x20), store<u16>(to, 0x3030, 1), (to += 3)
    store<u8>(to, 0x3a)
    store<u16>(to, 0x3030, 1)
    store<u8>(to, 0x3a, 3)
    store<u16>(to, 0x3030, 4)
    to += 6
  }
  return to
}

function tab(to: usize): usize {
  store<u8>(to, 9)
  return to + 1
}

/** A row without a query: everything but its time is empty. */
function writeEmpty(time: usize, length: i32): void {
  let to = written
  if (shows & SHOW_PSEUDONYM) to = tab(to)
  if (shows & SHOW_SHARE) to = tab(tab(to))
  if (shows & SHOW_TEXT) to = tab(to)
  if (shows & SHOW_TIME) to = writeTime(time, length, tab(to))
  store<u8>(to, 10)
  written = to + 1
}

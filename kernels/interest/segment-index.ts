import { take } from './arena'
import { withinEdits } from './distance'
import { begin, closeLists, ENTRY, end, find, keyOf, Lists, MARKS, openLists, putInto } from './lists'
import { editsWithin, longestWithin } from './rules'
import { count, GLANCE, glanceOf, glances, lengthOf, signsOf } from './texts'

// Finds the first earlier text within a normalised Levenshtein distance, without looking at all of them: of two texts at most d
// edits apart, one cut into d + 1 segments has a segment that stands in the other, at most d places off [Li11] (PassJoin).

const BASE: u32 = 0x01000193
const LONG: i32 = 96

const lists = changetype<Lists>(memory.data(offsetof<Lists>(), 16))
/** Hashes of what a text begins with, and the powers of their base. */
let prefixes: usize = 0
let powers: usize = 0
/** Texts too long for the index: there are few of them, and each is looked at. */
let long: usize = 0
let longCount: i32 = 0
/** For each text the last one that it was compared with, and one. */
let compared: usize = 0

export function openSegmentIndex(): void {
  prefixes = take((<usize>LONG + 1) << 2)
  powers = take((<usize>LONG + 1) << 2)
  store<u32>(powers, 1)
  for (let i: usize = 1; i <= <usize>LONG; i++) store<u32>(powers + (i << 2), load<u32>(powers + ((i - 1) << 2)) * BASE)
  long = take(<usize>count << 2)
  longCount = 0
  compared = take(<usize>count << 2)
  memory.fill(compared, 0, <usize>count << 2)
  let most: u32 = 0
  for (let text = 0; text < count; text++) {
    const length = lengthOf(text)
    if (length > LONG) store<u32>(long + (<usize>(longCount++) << 2), text)
    else for (let edits = max(1, editsWithin(length)); edits <= editsWithin(longestWithin(length)); edits++) most += edits + 1
  }
  openLists(lists, most)
  for (let text = 0; text < count; text++) if (lengthOf(text) <= LONG) putSegments(text)
  closeLists(lists, glances, GLANCE)
}

function putSegments(text: i32): void {
  const length = lengthOf(text)
  hashPrefixes(signsOf(text), length)
  const most = editsWithin(longestWithin(length))
  for (let edits = max(1, editsWithin(length)); edits <= most; edits++)
    for (let segment = 0; segment <= edits; segment++) {
      const start = segmentStart(length, edits, segment)
      const size = segmentStart(length, edits, segment + 1) - start
      putInto(lists, keyOf(hash(start, size), place(length, edits, segment)), text)
    }
}

// @ts-ignore: decorator
@inline
function place(length: i32, edits: i32, segment: i32): u32 {
  return <u32>((((length << 7) | edits) << 7) | segment)
}

/** Where a segment starts when a text is cut into edits + 1 of them, the longer ones last. */
// @ts-ignore: decorator
@inline
function segmentStart(length: i32, edits: i32, segment: i32): i32 {
  const parts = edits + 1
  const size = length / parts
  return segment * size + max(0, segment - (parts - (length - size * parts)))
}

/** The first text within reach, if it comes before `best`; else `best`. */
export function firstNear(text: i32, best: i32): i32 {
  const length = lengthOf(text)
  if (length > LONG) {
    for (let other = 0; other < best; other++) if (near(text, other)) return other
    return best
  }
  hashPrefixes(signsOf(text), length)
  const longest = longestWithin(length)
  const letters = load<u64>(glanceOf(text))
  for (let other = length - editsWithin(length); other <= min(LONG, longest); other++) {
    const edits = editsWithin(max(length, other))
    if (edits === 0 || abs(length - other) > edits) continue
    const longer = length - other
    let start = 0
    for (let segment = 0; segment <= edits; segment++) {
      const next = segmentStart(other, edits, segment + 1)
      const size = next - start
      // [Li11] section 4.2: a segment that still helps stands this near, seen from the left and from the right.
      const low = max(0, max(start - segment, start + longer - (edits - segment)))
      const high = min(length - size, min(start + segment, start + longer + (edits - segment)))
      const at = place(other, edits, segment)
      for (let i = low; i <= high; i++)
        if (find(lists, keyOf(hash(i, size), at))) best = firstIn(text, letters, 2 * edits, best)
      start = next
    }
  }
  if (longest > LONG)
    for (let i = 0; i < longCount; i++) {
      const other: i32 = load<u32>(long + (<usize>i << 2))
      if (other >= best) break
      if (near(text, other)) return other
    }
  return best
}

/** The first text of the list just found that is near. */
function firstIn(text: i32, letters: u64, reach: i32, best: i32): i32 {
  const last = end
  for (let entry = begin; entry < last; entry += ENTRY) {
    const other: i32 = load<u32>(entry)
    if (other >= best) break
    if (<i32>popcnt(letters ^ load<u64>(entry, MARKS)) > reach) continue
    const seen = compared + (<usize>other << 2)
    if (load<i32>(seen) === text + 1) continue // found by another segment before
    store<i32>(seen, text + 1)
    if (withinEdits(signsOf(text), lengthOf(text), signsOf(other), lengthOf(other), reach >> 1)) return other
  }
  return best
}

function hashPrefixes(signs: usize, length: i32): void {
  let prefix: u32 = 0
  store<u32>(prefixes, 0)
  for (let i: usize = 0; i < <usize>length; i++) {
    prefix = prefix * BASE + <u32>load<u16>(signs + (i << 1)) + 1
    store<u32>(prefixes + (i << 2), prefix, 4)
  }
}

// @ts-ignore: decorator
@inline
function hash(at: i32, size: i32): u32 {
  const from = prefixes + (<usize>at << 2)
  return load<u32>(from + (<usize>size << 2)) - load<u32>(from) * load<u32>(powers + (<usize>size << 2))
}

/** Are two different texts near? Lengths and letters tell most apart: an edit changes two counts by one. */
export function near(a: i32, b: i32): bool {
  const m = lengthOf(a)
  const n = lengthOf(b)
  const edits = editsWithin(max(m, n))
  return (
    edits > 0 &&
    abs(m - n) <= edits &&
    <i32>popcnt(load<u64>(glanceOf(a)) ^ load<u64>(glanceOf(b))) <= 2 * edits &&
    withinEdits(signsOf(a), m, signsOf(b), n, edits)
  )
}

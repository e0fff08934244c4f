import { backTo, mark, take, takeEmpty } from '../base/arena'
import { withinEdits } from './distance'
import {
  begin,
  closeLists,
  ENTRY,
  end,
  find,
  keyOf,
  Lists,
  MARKS,
  MORE_MARKS,
  openLists,
  PLACE,
  putInto,
} from './lists'
import { editsWithin, longestWithin } from './rules'
import { count, glanceOf, lengthOf, signsOf } from './texts'

// Finds for each text the first one within a normalised Levenshtein distance, without comparing all of them: of two texts at most d
// edits apart, one cut into d + 1 segments has a segment that stands in the other, at most d places off [Li11] (PassJoin). Texts of
// one length are asked about together, so that the lists of their segments are few and stay near the processor.

/** Longer texts are looked at one by one: there are few of them. */
const LONG: i32 = 96

const lists = changetype<Lists>(memory.data(offsetof<Lists>(), 16))
/** Texts by their length, and where those of each length begin; those that are too long come last. */
let byLength: usize = 0
let starts: usize = 0
/** Of the texts in this order their signs: where those of each length begin. */
let blocks: usize = 0
/** Of the texts in this order the best so far. */
let firsts: usize = 0

/** Where a text within reach comes before the best so far, it becomes the best. */
export function lowerToNear(bests: usize): void {
  sortByLength()
  layOutTexts(bests)
  for (let other = 1; other <= LONG; other++) {
    if (startOf(other) === startOf(other + 1)) continue
    const most = editsWithin(longestWithin(other))
    for (let edits = max(1, editsWithin(other)); edits <= most; edits++)
      for (let segment = 0; segment <= edits; segment++) askAbout(other, edits, segment)
  }
  for (let i = 0; i < count; i++) store<u32>(bests + ((<usize>textAt(i)) << 2), load<u32>(firsts + ((<usize>i) << 2)))
  for (let i = startOf(LONG + 1); i < count; i++) compareLong(textAt(i), bests)
}

function compareLong(text: i32, bests: usize): void {
  const best = bests + ((<usize>text) << 2)
  for (let other = 0; other < <i32>load<u32>(best); other++) if (near(text, other)) store<u32>(best, other)
  for (let other = text + 1; other < count; other++) {
    const later = bests + ((<usize>other) << 2)
    if (text < <i32>load<u32>(later) && near(text, other)) store<u32>(later, text)
  }
}

function sortByLength(): void {
  starts = takeEmpty((<usize>LONG + 4) << 2)
  byLength = take((<usize>count) << 2)
  for (let text = 0; text < count; text++) {
    const size = starts + ((<usize>(min(lengthOf(text), LONG + 1) + 2)) << 2)
    store<u32>(size, load<u32>(size) + 1)
  }
  for (let length = 0; length <= LONG + 1; length++) {
    const at = starts + ((<usize>(length + 1)) << 2)
    store<u32>(at, load<u32>(at) + load<u32>(at, 4), 4)
  }
  for (let text = 0; text < count; text++) {
    const next = starts + ((<usize>(min(lengthOf(text), LONG + 1) + 1)) << 2)
    store<u32>(byLength + ((<usize>load<u32>(next)) << 2), text)
    store<u32>(next, load<u32>(next) + 1)
  }
}

function startOf(length: i32): i32 {
  return load<u32>(starts + ((<usize>length) << 2))
}

function textAt(i: i32): i32 {
  return load<u32>(byLength + ((<usize>i) << 2))
}

/** Cuts one of edits + 1 segments out of the texts of one length, and asks about all texts that may be so many edits away. */
function askAbout(other: i32, edits: i32, segment: i32): void {
  const held = mark()
  const start = segmentStart(other, edits, segment)
  const size = segmentStart(other, edits, segment + 1) - start
  let open = false
  for (let length = max(1, other - edits); length <= min(LONG, other + edits); length++) {
    if (startOf(length) === startOf(length + 1) || editsWithin(max(length, other)) !== edits) continue
    // [Li11] section 4.2: a segment that still helps stands this near, seen from the left and from the right.
    const longer = length - other
    const low = max(0, max(start - segment, start + longer - (edits - segment)))
    const high = min(length - size, min(start + segment, start + longer + (edits - segment)))
    if (low > high) continue
    if (!open) cutTexts(other, start, size)
    open = true
    let signs = signsOfLength(length)
    for (let i = startOf(length); i < startOf(length + 1); i++, signs += (<usize>length) << 1) {
      const best = firsts + ((<usize>i) << 2)
      let first: i32 = load<u32>(best)
      for (let at = low; at <= high; at++)
        if (find(lists, keyOf(hashSigns(signs, at, size), size), first))
          first = firstIn(i, at, start, size, length, other, edits, segment, first)
      store<u32>(best, first)
    }
  }
  backTo(held)
}

function cutTexts(length: i32, start: i32, size: i32): void {
  openLists(lists, <u32>(startOf(length + 1) - startOf(length)))
  let signs = signsOfLength(length)
  for (let i = startOf(length); i < startOf(length + 1); i++, signs += (<usize>length) << 1) {
    const key = keyOf(hashSigns(signs, start, size), size)
    putInto(lists, key, textAt(i), signs, lettersOf(signs, 0, start), lettersOf(signs, start + size, length))
  }
  closeLists(lists)
}

/** Copies what is read most often into the order in which it is read. */
function layOutTexts(bests: usize): void {
  firsts = take((<usize>count) << 2)
  for (let i = 0; i < count; i++) store<u32>(firsts + ((<usize>i) << 2), load<u32>(bests + ((<usize>textAt(i)) << 2)))
  blocks = take((<usize>LONG + 1) << 2)
  for (let length = 0; length <= LONG; length++) {
    const texts = <usize>(startOf(length + 1) - startOf(length))
    let to = take((texts * <usize>length) << 1)
    store<u32>(blocks + ((<usize>length) << 2), <u32>to)
    for (let i = startOf(length); i < startOf(length + 1); i++, to += (<usize>length) << 1)
      memory.copy(to, signsOf(textAt(i)), (<usize>length) << 1)
  }
}

function signsOfLength(length: i32): usize {
  return load<u32>(blocks + ((<usize>length) << 2))
}

/** The letters in a stretch of a text as bits: those that occur, and those that occur twice. */
function lettersOf(signs: usize, from: i32, to: i32): u64 {
  let letters: u32 = 0
  let twice: u32 = 0
  const end = signs + ((<usize>to) << 1)
  for (let at = signs + ((<usize>from) << 1); at < end; at += 2) {
    const bit: u32 = 1 << (<u32>load<u16>(at) & 31)
    twice |= letters & bit
    letters |= bit
  }
  return ((<u64>twice) << 32) | <u64>letters
}

/** Where a segment starts when a text is cut into edits + 1 of them, the longer ones last. */
function segmentStart(length: i32, edits: i32, segment: i32): i32 {
  const parts = edits + 1
  const size = length / parts
  return segment * size + max(0, segment - (parts - (length - size * parts)))
}

/**
 * The first text of the list just found that is near. [Li11] section 5.2: of the segments that two near texts share, there is one
 * before which they are no more edits apart than it has segments before it, and as many after it as are left.
 */
function firstIn(
  nth: i32,
  from: i32,
  otherFrom: i32,
  size: i32,
  length: i32,
  otherLength: i32,
  edits: i32,
  segment: i32,
  best: i32,
): i32 {
  const signs = signsOfLength(length) + ((<usize>((nth - startOf(length)) * length)) << 1)
  const to = from + size
  const otherTo = otherFrom + size
  const left = lettersOf(signs, 0, from)
  const right = lettersOf(signs, to, length)
  const after = edits - segment
  const last = end
  for (let entry = begin; entry < last; entry += ENTRY) {
    const other: i32 = load<u32>(entry)
    if (other >= best) break
    // An edit changes two of them.
    if (<i32>popcnt(left ^ load<u64>(entry, MARKS)) > 2 * segment) continue
    if (<i32>popcnt(right ^ load<u64>(entry, MORE_MARKS)) > 2 * after) continue
    const others = <usize>load<u32>(entry, PLACE)
    // The side that may have fewer edits tells more texts apart, and sooner.
    if (segment <= after && !withinEdits(signs, from, others, otherFrom, segment)) continue
    if (!withinEdits(signsFrom(signs, to), length - to, signsFrom(others, otherTo), otherLength - otherTo, after))
      continue
    if (segment > after && !withinEdits(signs, from, others, otherFrom, segment)) continue
    if (withinEdits(signsFrom(signs, from), size, signsFrom(others, otherFrom), size, 0)) return other
  }
  return best
}

function signsFrom(signs: usize, place: i32): usize {
  return signs + ((<usize>place) << 1)
}

/** A hash of some signs of a text. */
function hashSigns(signs: usize, from: i32, size: i32): u32 {
  let at = signs + ((<usize>from) << 1)
  let hash: u64 = 0
  for (; size > 4; size -= 4, at += 8) hash = (hash ^ load<u64>(at)) * 0x9e3779b97f4a7c15
  if (size > 0) hash = (hash ^ (load<u64>(at) & (u64.MAX_VALUE >> ((<u64>(4 - size)) << 4)))) * 0x9e3779b97f4a7c15
  return <u32>(hash >> 32)
}

/** Are two different texts near? Lengths and letters tell most apart. */
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

import { bar, clearBest, found, offer, sortBest, TOP } from './best'
import {
  alive,
  asked,
  bitOf,
  docTerm,
  FREQUENT,
  greatest,
  listLength,
  listStart,
  lists,
  met,
  POST,
  rests,
  similarity,
  startOf,
  sumOf,
  TERMS,
  weightAtMost,
  weights,
} from './documents'
import { sortKeys } from './sort'

// Asks the index for the documents most like one of its own. Lists are read from the shortest to the longest and added up document by
// document. What the lists still unread can add is bounded (by their weights, and for unit vectors by the length of what is left of the
// question); once that is less than what the best have, no document joins that has not been met, and those met are compared in full
// if they could still be among the best: the long lists are skipped [Turtle95]. Of the last list that is read, only those documents are
// in which its term weighs enough.

/** Up to here the number of responses is counted; beyond it is known to be greater. */
const COUNTED: u32 = 1000
/** With fewer postings left than this, and than documents met, reading costs less than thinking. */
const WORTH: u32 = 256
/** What comparing two documents in full costs, in postings read. */
const COMPARING: u32 = 20
/** The same, with room for what it may not bring. */
const TRYING: u32 = 160
const STEPS: i32 = 1024
const MARGIN: f32 = 1 + 1e-5 // sums of 32-bit numbers differ in the last digits

const steps = memory.data(1024 * 4, 16)
const askedByBit = memory.data(32 * 4, 16)

/** Are documents unit vectors? */
let unit: bool = false
/** How far weights in a list may stand out of order. */
let loose: f32 = 0
let skips: bool = false
let metCount: u32 = 0

/** Other documents with a term in common, exact up to COUNTED. */
export let responses: i32 = 0

export function setWays(unitVectors: bool, outOfOrder: f32, skipping: bool): void {
  unit = unitVectors
  loose = outOfOrder
  skips = skipping
}

export function ask(doc: i32): i32 {
  const from = startOf(doc)
  const size = <i32>(startOf(doc + 1) - from)
  openLists(from, size)
  clearBest()
  metCount = 0
  const longest = size === 0 ? 0 : listLength(termOf(size - 1))
  const skipped = read(doc, size, longest)
  if (!skipped) takeAll(doc)
  responses = skipped ? <i32>longest - 1 : max<i32>(0, <i32>metCount - 1)
  for (let i: usize = 0; i < <usize>metCount; i++) store<f32>(sumOf(load<u32>(met + (i << 2))), 0)
  for (let i = 0; i < size; i++) store<f32>(weights + ((<usize>termOf(i)) << 2), 0)
  sortBest()
  return found
}

function termOf(i: i32): u32 {
  return load<u32>(lists + ((<usize>i) << 3))
}

function weightOf(term: u32): f32 {
  return load<f32>(weights + ((<usize>term) << 2))
}

/** The most that lists from the i-th on can add to a document. */
function restFrom(i: i32): f32 {
  return load<f32>(rests + ((<usize>i) << 3))
}

function lengthFrom(i: i32): f32 {
  return load<f32>(rests + ((<usize>i) << 3), 4)
}

/** Puts the lists of a question in order, the shortest first, and says what they can add. */
function openLists(from: usize, size: i32): void {
  for (let i: usize = 0; i < <usize>size; i++) {
    const term = load<u32>(docTerm + ((from + i) << 2))
    store<f32>(weights + ((<usize>term) << 2), load<f32>(asked + ((from + i) << 2)))
    store<u64>(lists + (i << 3), ((<u64>listLength(term)) << 32) | <u64>term)
  }
  sortKeys(lists, size)
  let sum: f64 = 0
  let square: f64 = 0
  store<u64>(rests + ((<usize>size) << 3), 0)
  for (let i = size - 1; i >= 0; i--) {
    const weight = <f64>weightOf(termOf(i))
    sum += weight * <f64>load<f32>(greatest + ((<usize>termOf(i)) << 2))
    square += weight * weight
    store<f32>(rests + ((<usize>i) << 3), <f32>(unit ? Math.min(sum, Math.sqrt(square)) : sum))
    store<f32>(rests + ((<usize>i) << 3), <f32>Math.sqrt(square), 4)
  }
}

/** Reads lists until no document can join any more, and then what it takes to tell those met apart; says whether lists were skipped. */
function read(doc: i32, size: i32, longest: u32): bool {
  let unread: u32 = 0
  for (let i = 0; i < size; i++) unread += listLength(termOf(i))
  const worth = skips && longest - 1 > COUNTED
  let theirs: f32 = 0 // what the best have at least
  for (let i = 0; i < size; i++) {
    const term = termOf(i)
    const after = restFrom(i + 1)
    if (theirs > after * MARGIN) {
      // Nobody joins after this list, so from this one only who can still get there.
      const least = leastWeight(weightOf(term), after, lengthFrom(i + 1), theirs)
      const next = add(term, listStart(term), least)
      finish(doc, i, size, next, least, theirs)
      return true
    }
    add(term, listStart(term), 0)
    unread -= listLength(term)
    if (!worth || metCount <= <u32>TOP + 1 || unread < WORTH + metCount) continue
    theirs = max(theirs, standing(doc, met, metCount, unread))
    if (theirs > after * MARGIN) {
      finish(doc, i + 1, size, listStart(termOf(i + 1)), f32.MAX_VALUE, theirs)
      return true
    }
  }
  return false
}

/**
 * The least weight in a list at which a document that has not been met can reach `theirs`, when other lists add at most `after`; in
 * unit vectors, at most their length in the question times what this weight leaves of the document.
 */
function leastWeight(weight: f32, after: f32, length: f32, theirs: f32): f32 {
  const goal = theirs / MARGIN
  const plain = (goal - after) / weight
  const square = weight * weight + length * length
  if (!unit || square <= goal * goal) return plain
  return max(plain, (goal * weight - length * Mathf.sqrt(square - goal * goal)) / square - 1e-5)
}

/** Adds a list up from a posting on, as far as the term weighs so much; gives where it stopped. */
function add(term: u32, from: usize, least: f32): usize {
  const weight = weightOf(term)
  const stop = least - loose
  const end = listEnd(term)
  let last = metCount
  let post = from
  for (; post < end; post += POST) {
    const here = load<f32>(post, 4)
    if (here < stop) break
    const other = load<u32>(post)
    const at = sumOf(other)
    const sum = load<f32>(at)
    store<u32>(met + ((<usize>last) << 2), other)
    last += u32(sum === 0)
    store<f32>(at, sum + weight * here)
  }
  metCount = last
  return post
}

/** Adds the rest of a list up for documents that have been met. */
function addToMet(term: u32, from: usize): void {
  const weight = weightOf(term)
  const end = listEnd(term)
  for (let post = from; post < end; post += POST) {
    const at = sumOf(load<u32>(post))
    const sum = load<f32>(at)
    if (sum !== 0) store<f32>(at, sum + weight * load<f32>(post, 4))
  }
}

function listEnd(term: u32): usize {
  return listStart(term) + <usize>listLength(term) * POST
}

function takeAll(doc: i32): void {
  for (let i: usize = 0; i < <usize>metCount; i++) {
    const other: i32 = load<u32>(met + (i << 2))
    const sum = load<f32>(sumOf(other))
    if (sum >= bar() && other !== doc) offer(sum, other)
  }
}

/** What the best of some documents have at least, so far: told by steps, then by comparing those on the upper ones in full. */
function standing(doc: i32, some: usize, count: u32, unread: u32): f32 {
  memory.fill(steps, 0, (<usize>STEPS) << 2)
  const scale = <f32>STEPS / restFrom(0)
  let highest = steps
  for (let i: usize = 0; i < <usize>count; i++) {
    const step = stepOf(load<f32>(sumOf(load<u32>(some + (i << 2)))), scale)
    store<u32>(step, load<u32>(step) + 1)
    highest = max(highest, step)
  }
  let above: u32 = 0
  let step = highest + 4
  while (step > steps && above <= <u32>TOP) {
    step -= 4
    above += load<u32>(step) // the document itself is one of them
  }
  if (above <= <u32>TOP) return 0
  const least = <f32>((step - steps) >> 2) / scale
  if (above * TRYING > unread) return least / MARGIN
  clearBest()
  for (let i: usize = 0; i < <usize>count; i++) {
    const other: i32 = load<u32>(some + (i << 2))
    if (load<f32>(sumOf(other)) * MARGIN >= least && other !== doc) offer(similarity(other), other)
  }
  const theirs = bar()
  clearBest()
  return max(theirs, least) / MARGIN
}

function stepOf(sum: f32, scale: f32): usize {
  return steps + ((<usize>min(STEPS - 1, <i32>(sum * scale))) << 2)
}

/**
 * Nobody joins any more: lists from the i-th on, of which the first has been read up to a posting with nothing above `least` behind it,
 * are read only as long as there are so many who can be among the best that comparing them in full would cost more.
 */
function finish(doc: i32, i: i32, size: i32, next: usize, least: f32, theirs: f32): void {
  let count = metCount
  memory.copy(alive, met, (<usize>count) << 2)
  for (; i < size; i++) {
    const term = termOf(i)
    const left = <u32>((listEnd(term) - next) / POST)
    const rest = min(restFrom(i), weightOf(term) * least + restFrom(i + 1)) * MARGIN
    count = keepAlive(doc, count, theirs / MARGIN - rest)
    if (count * COMPARING <= left) {
      compare(count, theirs, bitsFrom(i, size))
      return
    }
    addToMet(term, next)
    if (i + 1 < size) {
      next = listStart(termOf(i + 1))
      least = f32.MAX_VALUE
      theirs = max(theirs, standing(doc, alive, count, 0))
    }
  }
  for (let j: usize = 0; j < <usize>count; j++) {
    const other: i32 = load<u32>(alive + (j << 2))
    const sum = load<f32>(sumOf(other))
    if (sum >= bar() && other !== doc) offer(sum, other)
  }
}

/** Drops all who have less than this. */
function keepAlive(doc: i32, count: u32, least: f32): u32 {
  let kept: u32 = 0
  for (let i: usize = 0; i < <usize>count; i++) {
    const other = load<u32>(alive + (i << 2))
    store<u32>(alive + ((<usize>kept) << 2), other)
    kept += u32(load<f32>(sumOf(other)) >= least && <i32>other !== doc)
  }
  return kept
}

/** Compares those alive in full. Most hold none of the terms that are left, if these are frequent ones. */
function compare(count: u32, theirs: f32, terms: u32): void {
  const frequent = terms !== TERMS
  let goal = theirs / MARGIN
  for (let i: usize = 0; i < <usize>count; i++) {
    const other: i32 = load<u32>(alive + (i << 2))
    let sum = load<f32>(sumOf(other))
    const noted = load<u32>(sumOf(other), FREQUENT)
    if (!frequent || (noted & terms) !== 0) {
      if (frequent && sum + weightAtMost(noted) * askedOf(noted & terms) * MARGIN < goal) continue
      sum = similarity(other)
    }
    if (sum < goal) continue
    offer(sum, other)
    goal = max(goal, bar() / MARGIN)
  }
}

/** How much is asked of these frequent terms together. */
function askedOf(terms: u32): f32 {
  let sum: f32 = 0
  for (; terms !== 0; terms &= terms - 1) sum += load<f32>(askedByBit + ((<usize>ctz(terms)) << 2))
  return sum
}

/** The bits of the lists from the i-th on, of which is noted how much is asked of them; TERMS if one of them has none. */
function bitsFrom(i: i32, size: i32): u32 {
  let terms: u32 = 0
  for (; i < size; i++) {
    const bit = bitOf(termOf(i))
    if (bit === 0) return TERMS
    store<f32>(askedByBit + ((<usize>ctz(bit)) << 2), weightOf(termOf(i)))
    terms |= bit
  }
  return terms
}

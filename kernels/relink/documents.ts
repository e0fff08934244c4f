import { clear, take } from '../base/arena'

// An index over documents: what each of them holds, and for each term the documents that hold it, those in which it weighs most first. A
// similarity is the sum of asked x held weights over common terms.

export let count: i32 = 0
/** Document d: from docStart[d] to docStart[d + 1]. */
export let docStart: usize = 0
export let docTerm: usize = 0
export let held: usize = 0
export let asked: usize = 0
/** Terms and held weights in turn: comparing documents in full reads one stretch of memory. */
let pairs: usize = 0
/** Term t: from postStart[t] to postStart[t + 1]. */
export let postStart: usize = 0
/** A document and its weight. */
export let posts: usize = 0
export const POST: usize = 8
/** The greatest weight in each list. */
export let greatest: usize = 0

/** Weights of what is asked, by term; 0 for all other terms. */
export let weights: usize = 0
/**
 * For each document what has been added up so far (0 for those that have not been met), which of the most frequent terms it holds, as
 * bits, and in the highest byte how much any of them weighs at most.
 */
export let sums: usize = 0
export const SUM: usize = 8
export const FREQUENT: usize = 4
export const TERMS: u32 = 0xffffff
const WEIGHT: u32 = 24
/** What a step of that byte weighs. */
export let grain: f32 = 0
export let met: usize = 0
/** Of those met, who can still be among the best. */
export let alive: usize = 0
/** The bit of each of the most frequent terms; of all others 0. */
export let bits: usize = 0
/** Room for the lists of a question. */
export let lists: usize = 0
/** What the lists from each on can add at most, and the length of what they ask. */
export let rests: usize = 0

/** Room for an index of so many documents, terms and pairs of the two, of which one document has at most `longest`. */
export function layOut(documents: i32, terms: i32, all: i32, longest: i32): void {
  clear()
  count = documents
  docStart = take((<usize>documents + 1) << 2)
  docTerm = take((<usize>all) << 2)
  held = take((<usize>all) << 2)
  asked = take((<usize>all) << 2)
  pairs = take((<usize>all) << 3)
  postStart = take((<usize>terms + 1) << 2)
  posts = take(<usize>all * POST)
  greatest = take((<usize>terms) << 2)
  weights = take((<usize>terms) << 2)
  sums = take(<usize>documents * SUM)
  bits = take((<usize>terms) << 2)
  met = take((<usize>documents + 1) << 2)
  alive = take((<usize>documents + 1) << 2)
  lists = take((<usize>longest) << 3)
  rests = take((<usize>longest + 1) << 3)
}

export function startOf(doc: i32): usize {
  return load<u32>(docStart + ((<usize>doc) << 2))
}

export function listStart(term: u32): usize {
  return posts + <usize>load<u32>(postStart + ((<usize>term) << 2)) * POST
}

export function listLength(term: u32): u32 {
  const at = postStart + ((<usize>term) << 2)
  return load<u32>(at, 4) - load<u32>(at)
}

/** The similarity of a document to what is asked. */
export function similarity(doc: i32): f32 {
  let sum: f32 = 0
  const end = pairs + (startOf(doc + 1) << 3)
  for (let pair = pairs + (startOf(doc) << 3); pair < end; pair += 8)
    sum += load<f32>(weights + ((<usize>load<u32>(pair)) << 2)) * load<f32>(pair, 4)
  return sum
}

/** Gets ready for questions once all is there. The most frequent terms have been given bits; no weight is above `most`. */
export function open(most: f32): void {
  for (let i: usize = 0; i < startOf(count); i++) {
    store<u32>(pairs + (i << 3), load<u32>(docTerm + (i << 2)))
    store<f32>(pairs + (i << 3), load<f32>(held + (i << 2)), 4)
  }
  grain = most / 254
  for (let doc = 0; doc < count; doc++) {
    let terms: u32 = 0
    let weight: f32 = 0
    for (let i = startOf(doc); i < startOf(doc + 1); i++) {
      const bit = bitOf(load<u32>(docTerm + (i << 2)))
      terms |= bit
      if (bit !== 0) weight = max(weight, load<f32>(held + (i << 2)))
    }
    store<u32>(sumOf(doc), terms | ((<u32>min<f32>(255, Mathf.ceil(weight / grain + 0.001))) << WEIGHT), FREQUENT)
  }
}

/** How much any of the most frequent terms weighs at most in a document, by what is noted. */
export function weightAtMost(noted: u32): f32 {
  return <f32>(noted >> WEIGHT) * grain
}

export function sumOf(doc: u32): usize {
  return sums + <usize>doc * SUM
}

export function bitOf(term: u32): u32 {
  return load<u32>(bits + ((<usize>term) << 2))
}

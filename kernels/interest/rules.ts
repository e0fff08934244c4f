// When two queries of a person are of one interest.

/** The greatest normalised Levenshtein distance. */
export let share: f64 = 0
/** The least Jaccard overlap of words, and of categories. */
export let least: f64 = 0
/** Histories of fewer distinct texts than this are compared text by text. */
export let few: i32 = 0

/** What most texts need, by their length: the edits within reach, and the greatest length within reach, which is at most twice as great. */
const KNOWN: i32 = 512
const edits = memory.data(512 * 4, 16)
const longest = memory.data(256 * 4, 16)

/** A distance is at most a half. */
export function setRules(levenshtein: f64, jaccard: f64, below: i32): void {
  share = levenshtein
  least = jaccard
  few = below
  for (let length = 0; length < KNOWN; length++) store<i32>(edits + (<usize>length << 2), countEdits(length))
  for (let length = 0; length < KNOWN / 2; length++) store<i32>(longest + (<usize>length << 2), findLongest(length))
}

/** The most edits that leave two texts of these lengths within the distance: d / longer <= share. */
// @ts-ignore: decorator
@inline
export function editsWithin(longer: i32): i32 {
  return longer < KNOWN ? load<i32>(edits + (<usize>longer << 2)) : countEdits(longer)
}

function countEdits(longer: i32): i32 {
  let most = <i32>Math.floor(share * <f64>longer)
  while (most + 1 <= longer && <f64>(most + 1) / <f64>longer <= share) most++
  while (most > 0 && <f64>most / <f64>longer > share) most--
  return most
}

/** The greatest length of a text that can be within the distance of one of this length. */
// @ts-ignore: decorator
@inline
export function longestWithin(length: i32): i32 {
  return length < KNOWN / 2 ? load<i32>(longest + (<usize>length << 2)) : findLongest(length)
}

function findLongest(length: i32): i32 {
  let most = length
  while (most + 1 - length <= editsWithin(most + 1)) most++
  return most
}

const EDGE: f64 = 1e-9 // quotients that should be whole

/** The fewest members that a set within the overlap of one of `size` members has. */
export function smallest(size: i32): i32 {
  return max(1, <i32>Math.ceil(least * <f64>size - EDGE))
}

/** The most. */
export function greatest(size: i32): i32 {
  return <i32>Math.floor(<f64>size / least + EDGE)
}

/** The fewest members that two such sets have in common. */
export function inCommon(a: i32, b: i32): i32 {
  return max(1, <i32>Math.ceil((least / (1 + least)) * <f64>(a + b) - EDGE))
}

// Edit distances between words, and the Hausdorff distance of queries by them.
import { cache, cacheShift, chars, places, TOGETHER, table, together, WORD, words, wordsAt, wordsOf } from './layout'

/** How many edit distances had to be computed. */
export let computed: i32 = 0

/** The edit distance as a share of the longer word, or any number of at least `limit` if it is no less than that. */
function wordDistance(x: u32, y: u32, limit: f64): f64 {
  if (x === y) return 0
  const a = min(x, y)
  const b = max(x, y)
  const wordA = words + <usize>a * WORD
  const wordB = words + <usize>b * WORD
  const longer = max(load<i32>(wordA, 4), load<i32>(wordB, 4))
  // Each letter of the longer word that it does not share takes an edit.
  const common =
    popcnt(load<i32>(wordA, 8) & load<i32>(wordB, 8)) +
    popcnt(load<i32>(wordA, 12) & load<i32>(wordB, 12)) +
    min(load<i32>(wordA, 16), load<i32>(wordB, 16))
  if (<f64>(longer - common) >= limit * <f64>longer) return 1
  const slot = cache + ((<usize>(((a * 0x9e3779b1) ^ (b * 0x85ebca6b)) >> cacheShift)) << 3)
  if (load<u32>(slot) === a && load<u32>(slot, 4) >> 8 === b) return <f64>(load<u32>(slot, 4) & 0xff) / <f64>longer
  computed++
  const edits = editDistance(wordA, wordB)
  if (edits < 0x100 && b < 0xffffff) {
    store<u32>(slot, a)
    store<u32>(slot, (b << 8) | edits, 4)
  }
  return <f64>edits / <f64>longer
}

/** Levenshtein: bit vectors [Myers99] if one of the words has up to 64 characters, the table for longer ones. */
function editDistance(wordA: usize, wordB: usize): i32 {
  const shorter = load<i32>(wordA, 4) <= load<i32>(wordB, 4) ? wordA : wordB
  const word = chars + ((<usize>load<u32>(shorter)) << 1)
  const text = chars + ((<usize>load<u32>(wordA + wordB - shorter)) << 1)
  const length = load<i32>(shorter, 4)
  const textLength = load<i32>(wordA + wordB - shorter, 4)
  if (length === 0) return textLength
  if (length > 64) return byTable(word, length, text, textLength)
  for (let i: i32 = 0; i < length; i++) {
    const place = places + ((<usize>load<u16>(word + ((<usize>i) << 1))) << 3)
    store<u64>(place, load<u64>(place) | ((<u64>1) << i))
  }
  let plus: u64 = ~0
  let minus: u64 = 0
  let distance = length
  for (let i: i32 = 0; i < textLength; i++) {
    let equal = load<u64>(places + ((<usize>load<u16>(text + ((<usize>i) << 1))) << 3))
    const vertical = equal | minus
    equal |= ((equal & plus) + plus) ^ plus
    let up = minus | ~(equal | plus)
    let down = plus & equal
    distance += <i32>((up >> (length - 1)) & 1) - <i32>((down >> (length - 1)) & 1)
    up = (up << 1) | 1
    down <<= 1
    plus = down | ~(vertical | up)
    minus = up & vertical
  }
  for (let i: i32 = 0; i < length; i++) store<u64>(places + ((<usize>load<u16>(word + ((<usize>i) << 1))) << 3), 0)
  return distance
}

function byTable(a: usize, lengthA: i32, b: usize, lengthB: i32): i32 {
  for (let j: i32 = 0; j <= lengthB; j++) store<i32>(table + ((<usize>j) << 2), j)
  for (let i: i32 = 1; i <= lengthA; i++) {
    const char = load<u16>(a + ((<usize>(i - 1)) << 1))
    let diagonal = i - 1
    let left = i
    store<i32>(table, i)
    for (let j: i32 = 1; j <= lengthB; j++) {
      const at = table + ((<usize>j) << 2)
      const above = load<i32>(at)
      const change = diagonal + i32(char !== load<u16>(b + ((<usize>(j - 1)) << 1)))
      left = min(change, min(above, left) + 1)
      store<i32>(at, left)
      diagonal = above
    }
  }
  return load<i32>(table + ((<usize>lengthB) << 2))
}

/** Gathers what the words of each query have together. */
export function packQueries(count: u32): void {
  for (let query: u32 = 0; query <= count; query++) {
    const to = together + <usize>query * TOGETHER
    const from = load<u32>(wordsAt + ((<usize>query) << 2))
    store<u32>(to, from)
    if (query === count) return
    let once: u32 = 0
    let twice: u32 = 0
    let more: i32 = 0
    let shortest: i32 = i32.MAX_VALUE
    for (let i = from; i < load<u32>(wordsAt + ((<usize>query) << 2), 4); i++) {
      const word = words + <usize>load<u32>(wordsOf + ((<usize>i) << 2)) * WORD
      shortest = min(shortest, load<i32>(word, 4))
      once |= load<u32>(word, 8)
      twice |= load<u32>(word, 12)
      more = max(more, load<i32>(word, 16))
    }
    store<u32>(to, once, 4)
    store<u32>(to, twice, 8)
    store<i32>(to, more, 12)
    store<i32>(to, shortest, 16)
  }
}

/** The Hausdorff distance of the words of two queries, or any number of at least `limit` if it is no less. */
export function ofQueries(a: u32, b: u32, limit: f64): f64 {
  if (a === b) return 0
  const queryA = together + <usize>a * TOGETHER
  const queryB = together + <usize>b * TOGETHER
  const emptyA = load<u32>(queryA) === load<u32>(queryA, TOGETHER)
  const emptyB = load<u32>(queryB) === load<u32>(queryB, TOGETHER)
  if (emptyA || emptyB) return emptyA && emptyB ? 0 : 1
  const there = directed(queryA, queryB, 0, limit)
  return there >= limit ? there : directed(queryB, queryA, there, limit)
}

/** Is a word at least at `limit` from all words of a query, by the letters of all of them together? */
function beyond(word: usize, query: usize, limit: f64): bool {
  const longer = max(load<i32>(word, 4), load<i32>(query, 16))
  const common =
    popcnt(load<i32>(word, 8) & load<i32>(query, 4)) +
    popcnt(load<i32>(word, 12) & load<i32>(query, 8)) +
    min(load<i32>(word, 16), load<i32>(query, 12))
  return <f64>(longer - common) >= limit * <f64>longer
}

function directed(queryA: usize, queryB: usize, shown: f64, limit: f64): f64 {
  let most = shown
  const endA = load<u32>(queryA, TOGETHER)
  const atB = load<u32>(queryB)
  const endB = load<u32>(queryB, TOGETHER)
  for (let i = load<u32>(queryA); i < endA && most < limit; i++) {
    const word = load<u32>(wordsOf + ((<usize>i) << 2))
    let nearest = min<f64>(limit, 1)
    if (beyond(words + <usize>word * WORD, queryB, nearest)) return nearest
    for (let j = atB; j < endB && nearest > most; j++) {
      const distance = wordDistance(word, load<u32>(wordsOf + ((<usize>j) << 2)), nearest)
      if (distance < nearest) nearest = distance
    }
    if (nearest > most) most = nearest
  }
  return most
}

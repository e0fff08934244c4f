import { backTo, clear, mark, take } from '../base/arena'

// Where things are in memory. What follows from texts alone comes first, so that users can change behind it.

/** Words: start among the characters, length, letters as bits, letters that occur twice, how many more there are; 32 bits each. */
export let words: usize = 0
export const WORD: usize = 20
/** Characters of all words, 16 bits each. */
export let chars: usize = 0
/** Where the words of each query begin, and the words. */
export let wordsAt: usize = 0
export let wordsOf: usize = 0
/** Queries: where their words begin; of all these words the letters, those that one has twice, the most more, and the shortest length. */
export let together: usize = 0
export const TOGETHER: usize = 20
/** Where the labels of each host begin, and the labels, from the right. */
export let hostAt: usize = 0
export let labels: usize = 0
/** The first four labels of each host, and the distances of short hosts by which of four labels differ and which neither has. */
export let packed: usize = 0
export let byLabels: usize = 0
/** Edit distances found before: the lower word, and the higher one with the distance in 8 bits. */
export let cache: usize = 0
export let cacheShift: u32 = 0
/** Positions of each character in the word in hand, as bits; and two lines of a table of edits. */
export let places: usize = 0
export let table: usize = 0

/** Rows: time, rank and number of terms as doubles, host and query. */
export let rows: usize = 0
export const ROW: usize = 32
/** Rows of user u: from offsets[u] on, those with a click from clicked[u] on. */
export let offsets: usize = 0
export let clicked: usize = 0
/** The number of queries of each user. */
export let counts: usize = 0
/** The rows of each user, outliers first; and those without and with a click, those in the middle first. */
export let outliers: usize = 0
export let partners: usize = 0
/** For the rows of one user, what they are away from a row but for words. */
export let bases: usize = 0
/** Users to compare, and what comes out. */
export let asked: usize = 0
export let found: usize = 0

/** Where texts end. */
let texts: usize = 0

/** Makes room for texts. */
export function roomForTexts(
  wordCount: i32,
  charCount: i32,
  longestWord: i32,
  queryCount: i32,
  wordTotal: i32,
  hostCount: i32,
  labelCount: i32,
  cacheBits: i32,
): void {
  clear()
  words = take(WORD * wordCount)
  chars = take(2 * charCount)
  wordsAt = take(4 * (queryCount + 1))
  wordsOf = take(4 * wordTotal)
  together = take(TOGETHER * (queryCount + 1))
  hostAt = take(4 * (hostCount + 1))
  labels = take(4 * labelCount)
  packed = take(16 * hostCount)
  byLabels = take(8 * 256)
  cache = take((<usize>8) << cacheBits)
  cacheShift = 32 - cacheBits
  places = take(8 * 0x10000)
  table = take(8 * (longestWord + 1))
  texts = mark()
  memory.fill(cache, 0xff, (<usize>8) << cacheBits)
}

/** Makes room for users, in the place of those before. */
export function roomForUsers(users: i32, rowCount: i32, longest: i32): void {
  backTo(texts)
  rows = take(ROW * rowCount)
  offsets = take(4 * (users + 1))
  clicked = take(4 * users)
  counts = take(8 * users)
  outliers = take(4 * rowCount)
  partners = take(4 * rowCount)
  bases = take(8 * longest)
  asked = take(4 * users)
  found = take(4 * users)
}

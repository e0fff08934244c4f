import { clear, take } from '../base/arena'
import { LIMBS } from './field'
import { COEFFICIENTS, textLength } from './query'

// Where keys, recent queries, the row at hand, input and output are.

/** Longer queries, and those with longer texts, are not kept. */
export const QUERY_ROOM: i32 = 64
export const TEXT_ROOM: i32 = 128
const DAYS: usize = 130 * 372 + 1
const EPOCH: usize = 64
/** Behind a query there are so many zeros. */
const ZEROS: usize = 64

/** Persons who must have asked a query. */
export let t: i32 = 0
/** Bytes of the longest query. */
export let longest: i32 = 0
/** Of each epoch: the key for queries, the key for pseudonyms. */
export let epochKeys: usize = 0
/** Of each day: its epoch and one; 0 if not known yet. */
export let dayEpochs: usize = 0
/** Recent queries: their number is a power of two; each has `stride` bytes. */
export let entries: usize = 0
export let entryMask: u32 = 0
export let stride: usize = 0
/** Where an entry has the query and its text. */
export let queryOffset: usize = 0
export let textOffset: usize = 0
/** The entry of a query that is not kept, and its text. */
export let longEntry: usize = 0
export let longText: usize = 0
/** The normalised query of the row at hand; large enough for any. */
export let query: usize = 0
export let input: usize = 0
export let output: usize = 0
export let outputEnd: usize = 0

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
  clear()
  epochKeys = take(epochs * EPOCH)
  dayEpochs = take(DAYS << 1)
  entries = take(count * stride)
  longEntry = take(queryOffset)
  query = take(maxQuery + ZEROS)
  longText = take(<usize>textLength(<i32>maxQuery))
  input = take(inputBytes)
  output = take(outputBytes)
  outputEnd = output + outputBytes
}

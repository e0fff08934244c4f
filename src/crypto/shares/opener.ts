import { type ShareKernel, shareKernel } from './kernel.js'
import type { Share } from './robust.js'

/** What shares of one query say. */
export interface Outcome {
  readonly secret: bigint
  /** Shares, of all that there are, that lie on the polynomial of the first t; 0 if fewer than t have distinct points. */
  readonly agreeing: number
  readonly count: number
}

/** Buckets whose shares are worked on together. */
export interface Buckets {
  /** From `first` to before `end`, those that may hold a query with t shares or more. */
  readonly first: number
  readonly end: number
  readonly full: Uint32Array
}

/**
 * Opens many queries in one pass. Shares come in any order, each with the bucket of its tag: all are counted first, so that the many
 * that cannot be opened are never held. Columns are as the engine streams them: buckets in 4 bytes, tags, points and values in 16.
 */
export interface Opener {
  count(places: Uint8Array): void
  /** Makes room for the shares of the next buckets, `most` of them if one bucket has no more; undefined when all are done. */
  next(most: number): Buckets | undefined
  /** Takes shares of these buckets; others are passed over. */
  take(places: Uint8Array, tags: Uint8Array, xs: Uint8Array, ys: Uint8Array): void
  /** Interpolates all queries with t shares or more, and says how many there are: they are known by their numbers. */
  solve(): number
  /** Takes texts of 32 bytes in halves, and opens those of queries whose shares all agree. */
  takeTexts(places: Uint8Array, tags: Uint8Array, firsts: Uint8Array, seconds: Uint8Array): void
  /** The tag of a query in hexadecimal. */
  tag(query: number): string
  /** The text of a query, if all its shares agree and all texts that were taken are this one. */
  plainText(query: number): string | undefined
  outcome(query: number): Outcome
  /** All shares of a query, repeated ones once. */
  sharesOf(query: number): Share[]
  /** The query behind a text, or undefined if secret, tag and text do not belong together. */
  openText(secret: bigint, tag: Uint8Array, text: Uint8Array): string | undefined
}

const BATCH_ROWS = 1 << 13
const DIVISORS = 1 << 12 // one inversion serves them all; more would not fit beside the processor
const PARTS = 256 // of the buckets, as the kernel has them
const SHARE_BYTES = 48
const PLACE_BYTES = 4
const TAG_BYTES = 16
const SMALLEST = 32
// An outcome in words of 32 bits: the secret in the first four, then how many shares agree.
const OUTCOME_WORDS = 8
const TEXT_LENGTH = 6 // and one more; 0 if there is none
const WRONG_TEXTS = 7
const WORD = (1n << 64n) - 1n

/** The most memory that a share takes, with its part of what is known of its query. */
export const MEMORY_OF_SHARE =
  SHARE_BYTES + PLACE_BYTES + Math.ceil((3 * 4 + TAG_BYTES + OUTCOME_WORDS * 4 + SMALLEST) / 2)

/** Opens queries with t shares or more, whose tags fall in so many buckets. */
export function opener(t: number, size: number): Opener {
  const kernel = shareKernel()
  const texts = textKernel()
  const perCall = Math.max(1, Math.floor(DIVISORS / t))
  const extra = kernel.extraRoom(perCall * t, t)
  kernel.roomToCount(BATCH_ROWS, size)
  const words = (at: number, length: number) => new Uint32Array(kernel.memory.buffer, at, length)
  let reached = 0
  let [outcomes, counts, starts] = [0, 0, 0].map(() => new Uint32Array(0)) as [Uint32Array, Uint32Array, Uint32Array]
  let buffer = Buffer.alloc(0)
  /** Brings in columns, some rows at a time. */
  const bring = (
    places: Uint8Array,
    wide: readonly (readonly [Uint8Array, number])[],
    then: (rows: number) => void,
  ) => {
    const rows = places.length / 4
    const memory = new Uint8Array(kernel.memory.buffer)
    for (let from = 0; from < rows; from += BATCH_ROWS) {
      const to = Math.min(rows, from + BATCH_ROWS)
      memory.set(places.subarray(from * 4, to * 4), kernel.places.value)
      for (const [column, at] of wide) memory.set(column.subarray(from * 16, to * 16), at)
      then(to - from)
    }
  }
  const { given, xs, ys } = kernel
  return {
    count: (places) => bring(places, [], (rows) => kernel.count(rows)),
    next(most) {
      const many = words(kernel.buckets.value, size)
      const full: number[] = []
      const first = reached
      let end = first
      let total = 0
      for (; end < size; end++) {
        const here = many[end] as number
        if (here < t) continue
        if (total > 0 && total + here > most) break
        full.push(end)
        total += here
      }
      if (total === 0) return undefined
      kernel.roomFor(first, end, t, extra)
      reached = end
      return { first, end, full: Uint32Array.from(full) }
    },
    take: (places, tags, points, values) =>
      bring(
        places,
        [
          [tags, given.value],
          [points, xs.value],
          [values, ys.value],
        ],
        (rows) => kernel.keep(rows),
      ),
    solve() {
      let queries = 0
      for (let part = 0; part < PARTS; part++) {
        const all = kernel.group(part, t, queries)
        for (; queries < all; queries = Math.min(all, queries + perCall))
          kernel.interpolate(queries, Math.min(perCall, all - queries), t, perCall * t)
      }
      outcomes = words(kernel.outcomes.value, queries * OUTCOME_WORDS)
      counts = words(kernel.counts.value, queries)
      starts = words(kernel.starts.value, queries)
      buffer = Buffer.from(kernel.memory.buffer)
      return queries
    },
    takeTexts: (places, tags, firsts, seconds) =>
      bring(
        places,
        [
          [tags, given.value],
          [firsts, xs.value],
          [seconds, ys.value],
        ],
        (rows) => kernel.openTexts(rows),
      ),
    tag(query) {
      const at = kernel.tags.value + query * TAG_BYTES
      return buffer.toString('hex', at, at + TAG_BYTES)
    },
    plainText(query) {
      const at = query * OUTCOME_WORDS
      const [length = 0, wrong] = [outcomes[at + TEXT_LENGTH], outcomes[at + WRONG_TEXTS]]
      if (length === 0 || wrong !== 0) return undefined
      const text = kernel.texts.value + query * SMALLEST
      return buffer.toString('utf8', text, text + length - 1)
    },
    outcome(query) {
      const bytes = OUTCOME_WORDS * 4
      const view = new DataView(kernel.memory.buffer, kernel.outcomes.value + query * bytes, bytes)
      return {
        secret: number(view, 0),
        agreeing: Number(view.getBigUint64(16, true)),
        count: counts[query] as number,
      }
    },
    sharesOf(query) {
      const seen = new Map<string, Share>()
      for (let i = 0; i < (counts[query] as number); i++) {
        const at = (starts[query] as number) + i * SHARE_BYTES
        const view = new DataView(kernel.memory.buffer, at, SHARE_BYTES)
        const share = { x: number(view, 0), y: number(view, 16) }
        seen.set(`${share.x} ${share.y}`, share)
      }
      return [...seen.values()]
    },
    openText: texts,
  }
}

function number(view: DataView, at: number): bigint {
  return view.getBigUint64(at, true) | (view.getBigUint64(at + 8, true) << 64n)
}

/** Decrypts and authenticates, in a kernel of its own. */
function textKernel(): Opener['openText'] {
  let kernel: ShareKernel | undefined
  let room = 0
  return (secret, tag, text) => {
    if (tag.length !== 16) return undefined
    if (kernel === undefined || text.length > room) {
      room = Math.max(1 << 16, text.length)
      kernel = shareKernel()
      kernel.layOut(1, 1, 0, 64, room + 64, 64)
    }
    const memory = new Uint8Array(kernel.memory.buffer)
    const at = kernel.input.value
    memory.set(tag, at)
    memory.set(text, at + 16)
    kernel.setSecret(secret & WORD, secret >> 64n)
    const length = kernel.open(at, at + 16, text.length)
    return length < 0 ? undefined : Buffer.from(memory.subarray(at + 16, at + 16 + length)).toString('utf8')
  }
}

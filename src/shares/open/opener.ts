import { address, put } from '../../base/kernels.js'
import { type ShareKernel, shareKernel } from '../kernel.js'
import type { Share } from './robust.js'

/** What shares of one query say. */
export interface Outcome {
  readonly secret: bigint
  /** Shares, of all that there are, that lie on the polynomial of the first t; 0 if fewer than t have distinct points. */
  readonly agreeing: number
  readonly count: number
}

/** Opens many queries in one pass. Shares come in any order, each with the number of its query. */
export interface Opener {
  /** Makes room for queries with so many shares each, and these tags, as the engine streams them. */
  begin(counts: Uint32Array, tags: Uint8Array): void
  /** Takes shares: the numbers of their queries, and points and values of 16 bytes, as the engine streams them. */
  take(ids: Uint8Array, xs: Uint8Array, ys: Uint8Array): void
  /** Interpolates all queries. */
  solve(): void
  /** Takes texts of 32 bytes: the numbers of their queries, and their halves; opens those of queries whose shares all agree. */
  takeTexts(ids: Uint8Array, firsts: Uint8Array, seconds: Uint8Array): void
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
const SHARE_BYTES = 32
const SMALLEST = 32
// An outcome in words of 32 bits: the secret in the first four, then how many shares agree.
const OUTCOME_WORDS = 8
const TEXT_LENGTH = 6 // and one more; 0 if there is none
const WRONG_TEXTS = 7
const WORD = (1n << 64n) - 1n

export function opener(t: number): Opener {
  const kernel = shareKernel()
  const texts = textKernel()
  const perCall = Math.max(1, Math.floor(DIVISORS / t))
  let counts: Uint32Array = new Uint32Array(0)
  let starts = new Uint32Array(0)
  let outcomes = new Uint32Array(0)
  let buffer = Buffer.alloc(0)
  return {
    begin(given, tags) {
      counts = given
      starts = new Uint32Array(given.length)
      let total = 0
      for (let i = 0; i < given.length; i++) {
        starts[i] = total
        total += given[i]!
      }
      kernel.roomFor(BATCH_ROWS, given.length, total, perCall * t, t)
      put(kernel, kernel.counts, given)
      put(kernel, kernel.cursors, starts)
      put(kernel, kernel.tags, tags)
      outcomes = new Uint32Array(kernel.memory.buffer, address(kernel.outcomes), given.length * OUTCOME_WORDS)
      buffer = Buffer.from(kernel.memory.buffer)
    },
    take: (ids, xs, ys) => bring(kernel, [ids, xs, ys], (rows) => kernel.scatter(rows)),
    solve() {
      let at = kernel.shares.value
      for (let first = 0; first < counts.length; first += perCall)
        at = kernel.interpolate(first, Math.min(perCall, counts.length - first), t, at)
    },
    takeTexts: (ids, firsts, seconds) => bring(kernel, [ids, firsts, seconds], (rows) => kernel.openTexts(rows)),
    plainText(query) {
      const at = query * OUTCOME_WORDS
      const [length = 0, wrong] = [outcomes[at + TEXT_LENGTH], outcomes[at + WRONG_TEXTS]]
      if (length === 0 || wrong !== 0) return undefined
      const text = address(kernel.texts) + query * SMALLEST
      return buffer.toString('utf8', text, text + length - 1)
    },
    outcome(query) {
      const view = new DataView(kernel.memory.buffer, address(kernel.outcomes) + query * SHARE_BYTES, SHARE_BYTES)
      return {
        secret: number(view, 0),
        agreeing: Number(view.getBigUint64(16, true)),
        count: counts[query]!,
      }
    },
    sharesOf(query) {
      const seen = new Map<string, Share>()
      for (let i = 0; i < counts[query]!; i++) {
        const at = address(kernel.shares) + (starts[query]! + i) * SHARE_BYTES
        const view = new DataView(kernel.memory.buffer, at, SHARE_BYTES)
        const share = { x: number(view, 0), y: number(view, 16) }
        seen.set(`${share.x} ${share.y}`, share)
      }
      return [...seen.values()]
    },
    openText: texts,
  }
}

/** Brings in three columns, the number of a query and twice 16 bytes, some rows at a time. */
function bring(
  kernel: ShareKernel,
  [ids, firsts, seconds]: readonly [Uint8Array, Uint8Array, Uint8Array],
  then: (rows: number) => void,
): void {
  const rows = ids.length / 4
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    const to = Math.min(rows, from + BATCH_ROWS)
    put(kernel, kernel.ids, ids.subarray(from * 4, to * 4))
    put(kernel, kernel.xs, firsts.subarray(from * 16, to * 16))
    put(kernel, kernel.ys, seconds.subarray(from * 16, to * 16))
    then(to - from)
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

import { address, type Global, newKernel, put } from '../../base/kernels.js'
import type { Spelling, SyntacticData } from './data.js'

/** What kernels/syntactic.ts exports. Addresses are bytes. */
interface SyntacticKernel {
  readonly memory: WebAssembly.Memory
  readonly words: Global
  readonly chars: Global
  readonly wordsAt: Global
  readonly wordsOf: Global
  readonly hostAt: Global
  readonly labels: Global
  readonly rows: Global
  readonly offsets: Global
  readonly clicked: Global
  readonly counts: Global
  readonly outliers: Global
  readonly partners: Global
  readonly asked: Global
  readonly found: Global
  /** How many edit distances had to be computed. */
  readonly computed: Global
  roomForTexts(
    words: number,
    chars: number,
    longestWord: number,
    queries: number,
    wordTotal: number,
    hosts: number,
    labels: number,
    cacheBits: number,
  ): void
  packQueries(queries: number): void
  packHosts(hosts: number): void
  roomForUsers(users: number, rows: number, longest: number): void
  base(a: number, b: number): number
  distance(u: number, v: number, limit: number): number
  distances(u: number, n: number): void
}

/** Edit distances that are kept, as a power of two: as many as fit near the processor. */
const MOST_CACHE_BITS = 18

/** A kernel that knows some texts, and nobody yet. */
export function kernelFor(spelt: Spelling): SyntacticKernel {
  const kernel = newKernel<SyntacticKernel>('syntactic')
  const { wordAt, wordChars, wordLetters, wordsAt, words, hostAt, hostLabels } = spelt
  const count = wordAt.length - 1
  const cacheBits = Math.min(MOST_CACHE_BITS, 4 + 2 * Math.ceil(Math.log2(count + 1)))
  kernel.roomForTexts(
    count,
    wordChars.length,
    longestOf(wordAt),
    wordsAt.length - 1,
    words.length,
    hostAt.length - 1,
    hostLabels.length,
    cacheBits,
  )
  const { buffer } = kernel.memory
  const records = new Uint32Array(buffer, address(kernel.words), 5 * count)
  for (let w = 0; w < count; w++) {
    records[5 * w] = wordAt[w]!
    records[5 * w + 1] = wordAt[w + 1]! - wordAt[w]!
    for (let i = 0; i < 3; i++) records[5 * w + 2 + i] = wordLetters[3 * w + i]!
  }
  put(kernel, kernel.chars, wordChars)
  put(kernel, kernel.wordsAt, wordsAt)
  put(kernel, kernel.wordsOf, words)
  put(kernel, kernel.hostAt, hostAt)
  put(kernel, kernel.labels, hostLabels)
  kernel.packQueries(wordsAt.length - 1)
  kernel.packHosts(hostAt.length - 1)
  return kernel
}

/** Puts users into a kernel, in the place of those before. */
export function putUsers(kernel: SyntacticKernel, data: SyntacticData): void {
  const { offsets, clicked, count, query, host, time, rank, terms } = data
  kernel.roomForUsers(clicked.length, query.length, longestOf(offsets))
  const { buffer } = kernel.memory
  const [values, codes] = [
    new Float64Array(buffer, address(kernel.rows), 4 * query.length),
    new Uint32Array(buffer, address(kernel.rows), 8 * query.length),
  ]
  for (let row = 0; row < query.length; row++) {
    values[4 * row] = time[row]!
    values[4 * row + 1] = rank[row]!
    values[4 * row + 2] = terms[query[row]!]!
    codes[8 * row + 6] = host[row]!
    codes[8 * row + 7] = query[row]!
  }
  put(kernel, kernel.offsets, offsets)
  put(kernel, kernel.clicked, clicked)
  put(kernel, kernel.counts, count)
}

export type { SyntacticKernel }

/** The longest of the stretches that begin at these places. */
function longestOf(at: Uint32Array): number {
  let longest = 0
  for (let i = 1; i < at.length; i++) longest = Math.max(longest, at[i]! - at[i - 1]!)
  return longest
}

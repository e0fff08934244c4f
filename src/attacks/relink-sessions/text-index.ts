import type { Documents } from './documents.js'

export const WEIGHTS = ['tf-idf', 'bm25'] as const
export type Weights = (typeof WEIGHTS)[number]

/**
 * An index over documents, in memory that threads share: what each document holds (`doc*`), and for each term the documents that
 * hold it, in their order (`post*`). A similarity is the sum of asked x held weights over common terms.
 */
export interface TextIndex {
  readonly count: number
  readonly terms: number
  /** Are documents unit vectors, so that no similarity passes what the norm allows? */
  readonly unit: boolean
  readonly docStart: Uint32Array
  readonly docTerm: Uint32Array
  readonly held: Float32Array
  readonly asked: Float32Array
  readonly postStart: Uint32Array
  readonly postDoc: Uint32Array
  readonly postHeld: Float32Array
  /** The greatest weight in each list. */
  readonly greatest: Float32Array
}

const BM25 = { k1: 1.2, b: 0.75 }

export function buildIndex(documents: Documents, weights: Weights): TextIndex {
  const { count, start, term } = documents
  const postStart = shared(Uint32Array, documents.terms + 1)
  for (const t of term) postStart[t + 1]!++
  for (let t = 0; t < documents.terms; t++) postStart[t + 1]! += postStart[t]!
  const frequency = (t: number) => postStart[t + 1]! - postStart[t]!
  const held = shared(Float32Array, term.length)
  const asked = weights === 'bm25' ? shared(Float32Array, term.length) : held
  if (weights === 'bm25') weighByBm25(documents, frequency, held, asked)
  else weighByTfIdf(documents, frequency, held)
  const postDoc = shared(Uint32Array, term.length)
  const postHeld = shared(Float32Array, term.length)
  const next = postStart.slice()
  for (let d = 0; d < count; d++)
    for (let i = start[d]!; i < start[d + 1]!; i++) {
      const at = next[term[i]!]!++
      postDoc[at] = d
      postHeld[at] = held[i]!
    }
  const greatest = shared(Float32Array, documents.terms)
  for (let i = 0; i < term.length; i++) greatest[term[i]!] = Math.max(greatest[term[i]!]!, held[i]!)
  return {
    count,
    terms: documents.terms,
    unit: weights === 'tf-idf',
    docStart: copied(start),
    docTerm: copied(term),
    held,
    asked,
    postStart,
    postDoc,
    postHeld,
    greatest,
  }
}

/** Square root of the count times the logarithm of rarity, each document of length 1: the cosine of the classic text databases. */
function weighByTfIdf(documents: Documents, frequency: (t: number) => number, held: Float32Array): void {
  const { count, start, term, times } = documents
  for (let d = 0; d < count; d++) {
    let norm = 0
    for (let i = start[d]!; i < start[d + 1]!; i++) {
      const weight = Math.sqrt(times[i]!) * (1 + Math.log(count / (frequency(term[i]!) + 1)))
      held[i] = weight
      norm += weight * weight
    }
    norm = Math.sqrt(norm)
    for (let i = start[d]!; i < start[d + 1]!; i++) held[i]! /= norm
  }
}

/** [Robertson09]: saturating counts, long documents damped. */
function weighByBm25(
  documents: Documents,
  frequency: (t: number) => number,
  held: Float32Array,
  asked: Float32Array,
): void {
  const { count, start, term, times } = documents
  let all = 0
  for (const n of times) all += n
  const mean = all / Math.max(1, count)
  for (let d = 0; d < count; d++) {
    let length = 0
    for (let i = start[d]!; i < start[d + 1]!; i++) length += times[i]!
    for (let i = start[d]!; i < start[d + 1]!; i++) {
      const df = frequency(term[i]!)
      held[i] = (times[i]! * (BM25.k1 + 1)) / (times[i]! + BM25.k1 * (1 - BM25.b + (BM25.b * length) / mean))
      asked[i] = times[i]! * Math.log(1 + (count - df + 0.5) / (df + 0.5))
    }
  }
}

interface Shareable<T> {
  new (buffer: SharedArrayBuffer): T
  readonly BYTES_PER_ELEMENT: number
}

/** Numbers that all threads see. */
export function shared<T>(kind: Shareable<T>, length: number): T {
  return new kind(new SharedArrayBuffer(length * kind.BYTES_PER_ELEMENT))
}

function copied(array: Uint32Array): Uint32Array {
  const copy = shared(Uint32Array, array.length)
  copy.set(array)
  return copy
}

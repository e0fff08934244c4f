import type { Documents } from './documents.js'

export const WEIGHTS = ['tf-idf', 'bm25'] as const
export type Weights = (typeof WEIGHTS)[number]

/**
 * An index over documents, in memory that threads share: what each document holds (`doc*`), and for each term the documents that
 * hold it, those in which it weighs most first (`post*`). A similarity is the sum of asked x held weights over common terms.
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
  /** A document and its weight in turn, as bytes. */
  readonly posts: Uint8Array
  /** Weights in a list may stand out of order by so much. */
  readonly loose: number
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
  const { posts, loose } = heaviestFirst(documents, postStart, held)
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
    posts,
    loose,
    greatest,
  }
}

const STEPS = 1 << 16

/** Postings of each term by falling weight, told apart to a 65,536th of the greatest: sorted by weight first, then dealt out to terms. */
function heaviestFirst({ count, start, term }: Documents, postStart: Uint32Array, held: Float32Array) {
  let greatest = 0
  for (const weight of held) greatest = Math.max(greatest, weight)
  const step = (weight: number) => STEPS - 1 - Math.floor((weight / greatest) * (STEPS - 1))
  const next = new Uint32Array(STEPS + 1)
  for (const weight of held) next[step(weight) + 1]!++
  for (let s = 0; s < STEPS; s++) next[s + 1]! += next[s]!
  const pair = new Uint32Array(term.length)
  for (let i = 0; i < term.length; i++) pair[next[step(held[i]!)]!++] = i
  const docOf = new Uint32Array(term.length)
  for (let d = 0; d < count; d++) docOf.fill(d, start[d], start[d + 1])
  const posts = shared(Uint8Array, 8 * term.length)
  const [docs, weights] = [new Uint32Array(posts.buffer), new Float32Array(posts.buffer)]
  const free = postStart.slice()
  for (const i of pair) {
    const at = 2 * free[term[i]!]!++
    docs[at] = docOf[i]!
    weights[at + 1] = held[i]!
  }
  return { posts, loose: (2 * greatest) / (STEPS - 1) }
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

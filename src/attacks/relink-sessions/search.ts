import { address, type Global, newKernel, put } from '../../base/kernels.js'
import type { TextIndex } from './text-index.js'

/** Results of a session that are kept [Adar07] section 6.1. */
export const TOP = 100

/** Terms that the kernel knows by bits of their own; all 24 bits together stand for any term. */
const FREQUENT = 23

/** What kernels/relink.ts exports. Addresses are bytes. */
interface RelinkKernel {
  readonly memory: WebAssembly.Memory
  layOut(documents: number, terms: number, pairs: number, longest: number): void
  setWays(unit: boolean, loose: number, skips: boolean): void
  ask(doc: number): number
  readonly responses: Global
  readonly best: Global
  readonly docStart: Global
  readonly docTerm: Global
  readonly held: Global
  readonly asked: Global
  readonly postStart: Global
  readonly posts: Global
  readonly greatest: Global
  readonly bits: Global
  open(most: number): void
}

/** Asks an index for the documents most like one of its own. What is asked of the index is copied into the kernel's own memory. */
export class Search {
  private readonly kernel: RelinkKernel
  /** Answers as pairs: what is left of 2^32 - 1 after the document, and its similarity. */
  private readonly halves: Uint32Array
  private readonly scores: Float32Array
  private size = 0

  /** Without skips every posting is read: what skipping is measured against. */
  constructor(index: TextIndex, skips = true) {
    const { count, terms, docStart, docTerm, unit, loose } = index
    let longest = 0
    for (let doc = 0; doc < count; doc++) longest = Math.max(longest, docStart[doc + 1]! - docStart[doc]!)
    const kernel = newKernel<RelinkKernel>('relink')
    kernel.layOut(count, terms, docTerm.length, longest)
    for (const part of ['docStart', 'docTerm', 'held', 'asked', 'postStart', 'posts', 'greatest'] as const)
      put(kernel, kernel[part], index[part])
    put(kernel, kernel.bits, bitsOfFrequent(index))
    kernel.open(index.greatest.reduce((most, weight) => Math.max(most, weight), 0))
    kernel.setWays(unit, loose, skips)
    this.kernel = kernel
    this.halves = new Uint32Array(kernel.memory.buffer, address(kernel.best), 2 * TOP)
    this.scores = new Float32Array(kernel.memory.buffer, address(kernel.best), 2 * TOP)
  }

  /** Finds the best answers for a document; gives how many there are. */
  run(doc: number): number {
    this.size = this.kernel.ask(doc)
    return this.size
  }

  /** Other documents with a term in common, exact up to 1,000. */
  get responses(): number {
    return this.kernel.responses.value
  }

  /** Writes the answers down from a place on, the best first. */
  write(docs: Uint32Array, similarities: Float32Array, at: number): void {
    for (let i = 0; i < this.size; i++) {
      docs[at + i] = 0xffffffff - this.halves[2 * i]!
      similarities[at + i] = this.scores[2 * i + 1]!
    }
  }
}

/** A bit for each of the 23 terms that most documents hold: most questions that skip lists skip those of such terms. */
function bitsOfFrequent({ terms, postStart }: TextIndex): Uint32Array {
  const size = (term: number) => postStart[term + 1]! - postStart[term]!
  const bits = new Uint32Array(terms)
  const longest = Uint32Array.from({ length: terms }, (_, term) => term).sort((a, b) => size(b) - size(a) || a - b)
  longest.subarray(0, FREQUENT).forEach((term, i) => {
    bits[term] = 2 ** i
  })
  return bits
}

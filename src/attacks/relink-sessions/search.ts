import { Best } from './best.js'
import { mostOf } from './bound.js'
import type { TextIndex } from './text-index.js'

/** Results of a session that are kept [Adar07] section 6.1. */
export const TOP = 100
/** Up to here the number of responses is counted; beyond it is known to be greater. */
export const COUNTED = 1000
const BLOCK = 32
const MARGIN = 1 + 1e-6 // sums in another order differ in the last digits

/**
 * Asks the index for the documents most like one of its own. Lists of postings are read from their heavy end, the one that
 * promises most first, and each document that turns up is compared in full; what no list has shown yet cannot be better than
 * the weights where the lists stand, so the search stops where that is no better than the worst of the best so far
 * [Fagin03], for unit vectors with the bound that the norm gives [Li19].
 */
export class Search {
  readonly best = new Best(TOP)
  /** Other documents with a term in common, exact up to COUNTED. */
  responses = 0
  private readonly index: TextIndex
  private readonly asked: Float32Array
  private readonly seen: Uint32Array
  private readonly sums: Float64Array
  private turn = 0
  private place = new Uint32Array(64)
  private query = new Float64Array(64)
  private reach = new Float64Array(64)

  constructor(index: TextIndex) {
    this.index = index
    this.asked = new Float32Array(index.terms)
    this.seen = new Uint32Array(index.count)
    this.sums = new Float64Array(index.count)
  }

  run(doc: number): void {
    const { docStart, docTerm, postStart, asked } = this.index
    this.turn++
    this.best.clear()
    this.seen[doc] = this.turn // a session is no answer to itself
    let longest = 0
    for (let i = docStart[doc]!; i < docStart[doc + 1]!; i++) {
      const term = docTerm[i]!
      this.asked[term] = asked[i]!
      longest = Math.max(longest, postStart[term + 1]! - postStart[term]!)
    }
    if (longest - 1 > COUNTED) {
      this.responses = longest - 1
      this.skip(doc)
    } else this.scan(doc)
    for (let i = docStart[doc]!; i < docStart[doc + 1]!; i++) this.asked[docTerm[i]!] = 0
    this.best.sort()
  }

  /** All lists are short: everything is added up, in the order of terms. */
  private scan(doc: number): void {
    const { docStart, docTerm, postStart, postDoc, postHeld } = this.index
    const touched: number[] = []
    for (let i = docStart[doc]!; i < docStart[doc + 1]!; i++) {
      const term = docTerm[i]!
      const weight = this.asked[term]!
      for (let p = postStart[term]!; p < postStart[term + 1]!; p++) {
        const other = postDoc[p]!
        if (other === doc) continue
        if (this.seen[other] !== this.turn) {
          this.seen[other] = this.turn
          this.sums[other] = 0
          touched.push(other)
        }
        this.sums[other]! += weight * postHeld[p]!
      }
    }
    this.responses = touched.length
    for (const other of touched) this.best.offer(this.sums[other]!, other)
  }

  private skip(doc: number): void {
    const { docStart, docTerm, postStart, postDoc, postHeld, unit } = this.index
    const from = docStart[doc]!
    const lists = docStart[doc + 1]! - from
    if (lists > this.place.length) {
      this.place = new Uint32Array(2 * lists)
      this.query = new Float64Array(2 * lists)
      this.reach = new Float64Array(2 * lists)
    }
    const { place, query, reach } = this
    for (let i = 0; i < lists; i++) {
      const term = docTerm[from + i]!
      place[i] = postStart[term]!
      query[i] = this.asked[term]!
      reach[i] = postHeld[place[i]!]!
    }
    const block = Math.max(BLOCK, lists)
    for (;;) {
      let promising = -1
      let promise = 0
      for (let i = 0; i < lists; i++)
        if (query[i]! * reach[i]! > promise) {
          promise = query[i]! * reach[i]!
          promising = i
        }
      if (promising < 0) return
      const end = postStart[docTerm[from + promising]! + 1]!
      const until = Math.min(end, place[promising]! + block)
      for (let p = place[promising]!; p < until; p++) {
        const other = postDoc[p]!
        if (this.seen[other] === this.turn) continue
        this.seen[other] = this.turn
        this.best.offer(this.similarity(other), other)
      }
      place[promising] = until
      reach[promising] = until < end ? postHeld[until]! : 0
      const bar = this.best.bar
      if (bar > 0 && mostOf(query, reach, lists, unit, bar * MARGIN) <= bar * MARGIN) return
    }
  }

  private similarity(other: number): number {
    const { docStart, docTerm, held } = this.index
    const { asked } = this
    let sum = 0
    for (let i = docStart[other]!, end = docStart[other + 1]!; i < end; i++) sum += asked[docTerm[i]!]! * held[i]!
    return sum
  }
}

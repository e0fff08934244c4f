import { Best } from './best.js'
import type { TextIndex } from './text-index.js'

/** Results of a session that are kept [Adar07] section 6.1. */
export const TOP = 100
/** Up to here the number of responses is counted; beyond it is known to be greater. */
export const COUNTED = 1000
/** Fewer postings than this, and than so many for each document met, are read rather than thought about. */
const WORTH_SKIPPING = 10_000
const WORTH_FOR_EACH = 3
/** So much more than the worst of the promising in what is unread: not worth a closer look. */
const HOPELESS = 2
/** What comparing two documents costs in postings read. */
const COMPARING = 8
const DONE = -1e9
const MARGIN = 1 + 1e-5 // sums of 32-bit numbers differ in the last digits

/**
 * Asks the index for the documents most like one of its own. Lists are read from the shortest to the longest and added up
 * document by document. What the lists still unread can add is bounded (by their weights, and for unit vectors by the length of
 * what is left of the query); as soon as that is no more than the worst of the best so far, no further document can join, and
 * those met already are compared in full if they could still be among the best: the long lists are skipped [Turtle95].
 */
export class Search {
  readonly best = new Best(TOP)
  /** Other documents with a term in common, exact up to COUNTED. */
  responses = 0
  private readonly index: TextIndex
  private readonly skips: boolean
  private readonly asked: Float32Array
  private readonly sums: Float32Array
  private readonly met: Uint32Array
  private metCount = 0
  private readonly promising = new Best(TOP)
  private lists = new Uint32Array(64)

  /** Without skips every posting is read: what skipping is measured against. */
  constructor(index: TextIndex, skips = true) {
    this.index = index
    this.skips = skips
    this.asked = new Float32Array(index.terms)
    this.sums = new Float32Array(index.count)
    this.met = new Uint32Array(index.count)
  }

  run(doc: number): void {
    const { docStart, docTerm, asked } = this.index
    const [from, to] = [docStart[doc]!, docStart[doc + 1]!]
    for (let i = from; i < to; i++) this.asked[docTerm[i]!] = asked[i]!
    this.best.clear()
    this.metCount = 0
    const skipped = this.read(doc, this.shortestFirst(from, to))
    if (!skipped) this.takeAll(doc)
    this.responses = skipped ? Number(skipped) : Math.max(0, this.metCount - 1)
    for (let i = 0; i < this.metCount; i++) this.sums[this.met[i]!] = 0
    for (let i = from; i < to; i++) this.asked[docTerm[i]!] = 0
    this.best.sort()
  }

  private takeAll(doc: number): void {
    const { best, met, sums } = this
    for (let i = 0; i < this.metCount; i++) {
      const other = met[i]!
      if (sums[other]! > best.bar && other !== doc) best.offer(sums[other]!, other)
    }
  }

  private shortestFirst(from: number, to: number): Uint32Array {
    const { docTerm, postStart } = this.index
    if (to - from > this.lists.length) this.lists = new Uint32Array(2 * (to - from))
    const lists = this.lists.subarray(0, to - from)
    lists.set(docTerm.subarray(from, to))
    return lists.sort((a, b) => postStart[a + 1]! - postStart[a]! - (postStart[b + 1]! - postStart[b]!) || a - b)
  }

  /** Reads lists until the rest can be skipped; gives the length of the longest one then, else 0. */
  private read(doc: number, lists: Uint32Array): number {
    const last = lists[lists.length - 1]
    const longest = last === undefined ? 0 : this.length(last)
    let unread = 0
    for (const term of lists) unread += this.length(term)
    for (let i = 0; i < lists.length; i++) {
      const term = lists[i]!
      this.add(term)
      unread -= this.length(term)
      const worth =
        this.skips &&
        longest - 1 > COUNTED &&
        this.metCount > TOP &&
        unread > WORTH_SKIPPING + WORTH_FOR_EACH * this.metCount
      if (worth && this.finish(doc, this.restOf(lists, i + 1), this.length(lists[i + 1]!))) return longest - 1
    }
    return 0
  }

  private length(term: number): number {
    return this.index.postStart[term + 1]! - this.index.postStart[term]!
  }

  private add(term: number): void {
    const { postStart, postDoc, postHeld } = this.index
    const { sums, met } = this
    const weight = this.asked[term]!
    let count = this.metCount
    for (let p = postStart[term]!, end = postStart[term + 1]!; p < end; p++) {
      const other = postDoc[p]!
      const sum = sums[other]!
      if (sum === 0) met[count++] = other
      sums[other] = sum + weight * postHeld[p]!
    }
    this.metCount = count
  }

  /** The most that lists from `from` on can add to a document. */
  private restOf(lists: Uint32Array, from: number): number {
    const { greatest, unit } = this.index
    let sum = 0
    let square = 0
    for (let i = from; i < lists.length; i++) {
      const weight = this.asked[lists[i]!]!
      sum += weight * greatest[lists[i]!]!
      square += weight * weight
    }
    return unit ? Math.min(sum, Math.sqrt(square)) : sum
  }

  /** Compares in full what could be among the best, unless documents that were not met could be too. */
  private finish(doc: number, rest: number, next: number): boolean {
    const { promising, best, sums, met } = this
    promising.clear()
    for (let i = 0; i < this.metCount; i++) {
      const other = met[i]!
      if (sums[other]! > promising.bar && other !== doc) promising.offer(sums[other]!, other)
    }
    if (promising.size < TOP || rest > HOPELESS * promising.bar) return false
    best.clear()
    for (let i = 0; i < TOP; i++) best.offer(this.similarity(promising.doc[i]!), promising.doc[i]!)
    if (rest * MARGIN > best.bar) return false
    let left = 0
    for (let i = 0; i < this.metCount; i++) if ((sums[met[i]!]! + rest) * MARGIN >= best.bar) left++
    if (left * COMPARING > next) return false // reading on costs less
    for (let i = 0; i < TOP; i++) sums[promising.doc[i]!] = DONE
    sums[doc] = DONE
    for (let i = 0; i < this.metCount; i++) {
      const other = met[i]!
      if ((sums[other]! + rest) * MARGIN >= best.bar) best.offer(this.similarity(other), other)
    }
    return true
  }

  private similarity(other: number): number {
    const { docStart, docTerm, held } = this.index
    const { asked } = this
    let sum = 0
    for (let i = docStart[other]!, end = docStart[other + 1]!; i < end; i++) sum += asked[docTerm[i]!]! * held[i]!
    return sum
  }
}

import { editsWithin, withinEdits } from '../../../text/bounded-distance.js'
import { grown } from './arrays.js'
import { keyOf, Lists } from './lists.js'
import type { Texts } from './texts.js'

const BASE = 0x01000193
const LONG = 96

/**
 * Finds the first earlier text within a normalised Levenshtein distance, without looking at all of them: of two texts at most
 * d edits apart, one cut into d + 1 segments has a segment that stands in the other, at most d places off [Li11] (PassJoin).
 */
export class SegmentIndex {
  private readonly share: number
  private readonly lists = new Lists()
  private prefix = new Int32Array(256)
  private power = new Int32Array(256)
  /** Texts too long for the index: there are few of them, and each is looked at. */
  private readonly long: number[] = []
  /** For each text the last one that it was compared with. */
  private compared = new Int32Array(256).fill(-1)
  private readonly editsOf: number[] = []
  private readonly longestOf: number[] = []

  constructor(share: number) {
    this.share = share
    this.power[0] = 1
  }

  clear(): void {
    this.lists.clear()
    this.long.length = 0
    this.compared.fill(-1)
  }

  /** The first text within reach among those added, if it comes before `best`; else `best`. */
  first(texts: Texts, text: number, best: number): number {
    const from = texts.texts.from[text]!
    const length = texts.texts.length[text]!
    if (length > LONG) return this.firstOf(texts, text, upTo(Math.min(text, best)), best)
    this.hashPrefixes(texts.signs, from, length)
    let found = best
    const longest = Math.min(LONG, this.longest(length))
    for (let other = length - this.edits(length); other <= longest; other++) {
      const edits = this.edits(Math.max(length, other))
      if (edits === 0 || Math.abs(length - other) > edits) continue
      for (let segment = 0; segment <= edits; segment++) {
        const start = segmentStart(other, edits, segment)
        const size = segmentStart(other, edits, segment + 1) - start
        // [Li11] section 4.2: a segment that still helps stands this near, seen from the left and from the right.
        const longer = length - other
        const low = Math.max(0, start - segment, start + longer - (edits - segment))
        const high = Math.min(length - size, start + segment, start + longer + (edits - segment))
        for (let at = low; at <= high; at++)
          found = this.scan(texts, text, keyOf(this.hash(at, size), other, edits, segment), edits, found)
      }
    }
    return this.longest(length) > LONG ? this.firstOf(texts, text, this.long, found) : found
  }

  add(texts: Texts, text: number): void {
    const length = texts.texts.length[text]!
    this.compared = grown(this.compared, text + 1)
    if (length > LONG) {
      this.long.push(text)
      return
    }
    this.hashPrefixes(texts.signs, texts.texts.from[text]!, length)
    const most = this.edits(this.longest(length))
    for (let edits = Math.max(1, this.edits(length)); edits <= most; edits++)
      for (let segment = 0; segment <= edits; segment++) {
        const start = segmentStart(length, edits, segment)
        const size = segmentStart(length, edits, segment + 1) - start
        this.lists.add(keyOf(this.hash(start, size), length, edits, segment), text)
      }
  }

  private edits(longer: number): number {
    const known = this.editsOf[longer]
    if (known !== undefined) return known
    const edits = editsWithin(this.share, longer)
    this.editsOf[longer] = edits
    return edits
  }

  /** The greatest length that a text within reach can have. */
  private longest(length: number): number {
    const known = this.longestOf[length]
    if (known !== undefined) return known
    let longest = length
    while (longest + 1 - length <= this.edits(longest + 1)) longest++
    this.longestOf[length] = longest
    return longest
  }

  private scan(texts: Texts, text: number, key: number, edits: number, best: number): number {
    const { lists } = this
    for (let entry = lists.head(key); entry >= 0; entry = lists.next[entry]!) {
      const other = lists.text[entry]!
      if (other >= best) return best
      if (this.compared[other] === text) continue // found by another segment before
      this.compared[other] = text
      if (near(texts, text, other, edits)) return other
    }
    return best
  }

  private firstOf(texts: Texts, text: number, others: Iterable<number>, best: number): number {
    const { length } = texts.texts
    for (const other of others) {
      if (other >= best) return best
      if (near(texts, text, other, this.edits(Math.max(length[text]!, length[other]!)))) return other
    }
    return best
  }

  private hashPrefixes(signs: Uint16Array, from: number, length: number): void {
    if (length >= this.prefix.length) {
      this.prefix = grown(this.prefix, length + 1)
      this.power = grown(this.power, length + 1)
    }
    this.prefix[0] = 0
    for (let i = 0; i < length; i++) {
      this.prefix[i + 1] = (Math.imul(this.prefix[i]!, BASE) + signs[from + i]! + 1) | 0
      this.power[i + 1] = Math.imul(this.power[i]!, BASE)
    }
  }

  private hash(at: number, size: number): number {
    return (this.prefix[at + size]! - Math.imul(this.prefix[at]!, this.power[size]!)) | 0
  }
}

function* upTo(end: number): Generator<number> {
  for (let i = 0; i < end; i++) yield i
}

/** Where a segment starts when a text is cut into edits + 1 of them, the longer ones last. */
function segmentStart(length: number, edits: number, segment: number): number {
  const parts = edits + 1
  const size = Math.floor(length / parts)
  return segment * size + Math.max(0, segment - (parts - (length - size * parts)))
}

/** Are two different texts at most so many edits apart? Lengths and letters tell most apart: an edit changes two counts by one. */
export function near(texts: Texts, a: number, b: number, edits: number): boolean {
  const { from, length } = texts.texts
  return (
    edits > 0 &&
    Math.abs(length[a]! - length[b]!) <= edits &&
    bits(texts.letters[a]! ^ texts.letters[b]!) + bits(texts.twice[a]! ^ texts.twice[b]!) <= 2 * edits &&
    withinEdits(texts.signs, from[a]!, length[a]!, from[b]!, length[b]!, edits)
  )
}

/** Bits that are set. */
function bits(x: number): number {
  let v = x - ((x >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

import { fail } from '../base/errors.js'
import { type CategoryArrays, hash } from './category-index.js'
import { partsOf, stemmedKey, writtenKey } from './labels.js'
import type { Category } from './shape.js'

/** Categories that one key leads to, at most. */
const PER_KEY = 16
/** How much further back a phrase stands that lost a stop word. */
const SHORTENED = 32
/** A record's number must fit in 24 bits beside 40 bits of hash. */
const MAX_RECORDS = 2 ** 24

/** Takes categories and the phrases that lead to them, and makes the flat arrays of a knowledge base. */
export interface IndexBuilder {
  /** A new category. A parent comes before its children; TOP for none. */
  category(parent: number, title: string): Category
  /** A phrase leads to a category; lower ranks are better. Whole ranks from 0 to 255. */
  label(phrase: string, category: Category, rank: number): void
  /** The name of a category leads to it, and so do the parts of "this and that", one rank further back. */
  named(title: string, category: Category, rank: number): void
  build(): CategoryArrays
}

export function indexBuilder(): IndexBuilder {
  const parents: number[] = []
  const titles: Buffer[] = []
  const records = { high: growing(), low: growing(), category: growing(), rank: growing() }
  const add = (key: string, category: Category, rank: number) => {
    const [high, low] = hash(key)
    records.high.push(high)
    records.low.push(low)
    records.category.push(category)
    records.rank.push(rank)
  }
  const label = (phrase: string, category: Category, rank: number) => {
    const written = writtenKey(phrase)
    if (written === '') return
    // "dog do" is called "dog" without its stop word, but a dog comes first
    const place = Math.min(255, written.length < phrase.length ? rank + SHORTENED : rank)
    add(written, category, place)
    add(stemmedKey(written), category, place)
  }
  return {
    category(parent, title) {
      titles.push(Buffer.from(title))
      return parents.push(parent) - 1
    },
    label,
    named(title, category, rank) {
      label(title, category, rank)
      for (const part of partsOf(title)) label(part, category, rank + 1)
    },
    build() {
      const titleAt = new Uint32Array(titles.length + 1)
      for (const [i, title] of titles.entries()) titleAt[i + 1] = titleAt[i]! + title.length
      return {
        parent: Int32Array.from(parents),
        titles: Uint8Array.from(Buffer.concat(titles)),
        titleAt,
        ...sorted(records.high.all(), records.low.all(), records.category.all(), records.rank.all()),
      }
    },
  }
}

type Sorted = Pick<CategoryArrays, 'keyHigh' | 'keyLow' | 'keyAt' | 'found'>

function sorted(high: Uint32Array, low: Uint32Array, category: Uint32Array, rank: Uint32Array): Sorted {
  const n = high.length
  if (n > MAX_RECORDS)
    fail(
      'refused',
      `the knowledge base has more than ${MAX_RECORDS} labels`,
      'Take a part of it, such as one language.',
    )
  // 40 bits of hash above the record's number: one native sort of 64-bit numbers, and no number is ever made.
  const order = new BigUint64Array(n)
  const halves = new Uint32Array(order.buffer)
  for (let i = 0; i < n; i++) {
    halves[2 * i] = ((low[i]! >>> 24) << 24) | i
    halves[2 * i + 1] = high[i]!
  }
  order.sort()
  const [keyHigh, keyLow, keyAt, found] = [growing(), growing(), growing(), growing()]
  const before = (a: number, b: number) => low[a]! - low[b]! || rank[a]! - rank[b]! || category[a]! - category[b]!
  for (let start = 0, end = 0; start < n; start = end) {
    const bits = halves[2 * start]! >>> 24
    for (; end < n && halves[2 * end + 1] === halves[2 * start + 1] && halves[2 * end]! >>> 24 === bits; ) end++
    const group: number[] = []
    for (let i = start; i < end; i++) group.push(halves[2 * i]! & 0xffffff)
    if (group.length > 1) group.sort(before)
    let seen = new Set<number>()
    for (const [i, record] of group.entries()) {
      if (i === 0 || low[record] !== low[group[i - 1]!]) {
        keyHigh.push(high[record]!)
        keyLow.push(low[record]!)
        keyAt.push(found.length())
        seen = new Set()
      }
      const c = category[record]!
      if (seen.size === PER_KEY || seen.has(c)) continue
      seen.add(c)
      found.push(c)
    }
  }
  keyAt.push(found.length())
  return { keyHigh: keyHigh.all(), keyLow: keyLow.all(), keyAt: keyAt.all(), found: found.all() }
}

/** An array of whole numbers that grows. */
function growing(): { push(value: number): void; length(): number; all(): Uint32Array } {
  let values = new Uint32Array(1024)
  let length = 0
  return {
    push(value) {
      if (length === values.length) {
        const more = new Uint32Array(length * 2)
        more.set(values)
        values = more
      }
      values[length++] = value
    },
    length: () => length,
    all: () => values.slice(0, length),
  }
}

import { stemmedKey, writtenKey } from './labels.js'
import type { Category, Knowledge } from './shape.js'

/** No parent: a top-level category. */
export const TOP = -1

/**
 * A knowledge base as flat arrays, in memory and on disk alike. A key is kept as 64 bits of hash: among five million keys
 * a phrase that is not there is taken for one once in 10^12 times.
 */
export interface CategoryArrays {
  readonly parent: Int32Array
  /** Titles one after the other in UTF-8, and where each begins. */
  readonly titles: Uint8Array
  readonly titleAt: Uint32Array
  /** Keys in order of their hashes, high and low half, and where the categories of each begin. */
  readonly keyHigh: Uint32Array
  readonly keyLow: Uint32Array
  readonly keyAt: Uint32Array
  /** Categories by key, the best first. */
  readonly found: Uint32Array
}

export function knowledgeOf(name: string, version: string, arrays: CategoryArrays): Knowledge {
  const { parent, titles, titleAt, keyAt, found } = arrays
  const decoder = new TextDecoder()
  const at = (key: string): readonly Category[] | undefined => {
    const i = findKey(arrays, key)
    return i < 0 ? undefined : Array.from(found.subarray(keyAt[i], keyAt[i + 1]))
  }
  return {
    name,
    version,
    size: parent.length,
    lookup(phrase) {
      const written = writtenKey(phrase)
      return written === '' ? [] : (at(written) ?? at(stemmedKey(written)) ?? [])
    },
    ancestors(category) {
      const all: Category[] = []
      for (let c = category; c !== TOP; c = parent[c]!) all.push(c)
      return all
    },
    title: (category) => decoder.decode(titles.subarray(titleAt[category], titleAt[category + 1])),
  }
}

function findKey({ keyHigh, keyLow }: CategoryArrays, key: string): number {
  const [high, low] = hash(key)
  let [from, to] = [0, keyHigh.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const h = keyHigh[middle]!
    if (h < high || (h === high && keyLow[middle]! < low)) from = middle + 1
    else to = middle
  }
  return keyHigh[from] === high && keyLow[from] === low ? from : -1
}

/** 64 bits in two halves, by two mixed multiplications per character. */
export function hash(key: string): [number, number] {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < key.length; i++) {
    const c = key.charCodeAt(i)
    a = Math.imul(a ^ c, 0x9e3779b1)
    b = Math.imul(b ^ c, 0x5f356495)
    a = (a << 13) | (a >>> 19)
    b = (b << 17) | (b >>> 15)
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35)
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  return [a >>> 0, b >>> 0]
}

import { startsOf } from '../../base/numbers.js'

/** Sets of codes in one array: set i is codes[offsets[i]] to codes[offsets[i + 1]], ascending and distinct. */
export interface Sets {
  readonly offsets: Uint32Array
  readonly codes: Uint32Array
}

/** What a set has most in common with any of the others. */
export interface Match {
  /** Codes in common; 0 if there is none with any. */
  readonly common: number
  /** How many of the others have that many in common: |G|. */
  readonly ties: number
  /** One of G. */
  readonly first: number
}

/** Sets by the codes in them: an inverted index, in the same shape. */
export function invert({ offsets, codes }: Sets, size: number): Sets {
  const starts = startsOf(codes, size)
  const next = starts.slice()
  const postings = new Uint32Array(codes.length)
  for (let set = 0; set + 1 < offsets.length; set++)
    for (let at = offsets[set]!; at < offsets[set + 1]!; at++) postings[next[codes[at]!]!++] = set
  return { offsets: starts, codes: postings }
}

/**
 * Finds for a set of codes the others with the most codes in common. Rare codes are walked first, through the inverted index; as
 * soon as no set outside those seen can catch up, the common codes left over are looked up in the sets that still can win.
 */
export function matcher(others: Sets, size: number): (record: Uint32Array) => Match {
  const index = invert(others, size)
  const holders = (code: number) => index.offsets[code + 1]! - index.offsets[code]!
  const count = new Uint32Array(others.offsets.length - 1)
  const seen = new Uint32Array(count.length)
  return (record) => {
    const codes = record.filter((code) => code < size && holders(code) > 0).sort((a, b) => holders(a) - holders(b))
    let found = 0
    let best = 0
    let walked = 0
    for (; walked < codes.length && codes.length - walked >= best; walked++) {
      const code = codes[walked]!
      const end = index.offsets[code + 1]!
      for (let at = index.offsets[code]!; at < end; at++) {
        const set = index.codes[at]!
        if (count[set] === 0) seen[found++] = set
        const now = ++count[set]!
        if (now > best) best = now
      }
    }
    const left = codes.subarray(walked)
    let match: Match = { common: 0, ties: 0, first: -1 }
    for (let i = 0; i < found; i++) {
      const set = seen[i]!
      let common = count[set]!
      count[set] = 0
      for (let j = 0; j < left.length && common + left.length - j >= match.common; j++)
        if (holds(others, set, left[j]!)) common++
      if (common > match.common) match = { common, ties: 1, first: set }
      else if (common === match.common) match = { common, ties: match.ties + 1, first: Math.min(match.first, set) }
    }
    return match
  }
}

/** Is the code in the set? */
function holds({ offsets, codes }: Sets, set: number, code: number): boolean {
  let low = offsets[set]!
  let high = offsets[set + 1]!
  while (low < high) {
    const middle = (low + high) >>> 1
    if (codes[middle]! < code) low = middle + 1
    else high = middle
  }
  return low < offsets[set + 1]! && codes[low] === code
}

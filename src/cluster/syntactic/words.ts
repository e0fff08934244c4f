/** Words as codes of characters, with what bounds their edit distances from below. */
export interface Words {
  readonly at: Uint32Array
  readonly chars: Uint16Array
  /** The letters of a word as bits; letters that fall on one bit only weaken the bound. */
  readonly letters: Uint32Array
}

export function packWords(words: readonly string[]): Words {
  const at = new Uint32Array(words.length + 1)
  for (const [i, word] of words.entries()) at[i + 1] = (at[i] as number) + word.length
  const chars = new Uint16Array(at[words.length] as number)
  const letters = new Uint32Array(words.length)
  for (const [w, word] of words.entries()) {
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i)
      chars[(at[w] as number) + i] = code
      letters[w] = ((letters[w] as number) | (1 << (code & 31))) >>> 0
    }
  }
  return { at, chars, letters }
}

/** How many edit distances were asked for, and how many of them had to be computed. */
export interface Effort {
  asked: number
  computed: number
}

const MOST_CACHE_BITS = 18

/** Edit distances between words, as a share of the longer one. */
export interface WordDistance {
  /** The distance, or any number of at least `limit` if it is no less than that. */
  (a: number, b: number, limit: number): number
  readonly effort: Effort
}

export function wordDistance({ at, chars, letters }: Words): WordDistance {
  const cacheBits = Math.min(MOST_CACHE_BITS, 4 + 2 * Math.ceil(Math.log2(at.length)))
  const size = 1 << cacheBits
  const [cachedA, cachedB, cached] = [new Int32Array(size).fill(-1), new Int32Array(size), new Float64Array(size)]
  const edits = editDistance(chars)
  const effort: Effort = { asked: 0, computed: 0 }
  const distance = (x: number, y: number, limit: number): number => {
    effort.asked++
    if (x === y) return 0
    const [a, b] = x < y ? [x, y] : [y, x]
    const [lengthA, lengthB] = [(at[a + 1] as number) - (at[a] as number), (at[b + 1] as number) - (at[b] as number)]
    const longer = lengthA > lengthB ? lengthA : lengthB
    const shorter = lengthA > lengthB ? lengthB : lengthA
    if (longer - shorter >= limit * longer) return 1
    const [lettersA, lettersB] = [letters[a] as number, letters[b] as number]
    // Each letter that the other word lacks takes an edit.
    const missing = Math.max(bits(lettersA & ~lettersB), bits(lettersB & ~lettersA))
    if (missing >= limit * longer) return 1
    const slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> (32 - cacheBits)
    if (cachedA[slot] === a && cachedB[slot] === b) return cached[slot] as number
    effort.computed++
    const share = edits(at[a] as number, lengthA, at[b] as number, lengthB) / longer
    cachedA[slot] = a
    cachedB[slot] = b
    cached[slot] = share
    return share
  }
  return Object.assign(distance, { effort })
}

function bits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Levenshtein distances: Myers' bit vectors for words of up to 32 characters, rows of the table for longer ones. */
function editDistance(chars: Uint16Array): (a: number, lengthA: number, b: number, lengthB: number) => number {
  const pattern = new Uint32Array(0x10000)
  return (a, lengthA, b, lengthB) => {
    if (lengthA === 0 || lengthB === 0) return lengthA + lengthB
    if (lengthA > 32 && lengthB > 32) return byRows(chars, a, lengthA, b, lengthB)
    const [word, length, text, textLength] = lengthA <= 32 ? [a, lengthA, b, lengthB] : [b, lengthB, a, lengthA]
    for (let i = 0; i < length; i++) {
      const code = chars[word + i] as number
      pattern[code] = (pattern[code] as number) | (1 << i)
    }
    let [plus, minus, distance] = [-1, 0, length]
    const last = 1 << (length - 1)
    for (let i = 0; i < textLength; i++) {
      let equal = pattern[chars[text + i] as number] as number
      const vertical = equal | minus
      equal |= ((equal & plus) + plus) ^ plus
      let up = minus | ~(equal | plus)
      let down = plus & equal
      if (up & last) distance++
      if (down & last) distance--
      up = (up << 1) | 1
      down <<= 1
      plus = down | ~(vertical | up)
      minus = up & vertical
    }
    for (let i = 0; i < length; i++) pattern[chars[word + i] as number] = 0
    return distance
  }
}

function byRows(chars: Uint16Array, a: number, lengthA: number, b: number, lengthB: number): number {
  let before = Uint32Array.from({ length: lengthB + 1 }, (_, j) => j)
  let row = new Uint32Array(lengthB + 1)
  for (let i = 1; i <= lengthA; i++) {
    row[0] = i
    for (let j = 1; j <= lengthB; j++) {
      const change = (before[j - 1] as number) + (chars[a + i - 1] === chars[b + j - 1] ? 0 : 1)
      row[j] = Math.min(change, (before[j] as number) + 1, (row[j - 1] as number) + 1)
    }
    ;[before, row] = [row, before]
  }
  return before[lengthB] as number
}

/** Words as codes of characters, with what bounds their edit distances from below. */
export interface Words {
  readonly at: Uint32Array
  readonly chars: Uint16Array
  /** For each word the letters that it has, those that it has twice, and how many more there are; letters on one bit count as the same. */
  readonly letters: Uint32Array
}

export function packWords(words: readonly string[]): Words {
  const at = new Uint32Array(words.length + 1)
  for (const [i, word] of words.entries()) at[i + 1] = (at[i] as number) + word.length
  const chars = new Uint16Array(at[words.length] as number)
  const letters = new Uint32Array(3 * words.length)
  for (const [w, word] of words.entries()) {
    let [once, twice, more] = [0, 0, 0]
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i)
      chars[(at[w] as number) + i] = code
      const bit = 1 << (code & 31)
      if ((once & bit) === 0) once |= bit
      else if ((twice & bit) === 0) twice |= bit
      else more++
    }
    letters.set([once, twice, more], 3 * w)
  }
  return { at, chars, letters }
}

/** How many edit distances had to be computed. */
export interface Effort {
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
  const cache = new Int32Array(4 << cacheBits).fill(-1) // two words and their edit distance, side by side in memory
  const edits = editDistance(chars)
  const effort: Effort = { computed: 0 }
  const distance = (x: number, y: number, limit: number): number => {
    if (x === y) return 0
    const a = x < y ? x : y
    const b = x < y ? y : x
    const startA = at[a] as number
    const startB = at[b] as number
    const lengthA = (at[a + 1] as number) - startA
    const lengthB = (at[b + 1] as number) - startB
    const longer = lengthA > lengthB ? lengthA : lengthB
    const moreA = letters[3 * a + 2] as number
    const moreB = letters[3 * b + 2] as number
    const common =
      bits((letters[3 * a] as number) & (letters[3 * b] as number)) +
      bits((letters[3 * a + 1] as number) & (letters[3 * b + 1] as number)) +
      (moreA < moreB ? moreA : moreB)
    // Each letter of the longer word that it does not share takes an edit.
    if (longer - common >= limit * longer) return 1
    const slot = ((Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> (32 - cacheBits)) << 2
    if (cache[slot] === a && cache[slot + 1] === b) return (cache[slot + 2] as number) / longer
    effort.computed++
    const found = edits(startA, lengthA, startB, lengthB)
    cache[slot] = a
    cache[slot + 1] = b
    cache[slot + 2] = found
    return found / longer
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

import { nameLists } from './name-lists.js'

/** Bits that stand for words: one in thirty other words is taken for one of them, which costs time and nothing else. */
const BITS = 19
const SEED = 0x811c9dc5
const [ZERO, NINE, UPPER_A, UPPER_Z, A, Z, SPACE] = [48, 57, 65, 90, 97, 122, 32]
const [R, X] = [114, 120]
/** What somebody goes by on a platform has six characters or more. */
const HANDLE = 6
/** Two digits are enough for what one of these words announces. */
const ANNOUNCED = /confirm|locator|plate|tag/i

/**
 * Tells of most texts in one pass that no detector of English can find anything in them: letters, blanks and at most two digits, no first name beside another
 * word, no number before a word, nor behind a box or a drawer. False says nothing.
 */
export function nothingInEnglish(withNames: boolean): (text: string) => boolean {
  const words = new Int32Array(1 << (BITS - 5))
  const mark = (word: string) => {
    let hash = SEED
    for (let i = 0; i < word.length; i += 1) hash = mix(hash, word.charCodeAt(i))
    words[place(hash) >>> 5]! |= 1 << (place(hash) & 31)
  }
  // The sign of an address of mail, in words.
  mark('at')
  if (withNames) for (const name of nameLists().anyFirst.keys()) mark(name)
  return (text) => {
    let hash = SEED
    let spelling = false // within a word of letters
    let parts = 0
    let marked = 0
    let digits = 0
    let word = 0 // characters since the last blank
    let joined = false // a digit behind a letter among them
    let leads = false // a number that no word stands behind yet
    let last = 0 // the last character that is no blank
    let before = SPACE
    for (let i = 0; i <= text.length; i += 1) {
      let code = i < text.length ? text.charCodeAt(i) : SPACE
      if (code >= UPPER_A && code <= UPPER_Z) code |= 32
      const letter = code >= A && code <= Z
      if (spelling && !letter) {
        parts += 1
        marked |= (words[place(hash) >>> 5]! >>> (place(hash) & 31)) & 1
        hash = SEED
        spelling = false
      }
      if (code === SPACE) {
        if (joined && word >= HANDLE) return false
        word = 0
        joined = false
      } else {
        if (before === SPACE && leads) return false
        word += 1
        if (letter) {
          hash = mix(hash, code)
          spelling = true
        } else {
          digits += 1
          if (code < ZERO || code > NINE || digits > 2 || last === R || last === X) return false
          if (before === SPACE) leads = true
          else if (before >= A) joined = true
        }
        last = code
      }
      before = code
    }
    return (marked === 0 || parts < 2) && (digits < 2 || !ANNOUNCED.test(text))
  }
}

function mix(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

function place(hash: number): number {
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0) >>> (32 - BITS)
}

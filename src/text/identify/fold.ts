/** Text in the form the detectors read, and where each of its units stood in the original. */
export interface Folded {
  readonly text: string
  /** Original position of unit i; undefined if nothing moved. Has one entry more than the text: the end. */
  readonly at: Int32Array | undefined
}

// The digit zero of every script whose ten digits people type or paste; the other nine follow it.
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1b50, 0x1bb0, 0xa620, 0xa8d0, 0xa900, 0xa9d0,
  0xaa50, 0xabf0, 0xff10,
]
const DIGITS = new Map<number, string>()
for (const zero of ZEROS) for (let d = 0; d < 10; d += 1) DIGITS.set(zero + d, String(d))

const NOT_ASCII = /[^\0-\x7f]/
const DASH = /[\p{Pd}\u2212]/u
const SPACE = /\s/u
const INVISIBLE = /[\p{Cf}\p{M}]/u
const QUOTE = /[\u2018\u2019\u02bc]/u
// Letters of Latin alphabets that no accent was put on, so that none can be taken off: typed like this where a keyboard lacks them.
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ħ: 'h',
}

/** Lower case, digits of all scripts as 0 to 9, one sort of dash and of blank, no accents, nothing invisible. */
export function fold(original: string): Folded {
  if (!NOT_ASCII.test(original)) return { text: original.toLowerCase(), at: undefined }
  const parts: string[] = []
  const at: number[] = []
  let here = 0
  for (const character of original) {
    const plain = foldCharacter(character)
    parts.push(plain)
    for (let i = 0; i < plain.length; i += 1) at.push(here)
    here += character.length
  }
  at.push(here)
  return { text: parts.join(''), at: Int32Array.from(at) }
}

function foldCharacter(character: string): string {
  const code = character.codePointAt(0)!
  if (code < 0x80) return character.toLowerCase()
  const digit = DIGITS.get(code)
  if (digit !== undefined) return digit
  if (DASH.test(character)) return '-'
  if (SPACE.test(character)) return ' '
  if (INVISIBLE.test(character)) return ''
  if (QUOTE.test(character)) return "'"
  const first = character.normalize('NFKD').toLowerCase()
  const plain = PLAIN[first]
  if (plain !== undefined) return plain
  // A ligature or a fraction becomes several letters; an accented letter loses its accent.
  return first.length > 1 ? first.replace(/\p{M}/gu, '') : first
}

// Control characters, and format characters that take no room (zero-width, direction marks, soft hyphen, byte-order mark).
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu
const WHITE = /[\t-\r\x85\p{Z}]+/gu
// Capitals that Unicode took in after the tables of the SQL engine were made: left alone on both sides.
const FOLDED = /[^\u1c89\ua7cb-\ua7ce\ua7d2\ua7d4\ua7da-\ua7dc\u{10d50}-\u{10d65}\u{16ea0}-\u{16eb8}]+/gu
const NOT_LETTER_OR_DIGIT = /[^\p{L}\p{M}\p{N}]+/gu

/**
 * The form in which queries are compared and released: Unicode NFC, lower case, control and zero-width
 * characters removed, runs of white space made one blank, none at the ends.
 */
export function normalise(text: string): string {
  // White space first: tabs and line breaks are control characters too, and words must not grow together.
  return lowerCase(text.replaceAll('\0', '').normalize('NFC'))
    .replace(WHITE, ' ')
    .replace(INVISIBLE, '')
    .replace(/ {2,}/g, ' ')
    .replace(/^ | $/g, '')
    .normalize('NFC')
}

/** Lower case one code point at a time, as the SQL twin does it: a sigma has one form, and İ is an i. */
export function lowerCase(text: string): string {
  return text.replace(FOLDED, (part) => part.replaceAll('\u0130', 'i').replaceAll('\u03a3', '\u03c3').toLowerCase())
}

/** Terms of a query in their order: what is left when everything but letters and digits becomes a space. */
export function terms(query: string): string[] {
  const plain = query.replace(NOT_LETTER_OR_DIGIT, ' ').trim()
  return plain === '' ? [] : plain.split(' ')
}

/** The empty query and "-" (what AOL wrote for a query it withheld) are not queries. */
export function isQuery(normalised: string): boolean {
  return normalised !== '' && normalised !== '-'
}

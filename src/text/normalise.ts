// Control characters, and format characters that take no room (zero-width, direction marks, soft hyphen, byte-order mark).
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu
const WHITE = /\s+/gu
const NOT_LETTER_OR_DIGIT = /[^\p{L}\p{M}\p{N}]+/gu

/**
 * The form in which queries are compared and released: Unicode NFC, lower case, control and zero-width
 * characters removed, runs of white space made one blank, none at the ends.
 */
export function normalise(text: string): string {
  // White space first: tabs and line breaks are control characters too, and words must not grow together.
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(WHITE, ' ')
    .replace(INVISIBLE, '')
    .replace(/ {2,}/g, ' ')
    .trim()
    .normalize('NFC')
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

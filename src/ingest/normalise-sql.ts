import { fullMatch, nfc, replaceAll } from '../engines/dialect/index.js'

/**
 * The normal form of a query as SQL (see text/normalise.ts, which says the same in JavaScript): NFC, lower case, white space
 * folded, control and zero-width characters gone; NUL first of all, since the engine's NFC stops at it. Nearly all queries are plain lower-case ASCII already and pass one test.
 */
export function normaliseSql(value: string): string {
  const white = '[\\x09-\\x0d\\x{85}\\p{Z}]+'
  const lowered = `lower(${nfc(`replace(${value}, chr(0), '')`)})`
  const folded = replaceAll(replaceAll(replaceAll(lowered, white, ' '), '[\\p{Cc}\\p{Cf}]', ''), ' +', ' ')
  return `CASE
    WHEN ${fullMatch(value, '[!-@\\[-~]+( [!-@\\[-~]+)*')} THEN ${value}
    WHEN ${fullMatch(value, '[ -~]*')} THEN trim(${replaceAll(`lower(${value})`, ' +', ' ')})
    ELSE ${nfc(`trim(${folded})`)}
  END`
}

/**
 * The normal form of a query as SQL (see text/normalise.ts, which says the same in JavaScript): NFC, lower case, white space
 * folded, control and zero-width characters gone; NUL first of all, since the engine's NFC stops at it. Nearly all queries are plain lower-case ASCII already and pass one test.
 */
export function normaliseSql(value: string): string {
  const white = `'[\\x09-\\x0d\\x{85}\\p{Z}]+'`
  return `CASE
    WHEN regexp_full_match(${value}, '[!-@\\[-~]+( [!-@\\[-~]+)*') THEN ${value}
    WHEN regexp_full_match(${value}, '[ -~]*') THEN trim(regexp_replace(lower(${value}), ' +', ' ', 'g'))
    ELSE nfc_normalize(trim(regexp_replace(regexp_replace(regexp_replace(
      lower(nfc_normalize(replace(${value}, chr(0), ''))), ${white}, ' ', 'g'), '[\\p{Cc}\\p{Cf}]', '', 'g'), ' +', ' ', 'g')))
  END`
}

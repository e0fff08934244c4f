/**
 * Characters that nobody sees in an id: controls, format characters (zero-width ones, direction marks), and what Unicode lets a program leave
 * out without a trace (fillers, variation selectors). As a class for patterns of JavaScript and of the engine alike.
 */
export const UNSEEN =
  '\\p{Cc}\\p{Cf}\\x{34f}\\x{115f}\\x{1160}\\x{17b4}\\x{17b5}\\x{180b}-\\x{180f}\\x{2065}\\x{2800}\\x{3164}\\x{fe00}-\\x{fe0f}\\x{ffa0}\\x{fff0}-\\x{fffc}\\x{1d159}\\x{e0000}-\\x{e0fff}'

const unseen = new RegExp(`[${UNSEEN.replaceAll('\\x{', '\\u{')}]`, 'gu')
const plain = /^[!-~]*$/

/**
 * An id of a person as persons are told apart: Unicode NFC, without what cannot be seen, no blanks at the ends and one at most in between; case stays. Empty where nothing is
 * left: such a row has no person. The SQL twin is in ingest/person-sql.ts.
 */
export function normalisePerson(id: string): string {
  if (plain.test(id)) return id
  return id
    .replace(unseen, '')
    .replace(/\p{Z}+/gu, ' ')
    .replace(/^ | $/g, '')
    .normalize('NFC')
}

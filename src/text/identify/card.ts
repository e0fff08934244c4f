import { chain, free } from './chains.js'
import { luhn } from './checksums.js'
import type { Report } from './finding.js'
import { near, type View } from './view.js'

const ABOUT_CARDS =
  /\b(?:card|cards|visa|master ?card|amex|american express|discover|credit|debit|cvv|cvc|exp|expires)\b/

// Issuer prefixes with the lengths they come in: [from, to, lengths], compared over as many digits as written.
const ISSUERS: readonly (readonly [string, string, readonly number[]])[] = [
  ['4', '4', [13, 16, 19]], // Visa
  ['51', '55', [16]], // Mastercard
  ['2221', '2720', [16]],
  ['34', '34', [15]], // American Express
  ['37', '37', [15]],
  ['6011', '6011', [16, 19]], // Discover
  ['644', '659', [16, 19]],
  ['300', '305', [14]], // Diners Club
  ['3095', '3095', [14]],
  ['36', '36', [14, 15, 16, 17, 18, 19]],
  ['38', '39', [14, 16]],
  ['3528', '3589', [16]], // JCB
  ['62', '62', [16, 17, 18, 19]], // UnionPay
  ['5018', '5018', [13, 14, 15, 16, 17, 18, 19]], // Maestro
  ['5020', '5020', [13, 14, 15, 16, 17, 18, 19]],
  ['5038', '5038', [13, 14, 15, 16, 17, 18, 19]],
  ['6304', '6304', [13, 14, 15, 16, 17, 18, 19]],
  ['6759', '6763', [13, 14, 15, 16, 17, 18, 19]],
]

function knownIssuer(digits: string): boolean {
  return ISSUERS.some(([from, to, lengths]) => {
    const prefix = digits.slice(0, from.length)
    return prefix >= from && prefix <= to && lengths.includes(digits.length)
  })
}

const SHAPES = new Set(['4-4-4-4', '4-6-5', '4-6-4', '4-4-4-4-3', '4-4-5', '8-8', '4-4-8', '4-12', '6-10', '4-3-3-3'])

/** 13 to 19 digits of an issuer's range whose last digit checks the others, in one run or in the usual groups. */
export function findCard(view: View, report: Report): void {
  for (let i = 0; i < view.runs.length; i += 1) {
    for (let count = 1; count <= 5; count += 1) {
      const parts = chain(view, i, count)
      if (parts === undefined || parts.digits.length > 19) break
      if (parts.digits.length < 13 || !free(view, i, count)) continue
      if (count > 1 && !SHAPES.has(parts.groups.join('-'))) continue
      if (!knownIssuer(parts.digits)) continue
      const spoken = near(view, parts.start, parts.end, ABOUT_CARDS)
      if (luhn(parts.digits)) report('card', parts.start, parts.end, spoken ? 0.99 : 0.95)
      // A mistyped card is still somebody's card if the query says that it is one.
      else if (spoken || count === 4) report('card', parts.start, parts.end, spoken ? 0.7 : 0.55)
    }
  }
}

import { isIPv4 } from 'node:net'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { binds, type Chain, chain, free, gapAfter } from './chains.js'
import type { Report } from './finding.js'
import type { Harmless } from './harmless.js'
import { idleDigits } from './harmless.js'
import type { Compiled } from './locales/compile.js'
import { alone, near, type View } from './view.js'

const MOST_GROUPS = 7
const LEAST_DIGITS = 7
const MOST_DIGITS = 13

/** Numbers as dialled inside the countries of a locale, without a country code. */
export function findLocalPhone(view: View, known: Harmless, local: Compiled, report: Report): void {
  for (let i = 0; i < view.runs.length; i += 1) {
    for (let count = Math.min(MOST_GROUPS, view.runs.length - i); count >= 1; count -= 1) {
      const parts = chain(view, i, count)
      if (parts === undefined || parts.digits.length < LEAST_DIGITS || parts.digits.length > MOST_DIGITS) continue
      // Nine digits and more are no date, and no decimal that starts with a zero and a dot.
      if (!free(view, i, count) || (parts.digits.length < 9 && known.covers(parts.start, parts.end))) continue
      const confidence = judge(view, i, parts, local)
      if (confidence === 0) continue
      report('phone', view.text[parts.start - 1] === '(' ? parts.start - 1 : parts.start, parts.end, confidence)
      i += count - 1
      break
    }
  }
}

function judge(view: View, i: number, parts: Chain, local: Compiled): number {
  const { digits, groups } = parts
  if (i > 0 && binds(gapAfter(view, i - 1))) return 0
  if (isIPv4(view.text.slice(parts.start, parts.end))) return 0
  const region = local.locale.phone.regions.find((country) => isNumber(digits, country))
  if (region === undefined) return 0
  if (local.phone.hotlines.test(digits) || near(view, parts.start, parts.end, local.phone.services)) return 0.2
  const spoken = near(view, parts.start, parts.end, local.phone.about)
  const solitary = alone(view, parts.start, parts.end)
  // The first country of a locale is the one that most numbers in its logs belong to.
  const home = region === local.locale.phone.regions[0]
  let confidence = digits[0] === '0' ? 0.78 : 0.68
  if (!home) confidence -= 0.14
  if (digits.length < 8) confidence -= 0.25
  if (digits.length === 8) confidence -= 0.12
  if (groups.length === 1 && !solitary) confidence -= 0.08
  // Groups of small numbers are lists, sizes and years more often than phones, unless all are pairs.
  if (digits[0] !== '0' && groups.length < 4 && groups.includes(1)) confidence -= 0.2
  if (/^(?:19|20)\d\d$/.test(digits.slice(-4)) && groups.at(-1) === 4 && !spoken && !solitary) confidence -= 0.2
  if (idleDigits(digits)) confidence -= 0.2
  if (spoken) confidence += 0.18
  else if (near(view, parts.start, parts.end, local.goods)) confidence -= 0.35
  return Math.max(0.05, Math.min(0.97, confidence))
}

function isNumber(digits: string, country: Parameters<typeof parsePhoneNumberFromString>[1] & string): boolean {
  if (parsePhoneNumberFromString(digits, country)?.isValid() === true) return true
  // The zero that Poland gave up is still typed: 0 604 447 182.
  return country === 'PL' && digits[0] === '0' && isNumber(digits.slice(1), country)
}

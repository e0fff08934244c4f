import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { type Chain, chain, free } from './chains.js'
import type { Report } from './finding.js'
import { idleDigits } from './harmless.js'
import { ABOUT_PHONES } from './phone.js'
import { alone, isLetter, near, type View } from './view.js'

const MOST_GROUPS = 7
// Where numbers as dialled at home begin with a zero, in queries that are nothing else.
const ENGLISH_SPEAKING = ['GB', 'AU', 'IE', 'NZ'] as const

/** Numbers of all countries in international form; those without a country code (`dialled`) only where a word says phone and no locale knows them. */
export function findPhoneAbroad(view: View, dialled: boolean, report: Report): void {
  if (view.digits < 7) return
  for (let i = 0; i < view.runs.length; i += 1) {
    const { start } = view.runs[i]!
    const plus = view.text[start - 1] === '+'
    if (!plus && view.text[start] !== '0') {
      const length = withoutPlus(view, i)
      if (length > 0) report('phone', start, view.runs[i + length - 1]!.end, 0.55)
      i += Math.max(0, length - 1)
      continue
    }
    if (isLetter(view.text.charCodeAt(start - 1))) continue
    for (let count = Math.min(MOST_GROUPS, view.runs.length - i); count >= 1; count -= 1) {
      const parts = chain(view, i, count)
      if (parts === undefined || parts.digits.length < 7 || parts.digits.length > 16) continue
      const confidence = plus ? withPlus(parts) : withZero(view, i, parts, dialled)
      if (confidence === 0) continue
      report('phone', plus ? start - 1 : start, parts.end, confidence)
      i += count - 1
      break
    }
  }
}

function withPlus(parts: Chain): number {
  const parsed = parsePhoneNumberFromString('+' + parts.digits)
  if (parsed?.isPossible() !== true) return 0
  return parsed.isValid() ? 0.95 : 0.75
}

/** A country code without its plus, if the query is nothing else: 44 20 7946 0958. The count of groups, or 0. */
function withoutPlus(view: View, i: number): number {
  const count = view.runs.length
  if (i !== 0 || count < 3 || count > 5) return 0
  const parts = chain(view, 0, count)
  if (parts === undefined || parts.digits.length < 10 || parts.groups[0]! > 3 || parts.groups.at(-1)! < 3) return 0
  // Years and round figures at the end speak against, and so does anything beside the number.
  if (/(?:(?:19|20)\d\d|00)$/.test(parts.digits) || !alone(view, parts.start, parts.end)) return 0
  return parts.digits[0] !== '1' && parsePhoneNumberFromString('+' + parts.digits)?.isValid() === true ? count : 0
}

function withZero(view: View, i: number, parts: Chain, dialled: boolean): number {
  if (!free(view, i, parts.groups.length)) return 0
  const spoken = near(view, parts.start, parts.end, ABOUT_PHONES)
  const exit = /^(?:011|00)(?=[1-9])/.exec(parts.digits)?.[0]
  if (exit !== undefined && (spoken || exit === '011' || parts.groups.length > 2)) {
    const parsed = parsePhoneNumberFromString('+' + parts.digits.slice(exit.length))
    if (parsed?.isValid() === true) return spoken || exit === '011' ? 0.9 : 0.65
  }
  if (
    dialled &&
    exit === undefined &&
    parts.groups.length > 1 &&
    !idleDigits(parts.digits) &&
    alone(view, parts.start, parts.end)
  ) {
    if (ENGLISH_SPEAKING.some((country) => parsePhoneNumberFromString(parts.digits, country)?.isValid())) return 0.6
  }
  // As dialled inside another country: a leading zero, and the query says that it is a phone.
  const { length } = parts.digits
  return dialled && spoken && length >= 9 && length <= 12 && parts.digits[1] !== '0' ? 0.65 : 0
}

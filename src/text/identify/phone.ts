import { assignedArea, tollFree } from './area-codes.js'
import { binds, type Chain, chain, free, gapAfter } from './chains.js'
import type { Report } from './finding.js'
import { ABOUT_GOODS } from './goods.js'
import { idleDigits } from './harmless.js'
import { alone, digitsOf, near, type View } from './view.js'

export const ABOUT_PHONES =
  /\b(?:phone|phones|phone ?number|telephone|tel|tele|call|calls|called|caller|calling|cell|cellphone|cellular|mobile|fax|reverse|lookup|look up|whitepages|white pages|yellow pages|number|contact|ext|dial|pager|text|area code|hotline|toll free|who is)\b/
const ABOUT_THINGS =
  /\b(?:part|parts|part ?no|model|item|sku|upc|isbn|oem|ebay|auction|serial|patent|stock|catalog|cas|form|publication|toner|cartridge|battery|filter|belt|engine|mower|lottery|lotto|order|tracking|fedex|ups|dhl|usps|case|docket|routing|account|acct|policy|claim|invoice|versions?|mls|listing|mtd|ariens|snapper|poulan|husqvarna|stihl|tecumseh|briggs|stratton|kohler|kubota|bobcat|evinrude|mercruiser|delco|motorcraft|mopar|dayco|ngk|fram|timken|plane|boeing|airbus|kenmore|craftsman|whirlpool)\b/
const ONLY_PHONES =
  /\b(?:phone|phones|phone ?number|telephone|tel|call|calls|called|caller|calling|cell|cellphone|mobile|fax|whitepages|white pages|area code|toll free|hotline)\b/
// Numbers that are titles of songs.
const SONGS = new Set(['8675309', '6345789', '7779311', '8535937'])

/** A number of the North American plan: area code and exchange start with 2 to 9, no exchange is n11. */
function northAmerican(ten: string): boolean {
  return /^[2-9][0-8]\d[2-9]\d{6}$/.test(ten) && !/^[2-9]\d\d[2-9]11/.test(ten)
}

const TEN = new Set(['10', '3-3-4', '3-7', '6-4'])
const ELEVEN = new Set(['11', '1-10', '1-3-3-4', '1-3-7', '1-6-4', '4-3-4', '4-7', '1-3-3-2-2'])
const SEVEN = new Set(['7', '3-4'])

// Digit by digit, as people type who fear a filter: 6 0 2 5 5 5 0 1 8 8.
const APART = /(?<![\d.-] ?)(?:1[ .-])?\d(?:[ .-]\d){9}(?![ .-]?\d)/g

export function findPhone(view: View, report: Report): void {
  if (view.digits < 7) return
  if (view.runs.length >= 10) findApart(view, report)
  for (let i = 0; i < view.runs.length; i += 1) {
    for (let count = Math.min(4, view.runs.length - i); count >= 1; count -= 1) {
      const parts = chain(view, i, count)
      if (parts === undefined || parts.digits.length > 11 || !open(view, i, count)) continue
      const confidence = inList(view, i) ? 0.2 : judge(view, parts)
      if (confidence === 0) continue
      report('phone', withBracket(view, parts.start), parts.end, confidence)
      i += count - 1
      break
    }
  }
}

function findApart(view: View, report: Report): void {
  for (const match of view.text.matchAll(APART)) {
    const digits = digitsOf(match[0]).slice(-10)
    if (northAmerican(digits) && assignedArea(digits.slice(0, 3)) && !idleDigits(digits)) {
      report('phone', match.index, match.index + match[0].length, 0.7)
    }
  }
}

/** Free, but an extension may follow: 212-555-0142x12. */
function open(view: View, i: number, count: number): boolean {
  if (free(view, i, count)) return true
  const { start } = view.runs[i]!
  const { end } = view.runs[i + count - 1]!
  if (i > 0 && binds(gapAfter(view, i - 1))) return false
  return /^ ?(?:x|ext)\.? ?\d/.test(view.text.slice(end, end + 7)) && !/[a-z]/.test(view.text[start - 1] ?? ' ')
}

/** Two numbers before, parted by blanks: 64 128 256 512 1024. */
function inList(view: View, i: number): boolean {
  return i > 1 && gapAfter(view, i - 1) === ' ' && gapAfter(view, i - 2) === ' '
}

function withBracket(view: View, start: number): number {
  return view.text[start - 1] === '(' ? start - 1 : start
}

function judge(view: View, parts: Chain): number {
  const shape = parts.groups.join('-')
  if (TEN.has(shape)) return ten(view, parts, parts.digits)
  if (ELEVEN.has(shape) && parts.digits[0] === '1') return ten(view, parts, parts.digits.slice(1))
  if (shape === '3-3-2-2' && alone(view, parts.start, parts.end)) return ten(view, parts, parts.digits)
  if (SEVEN.has(shape)) return seven(view, parts)
  return 0
}

/** What the words around speak of. "number" alone speaks of neither: phone number, model number. */
function context(view: View, { start, end }: Chain): { readonly spoken: boolean; readonly thing: boolean } {
  if (!near(view, start, end, ABOUT_THINGS)) return { spoken: near(view, start, end, ABOUT_PHONES), thing: false }
  const spoken = near(view, start, end, ONLY_PHONES)
  return { spoken, thing: !spoken }
}

function ten(view: View, parts: Chain, digits: string): number {
  if (!northAmerican(digits)) return 0
  const assigned = assignedArea(digits.slice(0, 3))
  const { spoken, thing } = context(view, parts)
  if (parts.gaps.includes('/') && parts.gaps.length > 1 && parts.gaps[1] === '/')
    return near(view, parts.start, parts.end, ONLY_PHONES) ? 0.8 : 0.3
  if (parts.groups.length >= 3) {
    if (spoken) return 0.98
    return (assigned ? 0.93 : 0.65) - (thing ? 0.45 : 0)
  }
  if (/[/=_&]/.test(view.text[parts.start - 1] ?? ' ')) return 0.35 // in an address of the web
  if (!assigned) return spoken ? 0.7 : 0.4
  if (spoken || tollFree(digits.slice(0, 3))) return 0.95
  if (thing || near(view, parts.start, parts.end, ABOUT_GOODS)) return 0.35
  if (/^(\d)\1{9}$/.test(digits) || digits === '2345678901') return 0.3
  return parts.groups.length === 1 && !alone(view, parts.start, parts.end) ? 0.75 : 0.85
}

function seven(view: View, parts: Chain): number {
  const { digits } = parts
  if (!/^[2-9]/.test(digits) || /^.11/.test(digits) || SONGS.has(digits)) return 0
  if (/^(\d)\1{6}$/.test(digits)) return 0.2
  const { spoken, thing } = context(view, parts)
  if (thing) return 0.2
  const solitary = alone(view, parts.start, parts.end)
  // A query that is nothing but seven digits is a phone as often as anything else.
  if (parts.groups.length === 1)
    return spoken ? 0.75 : solitary && !idleDigits(digits) && !digits.endsWith('00') ? 0.5 : 0.3
  const gap = parts.gaps[0]!
  // "300-1200 hz", "323-1999": a range, a model and its year.
  const round = /^.00..00$/.test(digits) || /^...(?:19[5-9]|20[01])\d$/.test(digits)
  if (round && !spoken && !solitary) return 0.3
  if (gap === '-' || gap === ' - ') return spoken ? 0.95 : solitary ? 0.85 : 0.7
  // "mazda 626 1999": a model and its year, not a number.
  if (/^(?:19|20)\d\d$/.test(digits.slice(3))) return spoken && solitary ? 0.5 : 0.2
  if (gap === ' ') return spoken ? 0.75 : solitary ? 0.65 : 0.25
  if (gap === '.') return spoken ? 0.8 : solitary ? 0.55 : 0.3
  return 0.1
}

import { ean, isbn10 } from './checksums.js'
import { type DateSpan, fullDates } from './dates.js'
import { digitsOf, near, type View } from './view.js'

// Long numbers that mean something else. Each alternative is bounded or starts at a fixed character.
const MEASURES = [
  '[$£€] ?\\d[\\d,.]{0,20}', // prices
  '(?<![\\d,])\\d{1,3}(?:,\\d{3}){1,6}(?![\\d,])', // 1,000,000
  '(?<![\\d.])(?!\\d{3}\\.\\d{7}(?!\\d))\\d{1,6}\\.\\d{5,20}(?![\\d.])', // 3.14159265, 917.270530; not 212.5550142
  '\\d{1,12} ?[+=^%] ?\\d{1,12}', // sums
  '\\b(?:19|20)\\d\\d ?[-/] ?(?:19|20)\\d\\d\\b', // spans of years
  '\\bb0[0-9a-z]{8}\\b', // a shop's number for a product
  '\\b(?:isbn|upc|ean|asin|sku)(?:[ -]?1[03])?(?: (?:code|number|no))?[ :#.-]{0,3}[\\dx][\\dx -]{6,16}', // goods by number
]
const MEASURE = new RegExp(MEASURES.join('|'), 'g')
const ABOUT_BOOKS = /\b(?:isbn|book|books|textbook|upc|ean|barcode|bar code|sku|asin)\b/

/** Spans of numbers that identify no one: dates, prices, sums, quantities, numbers of books and goods. */
export interface Harmless {
  readonly dates: readonly DateSpan[]
  covers(start: number, end: number): boolean
}

export function harmless(view: View): Harmless {
  // Dates need four digits or more, and so does anything here that a detector could mistake.
  const dates = view.digits < 4 ? [] : fullDates(view.text)
  if (view.digits < 5) return { dates, covers: () => false }
  const spans = [...dates]
  for (const match of view.text.matchAll(MEASURE)) {
    spans.push({ start: match.index, end: match.index + match[0].length })
  }
  return { dates, covers: covering(spans) }
}

/** Whether any of the spans overlaps, in logarithmic time: a hostile text may hold thousands of both. */
function covering(spans: DateSpan[]): (start: number, end: number) => boolean {
  if (spans.length === 0) return () => false
  spans.sort((a, b) => a.start - b.start)
  // reach[i]: the furthest end among the first i + 1 spans.
  const reach: number[] = []
  for (const span of spans) reach.push(Math.max(span.end, reach.at(-1) ?? 0))
  return (start, end) => {
    let low = 0
    let high = spans.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (spans[middle]!.start < end) low = middle + 1
      else high = middle
    }
    return low > 0 && reach[low - 1]! > start
  }
}

const COUNTED = '01234567890123456789'
const COUNTED_DOWN = '98765432109876543210'

/** Do the digits count up or down? */
export function isCounted(digits: string): boolean {
  return COUNTED.includes(digits) || COUNTED_DOWN.includes(digits)
}

/** Digits that count up or down or repeat, and the first ones of pi: typed to try something out. */
export function idleDigits(digits: string): boolean {
  return (
    /^(\d)\1*$/.test(digits) ||
    isCounted(digits) ||
    '31415926535897932384'.startsWith(digits) ||
    /^(\d{2,4})\1+$/.test(digits)
  )
}

/** Whether the digits are the number of a book or a product by their check digit and what stands near. */
export function numberOfGoods(view: View, start: number, end: number): boolean {
  const digits = digitsOf(view.text.slice(start, end))
  if (/^97[89]\d{10}$/.test(digits) && ean(digits)) return true
  if (digits.length === 10 && /^[01]/.test(digits) && isbn10(digits)) return true
  if ((digits.length === 12 || digits.length === 13) && ean(digits)) return true
  return near(view, start, end, ABOUT_BOOKS)
}

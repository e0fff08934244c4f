import { isbn10 } from './checksums.js'
import type { Report } from './finding.js'
import { ABOUT_GOODS } from './goods.js'
import type { Harmless } from './harmless.js'
import {
  ABOUT_COURTS,
  ALIEN,
  BEFORE_LABEL,
  BOOKING,
  COURT_CASE,
  GROUPED,
  IMMIGRATION,
  LABELLED,
  LONGEST,
  NETWORK_CARD,
  NOT_OWN,
  OWN_NUMBER,
  PLATE,
  SHORT_CASE,
  STATE_BEHIND,
  TOKEN,
  WEAK_LABEL,
  YEAR,
} from './id-patterns.js'
import { alone, digitsOf, near, type View } from './view.js'

/** Numbers given to one person or thing of a person: announced by a word, or of a shape that only such numbers have. */
export function findId(view: View, known: Harmless, report: Report): void {
  if (view.digits < 2) return
  if (view.text.includes('confirm') || view.text.includes('locator')) findBooking(view, report)
  if (view.text.includes('plate') || view.text.includes('tag')) findPlate(view, report)
  if (view.digits < 3) return
  for (const match of view.text.matchAll(LABELLED)) {
    const value = match[1]!
    const digits = digitsOf(value).length
    const end = match.index + match[0].length
    const start = end - value.length
    if (digits < (digits === value.length ? 6 : 3) || known.covers(start, end) || NOT_OWN.test(value)) continue
    // A parameter of an address of the web is judged there.
    if (/[?&;/._=-]/.test(view.text[match.index - 1] ?? ' ')) continue
    const weak = WEAK_LABEL.test(match[0])
    const model = !OWN_NUMBER.test(match[0]) && near(view, start, end, ABOUT_GOODS)
    report('id', start, end, (weak ? 0.6 : 0.8) - (model ? 0.35 : 0))
  }
  if (view.digits < 5) return
  findApart(view, known, report)
  for (const match of view.text.matchAll(TOKEN)) {
    const token = match[0]
    if (token.length < 7 || token.length > LONGEST) continue
    const start = match.index
    const end = start + token.length
    // "1:05-cv-02217": a court's division before the colon.
    if (known.covers(start, end) || (part(view, start, end) && !COURT_CASE.test(token))) continue
    const confidence = SHORT_CASE.test(token) && near(view, start, end, ABOUT_COURTS) ? 0.72 : shape(token)
    if (confidence === 0) continue
    const model = near(view, start, end, ABOUT_GOODS)
    report('id', start, end, confidence - (model ? 0.35 : alone(view, start, end) ? 0 : 0.12))
  }
}

/** Bookings of journeys: six letters and digits, of which few need be digits. */
function findBooking({ text }: View, report: Report): void {
  for (const match of text.matchAll(BOOKING)) {
    const end = match.index + match[0].length
    report('id', end - match[1]!.length, end, 0.7)
  }
}

function findPlate({ text }: View, report: Report): void {
  for (const match of text.matchAll(PLATE)) {
    const start = match.index + match[0].length - match[1]!.length
    if (!STATE_BEHIND.test(match[1]!)) report('id', start, match.index + match[0].length, 0.7)
  }
}

/** Numbers in groups behind their label, and numbers before it. */
function findApart(view: View, known: Harmless, report: Report): void {
  if (view.text.includes(':')) {
    for (const match of view.text.matchAll(NETWORK_CARD)) {
      // Six numbers without a letter may be a time.
      if (/[a-f]/.test(match[0])) report('id', match.index, match.index + match[0].length, 0.8)
    }
  }
  for (const match of view.text.matchAll(ALIEN)) {
    const end = match.index + match[0].length
    const spoken = near(view, match.index, end, /\b(?:alien|immigration|uscis|ins|green card|resident)\b/)
    report('id', match.index, end, spoken ? 0.85 : alone(view, match.index, end) ? 0.6 : 0.3)
  }
  for (const match of view.text.matchAll(GROUPED)) {
    const value = match[2]!
    const end = match.index + match[0].length
    const start = end - value.length
    const digits = digitsOf(value)
    if (!value.includes(' ') || digits.length < (match[1] === ' ' ? 9 : 6)) continue
    if (known.covers(start, end) || NOT_OWN.test(digits)) continue
    if (value.split(/[ .]/).every((group) => group.length < 3 || YEAR.test(group))) continue
    report('id', start, end, 0.65)
  }
  for (const match of view.text.matchAll(BEFORE_LABEL)) {
    const value = match[1]!
    const end = match.index + value.length
    const digits = digitsOf(value).length
    if (digits < (digits === value.length ? 6 : 4) || known.covers(match.index, end) || NOT_OWN.test(value)) continue
    report('id', match.index, end, near(view, match.index, end, ABOUT_GOODS) ? 0.4 : 0.65)
  }
}

/** Inside an address of the web or of mail, or behind a decimal point, a token is judged there. */
function part({ text }: View, start: number, end: number): boolean {
  const before = text[start - 1] ?? ' '
  const after = text[end] ?? ' '
  return /[./@=&?_:$]/.test(before) || /[@_=/:]/.test(after) || (after === '.' && /[a-z0-9]/.test(text[end + 1] ?? ' '))
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const HARDWARE = /^[0-9a-f]{2}(?:-[0-9a-f]{2}){5}$/
const PRODUCT_KEY = /^[a-z0-9]{4,6}(?:-[a-z0-9]{4,6}){3,5}$/

/** Confidence from the shape alone, for a query that is nothing but this token; 0 if it says nothing. */
function shape(token: string): number {
  const compact = token.replaceAll('-', '')
  const digits = digitsOf(compact)
  const letters = compact.length - digits.length
  if (digits.length < 5) return HARDWARE.test(token) && digits.length > 2 ? 0.6 : 0
  if (IMMIGRATION.test(token)) return 0.9
  if (COURT_CASE.test(token)) return 0.85
  if (UUID.test(token) || HARDWARE.test(token)) return 0.75
  if (letters === 0) return separated(token, compact)
  if (PRODUCT_KEY.test(token) && digits.length >= 4) return 0.65
  // One letter, then only digits, in groups or not: driver licences of many states.
  if (/^[a-z]\d{2,4}(?:-\d{1,6}){2,4}$/.test(token) && digits.length >= 8) return 0.85
  if (/^[a-z]\d{7,14}$/.test(token)) return 0.62
  if (/^[a-z]{2,3}\d{7,12}$/.test(token) || /^[a-z]{1,3}-\d{7,12}$/.test(token)) return 0.55
  if (/^\d{9}x$/.test(token) && isbn10(token)) return 0.1
  if (/^\d{7,12}[a-z]{1,2}$/.test(token)) return 0.52
  if (compact.length >= 16 && /^[0-9a-f]+$/.test(compact)) return 0.62
  const changes = compact.match(/[a-z](?=\d)|\d(?=[a-z])/g)?.length ?? 0
  if (compact.length >= 12 && digits.length >= 6 && changes >= 3) return 0.55
  return 0
}

/** Digits with dashes that are neither phone nor social security number: employer numbers, accounts, cases. */
function separated(token: string, digits: string): number {
  if (!token.includes('-') || digits.length < 8) return 0
  const groups = token.split('-')
  // Lists of small numbers, of years, of round figures.
  if (groups.every((group) => group.length < 3 || /^(?:(?:19|20)\d\d|\d+00)$/.test(group))) return 0.1
  if (/^\d{5}-\d{4}$/.test(token)) return 0.1 // ZIP+4
  if (/^\d{2,7}-\d\d-\d$/.test(token)) return 0.1 // chemicals
  if (digits.length === 10 && isbn10(digits)) return 0.1
  if (/^(?:978|979)/.test(digits) && digits.length === 13) return 0.1
  if (/^\d{2}-\d{7}$/.test(token)) return 0.6
  return digits.length >= 9 ? 0.55 : 0.45
}

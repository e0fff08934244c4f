import { findAddress } from './address.js'
import { findBirthdate } from './birthdate.js'
import { findCard } from './card.js'
import { findDigits } from './digits.js'
import { findEmail, findSpelledEmail, maySpellAt } from './email.js'
import { findFinancial } from './financial.js'
import { type Finding, KINDS, type Kind, type Report } from './finding.js'
import { type Folded, fold } from './fold.js'
import { findHandle, JOINED_DIGIT } from './handle.js'
import { type Harmless, harmless } from './harmless.js'
import { findId } from './id.js'
import { findIp } from './ip.js'
import { findLocalAddress } from './local-address.js'
import { findLocalBirthdate } from './local-birthdate.js'
import { findLocalId } from './local-id.js'
import { findLocalName } from './local-name.js'
import { findLocalPhone } from './local-phone.js'
import { type Compiled, compile } from './locales/compile.js'
import { DEFAULT_LOCALES, LOCALES, type LocaleCode } from './locales/index.js'
import { findName } from './name.js'
import { nothingInEnglish } from './nothing.js'
import { findPhone } from './phone.js'
import { findPhoneAbroad } from './phone-abroad.js'
import { resolve } from './resolve.js'
import { findSsn } from './ssn.js'
import { findTracking } from './tracking.js'
import { findUrl, HOST_ALONE } from './url.js'
import { type View, view } from './view.js'

export { type Finding, KINDS, type Kind } from './finding.js'
export { LOCALE_CODES, type LocaleCode, parseLocales } from './locales/index.js'

/** Chosen on made-up queries: below it, what a careful reader would more often call harmless. */
export const DEFAULT_THRESHOLD = 0.5

export interface IdentifierOptions {
  /** The least confidence that counts. */
  readonly threshold?: number
  /** Which kinds to look for; all by default. */
  readonly kinds?: readonly Kind[]
  /** Tells names that many people ask for, besides the list that comes along: by counts in the log, for instance. */
  readonly isFamous?: (first: string, last: string) => boolean
  /** The languages and countries whose names, addresses and numbers are looked for: all of them at once. English alone by default. */
  readonly locales?: readonly LocaleCode[]
}

export interface Identifier {
  /** What identifies a person in the text: spans that do not overlap, in their order. */
  find(text: string): Finding[]
  /** The text with every such span replaced by its kind in brackets. */
  mask(text: string): string
}

/** Finds identifying data in one text at a time. Holds no state but its options and the lists it read. */
export function createIdentifier(options: IdentifierOptions = {}): Identifier {
  const look = lookThrough(options)
  // Most texts of a log hold nothing, and of English that can be told sooner.
  const [only = 'en', ...others] = options.locales ?? DEFAULT_LOCALES
  if (only !== 'en' || others.length > 0) return { find: look, mask: (text) => mask(text, look(text)) }
  let nothing: ((text: string) => boolean) | undefined
  const find = (text: string): Finding[] => {
    nothing ??= nothingInEnglish(options.kinds?.includes('name') ?? true)
    return nothing(text) ? [] : look(text)
  }
  return { find, mask: (text) => mask(text, find(text)) }
}

/** All detectors, on any text. */
export function lookThrough(options: IdentifierOptions): (text: string) => Finding[] {
  const threshold = options.threshold ?? DEFAULT_THRESHOLD
  const kinds = new Set<Kind>(options.kinds ?? KINDS)
  const locales = options.locales ?? DEFAULT_LOCALES
  const english = locales.includes('en')
  const local = locales.flatMap((code) => (code === 'en' ? [] : compile(LOCALES[code])))
  return (text) => {
    const folded = fold(text)
    const seen: Finding[] = []
    const report: Report = (kind, start, end, confidence) => {
      if (confidence >= threshold && kinds.has(kind)) seen.push({ kind, start, end, confidence })
    }
    const all = view(folded.text)
    if (all.digits > 0) withDigits(all, english, local, report)
    const { text: plain } = folded
    const signed = plain.includes('@')
    const dotted = plain.includes('.')
    if (signed) findEmail(all, report)
    else if (maySpellAt(plain)) findSpelledEmail(all, report)
    if (plain.includes('/') || plain.includes('=') || (dotted && HOST_ALONE.test(plain))) findUrl(all, report)
    if (signed || dotted || (all.digits > 0 && JOINED_DIGIT.test(plain)) || plain.includes('_')) findHandle(all, report)
    if (kinds.has('name')) {
      if (english) findName(all, options.isFamous, report)
      for (const locale of local) findLocalName(all, locale, options.isFamous, report)
    }
    return seen.length === 0 ? seen : unfold(resolve(seen, folded.text.length), folded)
  }
}

/** What English knows of numbers, what all countries share, and what each further locale knows. */
function withDigits(all: View, english: boolean, local: readonly Compiled[], report: Report): void {
  const known = harmless(all)
  findId(all, known, report)
  if (all.digits >= 4 || all.text.includes('::')) findIp(all, english, report)
  if (all.digits >= 4) {
    if (all.digits >= 7) {
      const unlessDate: Report = (kind, start, end, confidence) => {
        if (!known.covers(start, end)) report(kind, start, end, confidence)
      }
      if (english) findPhone(all, unlessDate)
      findPhoneAbroad(all, local.length === 0, report)
      findDigits(all, known, report)
    }
    if (all.digits >= 9) {
      if (english) findSsn(all, report)
      findFinancial(all, report)
    }
    if (all.digits >= 13) findCard(all, report)
    findTracking(all, report)
    findBirthdate(all, known.dates, report)
  }
  if (english) findAddress(all, report)
  for (const locale of local) withLocalDigits(all, known, locale, report)
}

function withLocalDigits(all: View, known: Harmless, locale: Compiled, report: Report): void {
  findLocalId(all, known, locale, report)
  if (all.digits >= 7) findLocalPhone(all, known, locale, report)
  if (all.digits >= 4) findLocalBirthdate(all, known.dates, locale, report)
  findLocalAddress(all, locale, report)
}

function unfold(findings: Finding[], { at }: Folded): Finding[] {
  if (at === undefined) return findings
  return findings.map((finding) => ({ ...finding, start: at[finding.start]!, end: at[finding.end]! }))
}

function mask(text: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return text
  let masked = ''
  let done = 0
  for (const { kind, start, end } of findings) {
    masked += text.slice(done, start) + `[${kind}]`
    done = end
  }
  return masked + text.slice(done)
}

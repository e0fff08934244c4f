import type { Report } from './finding.js'
import { BRANDS } from './locales/brands.js'
import type { Compiled } from './locales/compile.js'
import { beginsKnown, isKnown, namesAbroad } from './locales/lists.js'
import { isEnglish, nameLists } from './name-lists.js'
import { isLetter, near, type View } from './view.js'

interface Part {
  readonly text: string
  readonly start: number
  readonly end: number
}

type FirstName = 'own' | 'abroad' | 'word'
type LastName = 'listed' | 'abroad' | 'ending' | 'unknown' | 'word' | 'common'
type IsFamous = ((first: string, last: string) => boolean) | undefined

// How likely a pair is a private person's, by what its halves are. A name that is also a word needs a last name that is none.
const PAIRS: Readonly<Record<FirstName, Readonly<Record<LastName, number>>>> = {
  own: { listed: 0.8, abroad: 0.68, ending: 0.66, unknown: 0.56, word: 0.5, common: 0.35 },
  abroad: { listed: 0.68, abroad: 0.6, ending: 0.54, unknown: 0.46, word: 0.36, common: 0.1 },
  word: { listed: 0.58, abroad: 0.4, ending: 0.42, unknown: 0.36, word: 0.2, common: 0.05 },
}
const MOST_BETWEEN = 4

/** First and last names of a locale side by side: listed ones, and last names by what they cannot be. */
export function findLocalName(view: View, local: Compiled, isFamous: IsFamous, report: Report): void {
  const parts = partsOf(view.text)
  for (let i = 0; i + 1 < parts.length; i += 1) {
    const known = knownFrom(parts, i)
    if (known > 0) {
      i += known - 1
      continue
    }
    if (local.names.things.has(parts[i]!.text) || (i > 0 && local.names.things.has(parts[i - 1]!.text))) continue
    const found = forwards(view, parts, i, local) ?? backwards(view, parts, i, local)
    if (found === undefined) continue
    const [from, to] = [parts[i]!, parts[found.last]!]
    if (isFamous?.(from.text, to.text) !== true) {
      report('name', from.start, to.end, inContext(view, from.start, to.end, found.confidence, local))
    }
    i = found.last
  }
}

interface Found {
  readonly last: number
  readonly confidence: number
}

/** First name, further first names, initials and particles, last name; a second one where persons have two. */
function forwards(view: View, parts: readonly Part[], i: number, local: Compiled): Found | undefined {
  const first = firstName(parts[i]!.text, local)
  const initial = /^[a-z]\.?$/.test(parts[i]!.text)
  if (first === undefined && !initial) return undefined
  let particles = 0
  let strong = false
  let firsts = 0
  for (let k = i + 1; k <= i + MOST_BETWEEN && k < parts.length; k += 1) {
    if (!joined(view.text, parts[k - 1]!, parts[k]!)) return undefined
    const word = parts[k]!.text
    const further = k + 1 < parts.length && joined(view.text, parts[k]!, parts[k + 1]!)
    if (further && local.names.particles.has(word)) {
      particles += 1
      if (local.names.strongParticles.has(word)) strong = true
      continue
    }
    if (
      further &&
      (/^[a-z]\.?$/.test(word) || firstName(word, local) !== undefined) &&
      lastName(parts[k + 1]!.text, local) !== undefined
    ) {
      firsts += 1
      continue
    }
    const last = lastName(word, local) ?? (strong && word.length > 2 ? 'common' : undefined)
    if (last === undefined) return undefined
    if (first === undefined) return initialled(parts[i]!, last, k)
    let confidence = PAIRS[first][last] + bound(last, particles, parts[k - 1]!.text) + (firsts > 0 ? 0.06 : 0)
    // "jan van der berg": whatever stands behind it is a name.
    if (strong) confidence = Math.max(confidence, first === 'own' ? 0.68 : 0.56)
    const second = parts[k + 1]
    if (local.locale.names.twoLastNames && second !== undefined && joined(view.text, parts[k]!, second)) {
      const other = lastName(second.text, local)
      if (other === 'listed' || other === 'ending' || other === 'abroad')
        return { last: k + 1, confidence: confidence + 0.14 }
    }
    if (word.includes('-') && last === 'listed') confidence += 0.06
    return { last: k, confidence }
  }
  return undefined
}

/** What particles before a last name tell. "bob le bricoleur": an article before what no list of names has. */
function bound(last: LastName, particles: number, nearest: string): number {
  if (particles === 0) return 0
  if (last === 'common') return -0.1
  return last === 'unknown' && particles === 1 ? (ARTICLE.test(nearest) ? -0.1 : 0) : 0.08
}

const ARTICLE = /^(?:le|la|les|el|los|las|il|lo|der|die|das)$/

/** "p. boerrigter": an initial with its full stop. */
function initialled(initial: Part, last: LastName, k: number): Found | undefined {
  if (!initial.text.endsWith('.') || last === 'word' || last === 'common' || last === 'unknown') return undefined
  return { last: k, confidence: last === 'listed' ? 0.46 : 0.42 }
}

/** "müller hans": the last name before the first. */
function backwards(view: View, parts: readonly Part[], i: number, local: Compiled): Found | undefined {
  const next = parts[i + 1]!
  const comma = view.text[parts[i]!.end] === ','
  if (!comma && !joined(view.text, parts[i]!, next)) return undefined
  const first = firstName(next.text, local)
  if (first === undefined || first === 'word') return undefined
  const last = lastName(parts[i]!.text, local)
  if (last === undefined || last === 'word' || last === 'common') return undefined
  if (last === 'unknown' && !comma) return undefined
  const base = first === 'own' ? 0.6 : 0.5
  return { last: i + 1, confidence: base + (comma ? 0.14 : 0) - (last === 'listed' ? 0 : 0.04) }
}

function inContext(view: View, start: number, end: number, confidence: number, local: Compiled): number {
  let judged = confidence
  // A query that is nothing but a name asks for somebody known more often than not: then its halves must be surer.
  if (start === 0 && end === view.text.length && confidence < 0.6) judged -= 0.04
  if (near(view, start, end, local.names.people)) judged += 0.16
  else if (view.digits > 0) judged -= 0.12
  if (near(view, start, end, local.names.known)) judged -= 0.3
  const after = /^ ([a-z-]+)/.exec(view.text.slice(end, end + 30))?.[1]
  if (after !== undefined && local.lists.towns.has(after)) judged += 0.08
  return Math.max(0.05, Math.min(0.95, judged))
}

function firstName(word: string, local: Compiled): FirstName | undefined {
  if (word.length < 2) return undefined
  const plain = word.includes('-') ? word.slice(0, word.indexOf('-')) : word
  if (BRANDS.has(word) || local.names.noNames.has(word)) return undefined
  if (local.names.alsoWords.has(word)) return 'word'
  if (local.lists.first.has(word) || (plain !== word && local.lists.first.has(plain))) {
    return local.lists.words.has(word) || word.length < 3 ? 'word' : 'own'
  }
  if (local.lists.words.has(word) || local.lists.towns.has(word) || word.length < 4) return undefined
  return namesAbroad().first.has(plain) ? 'abroad' : undefined
}

function lastName(word: string, local: Compiled): LastName | undefined {
  if (word.length < 3) return undefined
  if (word.includes('-')) return doubleName(word, local)
  if (local.lists.last.has(word)) return local.lists.words.has(word) || local.lists.towns.has(word) ? 'word' : 'listed'
  if (
    word.length < 4 ||
    local.lists.towns.has(word) ||
    local.names.particles.has(word) ||
    local.names.noNames.has(word)
  ) {
    return undefined
  }
  if (local.lists.words.has(word)) return 'common'
  if (namesAbroad().last.has(word)) return 'abroad'
  if (local.names.endings.test(word)) return 'ending'
  const census = nameLists().last.get(word)
  if (census !== undefined) return census.word === 0 ? 'abroad' : undefined
  if (nameLists().first.has(word) || local.lists.first.has(word)) return undefined
  return isEnglish(word) || isCompound(word, local) ? 'common' : 'unknown'
}

/** Of two names with a hyphen one must be a name by itself; "e-mail" is none. */
function doubleName(word: string, local: Compiled): LastName | undefined {
  const halves = word.split('-')
  if (halves.length === 2 && local.names.particles.has(halves[0]!)) return lastName(halves[1]!, local)
  if (halves.some((half) => half.length < 3)) return undefined
  const names = halves.map((half) => lastName(half, local))
  if (names.includes('listed')) return 'listed'
  if (names.includes('word') || names.includes('abroad') || names.includes('ending')) return 'ending'
  return names.every((name) => name === 'unknown') ? 'unknown' : undefined
}

/** "kinderziekenhuis": two words that are in the list, of which the second is long. */
function isCompound(word: string, local: Compiled): boolean {
  for (let at = 4; at <= word.length - 5; at += 1) {
    if (local.lists.words.has(word.slice(at)) && local.lists.words.has(word.slice(0, at).replace(/(?<=....)s$/, '')))
      return true
  }
  return false
}

/** How many words from i on are a famous name, a firm or a title. */
function knownFrom(parts: readonly Part[], i: number): number {
  if (!beginsKnown(parts[i]!.text)) return 0
  let text = parts[i]!.text.replaceAll('-', ' ')
  for (let length = 2; length <= 6 && i + length <= parts.length; length += 1) {
    text += ` ${parts[i + length - 1]!.text.replaceAll('-', ' ')}`
    if (isKnown(text)) return length
  }
  return 0
}

function joined(text: string, a: Part, b: Part): boolean {
  return b.start - a.end === 1 && text[a.end] === ' '
}

/** Words of letters with hyphens and apostrophes inside, or an apostrophe before one letter; initials with their full stop. */
function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let start = -1
  for (let i = 0; i <= text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (isLetter(code)) {
      if (start < 0) start = i
      continue
    }
    const inside = (code === HYPHEN || code === APOSTROPHE) && isLetter(text.charCodeAt(i + 1))
    if (inside && start >= 0) continue
    if (inside && code === APOSTROPHE) start = i
    else if (start >= 0) {
      const end = code === FULL_STOP && i === start + 1 ? i + 1 : i
      parts.push({ text: text.slice(start, end), start, end })
      start = -1
    }
  }
  return parts
}

const APOSTROPHE = 39
const HYPHEN = 45
const FULL_STOP = 46

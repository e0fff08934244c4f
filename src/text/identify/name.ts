import { distance } from 'fastest-levenshtein'
import { cityAt } from './cities.js'
import type { Report } from './finding.js'
import { isEnglish, isLaterName, type NameFact, type NameLists, nameLists } from './name-lists.js'
import { ABOUT_PEOPLE, ENDS_AS_NAME, PARTICLES } from './name-words.js'
import { isState } from './states.js'
import { near, type View } from './view.js'

// [Kumar07] §4: a pair of words of which one is rarer than this (percent of the census) is a name.
const RARE = 0.006

const ABOUT_OTHER =
  /^ (?:county|city|high|elementary|middle|school|schools|university|college|hospital|hotel|inn|park|beach|lake|island|airport|river|mountain|creek|street|st|avenue|ave|road|rd|blvd|drive|lyrics|song|songs|album|movie|movies|tv|show|game|games|shoes|jewelry|furniture|purse|handbag|perfume|jeans|clothing|book|books|recipe|recipes|bank|insurance|motors|dealer|mall|theater|theatre|museum|church|cemetery|prison|library|texas|florida|california)\b/
const PLACES = new Set(
  `virginia carolina georgia dallas austin houston boston denver cleveland washington paris london china asia india israel jordan
  kenya chad america dakota montana savannah charlotte madison jackson lincoln orlando florence venice vienna sydney victoria
  kingston tyler marshall santa san brooklyn bronx phoenix memphis aurora columbus cheyenne sierra eugene salem troy milan
  geneva holland france ireland germany cuba florida texas alabama tennessee indiana kansas nevada german roman christian latin elsa santo del`.split(
    /\s+/,
  ),
)

type IsFamous = ((first: string, last: string) => boolean) | undefined

interface Part {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** First and last names of the census side by side, told apart from stars and from what only looks like names. */
export function findName(view: View, isFamous: IsFamous, report: Report): void {
  const lists = nameLists()
  const parts = letters(view.text)
  // Up to here names were read: no last name of another's.
  let before = 0
  for (let i = 0; i < parts.length; i += 1) {
    const word = parts[i]!.text
    const next = parts[i + 1]
    const first = lists.anyFirst.get(word)
    if (first === undefined) {
      if (word.length === 1 && next !== undefined) i = findInitialled(view, lists, parts, i, report)
      continue
    }
    const usual = first.word === 0 && first.share >= USUAL
    if (usual && i > before) findBackwards(view, lists, parts, i, isFamous, report)
    if (next === undefined || !linked(view.text, parts[i]!, next) || NO_FIRST_NAMES.has(word)) continue
    const length = famousFrom(lists, parts, i)
    if (length > 0) {
      i += length - 1
      continue
    }
    const at = lastName(view, lists, parts, i)
    if (at === 0) {
      if (lists.false.has(`${word} ${next.text}`)) i += 1
      else if (first.word === 0) i = unlisted(view, lists, parts, i, usual, isFamous, report)
      continue
    }
    const last = lastFact(lists, parts[at]!.text)!
    if (isFamous?.(word, parts[at]!.text) !== true && !(last === LATER && isSlip(lists, word, parts[at]!.text))) {
      report('name', parts[i]!.start, parts[at]!.end, judge(view, parts[i]!, first, parts[at]!, last, at - i))
    }
    i = at
    before = at + 1
  }
}

// Small words of Spanish, and a make of cars, that the census has as first names too.
const NO_FIRST_NAMES = new Set([
  'un',
  'una',
  'del',
  'al',
  'el',
  'la',
  'los',
  'las',
  'mi',
  'su',
  'zona',
  'kia',
  'le',
  'du',
])
// What the census calls a last name, and queries a language or a people.
export const PEOPLES = new Set(
  'english german french spanish italian irish chinese japanese russian greek polish dutch latin american indian'.split(
    ' ',
  ),
)
export const LATER: NameFact = { share: 0.0005, word: 0 }

/** What the censuses say of a last name. */
function lastFact(lists: NameLists, word: string): NameFact | undefined {
  return lists.last.get(word) ?? (isForeign(lists, word) && isLaterName(word) ? LATER : undefined)
}

/** "t.j. brinkerhoff coach": one or two initials before a last name that is no word, where something speaks of people. */
function findInitialled(view: View, lists: NameLists, parts: readonly Part[], i: number, report: Report): number {
  const two = parts[i + 1]!.text.length === 1 && parts[i + 1]!.start - parts[i]!.end <= 2
  const at = two ? i + 2 : i + 1
  const last = parts[at]
  if (last === undefined || last.text.length < 5 || view.text[parts[at - 1]!.end] !== '.') return i
  if (!joined(view.text, parts[at - 1]!, last) || lastFact(lists, last.text)?.word !== 0) return i
  if (!inPlace(view, parts, at + 1, parts[i]!.start, last.end)) return i
  report('name', parts[i]!.start, last.end, 0.58)
  return at
}

export const USUAL = 0.02

/** "hargrove steven, atlanta ga": the last name before the first name i, where a place or a word about people follows. */
function findBackwards(
  view: View,
  lists: NameLists,
  parts: readonly Part[],
  i: number,
  isFamous: IsFamous,
  report: Report,
): void {
  const [from, to] = [parts[i - 1]!, parts[i]!]
  const comma = view.text.startsWith(', ', from.end) && to.start - from.end === 2
  if (!comma && !joined(view.text, from, to)) return
  if (lastFact(lists, from.text)?.word !== 0 || lists.anyFirst.has(from.text) || PLACES.has(from.text)) return
  const next = parts[i + 1]
  if (!comma && next !== undefined && lastFact(lists, next.text)?.word === 0) return
  if (famousFrom(lists, parts, i) > 0 || lists.famous.has(`${to.text} ${from.text}`)) return
  if (isFamous?.(to.text, from.text) === true) return
  // With a comma the query itself says which is which, as in a directory.
  if (comma || inPlace(view, parts, i + 1, from.start, to.end)) report('name', from.start, to.end, comma ? 0.6 : 0.56)
}

/** A first name before what no census knows, neither as a name nor as a word: behind an initial, or where it ends as names do, or a place or a word about people follows. */
function unlisted(
  view: View,
  lists: NameLists,
  parts: readonly Part[],
  i: number,
  usual: boolean,
  isFamous: IsFamous,
  report: Report,
): number {
  const middle = parts[i + 1]!
  const initial = middle.text.length === 1
  const double = view.text[parts[i]!.end] === '-' && lists.anyFirst.has(middle.text)
  const at = initial || double ? i + 2 : i + 1
  if (parts[at] === undefined || !joined(view.text, parts[at - 1]!, parts[at]!)) return i
  const [from, to] = [parts[i]!, parts[at]!]
  const word = to.text
  if (!isForeign(lists, word) || lists.false.has(`${from.text} ${word}`) || isFamous?.(from.text, word) === true)
    return i
  if (isSlip(lists, from.text, word)) return i
  if (ABOUT_OTHER.test(view.text.slice(to.end, to.end + 14))) return i
  const confidence = strange(word, initial, usual, () => inPlace(view, parts, at + 1, from.start, to.end))
  if (confidence === 0) return i
  report('name', from.start, to.end, view.digits > 0 ? confidence - 0.08 : confidence)
  return at
}

/** Long enough to be told from a slip, and nothing that any list of the language has. */
function isForeign(lists: NameLists, word: string): boolean {
  return word.length >= 5 && PLAIN.test(word) && !lists.last.has(word) && !lists.anyFirst.has(word) && !isEnglish(word)
}

/** How surely a word that no list knows is a last name; 0 if nothing says so. */
function strange(word: string, initial: boolean, usual: boolean, inPlace: () => boolean): number {
  if (initial) return 0.66
  if (word.length < 6) return 0
  if (inPlace()) return 0.6
  return usual && ENDS_AS_NAME.test(word) ? 0.58 : 0
}

const PLAIN = /^[a-z]+$/

/** A star, misspelt: britney speers. */
function isSlip(lists: NameLists, first: string, last: string): boolean {
  return (lists.starsByFirst.get(first) ?? []).some((star) => distance(star, last) <= 2)
}

/** Does a state or a large town follow, or does a word near speak of people? */
function inPlace(view: View, parts: readonly Part[], next: number, start: number, end: number): boolean {
  const rest = parts.slice(next, next + 3)
  return rest.some(({ text }) => isState(text)) || cityAt(rest, 0) || near(view, start, end, ABOUT_PEOPLE)
}

/** Where the last name stands: next, or behind a middle name or initial; 0 if there is none that makes a valid pair. */
function lastName(view: View, lists: NameLists, parts: readonly Part[], i: number): number {
  const middle = parts[i + 1]!
  const third = parts[i + 2]
  const behind = PARTICLES.has(middle.text) ? behindParticles(view, parts, i) : 0
  if (behind > 0 && valid(lists, parts[i]!.text, parts[behind]!.text)) return behind
  // "ann taylor loft" is a shop's, "mary ann petrowski" a name though there is a town called Mary Ann.
  if (lists.false.has(`${parts[i]!.text} ${middle.text}`) && lists.last.get(third?.text ?? '')?.word !== 0) return 0
  const hyphened = view.text[parts[i]!.end] === '-'
  if (third !== undefined && view.text[middle.end] === '-' && !hyphened && third.start === middle.end + 1) {
    // "ngozi eze-williams": one half known is enough.
    if (third.text.length > 2 && valid(lists, parts[i]!.text, third.text) && !isEnglish(middle.text)) return i + 2
  }
  if (third !== undefined && (middle.text.length === 1 || lists.anyFirst.has(middle.text))) {
    if (joined(view.text, middle, third) && valid(lists, parts[i]!.text, third.text)) {
      // "mary smith jones" has two last names, "mary ann jones" a middle one: both end at the third word.
      if (middle.text.length === 1 || !lists.false.has(`${middle.text} ${third.text}`)) return i + 2
    }
  }
  return !hyphened && valid(lists, parts[i]!.text, middle.text) ? i + 1 : 0
}

/** Where a name stands behind "de la" and the like; 0 if no such word comes next. */
function behindParticles(view: View, parts: readonly Part[], i: number): number {
  let k = i + 1
  while (k < i + 3 && PARTICLES.has(parts[k]?.text ?? '')) k += 1
  if (k === i + 1 || parts[k] === undefined) return 0
  for (let j = i + 1; j <= k; j += 1) if (!linked(view.text, parts[j - 1]!, parts[j]!)) return 0
  return k
}

/** The source's rule: one of the two no English word, or one of them rare; and no false name. */
function valid(lists: NameLists, first: string, last: string): boolean {
  const a = lists.anyFirst.get(first)
  const b = lastFact(lists, last)
  if (a === undefined || b === undefined || last.length < 2 || isState(last) || PEOPLES.has(last)) return false
  if (lists.false.has(`${first} ${last}`)) return false
  return fits(a, b)
}

/** How many words from i on are a famous name: 0, 2 or 3. */
function famousFrom(lists: NameLists, parts: readonly Part[], i: number): number {
  const first = parts[i]!.text
  const next = parts[i + 1]?.text
  if (next === undefined) return 0
  const third = parts[i + 2]?.text
  if (third !== undefined) {
    if (lists.famous.has(`${first} ${next} ${third}`)) return 3
    if (next.length === 1 && lists.famous.has(`${first} ${third}`)) return 3
  }
  return lists.famous.has(`${first} ${next}`) ? 2 : 0
}

function judge(view: View, a: Part, first: NameFact, b: Part, last: NameFact, apart: number): number {
  let confidence = byWords(first, last)
  // An initial between makes a name of what is also a word: susan k field. But "kevin t shirt".
  if (apart === 2 && last.word > 0 && /^[^ ]+ (?![aivx]\b|t shirt)[a-z]\.? /.test(view.text.slice(a.start, b.end)))
    confidence += 0.15
  if (first.share < 0.01) confidence -= 0.12
  if (last.share < 0.001) confidence -= b.text.length < 4 ? 0.25 : 0.05
  if (a.text.length < 3) confidence -= 0.15
  if (PLACES.has(a.text)) confidence -= last.word > 0 || a.text.startsWith('san') ? 0.3 : 0.12
  if (ABOUT_OTHER.test(view.text.slice(b.end, b.end + 14))) confidence -= 0.3
  const people = near(view, a.start, b.end, ABOUT_PEOPLE)
  if (people) confidence += 0.12
  // With a number beside it, a pair is more often a tour, a car or a season than a private person, the less so the less its halves are words.
  else if (view.digits > 0) confidence -= first.word === 0 && last.word === 0 ? 0.26 : 0.3
  return Math.max(0.05, Math.min(0.95, confidence))
}

/** How surely the two can be a name at most, by what is known of the words alone: whatever else is looked at takes from it. 0 of what is no pair. */
export function sureAtMost(
  first: NameFact & { readonly letters: number },
  last: NameFact & { readonly letters: number },
  { apart, people, numbered }: { readonly apart: boolean; readonly people: boolean; readonly numbered: boolean },
): number {
  if (!fits(first, last)) return 0
  let confidence = byWords(first, last)
  if (apart && last.word > 0) confidence += 0.15
  if (first.share < 0.01) confidence -= 0.12
  if (last.share < 0.001) confidence -= last.letters < 4 ? 0.25 : 0.05
  if (first.letters < 3) confidence -= 0.15
  if (people) confidence += 0.12
  else if (numbered) confidence -= 0.26
  return Math.max(0.05, confidence + ROUNDING)
}

/** Sums in another order differ by less. */
const ROUNDING = 1e-9

/** One of the two no English word, or one of them rare. */
function fits(first: NameFact, last: NameFact): boolean {
  return first.word === 0 || last.word === 0 || first.share < RARE || last.share < RARE
}

function byWords(first: NameFact, last: NameFact): number {
  if (first.word === 0) {
    if (last.word === 0) return 0.82
    if (last.word === 1) return 0.68
    return last.share >= 0.04 ? 0.6 : last.share >= 0.015 ? 0.45 : 0.3
  }
  if (last.word > 0) return 0.25
  return first.share >= 0.1 ? 0.72 : 0.45
}

/** Whether nothing but one blank (or an initial's full stop) stands between. */
function joined(text: string, a: Part, b: Part): boolean {
  const gap = b.start - a.end
  return (gap === 1 && text[a.end] === ' ') || (gap === 2 && text[a.end] === '.')
}

const LINK = /[-_.]/

/** The same, or a hyphen, or what handles have between: jane_kowalczyk. */
function linked(text: string, a: Part, b: Part): boolean {
  return joined(text, a, b) || (b.start - a.end === 1 && LINK.test(text[a.end]!))
}

/** Words of letters; an apostrophe inside is dropped, as the census does, and so is a final 's. */
function letters(text: string): Part[] {
  const parts: Part[] = []
  let start = -1
  for (let i = 0; i <= text.length; i += 1) {
    const code = text.charCodeAt(i)
    if ((code >= 97 && code <= 122) || code === 39 || code > 0x7f) {
      if (start < 0) start = i
    } else if (start >= 0) {
      parts.push(part(text, start, i))
      start = -1
    }
  }
  return parts
}

function part(text: string, start: number, end: number): Part {
  const raw = text.slice(start, end)
  if (!raw.includes("'")) return { text: raw, start, end }
  const owner = raw.endsWith("'s") ? raw.slice(0, -2) : raw
  return { text: owner.replaceAll("'", ''), start, end: start + owner.length }
}

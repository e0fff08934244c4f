import { evidence, type Street } from './address-evidence.js'
import type { Report } from './finding.js'
import { stateWords } from './states.js'
import {
  connecticut,
  DIRECTIONS,
  NO_NAMES,
  NOT_A_STREET,
  NUMBERED_ROADS,
  NUMBERED_THINGS,
  saintFollows,
  streetWord,
  TITLES,
  WHOLE_STREETS,
} from './street-words.js'
import type { View } from './view.js'
import { type Word, words } from './words.js'

const BOX =
  /\b(?:(?:p\.? ?o\.?|post office) ?(?:box|bx|drawer)|(?:rr|r\.r\.|hc|rural route|rt|route|rte) ?#? ?\d{1,3},? ?box) ?#? ?\d{1,6}\b/g
const HOUSE = /^(?:\d{1,6}[a-z]?|\d{1,5}-\d{1,5}|[nsew]\d{2,5}[nsew]\d{2,5})$/
const ORDINAL = /^\d{0,2}(?:1st|2nd|3rd|\dth)$/
const NAME = /^[a-z][a-z'&.-]*$/
const LONGEST_NAME = 4

/** A house number, a street's name and a word for street; PO boxes; numbers before what only an address has. United States. */
export function findAddress(view: View, report: Report): void {
  const { text } = view
  if (text.includes('box') || text.includes('drawer') || text.includes('bx')) {
    for (const match of text.matchAll(BOX)) report('address', match.index, match.index + match[0].length, 0.92)
  }
  if (TITLES.test(text)) return
  const all = words(text)
  for (let i = 0; i + 1 < all.length; i += 1) {
    if (!HOUSE.test(all[i]!.text) || (i > 0 && NUMBERED_THINGS.has(all[i - 1]!.text))) continue
    if (text[all[i]!.start - 1] === '$') continue
    const street = parse(all, i)
    if (street === undefined) continue
    const { end, confidence } = evidence(view, all, i, street)
    report('address', all[i]!.start, all[end]!.end, confidence)
    i = Math.max(i, end - 1)
  }
}

function parse(all: readonly Word[], house: number): Street | undefined {
  let first = house + 1
  const directed = DIRECTIONS.has(all[first]!.text) && all[first + 1] !== undefined
  // "100 n st": the street is called N.
  if (directed && streetWord(all[first + 1]!.text) === 0) first += 1
  return (
    numberedRoad(all, first) ??
    suffixed(all, first, directed) ??
    (WHOLE_STREETS.has(all[first]?.text ?? '') && all[house]!.text.length > 1
      ? { last: first, sure: 0.65, marked: directed, named: 1 }
      : undefined) ??
    bare(all, first, directed)
  )
}

/** 4500 highway 6, 100 county road 12, 12 avenue b, 500 avenue of the americas. */
function numberedRoad(all: readonly Word[], first: number): Street | undefined {
  for (const length of [2, 1]) {
    const number = all[first + length]?.text
    if (number === undefined) continue
    const road = all.slice(first, first + length).map((word) => word.text)
    if (NUMBERED_ROADS.test(road.join(' ')) && /^\d{1,4}[a-z]?$/.test(number)) {
      return { last: first + length, sure: 0.6, marked: false, named: 1 }
    }
  }
  const word = all[first]?.text
  const next = all[first + 1]?.text
  if ((word === 'avenue' || word === 'ave') && next !== undefined && (/^[a-z]$/.test(next) || next === 'of')) {
    return { last: next === 'of' ? Math.min(first + 3, all.length - 1) : first + 1, sure: 0.68, marked: true, named: 1 }
  }
  return undefined
}

function suffixed(all: readonly Word[], first: number, directed: boolean): Street | undefined {
  let ordinal = false
  for (let k = first; k <= first + LONGEST_NAME && k < all.length; k += 1) {
    const word = all[k]!.text
    const next = all[k + 1]?.text
    const sure = k === first ? 0 : streetWord(word)
    if (sure > 0 && !saintFollows(word, next) && !connecticut(word, all[k - 1]!.text)) {
      if (next !== undefined && NOT_A_STREET.test(next)) return undefined
      // "12 mill creek rd": the last of several street words is the one meant.
      const further = next === undefined || saintFollows(next, all[k + 2]?.text) ? 0 : streetWord(next)
      if (further >= sure && !DIRECTIONS.has(next!)) {
        return { last: k + 1, sure: further, marked: directed || ordinal, named: k + 1 - first }
      }
      return { last: k, sure, marked: directed || ordinal, named: k - first }
    }
    if (ORDINAL.test(word)) ordinal = true
    else if (
      /^\d{1,3}$/.test(word) &&
      k === first &&
      next !== undefined &&
      /^(?:street|ave|avenue|blvd|place)$/.test(next)
    )
      ordinal = true
    else if (!NAME.test(word) || (NO_NAMES.has(word) && word !== 'st')) return undefined
  }
  return undefined
}

/** No word for street, but a direction and an ordinal (123 e 53rd), or words that run up to state and ZIP. */
function bare(all: readonly Word[], first: number, directed: boolean): Street | undefined {
  const word = all[first]?.text
  if (word === undefined || NO_NAMES.has(word)) return undefined
  if (directed && ORDINAL.test(word)) return { last: first, sure: 0.62, marked: false, named: 1 }
  if (!NAME.test(word) || streetWord(word) > 0 || stateWords(all, first) > 0) return undefined
  for (let k = first + 1; k < first + 6 && k < all.length; k += 1) {
    const states = stateWords(all, k)
    if (states > 0 && k > first) {
      const zip = /^\d{5}(?:-\d{4})?$/.test(all[k + states]?.text ?? '')
      // What comes after the name is added by the evidence: state, ZIP.
      if (zip && k > first + 1) return { last: first, sure: directed ? 0.4 : 0.25, marked: directed, named: 1 }
      return directed ? { last: first, sure: 0.32, marked: true, named: 1 } : undefined
    }
    if (!NAME.test(all[k]!.text) || NO_NAMES.has(all[k]!.text)) return undefined
  }
  return undefined
}

import { cityAt } from './cities.js'
import { isEnglish, nameLists } from './name-lists.js'
import { stateWords } from './states.js'
import {
  connecticut,
  DIRECTIONS,
  JOINED_ROAD,
  NO_NAMES,
  NUMBERED_ROADS,
  otherSense,
  SELDOM_NAMES,
  SPANISH_STREETS,
  STREETS_OF_PERSONS,
  saintFollows,
  streetWord,
  USUAL_STREETS,
  WHOLE_STREETS,
} from './street-words.js'
import type { Word } from './words.js'

/** A street as read behind a house number. */
export interface Street {
  /** Index of its last word. */
  readonly last: number
  /** How surely it is a street, before anything around it is looked at. */
  readonly sure: number
}

const ORDINAL = /^\d{0,2}(?:1st|2nd|3rd|\dth)$/
const NAME = /^[a-z][a-z'&.-]*$/
const ZIP = /^\d{5}(?:-\d{4})?$/
const LONGEST_NAME = 5
const MARK = 0.13 // what a direction or an ordinal adds

/** The street that starts behind word `house`, if one does. */
export function readStreet(all: readonly Word[], house: number): Street | undefined {
  let first = house + 1
  if (all[first]!.text === '1/2' && all[first + 1] !== undefined) first += 1 // 123 1/2 main st
  if (stateWords(all, first) === 2) return undefined // "24 north carolina"
  const after = all[first + 1]?.text
  // But "100 n st": the street is called N.
  const directed = DIRECTIONS.has(all[first]!.text) && after !== undefined && streetWord(after) < 0.45
  if (directed) first += 1
  return (
    numberedRoad(all, first) ??
    (directed ? grid(all, first) : undefined) ??
    spanish(all, house, first) ??
    suffixed(all, first, directed) ??
    whole(all, house, first) ??
    (directed ? onlyDirected(all, house, first) : undefined) ??
    upToState(all, house, first) ??
    nameOnly(all, house, first)
  )
}

/** 4500 highway 6, 100 county road 12, 12 avenue b, 500 avenue of the americas. */
function numberedRoad(all: readonly Word[], first: number): Street | undefined {
  for (const length of [2, 1]) {
    const number = all[first + length]?.text
    const road = all.slice(first, first + length).map((word) => word.text)
    if (number !== undefined && /^\d{1,4}[a-z]?$/.test(number) && NUMBERED_ROADS.test(road.join(' '))) {
      // "347 us 483" cites a court's decision.
      return { last: first + length, sure: road[0] === 'us' && length === 1 ? 0.3 : 0.6 }
    }
  }
  const word = all[first]?.text ?? ''
  if (JOINED_ROAD.test(word)) return { last: first, sure: 0.55 }
  const next = all[first + 1]?.text
  if (next === undefined || (word !== 'avenue' && word !== 'ave')) return undefined
  if (/^[a-z]$/.test(next)) return { last: first + 1, sure: 0.68 }
  return next === 'of' ? { last: Math.min(first + 3, all.length - 1), sure: 0.75 } : undefined
}

/** 450 s 1200 e: streets without names, counted by their distance from the middle of the town. */
function grid(all: readonly Word[], first: number): Street | undefined {
  const across = /^[ns]/.test(all[first - 1]!.text) ? /^(?:e|w|east|west)$/ : /^(?:n|s|north|south)$/
  const named = /^\d{1,3}[05]0?$/.test(all[first]!.text) && across.test(all[first + 1]?.text ?? '')
  return named ? { last: first + 1, sure: 0.6 } : undefined
}

/** A name of one to five words, then a word for street. */
function suffixed(all: readonly Word[], first: number, directed: boolean): Street | undefined {
  let bonus = directed ? MARK : 0
  for (let k = first; k <= first + LONGEST_NAME && k < all.length; k += 1) {
    const word = all[k]!.text
    const next = all[k + 1]?.text
    const sure = k === first ? 0 : streetWord(word)
    if (sure > 0 && !saintFollows(word, next) && !connecticut(word, all[k - 1]!.text)) {
      if (otherSense(sure, next) || (k === first + 1 && /^(?:way|lane)$/.test(all[first]!.text))) return undefined
      // "12 mill creek rd": the last of several street words is the one meant.
      const further = next === undefined || saintFollows(next, all[k + 2]?.text) ? 0 : streetWord(next)
      const long = 0.05 * Math.max(0, k - first - (sure < 0.5 ? 1 : 2))
      return further >= sure ? { last: k + 1, sure: further + bonus - long } : { last: k, sure: sure + bonus - long }
    }
    if (ORDINAL.test(word) || (k === first && spelledLikeOrdinal(word, next))) bonus = Math.max(bonus, MARK)
    else if (!NAME.test(word) || (NO_NAMES.has(word) && word !== 'st' && !nameOfMiles(all, first, k))) return undefined
    else if (SELDOM_NAMES.has(word)) bonus -= 0.1
  }
  return undefined
}

/** "1234 53 street", "1234 ne 163 st" (but not "21 st"), "1234 9 mile rd". */
function spelledLikeOrdinal(word: string, next: string | undefined): boolean {
  if (next === undefined || !/^\d{1,3}$/.test(word)) return false
  if (next === 'st') return !word.endsWith('1') && word.length > 1
  if (next === 'rd') return !word.endsWith('3') && word.length > 1
  return /^(?:street|ave|avenue|blvd|place|ct|ter|terr|terrace|mile)$/.test(next)
}

/** 123 paseo del norte, 123 el camino real. */
function spanish(all: readonly Word[], house: number, first: number): Street | undefined {
  const at = all[first]?.text === 'el' ? first + 1 : first
  const word = all[at]?.text ?? ''
  const article = /^(?:de|del|la|las|los|el)$/.test(all[at + 1]?.text ?? '')
  if (!SPANISH_STREETS.has(word) && !(article && /^(?:vista|via|corte|rancho)$/.test(word))) return undefined
  if (all[house]!.text.length < 2) return undefined
  let last = at + (article ? 2 : 1)
  if (/^(?:la|las|los|el)$/.test(all[last]?.text ?? '')) last += 1
  if (all[last] === undefined) return undefined
  // "123 camino real blvd" has a word for street as well.
  if (streetWord(all[last + 1]?.text ?? '') >= 0.57) last += 1
  return { last, sure: 0.5 }
}

function nameOfMiles(all: readonly Word[], first: number, k: number): boolean {
  return all[k]!.text === 'mile' && k === first + 1 && /^\d/.test(all[first]!.text)
}

function whole(all: readonly Word[], house: number, first: number): Street | undefined {
  if (!WHOLE_STREETS.has(all[first]?.text ?? '') || all[house]!.text.length < 2) return undefined
  return { last: first, sure: 0.65 }
}

/** No word for street, but a direction: 123 e 53rd, 501 n lamar. */
function onlyDirected(all: readonly Word[], house: number, first: number): Street | undefined {
  const word = all[first]!.text
  if (ORDINAL.test(word)) return { last: first, sure: 0.62 }
  if (!NAME.test(word) || word.length < 3 || NO_NAMES.has(word)) return undefined
  const number = all[house]!.text
  const direction = all[first - 1]!.text
  // "80 s party", "100 w bulb", and what directions begin: south beach, north face.
  if (number.length < 3 || (direction === 's' && /^(?:1[6-9]|20)\d0$/.test(number)) || COMPASS_THINGS.test(word))
    return undefined
  const letter = direction.length < 3
  if (!letter && cityAt(all, first)) return undefined // southwest dallas
  return { last: first, sure: (letter ? 0.42 : 0.36) - (all.length - first > 4 ? 0.1 : 0) }
}

const COMPASS_THINGS =
  /^(?:bulbs?|lights?|lamps?|power|amps?|amplifier|speakers?|heater|beach|face|park|pole|korea|africa|america|american|indies|coast|side|wing|point|end|bend|pacific|atlantic|central|lake|bay|east|west|north|south|virginia|carolina|dakota|jersey|hollywood|elm|marine|shore)$/

/** No word for street, but the words run up to a state: with a ZIP code, or behind a name that is no other word. */
function upToState(all: readonly Word[], house: number, first: number): Street | undefined {
  const word = all[first]?.text
  if (word === undefined || !NAME.test(word) || NO_NAMES.has(word)) return undefined
  if (streetWord(word) > 0 || stateWords(all, first) > 0) return undefined
  for (let k = first + 1; k < first + 6 && k < all.length; k += 1) {
    const states = stateWords(all, k)
    if (states > 0) {
      // A town needs a word too, so one word before the state is not enough.
      if (k === first + 1) return undefined
      if (ZIP.test(all[k + states]?.text ?? '')) return { last: first, sure: 0.25 }
      const named =
        all[house]!.text.length > 2 &&
        (USUAL_STREETS.has(word) || STREETS_OF_PERSONS.has(word) || nameLists().last.get(word)?.word === 0)
      return named && all.length === k + states ? { last: first, sure: 0.22 } : undefined
    }
    if (!NAME.test(all[k]!.text) || NO_NAMES.has(all[k]!.text)) return undefined
  }
  return undefined
}

const HOUSE_ONLY = /^(?!(?:19[3-9]|20[0-2])\d$)[1-9]\d{2,4}$/
const YEAR_OF_HISTORY = /^(?:1[6-9]|20)\d\d$/
const STATION = /^[kw][a-z]{2,3}$/

function rest(all: readonly Word[], from: number, count: number): string {
  const texts = all.slice(from, from + count).map((word) => word.text)
  return texts.join(' ')
}

/** No word for street, but a name that streets have and then the end or a town: 600 peachtree, 1220 rosecrans san diego. */
function nameOnly(all: readonly Word[], house: number, first: number): Street | undefined {
  const word = all[first]?.text
  if (word === undefined || !HOUSE_ONLY.test(all[house]!.text) || STATION.test(word) || NO_NAMES.has(word))
    return undefined
  const next = all[first + 1]?.text
  const behind = next !== undefined && DIRECTIONS.has(next) ? first + 2 : first + 1
  if (/^martin luther king(?: jr)?$/.test(rest(all, first, 4)) && !YEAR_OF_HISTORY.test(all[house]!.text))
    return { last: Math.min(first + 3, all.length - 1), sure: 0.4 }
  if (behind < all.length && !cityAt(all, behind)) return undefined
  // A town and its ZIP code: any name will do.
  if (NAME.test(word) && behind === first + 1 && behind + 1 < all.length && ZIP.test(all.at(-1)!.text))
    return { last: first, sure: 0.25 }
  if (USUAL_STREETS.has(word)) return { last: first, sure: 0.35 }
  if (YEAR_OF_HISTORY.test(all[house]!.text)) return all.length === first + 1 ? { last: first, sure: 0.22 } : undefined
  if (STREETS_OF_PERSONS.has(word)) return { last: first, sure: 0.35 }
  // Enough only beside a town, a direction or a word about places.
  // Five digits may be a ZIP code before its town.
  if (all[house]!.text.length > 4) return undefined
  if (nameLists().last.get(word)?.word === 0) return { last: first, sure: 0.28 }
  return word.length > 4 && /^[a-z]+$/.test(word) && !isEnglish(word) ? { last: first, sure: 0.27 } : undefined
}

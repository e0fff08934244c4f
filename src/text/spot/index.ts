import { type NameLists, nameLists } from '../identify/name-lists.js'
import { isState, stateWords } from '../identify/states.js'
import { type Dictionary, openDictionary } from './dictionary.js'
import { ADULT_TERMS, REVEALING_TERMS } from './terms.js'

/** A query in words; undefined where a word is not known. */
export type Words = readonly (string | undefined)[]

/** What of a query tells about somebody [Kumar07] §5. */
export interface Entities {
  /** First and last name. */
  readonly names: readonly string[]
  readonly places: readonly string[]
  readonly companies: readonly string[]
  readonly adult: boolean
  readonly revealing: boolean
}

/** Percent of the census below which one part of a name makes the pair a name. */
const RARE = 0.006
const LONGEST_COMPANY = 4

export function spot(words: Words): Entities {
  const dictionary = openDictionary()
  return {
    names: spotNames(words, nameLists()),
    places: spotPlaces(words, dictionary),
    companies: spotCompanies(words, dictionary),
    adult: words.some((word) => word !== undefined && ADULT_TERMS.has(word)),
    revealing: words.some((word) => word !== undefined && REVEALING_TERMS.has(word)),
  }
}

/**
 * First and last names of the census side by side, valid if the pair is a known name, or one of the two is no English word, or one is rare;
 * and if it is no false name.
 */
function spotNames(words: Words, lists: NameLists): string[] {
  const found: string[] = []
  for (let i = 0; i + 1 < words.length; i++) {
    const [first, last] = [words[i], words[i + 1]]
    if (first === undefined || last === undefined) continue
    const [a, b] = [lists.first.get(first), lists.last.get(last)]
    const pair = `${first} ${last}`
    if (lists.false.has(pair)) continue
    const listed = a !== undefined && b !== undefined && last.length > 1 && !isState(last)
    const valid = listed && (a.word === 0 || b.word === 0 || a.share < RARE || b.share < RARE)
    if (valid || lists.famous.has(pair)) found.push(pair)
  }
  return found
}

/** A word before a state (but not OR), "city" or "county", if it is no English word, or a town of that state. */
function spotPlaces(words: Words, { words: english, towns }: Dictionary): string[] {
  const found: string[] = []
  for (let i = 0; i + 1 < words.length; i++) {
    const [word, next] = [words[i], words[i + 1]]
    if (word === undefined || next === undefined || !/^\p{L}/u.test(word) || isState(word)) continue
    const rest = words.slice(i + 1, i + 3).map((text) => ({ text: text ?? '' }))
    const state = next === 'or' ? 0 : stateWords(rest, 0)
    const kind = next === 'city' || next === 'county'
    if (state === 0 && !kind) continue
    const known = towns.get(next)?.has(word) || (i > 0 && towns.get(next)?.has(`${words[i - 1]} ${word}`))
    if (known || !english.has(word)) found.push([word, ...rest.slice(0, state || 1).map(({ text }) => text)].join(' '))
  }
  return found
}

/** Names on the list, and what ends in "inc" or "corp". */
function spotCompanies(words: Words, { companies }: Dictionary): string[] {
  const found: string[] = []
  for (let i = 0; i < words.length; i++) {
    for (let length = Math.min(LONGEST_COMPANY, words.length - i); length > 0; length--) {
      const phrase = words.slice(i, i + length)
      if (phrase.includes(undefined) || !companies.has(phrase.join(' '))) continue
      found.push(phrase.join(' '))
      break
    }
  }
  const last = words.at(-1)
  if ((last === 'inc' || last === 'corp') && words.length > 1 && !words.includes(undefined)) found.push(words.join(' '))
  return found
}

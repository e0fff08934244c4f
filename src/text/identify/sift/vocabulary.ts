import { CITY_STARTS } from '../cities.js'
import { LATER, PEOPLES, sureAtMost, USUAL } from '../name.js'
import { laterNames, type NameFact, nameLists } from '../name-lists.js'
import { PARTICLES, PEOPLE_STARTS } from '../name-words.js'
import { ONE_WORD } from '../states.js'

/** What a word is beside a first or a last name: see kernels/sift/vocabulary.ts. */
const [STATE, CITY, PEOPLE, PARTICLE, LAST_ALONE, FIRST_ALONE, USUAL_FIRST, LISTED] = [1, 2, 4, 8, 16, 32, 64, 128]
/** What no census knows begins to be a name with so many letters. */
const FOREIGN = 5
const PLAIN = /^[a-z]+$/

/** A name as far as it matters for pairs, with how many letters it has. */
type Sort = NameFact & { readonly letters: number }

interface Word {
  first: number
  last: number
  bits: number
}

/** The words that the kernel knows, as bytes, and which pairs of names are worth a look. */
export interface Vocabulary {
  readonly words: Uint8Array
  readonly count: number
  readonly pairs: Uint8Array
  /** How many sorts of first and of last names there are. */
  readonly sorts: readonly [number, number]
}

/** All of it where names are looked for, and no word where they are not. */
export function vocabulary(names: boolean, threshold: number): Vocabulary {
  const words = new Map<string, Word>()
  const [firsts, lasts] = [new Sorts(), new Sorts()]
  const word = (text: string): Word => {
    const known = words.get(text) ?? { first: 0, last: 0, bits: 0 }
    words.set(text, known)
    return known
  }
  if (names) {
    const lists = nameLists()
    for (const [name, fact] of lists.anyFirst) {
      if (!PLAIN.test(name)) continue
      const known = word(name)
      known.first = firsts.of(fact, name)
      if (fact.word === 0) known.bits |= FIRST_ALONE | (fact.share >= USUAL ? USUAL_FIRST : 0)
    }
    const last = (name: string, fact: NameFact, bits: number) => {
      const known = word(name)
      known.bits |= bits | (fact.word === 0 ? LAST_ALONE : 0)
      if (name.length > 1 && !ONE_WORD.has(name) && !PEOPLES.has(name)) known.last = lasts.of(fact, name)
    }
    for (const [name, fact] of lists.last) if (PLAIN.test(name)) last(name, fact, LISTED)
    for (const name of laterNames())
      if (name.length >= FOREIGN && PLAIN.test(name) && !lists.last.has(name) && !lists.anyFirst.has(name))
        last(name, LATER, 0)
    const marked: readonly (readonly [Iterable<string>, number])[] = [
      [ONE_WORD, STATE],
      [CITY_STARTS, CITY],
      [PEOPLE_STARTS, PEOPLE],
      [PARTICLES, PARTICLE],
    ]
    for (const [all, bit] of marked) for (const text of all) word(text).bits |= bit
  }
  return {
    words: packed(words),
    count: words.size,
    pairs: pairsOf(firsts.all, lasts.all, threshold),
    sorts: [firsts.all.length, lasts.all.length],
  }
}

/** Names of one sort are alike to the rules for pairs. */
class Sorts {
  readonly all: Sort[] = []
  readonly #numbers = new Map<string, number>()

  /** The number of a name's sort, from 1 on. */
  of(fact: NameFact, name: string): number {
    const letters = Math.min(name.length, 4)
    const share = STEPS.findLast((step) => fact.share >= step) ?? 0
    const key = `${fact.word} ${share} ${letters}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.all.push({ word: fact.word, share, letters })
    this.#numbers.set(key, this.all.length)
    return this.all.length
  }
}

/** The shares that `sureAtMost` tells apart: it goes by whether they are reached, and by nothing between. */
const STEPS = [0, 0.001, 0.006, 0.01, 0.015, 0.04, 0.1]

const WAYS = Array.from({ length: 8 }, (_, way) => ({
  apart: (way & 1) !== 0,
  numbered: (way & 2) !== 0,
  people: (way & 4) !== 0,
}))

function pairsOf(firsts: readonly Sort[], lasts: readonly Sort[], threshold: number): Uint8Array {
  return Uint8Array.from(
    firsts.flatMap((first) =>
      lasts.map((last) =>
        WAYS.reduce((bits, way, at) => bits | (likely(sureAtMost(first, last, way), threshold) ? 1 << at : 0), 0),
      ),
    ),
  )
}

function likely(atMost: number, threshold: number): boolean {
  return atMost > 0 && atMost >= threshold
}

function packed(words: ReadonlyMap<string, Word>): Uint8Array {
  let size = 0
  for (const text of words.keys()) size += 4 + text.length
  const bytes = Buffer.alloc(size)
  let at = 0
  for (const [text, { first, last, bits }] of words) {
    bytes.set([text.length, first, last, bits], at)
    bytes.write(text, at + 4, 'latin1')
    at += 4 + text.length
  }
  return bytes
}

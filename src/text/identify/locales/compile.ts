import { type WordLists, wordLists } from './lists.js'
import type { Locale, NationalNumber } from './locale.js'
import { anyOf, beginnings, itemsOf, type WordTest, wholeWord } from './patterns.js'

/** A locale as the detectors use it: lists as sets, words as patterns. */
export interface Compiled {
  readonly locale: Locale
  readonly lists: WordLists
  readonly phone: { readonly hotlines: RegExp; readonly services: WordTest; readonly about: WordTest }
  readonly address: {
    readonly words: ReadonlySet<string>
    readonly weakWords: ReadonlySet<string>
    readonly endings: RegExp
    readonly weakEndings: RegExp
    readonly noStreets: ReadonlySet<string>
    readonly postcode: RegExp
    readonly numberWords: ReadonlySet<string>
    readonly about: WordTest
    /** Streets are called by dates, too: 29 listopada 112. */
    readonly months: ReadonlySet<string>
  }
  readonly birth: { readonly words: WordTest; readonly dates: RegExp; readonly bare: RegExp }
  readonly ids: {
    readonly labelled: RegExp
    readonly labels: WordTest
    readonly mayBeLabelled: (text: string) => boolean
    readonly numbers: readonly (NationalNumber & { readonly pattern: RegExp })[]
    readonly plates: RegExp
    readonly weakPlates: RegExp
    readonly aboutPlates: WordTest
  }
  readonly names: {
    readonly particles: ReadonlySet<string>
    readonly strongParticles: ReadonlySet<string>
    readonly alsoWords: ReadonlySet<string>
    readonly endings: RegExp
    readonly people: WordTest
    readonly known: WordTest
    readonly things: ReadonlySet<string>
    /** Words that stand beside names and are none themselves. */
    readonly noNames: ReadonlySet<string>
  }
  readonly goods: WordTest
}

const compiled = new Map<string, Compiled>()

export function compile(locale: Locale): Compiled {
  const known = compiled.get(locale.code)
  if (known !== undefined) return known
  const { address, ids, names, phone, birth } = locale
  const result: Compiled = {
    locale,
    lists: wordLists(locale.code),
    phone: {
      hotlines: new RegExp(phone.hotlines),
      services: wholeWord(phone.services),
      about: wholeWord(phone.about),
    },
    address: {
      words: new Set(itemsOf(address.words)),
      weakWords: new Set(itemsOf(address.weakWords)),
      endings: new RegExp(`${anyOf(address.endings)}$`),
      weakEndings: new RegExp(`${anyOf(address.weakEndings)}$`),
      noStreets: new Set(itemsOf(address.noStreets)),
      postcode: new RegExp(`^(?:${address.postcode})$`),
      numberWords: new Set(itemsOf(address.numberWords)),
      about: wholeWord(address.about),
      months: new Set(itemsOf(birth.months)),
    },
    birth: { words: wholeWord(birth.words), ...datesOf(birth.words, birth.months) },
    ids: {
      labelled: labelled(ids.labels, ids.fillers),
      labels: wholeWord(ids.labels),
      mayBeLabelled: beginnings(ids.labels),
      numbers: ids.numbers.map((number) => ({ ...number, pattern: bounded(number.shape) })),
      plates: bounded(ids.plates.join('|') || '(?!)'),
      weakPlates: bounded(ids.weakPlates.join('|') || '(?!)'),
      aboutPlates: wholeWord(ids.aboutPlates),
    },
    names: {
      particles: new Set(itemsOf(names.particles)),
      strongParticles: new Set(itemsOf(names.strongParticles)),
      alsoWords: new Set(names.alsoWords),
      endings: new RegExp(`[a-z]{2}${names.endings}$`),
      people: wholeWord(names.people),
      known: wholeWord(names.known),
      things: new Set(itemsOf(names.things)),
      noNames: new Set([names.people, names.known, locale.goods, birth.words].flatMap(itemsOf)),
    },
    goods: wholeWord(locale.goods),
  }
  compiled.set(locale.code, result)
  return result
}

function bounded(source: string): RegExp {
  return new RegExp(`(?<![a-z0-9.,/-])(?:${source})(?![a-z0-9]|[.,/-]\\d)`, 'g')
}

/** A day, a month by name, a year; and six or eight digits in a run right behind the word for birth. */
function datesOf(words: string, months: string): { readonly dates: RegExp; readonly bare: RegExp } {
  const day = '(?:0?[1-9]|[12]\\d|3[01])(?:\\.|er|°|º|ste|e|o)?'
  const year = "(?:1[89]\\d\\d|20\\d\\d|'?\\d\\d)"
  return {
    dates: new RegExp(
      `(?<![0-9a-z])${day}[ ./-]{0,2}(?:d[eio]l? )?${anyOf(months)}\\.?[ .,/-]{0,2}(?:d[eio]l? )?${year}(?![0-9a-z])`,
      'g',
    ),
    bare: new RegExp(`(?<![a-z])${anyOf(words)}[ .:*]{1,3}(\\d{6}|\\d{8})(?![0-9a-z])`, 'g'),
  }
}

// A value is one or several tokens that hold a digit; a letter or two may stand before it.
const VALUE =
  '(?:[a-z]{1,4}[ /-]){0,2}[a-z0-9./-]{0,24}\\d[a-z0-9./-]{0,24}(?: (?:[a-z]{1,2} )?[a-z0-9./-]{0,24}\\d[a-z0-9./-]{0,24}){0,7}'

function labelled(labels: string, fillers: string): RegExp {
  return new RegExp(
    `(?<![a-z0-9])${anyOf(labels)}(?:[ :#.°-]{1,3}${anyOf(fillers)}(?![a-z])){0,3}[ :#.=°-]{1,4}(?:[a-z]{2,15} )?(${VALUE})(?![a-z0-9@])`,
    'g',
  )
}

import { fold } from './fold.js'
import { ENGLISH, LOCALE_CODES, LOCALES, type LocaleCode } from './locales/index.js'

// Letters that one of the languages has and the others hardly.
const LETTERS: Readonly<Partial<Record<LocaleCode, RegExp>>> = {
  de: /[ßäöü]/,
  fr: /[œêîûëï]/,
  es: /[ñ¿¡]/,
  it: /[ìù]/,
  nl: /ĳ/,
  pl: /[łąęśźżćń]/,
  pt: /[ãõ]/,
}

const LEAST_SIGNS = 20
/** A language is told by so many words of its own at least: one that comes again and again is no language. */
const LEAST_WORDS = 5
/** A language counts beside the commonest one from this share of the signs on. */
const LEAST_SHARE = 0.2
/** Mail addresses, hosts and URLs are in no language, though "com" and "de" are words. */
const ADDRESS = /@|:\/\/|[^.]\.[a-z]/i

let owners: Map<string, LocaleCode> | undefined

/** Whose a word is: words that two of the languages have tell nothing. */
function ownerOf(word: string): LocaleCode | undefined {
  owners ??= onlyOnes()
  return owners.get(word)
}

function onlyOnes(): Map<string, LocaleCode> {
  const found = new Map<string, LocaleCode>()
  const shared = new Set<string>()
  for (const code of LOCALE_CODES) {
    const { stopWords } = code === 'en' ? ENGLISH : LOCALES[code]
    for (const word of new Set(stopWords.split(' ').map((each) => fold(each).text))) {
      if (found.has(word)) shared.add(word)
      else found.set(word, code)
    }
  }
  for (const word of shared) found.delete(word)
  return found
}

/** The languages of queries, by the small words and letters that each alone has; undefined where too few speak. */
export function guessLocales(texts: Iterable<string>): LocaleCode[] | undefined {
  const signs = new Map(LOCALE_CODES.map((code) => [code, { count: 0, words: new Set<string>() }]))
  const sign = (code: LocaleCode, word: string) => {
    const seen = signs.get(code)!
    seen.count++
    if (seen.words.size < LEAST_WORDS) seen.words.add(word)
  }
  for (const text of texts) {
    // Word by word: one pattern over a text of a megabyte without blanks takes hours.
    const plain = text
      .split(/\s+/)
      .filter((word) => !ADDRESS.test(word))
      .join(' ')
    for (const word of fold(plain).text.split(/[^a-z]+/)) {
      const owner = ownerOf(word)
      if (owner !== undefined) sign(owner, word)
    }
    if (/[^\0-\x7f]/.test(plain)) {
      const words = plain.toLowerCase().split(/\s+/)
      for (const code of LOCALE_CODES) {
        const word = words.find((one) => LETTERS[code]?.test(one))
        if (word !== undefined) sign(code, word)
      }
    }
  }
  const all = [...signs.values()].reduce((sum, { count }) => sum + count, 0)
  if (all < LEAST_SIGNS) return undefined
  const found = LOCALE_CODES.filter((code) => {
    const { count, words } = signs.get(code)!
    return count >= LEAST_SHARE * all && words.size >= LEAST_WORDS
  })
  return found.length === 0 ? undefined : found
}

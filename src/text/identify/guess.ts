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
/** A language counts beside the commonest one from this share of the signs on. */
const LEAST_SHARE = 0.2

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
  const signs = new Map<LocaleCode, number>()
  const sign = (code: LocaleCode) => signs.set(code, (signs.get(code) ?? 0) + 1)
  for (const text of texts) {
    for (const word of fold(text).text.split(/[^a-z]+/)) {
      const owner = ownerOf(word)
      if (owner !== undefined) sign(owner)
    }
    if (/[^\0-\x7f]/.test(text)) {
      const small = text.toLowerCase()
      for (const code of LOCALE_CODES) if (LETTERS[code]?.test(small)) sign(code)
    }
  }
  const all = [...signs.values()].reduce((sum, count) => sum + count, 0)
  if (all < LEAST_SIGNS) return undefined
  const found = LOCALE_CODES.filter((code) => (signs.get(code) ?? 0) >= LEAST_SHARE * all)
  return found.length === 0 ? undefined : found
}

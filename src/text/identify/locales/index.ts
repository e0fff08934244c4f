import { fail } from '../../../base/errors.js'
import { LOCALE_CODES, type LocaleCode } from './codes.js'
import { de } from './de.js'
import { es } from './es.js'
import { fr } from './fr.js'
import { it } from './it.js'
import { nl } from './nl.js'
import { pl } from './pl.js'
import { pt } from './pt.js'

export { LOCALE_CODES, type LocaleCode } from './codes.js'
export type { Locale } from './locale.js'

/** English is what the detectors themselves are made for; the others are data beside them. */
export const LOCALES = { de, fr, es, it, nl, pl, pt } as const
export const DEFAULT_LOCALES: readonly LocaleCode[] = ['en']

export const ENGLISH = {
  title: 'English (United States)',
  stopWords:
    'the of and to in for a is on how what with my where when you from i do can at free best home online why who be are near does it by your not this that an or new',
}

/** The locales of a list with commas: de,fr. A country behind a language (en-US, de-AT) is taken for the language. */
export function parseLocales(list: string): LocaleCode[] {
  const asked = list.split(',').map((code) => code.trim().toLowerCase().replace('_', '-'))
  const codes = asked.map((code) => code.split('-', 1)[0] as LocaleCode)
  const unknown = codes.findIndex((code) => !LOCALE_CODES.includes(code))
  if (unknown >= 0)
    fail('usage', `--locale does not know '${asked[unknown]!.slice(0, 20)}'`, `There are ${LOCALE_CODES.join(', ')}.`)
  return LOCALE_CODES.filter((code) => codes.includes(code))
}

export function titleOf(code: LocaleCode): string {
  return code === 'en' ? ENGLISH.title : LOCALES[code].title
}

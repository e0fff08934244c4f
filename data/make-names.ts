// Makes first-names.txt, first-names-abroad.txt, last-names.txt, later-last-names.txt and place-names.txt from the files named in README.md.
// Call: node dist/data/make-names.js FOLDER, where FOLDER holds us_names, us_places and english_words.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../src/base/package-root.js'

const from = process.argv[2] ?? '.'
const here = join(PACKAGE_ROOT, 'data')
const lines = (...path: string[]) =>
  readFileSync(join(from, ...path), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '')

const english = new Set(lines('english_words', 'scowl_american60.txt'))
const common = new Set(lines('english_words', 'google-10000-english-usa.txt'))
// In a dictionary, but in a query far more often a person: these count as no English words.
for (const word of `john jack frank mike nick josh bob rob tom ted pat jimmy billy tommy bobby harry jerry randy larry
  carol jean lee ray martin kelvin smith cooper fisher carter barber harper tucker sawyer fowler carver chandler potter
  webster brewster pierce sherry robin willy davy jenny joey johnny maria regina victoria gene eric dan don ron tim jim
  nelly molly sally peggy betty henry oscar pete jake ken joe roger barney guy ben louis levis bobbie mae lou morris
  crosby stetson maxwell norton winchester langley benedict franklin jersey kirk dolly kitty nancy becky`.split(
  /\s+/,
)) {
  english.delete(word)
}
const mark = (name: string) => (english.has(name) ? (common.has(name) ? '=' : '-') : '')

function census(...files: string[]): Map<string, number> {
  const percent = new Map<string, number>()
  for (const file of files) {
    for (const line of lines('us_names', file)) {
      const [name = '', share] = line.toLowerCase().split(/\s+/)
      percent.set(name, Math.max(percent.get(name) ?? 0, Number(share)))
    }
  }
  return percent
}

function write(file: string, percent: ReadonlyMap<string, number>): void {
  const byShare = new Map<number, string[]>()
  for (const [name, share] of percent) {
    if (!byShare.has(share)) byShare.set(share, [])
    byShare.get(share)?.push(name + mark(name))
  }
  const rows = [...byShare].sort((a, b) => b[0] - a[0]).map(([share, names]) => `${share} ${names.join(' ')}`)
  writeFileSync(join(here, file), rows.join('\n') + '\n')
}

/** Last names of 2010 that were too few to be listed in 1990: families that came since, and spellings. One word, and no English one. */
function laterNames(known: ReadonlyMap<string, number>): string[] {
  const rows = lines('us_names', 'census2010_last-name.csv').slice(1)
  const names = rows.map((row) => row.toLowerCase().replaceAll('"', '').split(','))
  const usual = names.filter(([name = '', count]) => name.length >= 5 && Number(count) >= 120 && /^[a-z]+$/.test(name))
  return usual.flatMap(([name = '']) => (known.has(name) || english.has(name) || common.has(name) ? [] : name))
}

/** First names of other countries and of New York's newborn that are no English words, no usual last names and no towns. */
function firstNamesAbroad(): string[] {
  const abroad = readFileSync(join(here, 'locales', 'abroad', 'first.txt'), 'utf8').split(/\s+/)
  const newborn = lines('us_names', 'nyc_given-name-gender-ethnicity.csv').map(
    (row) => row.toLowerCase().split(',')[0]!,
  )
  const towns = new Set(lines('us_places', 'us_cities.csv').map((row) => (row.split(',')[3] ?? '').toLowerCase()))
  return [...new Set([...abroad, ...newborn])].filter(
    (name) =>
      /^[a-z]{4,}$/.test(name) &&
      !(english.has(name) || common.has(name) || towns.has(name) || first.has(name)) &&
      (last.get(name) ?? 0) < USUAL_LAST,
  )
}

const USUAL_LAST = 0.002
const first = census('dist.male.first', 'dist.female.first')
const last = census('dist.all.last')
write('first-names.txt', first)
write('last-names.txt', last)
writeFileSync(join(here, 'later-last-names.txt'), wrapped(laterNames(last).sort()))
writeFileSync(join(here, 'first-names-abroad.txt'), wrapped(firstNamesAbroad().sort()))

function wrapped(names: readonly string[]): string {
  const rows: string[] = []
  for (let i = 0; i < names.length; i += 16) rows.push(names.slice(i, i + 16).join(' '))
  return rows.join('\n') + '\n'
}

const places = new Set<string>()
for (const line of lines('us_places', 'us_cities.csv').slice(1)) {
  const [a = '', b = '', more] = (line.split(',')[3] ?? '').toLowerCase().replaceAll('"', '').split(' ')
  if (more === undefined && first.has(a) && last.has(b)) places.add(`${a} ${b}`)
}
writeFileSync(join(here, 'place-names.txt'), [...places].sort().join('\n') + '\n')

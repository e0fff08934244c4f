// Makes first-names.txt, last-names.txt and place-names.txt from the files named in README.md.
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

const first = census('dist.male.first', 'dist.female.first')
const last = census('dist.all.last')
write('first-names.txt', first)
write('last-names.txt', last)

const places = new Set<string>()
for (const line of lines('us_places', 'us_cities.csv').slice(1)) {
  const [a = '', b = '', more] = (line.split(',')[3] ?? '').toLowerCase().replaceAll('"', '').split(' ')
  if (more === undefined && first.has(a) && last.has(b)) places.add(`${a} ${b}`)
}
writeFileSync(join(here, 'place-names.txt'), [...places].sort().join('\n') + '\n')

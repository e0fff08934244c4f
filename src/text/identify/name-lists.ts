import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the census and the dictionary say of a name. */
export interface NameFact {
  /** Percent of the population. */
  readonly share: number
  /** 0: no English word; 1: an English word; 2: a common one. */
  readonly word: 0 | 1 | 2
}

export interface NameLists {
  readonly first: ReadonlyMap<string, NameFact>
  readonly last: ReadonlyMap<string, NameFact>
  /** First names of the census, and of people who came from elsewhere since. */
  readonly anyFirst: ReadonlyMap<string, NameFact>
  /** Pairs "first last". */
  readonly famous: ReadonlySet<string>
  readonly false: ReadonlySet<string>
  /** Last names of the famous, by their first names. */
  readonly starsByFirst: ReadonlyMap<string, readonly string[]>
}

let lists: NameLists | undefined

/** Read at first use, then kept: some 90,000 names in about 50 milliseconds. */
export function nameLists(): NameLists {
  if (lists === undefined) {
    const folder = dataFolder()
    const famous = pairs(join(folder, 'famous-names.txt'), join(folder, 'known-names.txt'))
    const first = census(join(folder, 'first-names.txt'))
    lists = {
      first,
      anyFirst: withAbroad(first, join(folder, 'first-names-abroad.txt')),
      last: census(join(folder, 'last-names.txt')),
      famous,
      starsByFirst: byFirst(famous),
      false: pairs(join(folder, 'false-names.txt'), join(folder, 'place-names.txt')),
    }
  }
  return lists
}

let english: Set<string> | undefined

/** Is it an English word, or the usual form of one? */
export function isEnglish(word: string): boolean {
  english ??= new Set(
    ['common-words.txt', 'rare-words.txt'].flatMap((file) =>
      readFileSync(join(dataFolder(), 'generate', file), 'utf8').split(/\s+/),
    ),
  )
  return english.has(word) || english.has(word.replace(/(?:s|es|ed|d|ing|er|ers|ly|y)$/, ''))
}

let later: Set<string> | undefined

/** Is it a last name that the census of 2010 has and that of 1990 has not? Read only where a first name stands before an unknown word. */
export function isLaterName(word: string): boolean {
  return laterNames().has(word)
}

export function laterNames(): ReadonlySet<string> {
  later ??= new Set(readFileSync(join(dataFolder(), 'later-last-names.txt'), 'utf8').split(/\s+/))
  return later
}

/** The package's own data: beside package.json, above both src and dist. */
export function dataFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return join(folder, 'data')
}

/** Lines "share name name- name=": the marks say how much of a word the name is. */
function census(file: string): Map<string, NameFact> {
  const names = new Map<string, NameFact>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [percent, ...row] = line.split(' ')
    const share = Number(percent)
    // One object per share and mark: most of the names differ in nothing else.
    const facts: readonly [NameFact, NameFact, NameFact] = [
      { share, word: 0 },
      { share, word: 1 },
      { share, word: 2 },
    ]
    for (const name of row) {
      const mark = name.at(-1)
      if (mark === '=') names.set(name.slice(0, -1), facts[2])
      else if (mark === '-') names.set(name.slice(0, -1), facts[1])
      else names.set(name, facts[0])
    }
  }
  return names
}

// The census tells no share of these: rarer than any that it has.
const ABROAD: NameFact = { share: 0.0005, word: 0 }

function withAbroad(first: ReadonlyMap<string, NameFact>, file: string): Map<string, NameFact> {
  const all = new Map(first)
  for (const name of readFileSync(file, 'utf8').split(/\s+/)) all.set(name, ABROAD)
  all.delete('')
  return all
}

function byFirst(famous: ReadonlySet<string>): Map<string, string[]> {
  const stars = new Map<string, string[]>()
  for (const name of famous) {
    const [first = '', ...rest] = name.split(' ')
    const same = stars.get(first)
    if (same === undefined) stars.set(first, [rest.join(' ')])
    else same.push(rest.join(' '))
  }
  return stars
}

export function pairs(...files: string[]): Set<string> {
  const all = new Set<string>()
  for (const file of files) {
    for (const pair of readFileSync(file, 'utf8').split(/,\s*|\n/)) if (pair !== '') all.add(pair.trim())
  }
  return all
}

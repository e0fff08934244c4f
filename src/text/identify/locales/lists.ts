import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder, nameLists, pairs } from '../name-lists.js'
import { itemsOf } from './patterns.js'

/** What the files of data/locales say of a language. */
export interface WordLists {
  readonly first: ReadonlySet<string>
  readonly last: ReadonlySet<string>
  /** The commonest words: no last names that nobody has listed. */
  readonly words: ReadonlySet<string>
  readonly towns: ReadonlySet<string>
}

const kept = new Map<string, WordLists>()

/** Read at first use, then kept. */
export function wordLists(locale: string): WordLists {
  const known = kept.get(locale)
  if (known !== undefined) return known
  const folder = join(dataFolder(), 'locales', locale)
  const lists = {
    first: wordsIn(join(folder, 'first.txt')),
    last: wordsIn(join(folder, 'last.txt')),
    words: wordsIn(join(folder, 'words.txt')),
    towns: pairs(join(folder, 'towns.txt')),
  }
  kept.set(locale, lists)
  return lists
}

let abroad: Pick<WordLists, 'first' | 'last'> | undefined

/** Names of families that came from elsewhere, in all locales. */
export function namesAbroad(): Pick<WordLists, 'first' | 'last'> {
  if (abroad !== undefined) return abroad
  const folder = join(dataFolder(), 'locales', 'abroad')
  abroad = { first: wordsIn(join(folder, 'first.txt')), last: wordsIn(join(folder, 'last.txt')) }
  return abroad
}

let famous: Set<string> | undefined
let beginnings: Set<string> | undefined

/** Known people, firms and titles of all locales: a star crosses borders. */
export function isKnown(words: string): boolean {
  famous ??= new Set(WITH_STARS.flatMap((locale) => ['famous', 'false'].flatMap((list) => starsIn(locale, list))))
  return famous.has(words) || nameLists().famous.has(words)
}

/** Does any of these begin with this word? Most words of a text need no further look. */
export function beginsKnown(word: string): boolean {
  if (beginnings === undefined) {
    isKnown('')
    beginnings = new Set([...famous!, ...nameLists().famous].map((name) => name.split(' ', 1)[0]!))
  }
  return beginnings.has(word.split('-', 1)[0]!)
}

const WITH_STARS = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt']

function starsIn(locale: string, list: string): string[] {
  return itemsOf(
    readFileSync(join(dataFolder(), 'locales', locale, `${list}.txt`), 'utf8')
      .replaceAll(/,?\n/g, ',')
      .replaceAll('-', ' '),
  )
}

function wordsIn(file: string): Set<string> {
  return new Set(readFileSync(file, 'utf8').split(/\s+/))
}

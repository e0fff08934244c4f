import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder, pairs } from '../name-lists.js'

/** What the files of data/locales say of a language. */
export interface WordLists {
  readonly first: ReadonlySet<string>
  readonly last: ReadonlySet<string>
  /** The commonest words: no last names that nobody has listed. */
  readonly words: ReadonlySet<string>
  readonly towns: ReadonlySet<string>
  readonly famous: ReadonlySet<string>
  /** Firms, brands and titles that read like names. */
  readonly false: ReadonlySet<string>
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
    famous: pairs(join(folder, 'famous.txt')),
    false: pairs(join(folder, 'false.txt')),
  }
  kept.set(locale, lists)
  return lists
}

let abroad: Pick<WordLists, 'first' | 'last'> | undefined

/** Names of families that came from elsewhere, in all locales. */
export function namesAbroad(): Pick<WordLists, 'first' | 'last'> {
  const folder = join(dataFolder(), 'locales', 'abroad')
  abroad ??= { first: wordsIn(join(folder, 'first.txt')), last: wordsIn(join(folder, 'last.txt')) }
  return abroad
}

function wordsIn(file: string): Set<string> {
  return new Set(readFileSync(file, 'utf8').split(/\s+/))
}

import { readWords } from './lists.js'
import { hashText } from './stream.js'

/** English words: common ones by falling frequency, rare ones by chance, and those of medicine. */
export interface Lexicon {
  readonly common: readonly string[]
  readonly rare: readonly string[]
  readonly medical: readonly string[]
}

let cached: Lexicon | undefined

export function lexicon(): Lexicon {
  cached ??= {
    common: readWords('common-words.txt'),
    rare: readWords('rare-words.txt').sort((a, b) => hashText(a) - hashText(b) || (a < b ? -1 : 1)),
    medical: readWords('medical-words.txt'),
  }
  return cached
}

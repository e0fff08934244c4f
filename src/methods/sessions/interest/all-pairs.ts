import { editsWithin } from '../../../text/bounded-distance.js'
import type { Rules } from './rules.js'
import { near } from './segment-index.js'
import type { Sets } from './sets.js'
import type { Texts } from './texts.js'

/** The first text before `best` that is like `text`, by looking at one after the other; else `best`. For short histories. */
export function firstOfAll(
  texts: Texts,
  categories: Sets | undefined,
  rules: Rules,
  text: number,
  best: number,
): number {
  const { length } = texts.texts
  const own = length[text]!
  const ownEdits = editsWithin(rules.levenshtein, own)
  for (let other = 0; other < best; other++) {
    if (texts.words.alike(text, other, rules.jaccard)) return other
    const edits = length[other]! <= own ? ownEdits : editsWithin(rules.levenshtein, length[other]!)
    if (near(texts, text, other, edits)) return other
    if (categories?.alike(text, other, rules.jaccard)) return other
  }
  return best
}

import { normalise, terms } from '../text/normalise.js'
import { stem } from '../text/stem.js'
import { withoutStopWords } from '../text/stop-words.js'

/** The form in which a phrase is looked up as it is written: its words without stop words. */
export function writtenKey(phrase: string): string {
  return withoutStopWords(terms(normalise(phrase))).join(' ')
}

/** The form in which variants of a phrase meet: a written key with its words stemmed. Marked, so that it equals no written key. */
export function stemmedKey(written: string): string {
  return `~${written.split(' ').map(stem).join(' ')}`
}

/** What the name of a category is called by: "Swimming_and_Diving" also by "swimming" and by "diving". */
export function partsOf(label: string): string[] {
  const parts = label
    .replaceAll('_', ' ')
    .split(/\s*(?:,|&|\/|\band\b)\s*/i)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
  return parts.length > 1 ? parts : []
}

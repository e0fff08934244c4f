import { normalise, terms } from '../text/normalise.js'
import { stem } from '../text/stem.js'
import { withoutStopWords } from '../text/stop-words.js'

const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/

/** The form in which a phrase is looked up as it is written: its words without stop words. */
export function writtenKey(phrase: string): string {
  const words = PLAIN.test(phrase) ? phrase.split(' ') : terms(normalise(phrase))
  return words.length === 1 ? words[0]! : withoutStopWords(words).join(' ')
}

/** The form in which variants of a phrase meet: a written key with its words stemmed. Marked, so that it equals no written key. */
export function stemmedKey(written: string): string {
  let key = '~'
  for (let at = 0; at <= written.length; ) {
    const blank = written.indexOf(' ', at)
    const end = blank < 0 ? written.length : blank
    key += at === 0 ? stemOf(written.slice(at, end)) : ` ${stemOf(written.slice(at, end))}`
    at = end + 1
  }
  return key
}

/** Labels share their words: stems are kept. */
const stems = new Map<string, string>()
function stemOf(word: string): string {
  let known = stems.get(word)
  if (known === undefined) {
    if (stems.size === 1 << 17) stems.clear()
    known = stem(word)
    stems.set(word, known)
  }
  return known
}

/** What the name of a category is called by: "Swimming_and_Diving" also by "swimming" and by "diving". */
export function partsOf(label: string): string[] {
  const parts = label
    .replaceAll('_', ' ')
    .split(/\s*(?:,|&|\/|\band\b)\s*/i)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
  return parts.length > 1 ? parts : []
}

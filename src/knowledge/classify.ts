import { backOff } from '../text/back-off.js'
import { terms } from '../text/normalise.js'
import { nounPhrases } from '../text/noun-phrases.js'
import type { Category, Knowledge } from './shape.js'

/** The categories of a query; one category may stand there twice. */
export type Classify = (query: string) => readonly Category[]

/** [Erola13] §5.5.1.1: each noun phrase, or what is left of it from the right, gives its best category. */
export function byPhrases(knowledge: Knowledge): Classify {
  const find = remembered(knowledge)
  return (query) => nounPhrases(query).flatMap((phrase) => backOff(phrase, find).slice(0, 1))
}

/** [Erola13] §5.4.1.2: each term gives its first `count` categories. */
export function byTerms(knowledge: Knowledge, count: number): Classify {
  const find = remembered(knowledge)
  return (query) => terms(query).flatMap((term) => find(term).slice(0, count))
}

/** Words come again and again: lookups are kept, up to a number that bounds the memory. */
function remembered(knowledge: Knowledge): (phrase: string) => readonly Category[] {
  const known = new Map<string, readonly Category[]>()
  return (phrase) => {
    const before = known.get(phrase)
    if (before) return before
    if (known.size === 1 << 18) known.clear()
    const found = knowledge.lookup(phrase)
    known.set(phrase, found)
    return found
  }
}

import type { Guarantee } from './guarantee.js'

/** Words that a phrase may have: the most that can be asked for, and what is taken where nothing is. */
export const PHRASE_WORDS = { most: 6, usual: 3 } as const

/** Words of the longest phrase of a release of phrases: as its promise says, else as its last step does. */
export function phraseWordsOf(
  promise: Guarantee | undefined,
  params: Readonly<Record<string, unknown>> | undefined,
): number {
  if (promise?.kind === 'dp' && promise.words !== undefined) return promise.words
  const stated = params?.phraseWords
  const known = typeof stated === 'number' && Number.isInteger(stated) && stated >= 1 && stated <= PHRASE_WORDS.most
  return known ? stated : PHRASE_WORDS.usual
}

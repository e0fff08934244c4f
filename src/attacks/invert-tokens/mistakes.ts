import type { Knowledge } from '../../knowledge/knowledge.js'

/** Wrong guesses by kind [Kumar07] §5.3, as far as a category tree can tell. */
export interface Mistakes {
  /** Both words have a meaning in common: pics for photos. */
  readonly synonym: number
  /** Meanings of both stand side by side: may for april. */
  readonly sameContext: number
  readonly unexplained: number
}

export function mistakeKinds(wrong: readonly (readonly [string, string])[], knowledge: Knowledge): Mistakes {
  const counts = { synonym: 0, sameContext: 0, unexplained: 0 }
  for (const [token, guess] of wrong) {
    const [meanings, guessed] = [knowledge.lookup(token), knowledge.lookup(guess)]
    const above = (list: typeof meanings) => list.map((category) => knowledge.ancestors(category)[1])
    const parents = new Set(above(guessed))
    if (meanings.some((category) => guessed.includes(category))) counts.synonym++
    else if (above(meanings).some((parent) => parent !== undefined && parents.has(parent))) counts.sameContext++
    else counts.unexplained++
  }
  return counts
}

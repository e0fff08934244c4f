import type { Risk, Scored } from './attack.js'

type Figures = Readonly<Record<string, unknown>>

/** A risk that is one figure of the score. Scores are also read from files that anybody may have written: what is not there is no number, and no risk. */
export function shareOf(of: string, read: (figures: Figures) => number): (scored: Scored) => Risk {
  return (scored) => ({ share: read(scored as Figures), of })
}

/** The levels at which an attack was tried, where its score is a list of them. */
export function levelsOf(scored: Scored): readonly Figures[] {
  return Array.isArray(scored) ? (scored as readonly Figures[]) : []
}

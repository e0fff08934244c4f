import type { Risk, Scored } from './attack.js'

type Figures = Readonly<Record<string, unknown>>

/** A risk that is one figure of the score. Scores are also read from files that anybody may have written: what is not there is no number, and no risk. */
export function shareOf(of: string, read: (figures: Figures) => number, cost?: number): (scored: Scored) => Risk {
  return (scored) => ({ share: read(scored as Figures), of, ...(cost === undefined ? {} : { cost }) })
}

/** Risks of a score that is a list of levels, each with its cost. */
export function levelsOf(
  of: string,
  read: (figures: Figures) => readonly [cost: number, share: number],
): (scored: Scored) => readonly Risk[] {
  return (scored) =>
    (Array.isArray(scored) ? (scored as readonly Figures[]) : []).map((figures) => {
      const [cost, share] = read(figures)
      const { interval } = figures
      const [low, high] = Array.isArray(interval) ? (interval as unknown[]) : []
      const known = typeof low === 'number' && typeof high === 'number'
      return { cost, share, of, ...(known ? { interval: [low, high] as const } : {}) }
    })
}

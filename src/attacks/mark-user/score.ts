import type { Scored } from '../attack.js'
import type { Marked } from './marked.js'

/** How many marks came out, how many rows beside them, and what share of the marked histories that is. */
export async function score({ marks }: Marked): Promise<Scored> {
  const rowsRevealed = marks.reduce((sum, { rows }) => sum + rows, 0)
  const known = marks.filter(({ history }) => history > 0)
  const shares = known.reduce((sum, { rows, history }) => sum + Math.min(1, rows / history), 0)
  return {
    marked: marks.length,
    found: marks.filter(({ found }) => found).length,
    rowsRevealed,
    ...(known.length === 0 ? {} : { historyRevealed: shares / known.length }),
  }
}

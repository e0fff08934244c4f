import type { SemanticData } from './data.js'

/**
 * One user at a time, to whom categories of others are compared. The ways up from all categories of the user are marked, each category on
 * them with the depth of the user's least deep category below. A category's nearest among the user's is then found on its own way
 * up, and kept for whoever asks next.
 */
export interface OpenUser {
  open(u: number): void
  /** The distances of all categories of a user to those of the user who is open, each with its weight, added up. */
  sum(u: number): number
}

export function openUser({ parent, depth, at, category, weight }: SemanticData): OpenUser {
  const [marked, least] = [new Uint32Array(parent.length), new Uint32Array(parent.length)]
  const answers = new Float64Array(2 * parent.length) // for which mark, and what: side by side in memory
  let mark = 0

  /** The distance of a category to the nearest of the user who is open. */
  function nearest(c: number): number {
    if (answers[2 * c] === mark) return answers[2 * c + 1]!
    const d = depth[c]!
    let most = 0 // common generalisations as a share of all
    for (let x = c, common = d; x >= 0 && common > most * d; x = parent[x]!, common--) {
      if (marked[x] !== mark) continue
      const share = common / (d + least[x]! - common)
      if (share > most) most = share
    }
    answers[2 * c] = mark
    answers[2 * c + 1] = 1 - most
    return 1 - most
  }

  return {
    open(u) {
      mark++
      for (let i = at[u]!; i < at[u + 1]!; i++) {
        const d = depth[category[i]!]!
        for (let c = category[i]!; c >= 0; c = parent[c]!) {
          if (marked[c] === mark && least[c]! <= d) break // and so it is above
          marked[c] = mark
          least[c] = d
        }
      }
    },
    sum(u) {
      let sum = 0
      for (let i = at[u]!; i < at[u + 1]!; i++) sum += weight[i]! * nearest(category[i]!)
      return sum
    },
  }
}

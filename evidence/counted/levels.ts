import { byPhrases, byTerms } from '../../src/knowledge/classify.js'
import { terms } from '../../src/text/normalise.js'
import { onGenerated } from '../micro/log.js'
import { mean, rowsOf, waysOf } from './people.js'

const DEEPEST = 8

export interface Reached {
  readonly name: string
  /** Per cent of the queries that lead to a category so deep. */
  readonly levels: readonly number[]
}

export interface Compared {
  readonly level: number
  /** Categories of a person, and steps to compare all pairs of people category by category, with five a term over with one. */
  readonly categories: number
  readonly steps: number
}

/** [Erola13] Figures 5.10 and 5.12: how deep queries lead by several readings, and how much more there is to compare with five categories. */
export function reached(users: number): Promise<{ readonly depths: Reached[]; readonly compared: Compared[] }> {
  return onGenerated(users, async ({ histories, knowledge }) => {
    const [one, phrases] = [byTerms(knowledge, 1), byPhrases(knowledge)]
    const readings: readonly (readonly [string, (query: string) => readonly number[]])[] = [
      ['one of its terms does', one],
      ['its first term does', (query) => one(terms(query)[0] ?? '')],
      ['the last of its terms does', (query) => one(terms(query).at(-1) ?? '')],
      ['one of its noun phrases does', phrases],
      ['the query as a whole does', (query) => knowledge.lookup(query).slice(0, 1)],
    ]
    const asked = [...rowsOf(histories).values()]
    const depths = readings.map(([name, classify]) => {
      const deep = histories.queries.map((query) =>
        Math.max(0, ...classify(query).map((category) => knowledge.ancestors(category).length)),
      )
      return { name, levels: Array.from({ length: DEEPEST }, (_, i) => 100 * mean(deep.map((d) => (d > i ? 1 : 0)))) }
    })
    const sizes = (count: number) => {
      const ways = waysOf(knowledge, byTerms(knowledge, count))
      return Array.from({ length: 5 }, (_, level) =>
        asked.map(
          (rows) => new Set(rows.flatMap((query) => ways(query).flatMap((from) => from.slice(0, level + 1)))).size,
        ),
      )
    }
    const [few, many] = [sizes(1), sizes(5)]
    // To compare two sorted lists takes as many steps as both are long: each list is walked once for each other person.
    const total = (all: readonly number[]) => all.reduce((sum, size) => sum + size, 0)
    const pairs = (all: readonly number[]) => total(all.map((a) => total(all.map((b) => a * b))))
    const compared = few.map((own, i) => ({
      level: i + 1,
      categories: total(many[i]!) / total(own),
      steps: pairs(many[i]!) / pairs(own),
    }))
    return { depths, compared }
  })
}

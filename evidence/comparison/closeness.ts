import type { Histories } from '../../src/cluster/histories.js'
import { loadHistories } from '../../src/cluster/microaggregation.js'
import { byPhrases } from '../../src/knowledge/classify.js'
import type { Category } from '../../src/knowledge/knowledge.js'
import { type Ground, onGenerated, semantic, syntactic } from '../micro/log.js'

const K = 5

export interface Closeness {
  readonly name: string
  readonly l: number
  /** Histories without a row; top-level categories of one, the fewest and on average. */
  readonly empty: number
  readonly least: number
  readonly mean: number
  /** How far the categories of a history are from those of the log, half the sum of differences of shares: the farthest (what t-closeness bounds) and on average. */
  readonly t: number
  readonly meanT: number
}

/** What --l does to t-closeness: [Erola13] §5.6 names both as extensions of k identical users. */
export function closeness(users: number): Promise<Closeness[]> {
  return onGenerated(users, async (ground) => {
    const all = sharesOf(ground, ground.histories)
    const log = merged(all.values())
    const found: Closeness[] = []
    for (const way of [await syntactic(ground), await semantic(ground)])
      for (const l of [1, 3, 6, 10]) {
        const shown = sharesOf(ground, await loadHistories(await way.make(K, 1, l), ground.context))
        const far = [...shown.values()].map((shares) => apart(shares, log))
        const touched = [...shown.values()].map((shares) => shares.size)
        found.push({
          ...{ name: way.name, l, empty: ground.histories.size - shown.size },
          ...{ least: Math.min(...touched), mean: meanOf(touched), t: Math.max(...far), meanT: meanOf(far) },
        })
      }
    return found
  })
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

type Shares = ReadonlyMap<string, number>

/** The shares of top-level categories in each history; what leads to none counts as one of its own. */
function sharesOf({ knowledge }: Ground, histories: Histories): Map<string, Shares> {
  const classify = byPhrases(knowledge)
  const topOf = (category: Category) => String(knowledge.ancestors(category).at(-1))
  const topsOf = histories.queries.map((query) => {
    const found = classify(query)
    return found.length === 0 ? [`own: ${query}`] : found.map(topOf)
  })
  return new Map(
    histories.persons.map((person, user) => {
      const counts = new Map<string, number>()
      let total = 0
      for (let row = histories.offsets[user]!; row < histories.offsets[user + 1]!; row++)
        for (const top of topsOf[histories.query[row]!]!) {
          counts.set(top, (counts.get(top) ?? 0) + 1)
          total++
        }
      return [String(person), new Map([...counts].map(([top, n]) => [top, n / total]))]
    }),
  )
}

function merged(all: Iterable<Shares>): Shares {
  const sum = new Map<string, number>()
  let people = 0
  for (const shares of all) {
    people++
    for (const [name, share] of shares) sum.set(name, (sum.get(name) ?? 0) + share)
  }
  return new Map([...sum].map(([name, share]) => [name, share / people]))
}

function apart(a: Shares, b: Shares): number {
  let sum = 0
  for (const name of new Set([...a.keys(), ...b.keys()])) sum += Math.abs((a.get(name) ?? 0) - (b.get(name) ?? 0))
  return sum / 2
}

import type { Histories } from '../../src/cluster/histories.js'
import { loadHistories } from '../../src/cluster/microaggregation.js'
import { byPhrases } from '../../src/knowledge/classify.js'
import type { Log } from '../../src/log/log.js'
import { alike } from '../../src/measures/top-frequencies/compare.js'
import { korolova, poblete } from '../micro/baselines.js'
import { categories, onGenerated, semantic, syntactic } from '../micro/log.js'
import { KS } from './loss.js'

const TOP = 10

export interface Preserved {
  readonly name: string
  readonly parameter: string
  /** Per cent of their frequency that the ten most frequent queries, and categories, of each history keep in what is shown of it; means over people. */
  readonly queries: number
  readonly categories: number
}

type Counts = ReadonlyMap<string, number>

/** [Erola13] Figures 5.14 and 5.15, counted in each history. */
export function preserved(users: number): Promise<Preserved[]> {
  return onGenerated(users, async (ground) => {
    const classify = byPhrases(ground.knowledge)
    const remembered = new Map<string, readonly string[]>()
    const named = (query: string) => {
      const known = remembered.get(query) ?? classify(query).map(String)
      remembered.set(query, known)
      return known
    }
    const own = { queries: (query: string) => [query], categories: named }
    const asked = { queries: byPerson(ground.histories, own.queries), categories: byPerson(ground.histories, named) }
    const found: Preserved[] = []
    const look = async (name: string, parameter: string, released: Log) => {
      const shown = await loadHistories(released, ground.context)
      const kept = (of: 'queries' | 'categories') => meanKept(asked[of], byPerson(shown, own[of]))
      found.push({ name, parameter, queries: kept('queries'), categories: kept('categories') })
    }
    const ways = [
      await syntactic(ground),
      await categories(ground, 5, 5),
      await semantic(ground, false),
      await semantic(ground),
    ]
    for (const way of ways) for (const k of KS) await look(way.name, `k = ${k}`, await way.make(k, 1))
    for (const k of [2, 10, 40]) await look('Poblete', `K = ${k}`, await poblete(ground, k))
    for (const d of [1, 20]) await look('Korolova', `d = ${d}`, await korolova(ground, d))
    return found
  })
}

function byPerson(histories: Histories, of: (query: string) => readonly string[]): Map<string, Counts> {
  const found = new Map<string, Counts>()
  for (const [user, person] of histories.persons.entries()) {
    const counts = new Map<string, number>()
    for (let row = histories.offsets[user]!; row < histories.offsets[user + 1]!; row++)
      for (const item of of(histories.queries[histories.query[row]!]!)) counts.set(item, (counts.get(item) ?? 0) + 1)
    found.set(String(person), counts)
  }
  return found
}

/** How alike the frequencies of the most frequent are before and after, of people who have any. */
function meanKept(before: ReadonlyMap<string, Counts>, after: ReadonlyMap<string, Counts>): number {
  let [sum, people] = [0, 0]
  for (const [person, counts] of before) {
    const top = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, TOP)
    if (top.length === 0) continue
    const shown = after.get(person)
    sum += top.reduce((total, [item, n]) => total + alike(n, shown?.get(item) ?? 0), 0) / top.length
    people++
  }
  return (100 * sum) / people
}

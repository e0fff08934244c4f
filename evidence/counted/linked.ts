import { loadHistories } from '../../src/cluster/microaggregation.js'
import { byPhrases } from '../../src/knowledge/classify.js'
import { alike } from '../../src/measures/top-frequencies/compare.js'
import { KS } from '../comparison/loss.js'
import { topicTree } from '../comparison/tree.js'
import { categories, onGenerated, semantic, syntactic } from '../micro/log.js'
import { mean, once, rowsOf, tally } from './people.js'

const TOP = 10
type Counts = ReadonlyMap<string, ReadonlyMap<number, number>>

export interface Linked {
  readonly tree: string
  readonly name: string
  /** By k, per cent: record linkage by categories, and what the ten most frequent categories of a history keep. */
  readonly rl: readonly number[]
  readonly kept: readonly number[]
}

/** [Erola13] Figures 5.17 and 5.15 by WordNet and by a tree of the topics that people ask by. */
export async function linked(users: number): Promise<Linked[]> {
  const found: Linked[] = []
  for (const [tree, made] of [
    ['WordNet', undefined],
    ['topics', topicTree(users)],
  ] as const)
    await onGenerated(
      users,
      async (ground) => {
        const classify = once(byPhrases(ground.knowledge))
        const counted = (rows: ReadonlyMap<string, readonly string[]>): Counts =>
          new Map(
            [...rows].map(([person, queries]) => [person, tally(queries.flatMap((query) => [...classify(query)]))]),
          )
        const before = counted(rowsOf(ground.histories))
        for (const way of [
          await syntactic(ground),
          await categories(ground, 5, 5),
          await semantic(ground, false),
          await semantic(ground),
        ]) {
          const [rl, kept]: [number[], number[]] = [[], []]
          for (const k of KS) {
            const after = counted(rowsOf(await loadHistories(await way.make(k, 1), ground.context)))
            rl.push(linkage(before, after, () => 1))
            kept.push(topKept(before, after))
          }
          found.push({ tree, name: way.name, rl, kept })
        }
      },
      made && { tree: made },
    )
  return found
}

/** RL: the true one among the histories with the most in common, one over how many there are; per cent of the histories shown. */
export function linkage<T>(
  before: ReadonlyMap<string, ReadonlyMap<T, number>>,
  after: ReadonlyMap<string, ReadonlyMap<T, number>>,
  common: (shown: number, asked: number) => number,
): number {
  const who = new Map<T, [string, number][]>()
  for (const [person, items] of before)
    for (const [item, n] of items) {
      if (!who.has(item)) who.set(item, [])
      who.get(item)!.push([person, n])
    }
  const chances = [...after].map(([person, items]) => {
    const sums = new Map<string, number>()
    for (const [item, shown] of items)
      for (const [other, asked] of who.get(item) ?? []) sums.set(other, (sums.get(other) ?? 0) + common(shown, asked))
    const most = Math.max(...sums.values())
    const nearest = [...sums].filter(([, sum]) => sum === most).map(([other]) => other)
    return nearest.includes(person) ? 1 / nearest.length : 0
  })
  return 100 * mean(chances)
}

/** How alike the frequencies of the ten most frequent are before and after, of people who have any. */
function topKept(before: Counts, after: Counts): number {
  const shares = [...before].flatMap(([person, items]) => {
    const top = [...items].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, TOP)
    return top.length === 0 ? [] : [mean(top.map(([item, n]) => alike(n, after.get(person)?.get(item) ?? 0)))]
  })
  return 100 * mean(shares)
}

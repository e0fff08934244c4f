import { partitionDistance } from '../../src/cluster/compare.js'
import { bestNumber, cut, hierarchy, type Merge } from '../../src/cluster/hierarchy.js'
import { byPhrases, type Classify } from '../../src/knowledge/classify.js'
import type { Log } from '../../src/log/log.js'
import { distances, kept } from '../../src/measures/information-loss/distances.js'
import { loadUsers } from '../../src/measures/users.js'
import { seededRandom } from '../../src/random/seeded.js'
import type { Part } from '../claims.js'
import { subjectOf } from '../micro/figures.js'
import { type Anonymiser, categories, type Ground, onGenerated, semantic, syntactic } from '../micro/log.js'
import { topicTree } from './tree.js'

/** The number of clusters that the source's log had. */
const THEIRS = 80
export const KS = [2, 3, 5, 7] as const

/** Clusters of users before and after, by the meaning of what they asked. */
export interface Yardstick {
  /** The number that suits the original best, by [Calinski74]. */
  readonly best: number
  /** Per cent, at that number of clusters and at the source's. */
  lossOf(released: Log): Promise<readonly [best: number, theirs: number]>
}

export async function yardstick(ground: Ground): Promise<Yardstick> {
  const { engine, workspace, threads } = ground.session
  const on = { engine, workspace, threads, signal: undefined, say: () => {}, random: seededRandom(9) }
  const classify: Classify = kept(byPhrases(ground.knowledge))
  const size = ground.histories.size
  const usersOf = async (released: Log) => loadUsers(await subjectOf(ground, released), size, on)
  const { original, inOriginal } = await usersOf(ground.log)
  const matrix = await distances(original, inOriginal, ground.knowledge, classify)
  const before = hierarchy(matrix)
  // The source looks for it among all, and so do we, up to as many as its groups of two.
  const best = bestNumber(matrix, before, Math.floor(size / 2))
  return {
    best,
    async lossOf(log) {
      const { released, inReleased } = await usersOf(log)
      const after = hierarchy(await distances(released, inReleased, ground.knowledge, classify))
      const at = (number: number, merges: readonly Merge[]) => cut(size, merges, Math.min(number, size))
      const loss = (number: number) => 100 * partitionDistance(at(number, before), at(number, after))
      return [loss(best), loss(THEIRS)]
    },
  }
}

export interface Losses {
  readonly tree: string
  readonly seed: number
  readonly best: number
  /** By method: its name, and by k the loss at the best number of clusters and at the source's. */
  readonly methods: readonly {
    readonly name: string
    readonly losses: readonly (readonly [best: number, theirs: number])[]
  }[]
}

const TREES = [
  ['WordNet', undefined],
  ['topics', topicTree],
] as const

/** [Erola13] Figure 5.13 on logs of several seeds, by WordNet and by a tree of the topics that people ask by. */
export async function losses(users: number, seeds: readonly number[], part: Part): Promise<Losses[]> {
  const found: Losses[] = []
  for (const seed of seeds)
    for (const [tree, made] of TREES)
      found.push(
        await part(`losses ${tree} ${seed}`, () =>
          onGenerated(
            users,
            async (ground) => {
              const stick = await yardstick(ground)
              const ways: Anonymiser[] = [
                await syntactic(ground),
                await categories(ground, 5, 5),
                await semantic(ground, false),
                await semantic(ground),
              ]
              const methods: Losses['methods'][number][] = []
              for (const way of ways) {
                const own: (readonly [number, number])[] = []
                for (const k of KS) own.push(await stick.lossOf(await way.make(k, 1)))
                methods.push({ name: way.name, losses: own })
              }
              return { tree, seed, best: stick.best, methods }
            },
            { seed, ...(made && { tree: made(users, seed) }) },
          ),
        ),
      )
  return found
}

/** Equation 5.15 as printed and two other readings: loss at the best number of clusters, by k. */
export function readings(users: number): Promise<{ readonly order: string; readonly losses: readonly number[] }[]> {
  return onGenerated(users, async (ground) => {
    const stick = await yardstick(ground)
    const found: { order: string; losses: number[] }[] = []
    for (const [order, name] of [
      ['printed', 'weight times distance, as printed'],
      ['distance', 'distance alone'],
      ['often', 'distance over weight: what is asked often comes first'],
    ] as const) {
      const way = await semantic(ground, true, order)
      const own: number[] = []
      for (const k of KS) own.push((await stick.lossOf(await way.make(k, 1)))[0])
      found.push({ order: name, losses: own })
    }
    return found
  })
}

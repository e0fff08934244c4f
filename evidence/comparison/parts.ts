import { categoryCounts } from '../../src/cluster/categories.js'
import { partition } from '../../src/cluster/partition.js'
import { semanticData } from '../../src/cluster/semantic/data.js'
import { treeBuilder } from '../../src/cluster/semantic/tree.js'
import { byTerms } from '../../src/knowledge/classify.js'
import { seededRandom } from '../../src/random/seeded.js'
import { entropyLoss, exposureOnly, remains, subjectOf } from '../micro/figures.js'
import { categories, type Ground, onGenerated, syntactic } from '../micro/log.js'
import { yardstick } from './loss.js'

const LEVELS = [1, 2, 3, 4, 5] as const

export interface Level {
  readonly level: number
  /** Per cent of the distinct queries that lead to a category so deep. */
  readonly known: number
  /** Processor seconds that partitions at k = 2 to 5 take by one category of a term, and by five. */
  readonly one: number
  readonly five: number
}

/** [Erola13] Figures 5.10 and 5.12. */
export function byLevel(users: number): Promise<Level[]> {
  return onGenerated(users, async (ground) => {
    const depths = depthsOf(ground)
    const found: Level[] = []
    for (const level of LEVELS) {
      const known = (100 * depths.filter((depth) => depth >= level).length) / depths.length
      found.push({ level, known, one: await timed(ground, 1, level), five: await timed(ground, 5, level) })
    }
    return found
  })
}

/** How deep the deepest category is that a term of a query leads to first; 0 for none. */
function depthsOf({ histories, knowledge }: Ground): number[] {
  const classify = byTerms(knowledge, 1)
  return histories.queries.map((query) =>
    Math.max(0, ...classify(query).map((category) => knowledge.ancestors(category).length)),
  )
}

async function timed({ histories, knowledge }: Ground, count: number, levels: number): Promise<number> {
  const tree = treeBuilder(knowledge)
  const classify = byTerms(knowledge, count)
  const ofQuery = histories.queries.map((query) => classify(query).map((category) => tree.of(category)))
  const data = categoryCounts(
    semanticData(tree.build(), histories, (query) => ofQuery[query]!),
    levels,
  )
  const before = process.cpuUsage()
  for (const k of [2, 3, 4, 5])
    await partition({ kind: 'categories', data }, histories.size, { k, threads: 1, random: seededRandom(1) })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

export interface Judged {
  /** Categories of a term by which groups were made, and by which is told what remains of them. */
  readonly made: number
  readonly judged: number
  readonly k: number
  /** SRP in per cent, by level. */
  readonly levels: readonly number[]
}

/** [Erola13] Figure 5.11: whether five categories a term make other groups, or only count otherwise. */
export function judged(users: number): Promise<Judged[]> {
  return onGenerated(users, async (ground) => {
    const found: Judged[] = []
    for (const made of [1, 5]) {
      const way = await categories(ground, made, 5)
      for (const k of [2, 5]) {
        const subject = await subjectOf(ground, await way.make(k, 1))
        for (const by of [1, 5])
          found.push({
            ...{ made, judged: by, k },
            levels: (await remains(subject, ground, by)).map((share) => 100 * share),
          })
      }
    }
    return found
  })
}

export interface Centred {
  readonly centroid: string
  readonly k: number
  readonly pel: number
  readonly ilr: number
  readonly il: number
}

/** The syntactic method with the medoid as the centroid of MDAV, and with the average. */
export function centred(users: number): Promise<Centred[]> {
  return onGenerated(users, async (ground) => {
    const stick = await yardstick(ground)
    const found: Centred[] = []
    for (const centroid of ['medoid', 'average'] as const) {
      const way = await syntactic(ground, centroid)
      for (const k of [3, 10]) {
        const released = await way.make(k, 1)
        const subject = await subjectOf(ground, released)
        const [pel, ilr] = [await exposureOnly(subject, ground), await entropyLoss(subject, ground)]
        const [il] = await stick.lossOf(released)
        found.push({ centroid, k, pel, ilr, il })
      }
    }
    return found
  })
}

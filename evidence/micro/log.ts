import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { categoryQueries } from '../../src/cluster/aggregate/categories.js'
import { type Order, representativeCategories } from '../../src/cluster/aggregate/semantic.js'
import { syntacticQueries } from '../../src/cluster/aggregate/syntactic.js'
import { topicsOf } from '../../src/cluster/aggregate/topics.js'
import { categoryCounts } from '../../src/cluster/categories.js'
import type { Histories } from '../../src/cluster/histories.js'
import type { Centroid } from '../../src/cluster/mdav.js'
import { loadHistories, represent, type Way } from '../../src/cluster/microaggregation.js'
import { matrixOf } from '../../src/cluster/partition.js'
import { openPool } from '../../src/cluster/pool.js'
import { semanticData } from '../../src/cluster/semantic/data.js'
import { treeBuilder } from '../../src/cluster/semantic/tree.js'
import { numbers } from '../../src/cluster/space.js'
import { syntacticData } from '../../src/cluster/syntactic/data.js'
import { comparedBy, type Population, partitionMatrix } from '../../src/cluster/task.js'
import { type Session, withSession } from '../../src/engines/session.js'
import { type WorldParameters, writeLog } from '../../src/generate/index.js'
import { readLog } from '../../src/ingest/index.js'
import { byPhrases, byTerms } from '../../src/knowledge/classify.js'
import { type Knowledge, openKnowledge } from '../../src/knowledge/knowledge.js'
import type { Log } from '../../src/log/log.js'
import type { Context } from '../../src/methods/method.js'
import { QuickChance } from '../../src/random/quick.js'
import { seededRandom } from '../../src/random/seeded.js'

/** What the evidence is made on: a log, its histories and a knowledge base. */
export interface Ground {
  readonly session: Session
  readonly log: Log
  readonly histories: Histories
  readonly knowledge: Knowledge
  readonly context: Context
}

/** Which people. */
export const SEED = 5
/** Days that give the 56 rows a user of the source's sample. */
export const DAYS = 79

/** What an experiment changes in the log. */
export interface Changed {
  readonly world?: Partial<WorldParameters>
  /** Share of the rows in which a person asks the same again that stay. */
  readonly repeats?: number
  /** Other people. */
  readonly seed?: number
  /** The category tree, in place of WordNet; given the folder in which it may be made. */
  readonly tree?: (dir: string) => string
}

export async function onGenerated<T>(
  users: number,
  work: (ground: Ground) => Promise<T>,
  { world = {}, repeats = 1, seed = SEED, tree = () => 'wordnet' }: Changed = {},
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-micro-'))
  try {
    const path = join(dir, 'log.tsv')
    await writeLog({ users, seed, days: DAYS, world }, { out: path })
    if (repeats < 1) withFewerRepeats(path, repeats)
    return await withSession({}, async (session) => {
      const { log } = await readLog([path], {}, session)
      const context = { ...session, random: seededRandom(5), key: undefined }
      const histories = await loadHistories(log, session)
      return work({ session, log, histories, knowledge: await openKnowledge(tree(dir)), context })
    })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Leaves so large a share of the rows in which a person asks a query again. */
function withFewerRepeats(path: string, share: number): void {
  const chance = new QuickChance(5)
  const asked = new Set<string>()
  const [head, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n')
  const left = rows.filter((row) => {
    const key = row.split('\t', 2).join('\t')
    if (asked.has(key)) return chance.unit() < share
    asked.add(key)
    return true
  })
  writeFileSync(path, `${[head, ...left].join('\n')}\n`)
}

/** A way to make k users identical for any k: what users are compared by is computed once. */
export interface Anonymiser {
  readonly name: string
  /** The released log. `minUsers` 1 is the source's behaviour. */
  make(k: number, minUsers: number, l?: number): Promise<Log>
}

/** How representatives are made; what of a history goes into one, and how many topics it has to touch. */
interface Made extends Way {
  readonly centroid?: Centroid
}

async function anonymiser(ground: Ground, name: string, population: Population, way: Made): Promise<Anonymiser> {
  const { histories, log, context } = ground
  const pool = openPool(population, ground.session.threads)
  const users = numbers(0, histories.size)
  const matrix = await matrixOf(pool, population.kind, users, comparedBy(population.kind))
  await pool.close()
  const kept = new Map<number, Awaited<ReturnType<typeof partitionMatrix>>>()
  return {
    name,
    async make(k, minUsers, l = 1) {
      const groups = kept.get(k) ?? (await partitionMatrix(population.kind, matrix, k, way.centroid))
      kept.set(k, groups)
      const found = { groups, approximate: false }
      const made = await represent(log, histories, way, found, { k, minUsers, l, centroid: 'exact' as const }, context)
      return made.log ?? log
    },
  }
}

export function syntactic(ground: Ground, centroid: Centroid = 'medoid'): Promise<Anonymiser> {
  const { histories, knowledge, context } = ground
  const population = { kind: 'syntactic' as const, data: syntacticData(histories) }
  return anonymiser(ground, 'syntactic', population, {
    centroid,
    population: () => population,
    topics: topicsOf(histories.queries, knowledge, byPhrases(knowledge)),
    picks: (group, safe) =>
      syntacticQueries(histories, group, context.random).map((query) => safe.shown(query, context.random)),
    knowledge: undefined,
  })
}

export function categories(ground: Ground, count: number, levels: number): Promise<Anonymiser> {
  const { histories, knowledge, context } = ground
  const tree = treeBuilder(knowledge)
  const classify = byTerms(knowledge, count)
  const ofQuery = histories.queries.map((query) => classify(query).map((category) => tree.of(category)))
  const data = semanticData(tree.build(), histories, (query) => ofQuery[query]!)
  const population = { kind: 'categories' as const, data: categoryCounts(data, levels) }
  return anonymiser(ground, `categories, ${count} each`, population, {
    population: () => population,
    topics: topicsOf(histories.queries, knowledge, byPhrases(knowledge)),
    picks: (group, safe) =>
      categoryQueries(histories, group, context.random).map((query) => safe.shown(query, context.random)),
    knowledge: undefined,
  })
}

export function semantic(ground: Ground, withTree = true, order: Order = 'printed'): Promise<Anonymiser> {
  const { histories, context } = ground
  const knowledge = withTree ? ground.knowledge : undefined
  const topics = topicsOf(histories.queries, knowledge, knowledge && byPhrases(knowledge))
  for (let query = 0; query < histories.queries.length; query++) topics.of(query)
  const data = semanticData(topics.tree.build(), histories, topics.of)
  return anonymiser(
    ground,
    withTree ? 'semantic' : 'not semantic',
    { kind: 'semantic', data },
    {
      population: () => ({ kind: 'semantic', data }),
      topics,
      picks: (group, safe) =>
        representativeCategories(data, group, context.random, order).map((category) =>
          safe.draw(category, context.random),
        ),
      knowledge: undefined,
    },
  )
}

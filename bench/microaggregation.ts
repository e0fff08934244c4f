import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { topicsOf } from '../src/cluster/aggregate/topics.js'
import type { Histories } from '../src/cluster/histories.js'
import { firstCentres, kMeans } from '../src/cluster/k-means.js'
import { loadHistories } from '../src/cluster/microaggregation.js'
import { partition, sample as someOf } from '../src/cluster/partition.js'
import { semanticData } from '../src/cluster/semantic/data.js'
import { syntacticData } from '../src/cluster/syntactic/data.js'
import { plainSyntactic } from '../src/cluster/syntactic/plain.js'
import { syntacticSpace } from '../src/cluster/syntactic/space.js'
import { withSession } from '../src/engines/session.js'
import { readLog } from '../src/ingest/index.js'
import { byPhrases } from '../src/knowledge/classify.js'
import { openKnowledge } from '../src/knowledge/knowledge.js'
import { seededRandom } from '../src/random/seeded.js'
import { generate } from '../src/run/generate.js'
import { inChild, type Outcome, round, type Sample } from './measure.js'

const K = 3
const ROWS_PER_USER = 56
/** Users of the source, and the most that the bench compares pair by pair unless it is told otherwise. */
const USERS = 1000
/** Pairs on which the plain definition is timed: it takes some 10 ms for each. */
const PLAIN_PAIRS = 60

interface Found extends Sample {
  /** Microseconds of processor time for a distance. */
  readonly plain: number
  readonly fast: number
  readonly detail: Readonly<Record<string, number>>
}

/** The syntactic distance against its plain definition on the same users; growth of the partition with the number of users. */
export function microaggregation(rows: number): Outcome {
  const users = Math.min(USERS, Math.round(rows / ROWS_PER_USER))
  const { plain, fast, peakMiB, detail } = inChild('microaggregation', [String(users)]) as Found
  return {
    name: 'microaggregation',
    ours: round(fast),
    limit: round(plain),
    ratio: round(fast / plain),
    unit: 'µs a distance',
    atMost: 1 / 20,
    peakMiB,
    detail: { users, speedUp: Math.round(plain / fast), ...detail },
  }
}

export async function microaggregationPart(users: number): Promise<Found> {
  const started = performance.now()
  const histories = await generated(users)
  const { plain, fast, avoided } = distances(histories)
  const threads = availableParallelism()
  const timed = async (work: () => Promise<unknown>) => {
    const [from, cpu] = [performance.now(), process.cpuUsage()]
    await work()
    const { user, system } = process.cpuUsage(cpu)
    return { seconds: (performance.now() - from) / 1000, cpu: (user + system) / 1e6 }
  }
  const options = { k: K, random: seededRandom(1) }
  const exact = (size: number, width: number) => {
    const some = firstUsers(histories, size)
    return timed(() =>
      partition({ kind: 'syntactic', data: syntacticData(some) }, size, { ...options, threads: width }),
    )
  }
  const half = await exact(histories.size >> 1, 1)
  const whole = await exact(histories.size, 1)
  const wide = await exact(histories.size, threads)
  const knowledge = await openKnowledge('wordnet')
  const meaning = (some: Histories) => {
    const topics = topicsOf(some.queries, knowledge, byPhrases(knowledge))
    for (let query = 0; query < some.queries.length; query++) topics.of(query)
    return { kind: 'semantic' as const, data: semanticData(topics.tree.build(), some, topics.of) }
  }
  const population = meaning(histories)
  const semantic = await timed(() => partition(population, histories.size, { ...options, threads: 1 }))
  const blocks = { ...options, threads: 1, exactUpTo: 0, block: Math.max(20, histories.size >> 3) }
  const approximate = await timed(() => partition(population, histories.size, blocks))
  const clusters = await timed(async () =>
    kMeans(histories, firstCentres(histories.size, 20, seededRandom(3)), seededRandom(4)),
  )
  const { user, system } = process.cpuUsage()
  return {
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    plain,
    fast,
    detail: {
      editDistancesAvoided: round(avoided),
      exactCpuSeconds: round(whole.cpu),
      exactSeconds: round(wide.seconds),
      threads,
      growthForTwiceTheUsers: round(whole.cpu / half.cpu),
      semanticExactCpuSeconds: round(semantic.cpu),
      semanticBlocksCpuSeconds: round(approximate.cpu),
      kMeansCpuSeconds: round(clusters.cpu),
    },
  }
}

/** Processor time of both distances, and the share of edit distances that the fast one does without. */
function distances(histories: Histories): { plain: number; fast: number; avoided: number } {
  const data = syntacticData(histories)
  const [space, plain] = [syntacticSpace(data), plainSyntactic(histories)]
  const users = someOf(histories.size, Math.min(histories.size, 200), seededRandom(2))
  const words = (u: number) => {
    let n = 0
    for (let row = data.offsets[u]!; row < data.offsets[u + 1]!; row++)
      n += data.wordsAt[data.query[row]! + 1]! - data.wordsAt[data.query[row]!]!
    return n
  }
  const pairs: [number, number][] = []
  for (const u of users) for (const v of users) if (u < v) pairs.push([u, v])
  const cpu = (work: () => void) => {
    const from = process.cpuUsage()
    work()
    return process.cpuUsage(from).user
  }
  const each = (some: readonly [number, number][], distance: (u: number, v: number) => number) => () => {
    for (const [u, v] of some) distance(u, v)
  }
  each(pairs.slice(0, 2000), space.distance)() // compiled before it is timed
  const before = space.computed()
  const fast = cpu(each(pairs, space.distance)) / pairs.length
  const defined = pairs.reduce((sum, [u, v]) => sum + words(u) * words(v), 0)
  const avoided = 1 - (space.computed() - before) / defined
  const step = Math.max(1, Math.floor(pairs.length / PLAIN_PAIRS))
  const few = pairs.filter((_, i) => i % step === 0)
  return { plain: cpu(each(few, plain)) / few.length, fast, avoided }
}

async function generated(users: number): Promise<Histories> {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-bench-'))
  try {
    const out = join(dir, 'log.tsv')
    await generate({ users, seed: 1, days: 107 }, { out })
    return await withSession({}, async (session) => loadHistories((await readLog([out], {}, session)).log, session))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function firstUsers(histories: Histories, size: number): Histories {
  return { ...histories, size, offsets: histories.offsets.slice(0, size + 1), ...rowsUpTo(histories, size) }
}

function rowsUpTo({ offsets, query, host, time, rank }: Histories, size: number) {
  const end = offsets[size]!
  return { query: query.slice(0, end), host: host.slice(0, end), time: time.slice(0, end), rank: rank.slice(0, end) }
}

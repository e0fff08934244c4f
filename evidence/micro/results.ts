import { korolova, poblete } from './baselines.js'
import {
  entropyLoss,
  exposure,
  exposureOnly,
  frequencies,
  informationLost,
  kept,
  linkage,
  remains,
  sameClusters,
  subjectOf,
} from './figures.js'
import { type Anonymiser, categories, type Ground } from './log.js'
import type { Row } from './words.js'

export interface Sizes {
  readonly users: number
  /** k of all figures by k. */
  readonly by: readonly number[]
  readonly clusters: readonly number[]
  readonly clusteredFor: readonly number[]
  readonly clusteredUsers: number
  readonly removal: { readonly poblete: readonly number[]; readonly korolova: readonly number[] }
}

/** Exposure and loss of each method, by k. */
export interface Curves {
  readonly names: readonly string[]
  readonly levels: readonly (readonly number[])[]
  readonly losses: readonly (readonly number[])[]
}

/** Figures 5.3 and 5.4, and the same of the other methods. */
export async function curves(ground: Ground, ways: readonly Anonymiser[], { by }: Sizes): Promise<Curves> {
  const [levels, losses]: [number[][], number[][]] = [[], []]
  for (const way of ways) {
    const [exposed, lost]: [number[], number[]] = [[], []]
    for (const k of by) {
      const subject = await subjectOf(ground, await way.make(k, 1))
      exposed.push(await exposureOnly(subject, ground))
      lost.push(await entropyLoss(subject, ground))
    }
    levels.push(exposed)
    losses.push(lost)
  }
  return { names: ways.map(({ name }) => name), levels, losses }
}

/** Figures 5.7 and 5.8: k, and the shares of the most frequent queries and words that stay so. */
export async function frequent(ground: Ground, a: Anonymiser, { by }: Sizes): Promise<number[][]> {
  const rows: number[][] = []
  for (const k of by) {
    const top = await frequencies(await subjectOf(ground, await a.make(k, 1)), ground)
    rows.push([k, top.queries.shared, top.words.shared])
  }
  return rows
}

/** Figures 5.5 and 5.6: k-means before and after. k, clusters, Jaccard, Rand. */
export async function clusterIndices(ground: Ground, a: Anonymiser, sizes: Sizes): Promise<number[][]> {
  const rows: number[][] = []
  for (const k of sizes.clusteredFor) {
    const subject = await subjectOf(ground, await a.make(k, 1))
    for (const number of sizes.clusters) {
      const { jaccard, rand } = await sameClusters(subject, ground, number, sizes.clusteredUsers)
      rows.push([k, number, jaccard, rand])
    }
  }
  return rows
}

/** Figures 5.10 to 5.12: categories a term, k, and what remains by level, in per cent; and what five categories cost in time. */
export async function semanticRemains(
  ground: Ground,
  { by }: Sizes,
): Promise<{ readonly rows: readonly number[][]; readonly ratio: number }> {
  const rows: number[][] = []
  const seconds: number[] = []
  for (const count of [1, 5]) {
    const started = process.cpuUsage().user
    const b = await categories(ground, count, 5)
    for (const k of by) {
      const found = await remains(await subjectOf(ground, await b.make(k, 1)), ground, count)
      rows.push([count, k, ...found.map((share) => 100 * share)])
    }
    seconds.push(process.cpuUsage().user - started)
  }
  return { rows, ratio: seconds[1]! / seconds[0]! }
}

/** Columns of the comparison. */
export const COLUMNS = [
  'method',
  'parameter',
  'IL',
  'RL',
  'RL categories',
  'PEL',
  'PEL categories',
  'top queries',
  'top categories',
  'rows kept',
  'users kept',
]

/** Figures 5.13 to 5.19: all methods side by side. */
export async function comparison(ground: Ground, ways: readonly Anonymiser[], sizes: Sizes): Promise<Row[]> {
  const rows: Row[] = []
  const look = async (name: string, parameter: string, released: Awaited<ReturnType<Anonymiser['make']>>) => {
    const subject = await subjectOf(ground, released)
    const { mean: loss } = await informationLost(subject, ground, sizes.users)
    const { rl, rlCategories } = await linkage(subject, ground)
    const exposed = await exposure(subject, ground)
    const top = await frequencies(subject, ground)
    const left = await kept(ground, released)
    const [most, mostCategories] = [top.queries.preserved, top.categories.preserved]
    const measured = [loss, rl, rlCategories, exposed.mean, exposed.categories.mean, most, mostCategories]
    rows.push([name, parameter, ...measured, 100 * left.rows, 100 * left.users])
  }
  for (const way of ways) for (const k of sizes.by) await look(way.name, `k = ${k}`, await way.make(k, 1))
  const safe = sizes.by.at(1) ?? 2
  for (const way of ways) await look(`${way.name}, safe`, `k = min-users = ${safe}`, await way.make(safe, safe))
  for (const k of sizes.removal.poblete) await look('Poblete', `K = ${k}`, await poblete(ground, k))
  for (const d of sizes.removal.korolova) await look('Korolova', `d = ${d}`, await korolova(ground, d))
  return rows
}

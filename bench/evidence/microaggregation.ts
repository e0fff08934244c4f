import { korolova, poblete } from './micro/baselines.js'
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
} from './micro/figures.js'
import { type Anonymiser, categories, type Ground, onGenerated, semantic, syntactic } from './micro/log.js'
import { type Row, said, table } from './micro/words.js'

interface Sizes {
  readonly users: number
  /** k of figures 5.3 and 5.4. */
  readonly curve: readonly number[]
  /** k of the comparison, figures 5.13 to 5.19. */
  readonly compared: readonly number[]
  readonly remaining: readonly number[]
  readonly clusters: readonly number[]
  readonly clusteredFor: readonly number[]
  readonly clusteredUsers: number
  readonly removal: { readonly poblete: readonly number[]; readonly korolova: readonly number[] }
}
const FULL: Sizes = {
  users: 1000,
  curve: [2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 35, 50],
  compared: [2, 3, 5, 7],
  remaining: [2, 3, 4, 5],
  clusters: [2, 10, 50, 100],
  clusteredFor: [3, 50],
  clusteredUsers: 300,
  removal: { poblete: [2, 40], korolova: [1, 20] },
}
const QUICK: Sizes = {
  users: 100,
  curve: [2, 3, 5, 10],
  compared: [2, 5],
  remaining: [2, 5],
  clusters: [2, 20],
  clusteredFor: [3],
  clusteredUsers: 60,
  removal: { poblete: [2], korolova: [1] },
}

/** The figures of [Erola13] chapter 5 on a generated log. */
export async function microaggregation(quick: boolean): Promise<string> {
  const sizes = quick ? QUICK : FULL
  return onGenerated(sizes.users, async (ground) => {
    const { histories } = ground
    const a = await syntactic(ground)
    const parts = [
      head(sizes, histories.query.length, quick),
      await curves(ground, a, sizes),
      await clusterIndices(ground, a, sizes),
      await semanticRemains(ground, sizes),
      await comparison(ground, a, sizes),
    ]
    return parts.join('\n')
  })
}

function head({ users }: Sizes, rows: number, quick: boolean): string {
  return `# Microaggregation: the source's figures on a generated log

*Simulated*: ${users} generated users with ${rows} rows, world web-1, seed 5; the source has 1,000 users of AOL with 55,666 rows. WordNet stands for the Open
Directory. Unless said otherwise \`--min-users 1\`, the source's behaviour; PEL, ILR, IL and RL are in per cent. Made by
\`npm run evidence -- microaggregation${quick ? ' --quick' : ''}\`.
`
}

/** Figures 5.3, 5.4, 5.7 and 5.8: the syntactic method by k. */
async function curves(ground: Ground, a: Anonymiser, { curve }: Sizes): Promise<string> {
  const rows: Row[] = []
  const levels: number[] = []
  const losses: number[] = []
  for (const k of curve) {
    const subject = await subjectOf(ground, await a.make(k, 1))
    const [level, loss] = [await exposureOnly(subject, ground), await entropyLoss(subject, ground)]
    const top = await frequencies(subject, ground)
    levels.push(level)
    losses.push(loss)
    rows.push([k, 100 / k, level, loss, top.queries.shared, top.words.shared])
  }
  const near = curve.every((k, i) => Math.abs((levels[i] as number) - 100 / k) <= Math.max(10, 30 / k))
  const grows = losses.every((loss, i) => i === 0 || loss > (losses[i - 1] as number) - 3)
  return `## Figures 5.3, 5.4, 5.7, 5.8: exposure and loss of the syntactic method

${table(['k', '100/k', 'PEL', 'ILR', 'top 10 queries kept', 'top 10 words kept'], rows)}
${said('PEL follows 100/k', near)}
${said('ILR grows with k (10% at k = 3 and 50% at k = 35 in the source)', grows)}
`
}

/** Figures 5.5 and 5.6: k-means before and after. */
async function clusterIndices(ground: Ground, a: Anonymiser, sizes: Sizes): Promise<string> {
  const rows: Row[] = []
  const found: { jaccard: number; rand: number }[][] = []
  for (const k of sizes.clusteredFor) {
    const subject = await subjectOf(ground, await a.make(k, 1))
    const of: { jaccard: number; rand: number }[] = []
    for (const number of sizes.clusters) of.push(await sameClusters(subject, ground, number, sizes.clusteredUsers))
    found.push(of)
    for (const [i, { jaccard, rand }] of of.entries()) rows.push([k, sizes.clusters[i] as number, jaccard, rand])
  }
  const rises = found.every((of) => (of.at(-1)?.rand ?? 0) > (of[0]?.rand ?? 1))
  return `## Figures 5.5, 5.6: clusters of users before and after

On ${sizes.clusteredUsers} of the users, k-means with the syntactic distance.

${table(['k', 'clusters', 'Jaccard', 'Rand'], rows)}
${said('The Rand index comes nearer to 1 with more clusters', rises)}
${said(
  'So does the Jaccard index',
  found.every((of) => (of.at(-1)?.jaccard ?? 0) > (of[0]?.jaccard ?? 1)),
)}
`
}

/** Figures 5.10 to 5.12: what remains of categories, by level. */
async function semanticRemains(ground: Ground, { remaining }: Sizes): Promise<string> {
  const rows: Row[] = []
  const levels: Record<number, number[][]> = { 1: [], 5: [] }
  const seconds: number[] = []
  for (const count of [1, 5]) {
    const started = process.cpuUsage().user
    const b = await categories(ground, count, 5)
    for (const k of remaining) {
      const found = await remains(await subjectOf(ground, await b.make(k, 1)), ground, count)
      levels[count]?.push(found)
      rows.push([count, k, 100 / k, ...found.map((share) => 100 * share)])
    }
    seconds.push((process.cpuUsage().user - started) / 1e6)
  }
  const above = [1, 5].every((count) =>
    levels[count]?.every((found, i) => found.every((share) => share > 1 / (remaining[i] as number))),
  )
  const last = (count: number) => levels[count]?.at(-1)?.at(-1) ?? 0
  return `## Figures 5.10 to 5.12: what remains of categories (SRP, in per cent)

${table(['categories a term', 'k', 'worst case', 'level 1', 'level 2', 'level 3', 'level 4', 'level 5'], rows)}
Processor time with five categories is ${((seconds[1] as number) / (seconds[0] as number)).toFixed(1)} times that with one (three times in the source).

${said('SRP is above the worst case 1/k on every level', above)}
${said('Five categories keep more than one at level 5 and the largest k (by 10 points in the source)', last(5) > last(1))}
`
}

/** Figures 5.13 to 5.19: all methods side by side. */
async function comparison(ground: Ground, a: Anonymiser, sizes: Sizes): Promise<string> {
  const columns = [
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
  const rows: Row[] = []
  const lost = new Map<string, number[]>()
  const linked = new Map<string, number[]>()
  const look = async (name: string, parameter: string, released: Awaited<ReturnType<Anonymiser['make']>>) => {
    const subject = await subjectOf(ground, released)
    const { mean: loss } = await informationLost(subject, ground, sizes.users)
    const link = await linkage(subject, ground)
    const exposed = await exposure(subject, ground)
    const top = await frequencies(subject, ground)
    const left = await kept(ground, released)
    lost.set(name, [...(lost.get(name) ?? []), loss])
    linked.set(name, [...(linked.get(name) ?? []), link.rl])
    rows.push([
      name,
      parameter,
      loss,
      link.rl,
      link.rlCategories,
      exposed.mean,
      exposed.categories.mean,
      top.queries.preserved,
      top.categories.preserved,
      100 * left.rows,
      100 * left.users,
    ])
  }
  const ways = [await semantic(ground, false), a, await categories(ground, 5, 5), await semantic(ground)]
  for (const way of ways) for (const k of sizes.compared) await look(way.name, `k = ${k}`, await way.make(k, 1))
  const safe = sizes.compared.at(1) ?? 2
  for (const way of ways) await look(`${way.name}, safe`, `k = min-users = ${safe}`, await way.make(safe, safe))
  for (const k of sizes.removal.poblete) await look('Poblete', `K = ${k}`, await poblete(ground, k))
  for (const d of sizes.removal.korolova) await look('Korolova', `d = ${d}`, await korolova(ground, d))
  const of = (name: string) => lost.get(name) ?? []
  const names = ways.map(({ name }) => name)
  const least = (name: string) =>
    sizes.compared.every((_, i) => names.every((other) => (of(name)[i] as number) <= (of(other)[i] as number) + 1e-9))
  const most = (name: string) =>
    sizes.compared.every((_, i) => names.every((other) => (of(name)[i] as number) >= (of(other)[i] as number) - 1e-9))
  const rl = (name: string) => linked.get(name) ?? []
  return `## Figures 5.13 to 5.19: all methods side by side

IL compares ${Math.round(sizes.users / 12.5)} clusters (the source: 80). Korolova: epsilon ln 10, delta 1e-4; rows of the queries that it publishes.

${table(columns, rows)}
${said('The semantic method loses least at every k (IL)', least('semantic'))}
${said('Equality alone (not semantic) loses most of the aggregating methods at every k (IL)', most('not semantic'))}
${said(
  'The semantic method is linked no more often than the other aggregating ones (RL with queries, within 5 points)',
  sizes.compared.every((_, i) => names.every((other) => (rl('semantic')[i] as number) <= (rl(other)[i] as number) + 5)),
)}
${said(
  'Poblete leaves most users linkable (63% in the source)',
  rl('Poblete').some((figure) => figure > 50),
)}
`
}

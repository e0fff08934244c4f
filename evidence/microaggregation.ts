import { keptAtBest, korolova, poblete } from './micro/baselines.js'
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
import { plot, type Row, said, table } from './micro/words.js'

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
  compared: [2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 35, 50],
  remaining: [2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 35, 50],
  clusters: [2, 5, 10, 20, 50, 100, 200, 500],
  clusteredFor: [3, 10, 50],
  clusteredUsers: 1000,
  removal: { poblete: [2, 10, 20, 40], korolova: [1, 5, 10, 20] },
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

/** What is known of why figures differ from the source's. */
const NOTES = `Where this differs from the source:

- The order in which a member's categories are taken is that of equation 5.15 as it is printed, repetitions times distance to the centre, so that what
  a member asked most often comes last. That is probably why frequent queries, and with them clusters of users, are kept less well than by the methods that
  go by frequency; no other order was tried.
- WordNet knows few names. About a quarter of the queries lead to no category and are categories of their own, for which every distance is 0 or 1.
- In so small a log few rows hold a query that k persons asked: with --min-users k ("safe") most rows go or are replaced.
`

/** The figures of [Erola13] chapter 5 on a generated log. */
export async function microaggregation(quick: boolean): Promise<string> {
  const sizes = quick ? QUICK : FULL
  return onGenerated(sizes.users, async (ground) => {
    const { histories } = ground
    const a = await syntactic(ground)
    const ways = [await semantic(ground, false), a, await categories(ground, 5, 5), await semantic(ground)]
    const parts = [
      head(sizes, histories.query.length, quick),
      await curves(ground, ways, sizes),
      await frequent(ground, a, sizes),
      await clusterIndices(ground, a, sizes),
      await semanticRemains(ground, sizes),
      await comparison(ground, ways, sizes),
      await korolovaAtBest(ground),
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

/** Figure 5.4: k, and the ILR of the source. */
const ILR = [
  [3, 10],
  [35, 50],
] as const

/** A figure of the source, in per cent, is confirmed within 5 points. */
function near5(what: string, theirs: number, ours: number | undefined): string {
  return said(
    `${what} is ${theirs}% in the source, ${ours?.toFixed(1) ?? 'not measured'} here (within 5 points)`,
    ours !== undefined && Math.abs(ours - theirs) <= 5,
  )
}

/** Figures 5.3 and 5.4, and the same of the other methods: exposure and loss by k. */
async function curves(ground: Ground, ways: readonly Anonymiser[], { curve }: Sizes): Promise<string> {
  const found: { readonly name: string; readonly levels: number[]; readonly losses: number[] }[] = []
  for (const way of ways) {
    const [levels, losses]: [number[], number[]] = [[], []]
    for (const k of curve) {
      const subject = await subjectOf(ground, await way.make(k, 1))
      levels.push(await exposureOnly(subject, ground))
      losses.push(await entropyLoss(subject, ground))
    }
    found.push({ name: way.name, levels, losses })
  }
  const rowsOf = (pick: (of: (typeof found)[number]) => number[]): Row[] =>
    curve.map((k, i) => [k, 100 / k, ...found.map((of) => pick(of)[i]!)])
  const near = ({ levels }: (typeof found)[number]) =>
    curve.every((k, i) => Math.abs(levels[i]! - 100 / k) <= Math.max(10, 30 / k))
  const own = found.find(({ name }) => name === 'syntactic')?.losses ?? []
  const grows = own.every((loss, i) => i === 0 || loss > own[i - 1]! - 3)
  const names = found.map(({ name }) => name)
  const ideal = { name: '100/k', values: curve.map((k) => 100 / k) }
  return `## Figures 5.3, 5.4: exposure and loss by k

PEL:

${table(
  ['k', '100/k', ...names],
  rowsOf(({ levels }) => levels),
)}
${plot('PEL', 'k', curve, [ideal, ...found.map(({ name, levels }) => ({ name, values: levels }))])}
ILR:

${table(
  ['k', '100/k', ...names],
  rowsOf(({ losses }) => losses),
)}
${plot(
  'ILR',
  'k',
  curve,
  found.map(({ name, losses }) => ({ name, values: losses })),
)}
${found.map((of) => said(`PEL follows 100/k (${of.name}; within 10 points, or 30/k where that is more)`, near(of))).join('\n')}
${said('ILR of the syntactic method grows with k', grows)}
${ILR.map(([k, theirs]) => near5(`ILR of the syntactic method at k = ${k}`, theirs, own[curve.indexOf(k)])).join('\n')}
`
}

/** Figures 5.7 and 5.8: the most frequent queries and words. */
async function frequent(ground: Ground, a: Anonymiser, { curve }: Sizes): Promise<string> {
  const rows: Row[] = []
  for (const k of curve) {
    const top = await frequencies(await subjectOf(ground, await a.make(k, 1)), ground)
    rows.push([k, top.queries.shared, top.words.shared])
  }
  return `## Figures 5.7, 5.8: the ten most frequent, syntactic method

${table(['k', 'top 10 queries kept', 'top 10 words kept'], rows)}
${said(
  'The ten most frequent queries stay the ten most frequent (nine of ten or more at every k)',
  rows.every(([, shared]) => (shared as number) >= 0.9),
)}
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
    for (const [i, { jaccard, rand }] of of.entries()) {
      const c = sizes.clusters[i]!
      // Two even partitions that know nothing of each other: a pair is together in each with the chance 1/c.
      rows.push([k, c, jaccard, 1 / (2 * c - 1), rand, 1 / c ** 2 + (1 - 1 / c) ** 2])
    }
  }
  const curvesOf = (index: 'jaccard' | 'rand') =>
    plot(
      index === 'jaccard' ? 'Jaccard index' : 'Rand index',
      'clusters',
      sizes.clusters,
      sizes.clusteredFor.map((k, i) => ({ name: `k = ${k}`, values: (found[i] ?? []).map((of) => of[index]) })),
    )
  const rises = found.every((of) => (of.at(-1)?.rand ?? 0) > (of[0]?.rand ?? 1))
  return `## Figures 5.5, 5.6: clusters of users before and after

On ${sizes.clusteredUsers} of the users, k-means with the syntactic distance. *By chance*: two partitions into as many even clusters that know nothing of each other.

${table(['k', 'clusters', 'Jaccard', 'by chance', 'Rand', 'by chance'], rows)}
${curvesOf('jaccard')}
${curvesOf('rand')}
${said('The Rand index comes nearer to 1 with more clusters', rises)}
${said(
  'So does the Jaccard index',
  found.every((of) => (of.at(-1)?.jaccard ?? 0) > (of[0]?.jaccard ?? 1)),
)}

Nothing of the release makes the Rand index rise: pairs that are apart in both partitions count for it, and with c even clusters nearly all are, so that it goes to 1 by chance. The Jaccard index leaves them out and goes to 0 by
chance, as 1 / (2c - 1); for it to go to 1, clusters that are ever smaller would have to be found again person by person.
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
    levels[count]?.every((found, i) => found.every((share) => share > 1 / remaining[i]!)),
  )
  // The source tells its gain at k = 5, level 5.
  const at5 = (count: number) => 100 * (levels[count]?.[remaining.indexOf(5)]?.[4] ?? Number.NaN)
  return `## Figures 5.10 to 5.12: what remains of categories (SRP, in per cent)

${table(['categories a term', 'k', 'worst case', 'level 1', 'level 2', 'level 3', 'level 4', 'level 5'], rows)}
Processor time with five categories is ${(seconds[1]! / seconds[0]!).toFixed(1)} times that with one (three times in the source).

${said('SRP is above the worst case 1/k on every level', above)}
${near5('SRP gained by five categories over one, k = 5, level 5,', 10, at5(5) - at5(1))}
`
}

/** Figures 5.13 to 5.19: all methods side by side. */
async function comparison(ground: Ground, ways: readonly Anonymiser[], sizes: Sizes): Promise<string> {
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
  const linkedByMeaning = new Map<string, number[]>()
  const look = async (name: string, parameter: string, released: Awaited<ReturnType<Anonymiser['make']>>) => {
    const subject = await subjectOf(ground, released)
    const { mean: loss } = await informationLost(subject, ground, sizes.users)
    const link = await linkage(subject, ground)
    const exposed = await exposure(subject, ground)
    const top = await frequencies(subject, ground)
    const left = await kept(ground, released)
    lost.set(name, [...(lost.get(name) ?? []), loss])
    linked.set(name, [...(linked.get(name) ?? []), link.rl])
    linkedByMeaning.set(name, [...(linkedByMeaning.get(name) ?? []), link.rlCategories])
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
  for (const way of ways) for (const k of sizes.compared) await look(way.name, `k = ${k}`, await way.make(k, 1))
  const safe = sizes.compared.at(1) ?? 2
  for (const way of ways) await look(`${way.name}, safe`, `k = min-users = ${safe}`, await way.make(safe, safe))
  for (const k of sizes.removal.poblete) await look('Poblete', `K = ${k}`, await poblete(ground, k))
  for (const d of sizes.removal.korolova) await look('Korolova', `d = ${d}`, await korolova(ground, d))
  const of = (name: string) => lost.get(name) ?? []
  const names = ways.map(({ name }) => name)
  // The source compares k from 2 to 7.
  const places = [...sizes.compared.keys()].filter((i) => sizes.compared[i]! <= 7)
  const least = (name: string) => places.every((i) => names.every((other) => of(name)[i]! <= of(other)[i]! + 1e-9))
  const most = (name: string) => places.every((i) => names.every((other) => of(name)[i]! >= of(other)[i]! - 1e-9))
  const rl = (name: string, by = linked) => by.get(name) ?? []
  const noMore = (by: typeof linked, points: number) =>
    places.every((i) => names.every((other) => rl('semantic', by)[i]! <= rl(other, by)[i]! + points))
  return `## Figures 5.13 to 5.19: all methods side by side

IL compares ${Math.round(sizes.users / 12.5)} clusters (the source: 80). Korolova: epsilon ln 10, delta 1e-4; rows of the queries that it publishes.

${table(columns, rows)}
${plot(
  'IL',
  'k',
  sizes.compared,
  names.map((name) => ({ name, values: of(name) })),
)}
${plot(
  'RL with queries',
  'k',
  sizes.compared,
  names.map((name) => ({ name, values: rl(name) })),
)}
${said('The semantic method loses least at every k from 2 to 7 (IL)', least('semantic'))}
${said('Equality alone (not semantic) loses most of the aggregating methods at every k from 2 to 7 (IL)', most('not semantic'))}
${said('The semantic method is linked no more often than the other aggregating ones (RL with queries, within 5 points)', noMore(linked, 5))}
${said('It is linked less often than they are with categories', noMore(linkedByMeaning, 0))}
${near5('RL of Poblete at K = 10 (above 5 in the source)', 63, rl('Poblete')[sizes.removal.poblete.indexOf(10)])}

${NOTES}`
}

/** Why Korolova keeps nothing here: what it could keep if it published as much as any noise allows. */
export async function korolovaAtBest(ground: Ground): Promise<string> {
  const threshold = (d: number) => d * (1 - Math.log(2e-4 / d) / Math.LN10)
  const rows: Row[] = []
  for (const d of [1, 5, 20])
    for (const least of [1, 2, 3, 5, 10]) {
      const { rows: kept, emptied } = await keptAtBest(ground, d, least)
      rows.push([d, least, 100 * kept, 100 * emptied])
    }
  return `## Why Korolova keeps nothing here

The source keeps 12% of the queries at d = 1 and 10% at d = 20, and empties 46% of the histories at d = 1 and 65% at d = 5; it does not give epsilon and delta. At epsilon ln 10 and delta 1e-4
the threshold is d (1 - ln(2 delta / d) / epsilon): ${[1, 5, 20].map((d) => `${threshold(d).toFixed(1)} at d = ${d}`).join(', ')}. Below: what would be kept if every query were published, without noise, that stands so many times among the first d of each person.

${table(['d', 'threshold', 'rows kept', 'histories emptied'], rows)}
At d = 1 no epsilon and delta can keep 12% of this log: with the threshold 1, which protects nobody, ${(rows[0]![2] as number).toFixed(1)}% of the rows are those of somebody's first query. What the source tells of
d = 1, 12% kept and 46% emptied, is what d = 20 with the threshold 5 comes to here; which of the two it had is not known.
`
}

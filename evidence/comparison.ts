import { type Claim, claimsTable, near, type Page, type Part } from './claims.js'
import { closeness } from './comparison/closeness.js'
import { KS, type Losses, losses, readings } from './comparison/loss.js'
import { byLevel, centred, judged, type Level } from './comparison/parts.js'
import { type Removed, removed } from './comparison/poblete.js'
import { type Preserved, preserved } from './comparison/preserved.js'
import { SEED } from './micro/log.js'
import { table } from './micro/words.js'

const SOURCE = '[Erola13]'

/** What the comparison of [Erola13] §5.5.2 rests on, and what its microaggregation leaves open. */
export async function comparison(quick: boolean, part: Part): Promise<Page> {
  const users = quick ? 80 : 1000
  const levels = await part('levels', () => byLevel(users))
  const counted = await part('five categories', () => judged(users))
  const gone = await part('poblete', () => removed(users))
  const lost = await losses(users, quick ? [SEED] : [SEED, SEED + 1, SEED + 2], part)
  const read = await part('readings', () => readings(users))
  const kept = await part('preserved', () => preserved(users))
  const close = await part('closeness', () => closeness(users))
  const centres = await part('centroids', () => centred(users))
  const claims = quick ? [] : claimsOf(lost, kept, levels, gone)
  const text = `# Microaggregation beside other methods: what the comparison rests on

*Simulated*: ${users} generated users of 56 rows each, world web-1; the source has 1,000 users of AOL. Everything else of its chapter stands in [microaggregation](microaggregation.md). Made by \`npm run evidence -- comparison${quick ? ' --quick' : ''}\`.

${claims.length === 0 ? '' : `${claimsTable(claims)}\n`}
## Information loss, at the number of clusters that suits the log

Figure 5.13, IL in per cent. The source takes the number of clusters from the index of Calinski and Harabasz, which gave 80 for its log; *best* is what it gives for ours, looked for up to half as many as there are users. By WordNet, and by a tree of the topics by which the generator lets people ask: every query leads to what it was asked for, names and places too, as in a directory that editors keep. The same at [80 clusters](comparison/eighty.md).

${lossTable(lost, 0)}
## Equation 5.15

As printed, the categories of a member come in the order of weight times distance, so that what was asked often and lies off the centre comes last. Two other readings; IL of the semantic method by WordNet at the best number of clusters:

${table(
  ['reading', ...KS.map((k) => `k = ${k}`)],
  read.map(({ order, losses: own }) => [order, ...own]),
)}
## The ten most frequent of each history

Figures 5.14 and 5.15: how much of their frequency the ten most frequent queries, and categories, of a history keep in what is shown of it; per cent, means over people.

${table(
  ['method', 'parameter', 'queries', 'categories'],
  kept.map(({ name, parameter, queries, categories }) => [name, parameter, queries, categories]),
)}
## Levels of the tree

Figure 5.10: queries that lead to a category so deep (the source: 57% at level 5). Figure 5.12: processor seconds of the partitions at k = 2 to 5 together, with one category a term and with five.

${table(
  ['level', 'queries, per cent', 'one category', 'five', 'ratio'],
  levels.map(({ level, known, one, five }) => [level, known, one.toFixed(2), five.toFixed(2), (five / one).toFixed(1)]),
)}
## Five categories against one

What remains of categories (SRP, in per cent) by level, where a term gives its first category or its first five: by how many groups are *made* and by how many it is *judged*. The source has about 10 points more with five at k = 5 and level 5.

${table(
  ['k', 'made by', 'judged by', 'level 1', 'level 2', 'level 3', 'level 4', 'level 5'],
  counted.map(({ k, made, judged: by, levels: shares }) => [k, made, by, ...shares]),
)}
## Poblete, by what is clicked and by what is returned

RL, rows left and users of whom something is left, in per cent. *Returned*: K documents and sites among the results of an engine (\`--results\`; from 1 to 50 a query); queries that share a clicked document still go. *None shared*: every click on a page of its own query, as URLs with paths would be.

${table(
  ['documents', 'K', 'RL', 'rows', 'users'],
  gone.map(({ documents, k, rl, rows, users: left }) => [documents, k, rl, rows, left]),
)}
## t-closeness beside l

The source names both as extensions. k = 5; top-level categories of what is shown of a person, what leads to none as one of its own; t: how far their shares are from those of the log (half the sum of differences), the farthest history and on average. \`--l\` brings in what others ask about, so that t falls; it bounds nothing.

${table(
  ['method', 'l', 'histories without a row', 'fewest categories', 'on average', 't', 'on average'],
  close.map((one) => [one.name, one.l, one.empty, one.least, one.mean, one.t.toFixed(3), one.meanT.toFixed(3)]),
)}
## The centroid of MDAV

The syntactic method with the user nearest to all others, and with the average of all (\`--centroid average\`):

${table(
  ['centroid', 'k', 'PEL', 'ILR', 'IL'],
  centres.map(({ centroid, k, pel, ilr, il }) => [centroid, k, pel, ilr, il]),
)}`
  const files = { 'eighty.md': `# Figure 5.13 at 80 clusters\n\n${lossTable(lost, 1)}` }
  return { text, claims, files }
}

function lossTable(all: readonly Losses[], at: 0 | 1): string {
  const names = all[0]!.methods.map(({ name }) => name)
  const head = ['tree', 'seed', 'clusters', ...KS.flatMap((k) => names.map((name) => `k = ${k}: ${name}`))]
  const rows = all.map(({ tree, seed, best, methods }) => [
    tree,
    seed,
    at === 0 ? best : 80,
    ...KS.flatMap((_, i) => methods.map(({ losses: own }) => own[i]![at])),
  ])
  return table(head, rows)
}

function claimsOf(
  lost: readonly Losses[],
  kept: readonly Preserved[],
  levels: readonly Level[],
  gone: readonly Removed[],
): Claim[] {
  const everywhere = (item: string, what: string, cases: number, ours: number): Claim => ({
    ...{ source: SOURCE, item, what, theirs: cases, ours, within: 0 },
  })
  const leastLost = (tree: string) => {
    const of = lost.filter((one) => one.tree === tree)
    const cases = of.flatMap(({ methods }) =>
      KS.map((_, i) => {
        const own = methods.find(({ name }) => name === 'semantic')!.losses[i]![0]
        return methods.every(({ losses: others }) => own <= others[i]![0] + 1e-9)
      }),
    )
    const by = tree === 'topics' ? 'by a tree of topics' : 'by WordNet'
    return everywhere(
      'Figure 5.13',
      `k and seeds at which the semantic method loses least, ${by}, best number of clusters`,
      cases.length,
      cases.filter(Boolean).length,
    )
  }
  const at = (name: string, k: number) => kept.find((one) => one.name === name && one.parameter === `k = ${k}`)!
  const names = [...new Set(kept.filter(({ parameter }) => parameter.startsWith('k')).map(({ name }) => name))]
  const others = names.filter((name) => name !== 'syntactic')
  const ahead = KS.map(
    (k) => at('syntactic', k).queries - others.reduce((sum, name) => sum + at(name, k).queries, 0) / others.length,
  )
  const cases = (holds: (k: number) => boolean) => KS.filter(holds).length
  const [deepest] = levels.slice(-1)
  const ratio = levels.reduce((sum, { one, five }) => sum + five / one, 0) / levels.length
  const returned = gone.find(({ documents, k }) => documents === 'returned' && k === 10)!
  return [
    leastLost('WordNet'),
    leastLost('topics'),
    near({
      ...{
        source: SOURCE,
        item: 'Figure 5.14',
        what: 'points of frequency that the syntactic method keeps beyond others',
      },
      ...{ theirs: 5, ours: ahead.reduce((sum, points) => sum + points, 0) / ahead.length },
    }),
    everywhere(
      'Figure 5.15',
      'k of 2, 3, 5, 7 at which equality alone keeps least of categories',
      KS.length,
      cases((k) => names.every((name) => at('not semantic', k).categories <= at(name, k).categories)),
    ),
    everywhere(
      'Figure 5.15',
      'k of 2, 3, 5, 7 at which the semantic method keeps most of them',
      KS.length,
      cases((k) => names.every((name) => at('semantic', k).categories >= at(name, k).categories)),
    ),
    near({
      ...{
        source: SOURCE,
        item: 'Figure 5.10',
        what: 'queries that lead to level 5',
        theirs: 57,
        ours: deepest!.known,
      },
      unit: '%',
    }),
    near({
      source: SOURCE,
      item: 'Figure 5.12',
      what: 'time with five categories, of that with one',
      theirs: 3,
      ours: ratio,
    }),
    near({
      ...{ source: SOURCE, item: 'Figure 5.16', what: 'RL of Poblete at K = 10, by documents returned', theirs: 63 },
      ...{ ours: returned.rl, unit: '%' },
    }),
  ]
}

import type { Page, Part } from './claims.js'
import { KS } from './comparison/loss.js'
import { reached } from './counted/levels.js'
import { linked } from './counted/linked.js'
import { remaining } from './counted/remaining.js'
import { unchanged } from './counted/unchanged.js'
import { OF_KOROLOVA, ofOthers } from './histograms/korolova.js'
import { table } from './micro/words.js'

const BY = [2, 3, 5] as const
/** Of other people than those of the page on histograms. */
const SEEDS = [6] as const

/** Figures of [Erola13] chapter 5 counted in other ways than on their own pages: why they differ. */
export async function counted(quick: boolean, part: Part): Promise<Page> {
  const users = quick ? 80 : 1000
  /** Of whom all pairs are compared, by two trees and four methods. */
  const fewer = quick ? 80 : 400
  const remained = await part('five categories', () => remaining(users, BY))
  const { depths, compared } = await part('levels', () => reached(users))
  const as = await part('unchanged', () => unchanged(users))
  const others = await part('emptied', () => ofOthers(users, SEEDS))
  const found = await part('linked', () => linked(fewer))
  const by = (of: 'rl' | 'kept') =>
    table(
      ['tree', 'method', ...KS.map((k) => `k = ${k}`)],
      found.map((one) => [one.tree, one.name, ...one[of]]),
    )
  const text = `# Microaggregation, counted otherwise

*Simulated*: ${users} generated users, world web-1, as on [microaggregation](microaggregation.md) and [comparison](comparison.md), whose figures these experiments are about. One thing is changed at a time. Made by \`npm run evidence -- counted${quick ? ' --quick' : ''}\`.

## Five categories, by queries

[Erola13] §5.4.4.1 counts "the number of queries of each category ... which are in the original log as well as in the centroid", over the number of original queries. Lethe's SRP counts categories: a query with five that keeps one has kept a fifth. Counted by queries, each of which remains where one of its categories
does (each that remains serves one query), five categories are easier to keep than one. In per cent:

${table(
  ['categories a term', 'k', 'level 1', 'level 2', 'level 3', 'level 4', 'level 5'],
  remained.map(({ count, k, levels }) => [count, k, ...levels]),
)}
## Five categories, by what there is to compare

[Erola13] §5.4.4.5: by five categories the time is three times that by one. With five over with one: categories of a person, which is what ours takes time for, since it walks two sorted lists; and steps to compare each category of one person with each of another.

${table(
  ['level', 'categories', 'steps'],
  compared.map(({ level, categories, steps }) => [level, categories.toFixed(2), steps.toFixed(2)]),
)}
## How deep queries lead

[Erola13] Figure 5.10: 57% of queries lead to level 5. WordNet's first level is one category, *entity*, that holds everything, and the Open Directory has none: its level 5 is WordNet's level 6. Distinct queries by WordNet, in per cent; a query leads to a level where:

${table(
  ['', ...depths[0]!.levels.map((_, i) => `level ${i + 1}`)],
  depths.map(({ name, levels }) => [name, ...levels]),
)}
## Categories, by another tree

[Erola13] Figure 5.17: record linkage by categories, in per cent, by WordNet and by a tree of the topics that people ask by; ${fewer} of the users.

${by('rl')}
Figure 5.15: what the ten most frequent categories of each history keep of their frequency, in per cent.

${by('kept')}
## Whom Korolova leaves with nothing

[Erola13] §5.5.2.3, on logs of other people than on [histograms](histograms.md), each at the epsilon and delta that come nearest; in per cent.

${table(
  ['log', ...OF_KOROLOVA.map(({ d, what }) => `${what}, d = ${d}`)],
  [
    ['the source', ...OF_KOROLOVA.map(({ value }) => value)],
    ...others.map((figures, i) => [`people ${SEEDS[i]}`, ...figures]),
  ],
)}
## A log that is released as it is

[Erola13] Figures 5.16 and 5.17, Poblete: about 63% of linkages where hardly a query is removed. Record linkage of a log of which nothing is removed, in per cent, by what counts as in common: those who are emptied, a tenth at K = 30, take a tenth off.

${table(
  ['in common', 'by queries', 'by categories'],
  as.map(({ common, queries, categories }) => [common, queries, categories]),
)}`
  return { text, claims: [] }
}

import { type Claim, claimsTable, near, type Page, type Part } from './claims.js'
import { revealed, revealedTables } from './kumar/breaches.js'
import { type Data, dataOf, dataTable, migrationOf, migrationTable } from './kumar/data.js'
import { gaps, intervals, samplesTable } from './kumar/heaps.js'
import { mistakesOf } from './kumar/mistakes.js'
import {
  ceilings,
  expansions,
  expansionTable,
  experiments,
  initials,
  initialsTable,
  type Stage,
  updates,
  updatesTable,
} from './kumar/published.js'
import type { Sample } from './kumar/sample.js'
import { pairOfSamples } from './kumar/samples.js'
import { cell, percent, table } from './tokens/tables.js'

const WORLD = 'web-2'

/** Sizes of the page: people of Tables 1 to 3 (those of the source) and of all that is made anew beside them, and queries of an interval. */
const SIZES = {
  full: { people: 1_670_000, fewer: 80_000, n: 1000, most: 16_000, same: 40_000 },
  quick: { people: 20_000, fewer: 5000, n: 200, most: 800, same: 5000 },
} as const

/** [Kumar07] table by table: how token hashing breaks, on a day of very many people. */
export async function kumar(quick: boolean, part: Part): Promise<Page> {
  const { people, fewer, n, most, same } = SIZES[quick ? 'quick' : 'full']
  const day = (seed: number, start: string, of: number = people): Sample => ({
    ...{ seed, start, people: of },
    world: { name: WORLD },
  })
  // Made when the first part asks for it: none does where all parts are kept.
  let made: ReturnType<typeof pairOfSamples> | undefined
  const pair = () => {
    made ??= pairOfSamples(day(21, '2006-05-10'), day(22, '2006-05-03'))
    return made
  }
  const vocabularies = [1, 2, 4, 8, 16].map((times) => times * n)
  const updated = [n / 4, n / 2, n, 2 * n]
  const data = await part('data', async () => dataOf(await pair(), vocabularies))
  const migration = await part('migration', async () => migrationOf(await pair(), most))
  const starts = await part('starts', async () => initials(await pair(), n))
  const update = await part('updates', async () => updates(await pair(), updated))
  const ceiling = await part('ceilings', async () => {
    const both = await pair()
    return [n, 10 * n].map((size) => ({ size, hits: ceilings(both, size).hits }))
  })
  const stages = await part('expansion', async () => expansions(await pair(), n, most, 4 * n))
  const experiment = await part('experiments', async () => experiments(await pair(), 2 * n))
  const wrong = await part('mistakes', async () => mistakesOf(await pair(), 8 * n, n))
  made = undefined
  const gap = await part('gaps', () => gaps(day(21, '2006-05-10', fewer), n))
  const interval = await part('intervals', () => intervals(WORLD, same, n))
  const told = await part('revealed', () => revealed(fewer, WORLD, [n, 8 * n]))
  const claims = quick ? [] : claimsOf(data, stages, ceiling[1]!.hits, starts)
  const text = `# Token hashing, and how it breaks

[Kumar07]: three million queries a side, of six hours, a week apart. Ours: ${people.toLocaleString('en')} generated people on one day (${data.hashes[0]!.queries.toLocaleString('en')} queries) and as many others a week before, world ${WORLD}, all of
it *simulated*. What counts is that very many people ask a little each. Accuracy is the share of matchable hashes that were mapped right; a hash is matchable if its token is among the n most frequent of the reference.
*Published* is the source's attack: node-start, L1, score greedy, five updates. *Informed* is the default of \`lethe attack invert-tokens\`. Where no figure of the source stands here, its text has lost it.
Logs of few people over months, defences, other references and tags stand in [tokens](tokens.md).

${quick ? '' : `${claimsTable(claims)}\n`}
## Data

Table 2: occurrences of the least frequent token, and tokens of the vocabulary that one occurs with on average. Queries with an adult term: ${percent(data.adult)}; with a revealing one: ${percent(data.revealing)}.

${dataTable(data)}

Figure 3: how far a token is apart in rank on both sides.

${migrationTable(migration)}

## Starts and updates

Figure 1: n = ${n}, accuracy after each update.

${initialsTable(starts)}

Table 1: all four updates, node-start, five updates.

${updatesTable(update, updated)}

## Distances and the ceiling

§3.2: how often the nearest token of a hash is the right one where the mapping of all others is known; so much a better mapping could find.

${table(
  ['n', 'L1', 'L2', 'cosine'],
  ceiling.map(({ size, hits }) => [
    size.toLocaleString('en'),
    percent(hits.l1),
    percent(hits.l2),
    percent(hits.cosine),
  ]),
)}

## Larger vocabularies

Table 3 and Figure 4: five updates at ${n.toLocaleString('en')}, then doubled, with one greedy update at each stage.

${expansionTable(stages, quick ? {} : { 1000: '99.5%', 8000: '83%', 16000: '68%' })}

§3.4.3, the four experiments at ${(2 * n).toLocaleString('en')}:

${table(
  ['', 'accuracy'],
  experiment.map(([name, band]) => [name, cell(band)]),
)}

§5.3: wrong guesses among the first ${(8 * n).toLocaleString('en')}: ${wrong.synonym} synonyms, ${wrong.sameContext} of the same context (by WordNet), ${wrong.unexplained} unexplained. The first: ${wrong.examples.map(([token, guess]) => `${token} ↔ ${guess}`).join(', ')}.

## Time between, and length

Tables 4 and 5: n = ${n}, the continuous heap from 100 known pairs, beside the published attack without any. Gaps are between days of ${fewer.toLocaleString('en')} people, fewer than above. Intervals begin at noon, with ${same.toLocaleString('en')} queries a side whatever their length.

${samplesTable('gap', gap)}

${samplesTable('interval', interval)}

## What a broken log reveals

${told.rows.toLocaleString('en')} rows in ${told.sessions.toLocaleString('en')} sessions of ${fewer.toLocaleString('en')} people, hashed: a smaller log than the source's, so that its counts are not held against these. Sessions (Table 6, the first ${n.toLocaleString('en')} tokens) and distinct entities (Table 7, the first ${(8 * n).toLocaleString('en')}), counted over what the published attack guessed right.

${revealedTables(told)}

Why ours differ: [inversion](inversion.md).
`
  return { text, claims }
}

/** The source's own figures, as far as its text has kept them. Three nines are told with a decimal: two points are near enough. */
function claimsOf(
  { hashes, tokens: known, matchable, adult, revealing }: Data,
  stages: readonly Stage[],
  ceiling: { readonly l1: number },
  starts: Readonly<Record<string, readonly number[]>>,
): Claim[] {
  const source = '[Kumar07]'
  const at = (n: number) => 100 * stages.find((stage) => stage.n === n)!.published.accuracy
  const early = 100 * (starts['node-start']![12] ?? starts['node-start']!.at(-1)!)
  return [
    { source, item: '§4.1', what: 'accuracy at 1,000', theirs: 99.5, ours: at(1000), within: 2, unit: '%' },
    near({ source, item: 'Table 3', what: 'accuracy at 8,000', theirs: 83, ours: at(8000), unit: '%' }),
    near({ source, item: 'Table 3', what: 'accuracy at 16,000', theirs: 68, ours: at(16_000), unit: '%' }),
    near({
      source,
      item: '§4.1',
      what: 'ceiling at 10,000 by L1',
      theirs: 92,
      ours: 100 * ceiling.l1,
      unit: '%',
    }),
    near({ source, item: 'Figure 1', what: 'matchable at 1,000', theirs: 918, ours: matchable[0]! }),
    near({ source, item: '§3.4.3', what: 'matchable at 2,000', theirs: 1851, ours: matchable[1]! }),
    {
      ...{ source, item: 'Figure 1', what: 'points from two updates to the last, node-start', theirs: 0 },
      ours: early - 100 * starts['node-start']![2]!,
      ...{ within: 1, wider: 'read off a plateau' },
    },
    near({
      source,
      item: 'Table 2',
      what: 'occurrences of the 1,000th hash',
      theirs: 1000,
      ours: hashes[0]!.least,
    }),
    near({
      source,
      item: 'Table 2',
      what: 'occurrences of the 16,000th hash',
      theirs: 52,
      ours: hashes[4]!.least,
    }),
    near({
      source,
      item: 'Table 2',
      what: 'occurrences of the 16,000th token',
      theirs: 63,
      ours: known[4]!.least,
    }),
    near({
      source,
      item: 'Table 2',
      what: 'neighbours of a token at 1,000',
      theirs: 300,
      ours: hashes[0]!.degree,
    }),
    {
      ...near({ source, item: '§5.1', what: 'queries with an adult term', theirs: 2.03, ours: 100 * adult, unit: '%' }),
      fitted: true,
    },
    near({
      source,
      item: '§5.1',
      what: 'queries with a revealing term',
      theirs: 1.07,
      ours: 100 * revealing,
      unit: '%',
    }),
  ]
}

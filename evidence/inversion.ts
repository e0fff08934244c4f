import type { Page, Part } from './claims.js'
import { causes, causesTable, IN_COMPANY } from './kumar/causes.js'
import { readings, readingsTable } from './kumar/readings.js'
import type { Sample } from './kumar/sample.js'
import { pairOfSamples } from './kumar/samples.js'
import { occurring, occurringTable, revealingElsewhere, shares } from './kumar/sizes.js'
import { wholeOf, wholeTable } from './kumar/whole.js'

const WORLD = 'web-2'

/** People of the page on the source's tables, of what is tried beside it, and of the logs that are as large as the source's. */
const SIZES = {
  full: {
    people: 1_670_000,
    tried: 160_000,
    as: [1_966_000, 2_300_000],
    few: 20_000,
    worlds: 8,
    n: 1000,
    most: 16_000,
  },
  quick: { people: 10_000, tried: 4000, as: [12_000], few: 2000, worlds: 2, n: 100, most: 400 },
} as const

/** Why inversion of our logs differs from [Kumar07]: one thing changed at a time. */
export async function inversion(quick: boolean, part: Part): Promise<Page> {
  const { people, tried, as, few, worlds, n, most } = SIZES[quick ? 'quick' : 'full']
  const pairOf = (of: number, world: Sample['world'] = {}) => {
    const side = { people: of, world: { name: WORLD, ...world } }
    return pairOfSamples({ ...side, seed: 21, start: '2006-05-10' }, { ...side, seed: 22, start: '2006-05-03' })
  }
  const read = await part('readings', async () => readings(await pairOf(tried), n, 4 * n))
  const elsewhere = await part('other worlds', () => revealingElsewhere(few, worlds))
  const why = await part('causes', () => causes(tried, n))
  const inCompany = await part('in company', async () => wholeOf(await pairOf(people, IN_COMPANY), n, most))
  const own = await part('as on the page', async () => wholeOf(await pairOf(people), n, most))
  const day = { seed: 21, start: '2006-05-10', people, world: { name: WORLD } }
  const larger = await part('larger', () => occurring(day, [people, ...as], [n, most]))
  const text = `# Why inversion of our log differs

What [kumar](kumar.md) holds against [Kumar07], with one thing changed at a time. All of it is *simulated*, world ${WORLD} unless a row says otherwise. Made by \`npm run evidence -- inversion${quick ? ' --quick' : ''}\`.

## In company

Most of our people put a subject in words of their own, so that many words stand together by chance; and the first news of a day are one query in a hundred, gone a week later. *In company*: subjects are asked for in the words of others, places, stars and brands nearly always stand with a word that goes
with them, and a tenth of the news is asked for. ${people.toLocaleString('en')} people a side, as on the page; ceilings as below.

${wholeTable([
  ['as on the page', own],
  ['in company', inCompany],
])}

One at a time, ${tried.toLocaleString('en')} people a side:

${causesTable(why, n)}

## Features in the ceiling

§3.2 asks how often the nearest token is the right one where all others are known. By L1 a frequent token, which stands with everything, is often nearest to a rare hash. *d'* is the distance of §3.4, where all are known and the overlap o stands in the place of the covered mass a: (1 - o) + (1 - o) |g'(l') - g'(r')| / C, so that features tell them
apart. The text that we have has lost that letter, and kept that it depends on both ends of the pair, as o does and a does not; what it says of it fits a.

For the attack it makes little difference. Accuracy at each vocabulary, ${tried.toLocaleString('en')} people a side, from one mapping of the first ${n.toLocaleString('en')}:

${readingsTable(read)}

## More queries

Occurrences of the n-th token of one day. The source samples three million queries a side, and tells of a log of 3.51 million.

${occurringTable(larger, [n, most])}

## Revealing terms

Which words are popular is drawn by the name of a world. Queries with a revealing term in ${elsewhere.length} others that have the numbers of ${WORLD}: ${shares(elsewhere)}. The source has 1.07%, ${WORLD} 0.9%: no draw explains it, and nothing else was found.
`
  return { text, claims: [] }
}

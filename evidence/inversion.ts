import type { Page, Part } from './claims.js'
import { causes, causesTable, ceilingsOf, ceilingsTable } from './kumar/causes.js'
import { readings, readingsTable } from './kumar/readings.js'
import { pairOfSamples } from './kumar/samples.js'
import { revealingElsewhere, shares } from './kumar/worlds.js'

const WORLD = 'web-2'

/** People a side; of readings of the expansion, and of other worlds, how many of which there are. */
const SIZES = {
  full: { people: 250_000, read: 80_000, few: 20_000, worlds: 8, n: 1000 },
  quick: { people: 5000, read: 4000, few: 2000, worlds: 2, n: 100 },
} as const

/** Why inversion of our logs differs from [Kumar07]: one thing changed at a time. */
export async function inversion(quick: boolean, part: Part): Promise<Page> {
  const { people, read, few, worlds, n } = SIZES[quick ? 'quick' : 'full']
  const tried = await part('causes', () => causes(people, n))
  const sizes = [n, 4 * n]
  const ceiling = await part('ceilings', () => ceilingsOf(people, sizes))
  const by = await part('readings', async () => {
    const side = { people: read, world: { name: WORLD } }
    const pair = await pairOfSamples(
      { ...side, seed: 21, start: '2006-05-10' },
      { ...side, seed: 22, start: '2006-05-03' },
    )
    return readings(pair, n, 4 * n)
  })
  const elsewhere = await part('other worlds', () => revealingElsewhere(few, worlds))
  const text = `# Why inversion of our log differs

What [kumar](kumar.md) holds against [Kumar07], with one thing changed at a time, on logs of fewer people: ${people.toLocaleString('en')} a side where a table says nothing else. All of it is *simulated*, world ${WORLD}. Made by \`npm run evidence -- inversion${quick ? ' --quick' : ''}\`.

## In company

Most of our people put a subject in words of their own, so that many words stand together by chance; and the first news of a day are one query in a hundred, gone a week later. *In company*: subjects are asked for in the words of others, places, stars and brands nearly always stand with a word that goes
with them, and a tenth of the news is asked for. The source has 99.5% at 1,000.

${causesTable(tried, n)}

## Features in the ceiling

§3.2 asks how often the nearest token is the right one where all others are known; the source has 92% at 10,000. By L1 a frequent token, which stands with everything, is often nearest to a rare hash. *d'* is the distance of §3.4, where all are known and the overlap o stands in the place of the covered mass a:
(1 - o) + (1 - o) |g'(l') - g'(r')| / C, so that features tell them apart. The text that we have has lost that letter, and kept that it depends on both ends of the pair, as o does and a does not; what it says of it fits a.

${ceilingsTable(ceiling, sizes)}

For the attack it makes little difference. Accuracy at each vocabulary, ${read.toLocaleString('en')} people a side, from one mapping of the first ${n.toLocaleString('en')}:

${readingsTable(by)}

## Revealing terms

Which words are popular is drawn by the name of a world. Queries with a revealing term in ${elsewhere.length} others that have the numbers of ${WORLD}: ${shares(elsewhere)}. The source has 1.07%, ${WORLD} 0.9%: no draw explains it, and nothing else was found.
`
  return { text, claims: [] }
}

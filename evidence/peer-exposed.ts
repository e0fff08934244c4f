import { withSession } from '../src/engines/session.js'
import { readLog } from '../src/ingest/index.js'
import { grow } from '../src/peer/simulate/grow.js'
import type { Histories, Simulation } from '../src/peer/simulate/index.js'
import { simulate } from '../src/peer/simulate/index.js'
import { QuickChance } from '../src/random/quick.js'
import { histories } from '../src/run/simulate.js'
import type { Page } from './claims.js'
import { COMMON, WITHOUT_PRICE } from './simulations.js'

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Who is exposed, by what the thesis leaves open: how many have one friend, how often a vector is repeated, how many queries people have. */
export async function exposedBy(log: string, quick: boolean): Promise<Page> {
  const tests = 1
  const usual = { single: 0.35, repeats: 4, queries: Number.POSITIVE_INFINITY }
  const settings = [
    ...[0, 0.35, 0.7].map((single) => ({ ...usual, single })),
    ...[1, 8].map((repeats) => ({ ...usual, repeats })),
    { ...usual, queries: 5 },
  ]
  const rows: string[] = []
  for (const setting of quick ? settings.slice(0, 2) : settings) {
    const replayed: Simulation[] = []
    const repeated: Simulation[] = []
    for (let seed = 1; seed <= tests; seed++) {
      const network = () => grow(1000, { single: setting.single, most: 10 }, new QuickChance(seed))
      const parameters = { ...WITHOUT_PRICE, repeats: setting.repeats }
      const asked = await historiesOf(log, setting.queries, seed)
      replayed.push(simulate({ ...COMMON, parameters, graph: network(), queries: asked, seed }))
      repeated.push(
        simulate({ ...COMMON, parameters: { ...parameters, zeta: 0.03 }, graph: network(), selfish: 0.1, seed }),
      )
    }
    const exposed = (at: 'at60' | 'at80') =>
      mean(replayed.map((one) => one.exposed.reduce((sum, row) => sum + row[at], 0))).toFixed(1)
    rows.push(
      `| ${setting.single} | ${setting.repeats} | ${Number.isFinite(setting.queries) ? setting.queries : 'all'} | ${[
        exposed('at60'),
        exposed('at80'),
        `${(100 * mean(replayed.map(({ pel }) => pel.steps[0]!))).toFixed(1)}%`,
        `${(100 * mean(repeated.map(({ honestExposed }) => honestExposed))).toFixed(2)}%`,
        mean(repeated.map(({ hops }) => hops.mean)).toFixed(2),
      ].join(' | ')} |`,
    )
  }
  const text = `## Who is exposed

What the thesis leaves open decides it: the share of newcomers with one friend, the most repeats of a selection vector, and how many queries people have (at most; *all* are those of the log). One test each. The thesis has 41.4, 13.6, 81.3%, 2.2% and 3.59.

| one friend | repeats | queries | exposed at 60% | at 80% | PEL below 10% | honest exposed at ζ = 0.03 | hops |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`
  return { text, claims: [] }
}

const read = new Map<string, Histories>()

async function historiesOf(log: string, queries: number, seed: number): Promise<Histories> {
  const key = `${queries} ${seed}`
  const before = read.get(key)
  if (before) return before
  const asked = await withSession({}, async (session) => {
    const { log: rows } = await readLog([log], {}, session)
    const limits = { users: undefined, queries: Number.isFinite(queries) ? queries : undefined, seed }
    return histories(session.engine, rows, limits)
  })
  read.set(key, asked)
  return asked
}

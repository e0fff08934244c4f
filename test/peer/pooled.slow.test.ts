import { afterAll, expect, test } from 'vitest'
import { DEFAULT_PARAMETERS } from '../../src/peer/protocol/parameters.js'
import { linkUp } from '../../src/peer/simulate/graph.js'
import { simulate } from '../../src/peer/simulate/index.js'
import type { FriendsCollusion } from '../../src/peer/simulate/result.js'
import { QuickChance } from '../../src/random/quick.js'
import { startCurious } from '../support/curious.js'
import { Bench } from '../support/lethe.js'
import { places, until } from '../support/peers.js'
import { pooledGuesses } from '../support/pooled.js'
import { searchEngine, someQuery } from '../support/search-engine.js'

const PEERS = 12
const EACH = 150
const SIZES = [1, 2, 3, 5]
/** A ring with two kinds of chords: six friends each. */
const FRIENDS = Array.from({ length: PEERS }, (_, i) =>
  [1, 2, 3].map((step) => [i, (i + step) % PEERS] as const),
).flat()

/** Nobody is hurried, so that a busy machine changes nothing; vectors last for about one query, so that none weighs much. */
const CALM = { accept: 60_000, silence: 60_000, whole: 300_000, engine: 60_000, late: 60_000, epoch: 10 }

/**
 * How far apart two figures may be: six deviations of a share of n, as the simulator has it. Each query has a vector of its own or nearly so, and
 * circles are all averaged over, which makes the deviation smaller than that of so many coins: a false alarm comes once in 10 million runs.
 */
const near = (share: number, n: number) => 6 * Math.sqrt((share * (1 - share)) / n)

const ended: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ended) await end()
})

test('friends who pool transcripts of real peers guess as well as the simulator says, on the same graph', async () => {
  const real = await byTranscript()
  const simulated = bySimulator()
  process.stdout.write(`by transcript ${JSON.stringify(real)}\nsimulated ${JSON.stringify(simulated)}\n`)
  expect(real.map(({ c }) => c)).toEqual(SIZES)
  const queries = PEERS * EACH
  for (const [i, { c, precision, recall, byChance }] of real.entries()) {
    const other = simulated[i]!
    const guesses = (queries * other.recall) / other.precision
    expect(Math.abs(recall - other.recall), `recall of ${c}`).toBeLessThan(near(other.recall, queries))
    expect(Math.abs(precision - other.precision), `precision of ${c}`).toBeLessThan(near(other.precision, guesses))
    expect(Math.abs(byChance - other.byChance), `chance of ${c}`).toBeLessThan(near(other.byChance, queries))
  }
})

async function byTranscript(): Promise<FriendsCollusion[]> {
  const engine = await searchEngine()
  ended.push(() => engine.close())
  const homes = await places(new Bench(afterAll as never).dir, PEERS, FRIENDS)
  const peers = await Promise.all(homes.map((home) => startCurious(home, engine.template, CALM)))
  for (const peer of peers) ended.unshift(() => peer.close())
  await until(() => peers.every((peer) => peer.isAmongAll()), 60_000)
  const asker = new Map<string, string>()
  for (let n = 0; n < EACH; n++)
    await Promise.all(
      peers.map((peer, i) => {
        const query = someQuery(n * PEERS + i)
        asker.set(query, peer.id)
        return peer.ask(query)
      }),
    )
  return pooledGuesses(peers, SIZES, asker, 20, new QuickChance(1))
}

/** Means over many vectors and circles. */
function bySimulator(): FriendsCollusion[] {
  const seeds = Array.from({ length: 40 }, (_, i) => i + 1)
  const runs = seeds.map((seed) => {
    const graph = linkUp(PEERS, Uint32Array.from(FRIENDS.flat()))
    const shares = { selfish: 0, colluding: 0, lying: 0 }
    return simulate({ graph, queries: EACH, ...shares, parameters: DEFAULT_PARAMETERS, baseline: 'peers', seed })
      .collusion.friends
  })
  const mean = (of: (run: readonly FriendsCollusion[]) => number) =>
    runs.reduce((sum, run) => sum + of(run), 0) / runs.length
  return SIZES.map((c, i) => ({
    c,
    precision: mean((run) => run[i]!.precision),
    recall: mean((run) => run[i]!.recall),
    byChance: mean((run) => run[i]!.byChance),
  }))
}

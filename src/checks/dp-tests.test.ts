import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDuckDB } from '../engines/duckdb/index.js'
import type { Engine } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import { discreteLaplace } from '../random/discrete-laplace.js'
import { seededRandom } from '../random/seeded.js'
import { laplaceNoise } from './dp-noise.js'
import { countsTooFar, exactCounts, type Held, rareItems, spread } from './dp-tests.js'

let engine: Engine
beforeAll(async () => {
  engine = await openDuckDB({ spill: tmpdir(), threads: 1 })
})
afterAll(() => engine.close())

/** A made-up log of items by number, and honest or forged counts for it. Persons give m of their items; the noise has this rate. */
interface World {
  readonly persons: number
  readonly items: number
  /** Items of a person. */
  readonly d: number
  readonly m: number
  readonly rate: number
  readonly gate: number
}
const RANDOM = seededRandom(11)

/** Draws who has what: the items of a person stand in a row, so that neighbours share all their persons and depend on each other as much as may be. */
function histories({ persons, items, d }: World): number[][] {
  return Array.from({ length: persons }, (_, person) =>
    Array.from({ length: d }, (_, i) => (Math.floor((person * items) / persons) + i) % items),
  )
}

/** How many persons gave each item in one run. */
function given({ items, m }: World, all: readonly (readonly number[])[]): number[] {
  const counts = new Array<number>(items).fill(0)
  for (const own of all) {
    const rest = [...own]
    for (let i = 0; i < m && rest.length > 0; i++) counts[rest.splice(RANDOM.below(rest.length), 1)[0]!]!++
  }
  return counts
}

/** What `spread` and the others read. */
async function hold(world: World, counts: readonly (number | undefined)[], falseAlarm: number): Promise<Held> {
  const { items, persons, d, m, rate } = world
  const chance = Math.min(1, m / d)
  const tally = new Array<number>(items).fill(0)
  for (const own of histories(world)) for (const item of own) tally[item]!++
  const [texts, table, chances] = [fresh('texts'), fresh('held'), fresh('chances')]
  await engine.append(
    texts,
    ['item', 'persons', 'count'],
    [[tally.map((_, i) => `i${i}`), tally.map(String), counts.map((c) => (c === undefined ? null : String(c)))]],
  )
  const open = chance < 1
  await engine.materialise(
    table,
    `SELECT item, persons::BIGINT AS persons, 3 * persons::BIGINT AS times, (${open ? 0 : 1} * persons::DOUBLE) AS sure,
      ${open ? 'persons::BIGINT' : '0'} AS open, persons::DOUBLE * ${chance} AS mu, persons::DOUBLE * ${chance} AS low, persons::DOUBLE * ${chance * (1 - chance)} AS var,
      persons::DOUBLE * ln(1 + ${chance * Math.expm1(rate)}) AS tilted, count IS NOT NULL AS shown, count::DOUBLE AS count FROM ${texts}`,
  )
  await engine.materialise(chances, `SELECT item, ${chance}::DOUBLE AS chance FROM ${table}, range(persons)`)
  expect(persons).toBeGreaterThan(0)
  return { engine, table, key: ['item'], chances, falseAlarm }
}

const noiseOf = ({ rate }: World) => {
  const law = laplaceNoise(rate)
  return { law, peak: law.peak, close: true }
}
const gateOf = (world: World) => ({ at: world.gate, deviation: Math.sqrt(noiseOf(world).law.variance) })

/** Which of the four tests fail. */
async function failing(world: World, counts: readonly (number | undefined)[], falseAlarm = 2.5e-10): Promise<string[]> {
  const held = await hold(world, counts, falseAlarm)
  const { rate, gate } = world
  const found = {
    far: await countsTooFar(held, noiseOf(world)),
    exact: await exactCounts(held, gate, noiseOf(world)),
    rare: await rareItems(held, { base: -rate * (gate + 1) - Math.log1p(Math.exp(-rate)), tilt: rate }),
    spread: await spread(held, gateOf(world), noiseOf(world)),
  }
  await engine.drop(held.table, held.chances!)
  return Object.entries(found).flatMap(([name, { wrong }]) => (wrong > 0 ? [name] : []))
}

const laplaceOf = ({ rate }: World) => discreteLaplace(RANDOM, Math.floor(rate * 2 ** 32) / 2 ** 32)

/** Nobody chooses: counts are certain but for the noise. */
const SURE: World = { persons: 24_000, items: 240, d: 2, m: 2, rate: 0.2, gate: 60 }
/** Everybody has two items and gives one: where one count is high, its neighbour's is low. */
const OPEN: World = { persons: 24_000, items: 240, d: 2, m: 1, rate: 0.2, gate: 60 }

/** One run: how a publisher makes a count of persons who gave and noise; what does not pass the gate is not shown. */
function run(world: World, publish = (given: number, noise: number, _persons: number) => given + noise) {
  const noise = laplaceOf(world)
  const persons = (2 * world.persons) / world.items
  return given(world, histories(world)).map((n) => {
    const count = publish(n, noise(), persons)
    return count > world.gate ? count : undefined
  })
}

// Seeded, so that it repeats. Bounds are Chernoff's, so that honest runs fail far less often than they may; a test that is wrong by its dependence or its
// scale would fail about every time.
test.each([
  ['certain', SURE],
  ['chosen one of two', OPEN],
])(
  'honest counts, %s: at a false-alarm rate of one in five, 12 of 25 runs fail with a chance below 1e-3',
  async (_, world) => {
    const failed = new Map<string, number>()
    for (let i = 0; i < 25; i++)
      for (const name of await failing(
        { ...world, persons: 8000, items: 80 },
        run({ ...world, persons: 8000, items: 80 }),
        0.2,
      ))
        failed.set(name, (failed.get(name) ?? 0) + 1)
    expect(Math.max(0, ...failed.values())).toBeLessThan(12)
  },
)

describe('refuted at the stated rate', () => {
  test.each([
    ['no noise at all', SURE, (n: number) => n, ['exact', 'spread']],
    [
      'the exact counts of persons, of whom half gave',
      OPEN,
      (_: number, __: number, persons: number) => persons,
      ['exact', 'spread'],
    ],
    ['the exact counts of rows', SURE, (n: number) => 3 * n, ['far', 'exact', 'spread']],
    ['what is to be expected', OPEN, (_: number, __: number, persons: number) => persons / 2, ['exact', 'spread']],
    ['a constant more', SURE, (n: number, noise: number) => n + noise + 8, ['spread']],
    ['a constant less', SURE, (n: number, noise: number) => n + noise - 8, ['spread']],
    ['noise twice as wide', SURE, (n: number, noise: number) => n + 2 * noise, ['spread']],
    [
      'noise on every other item',
      SURE,
      (n: number, noise: number) => n + (RANDOM.below(2) === 0 ? noise : 0),
      ['exact'],
    ],
    ['counts of another log', SURE, (n: number, noise: number) => n + noise + RANDOM.below(400), ['far', 'spread']],
  ])('%s', async (_, world, publish, names) => {
    expect(await failing(world, run(world, publish))).toEqual(expect.arrayContaining(names))
  })

  test('noise at half the scale, from 400 items on', async () => {
    const world = { ...SURE, persons: 40_000, items: 400 }
    expect(
      await failing(
        world,
        run(world, (n, noise) => n + Math.round(noise / 2)),
      ),
    ).toEqual(['spread'])
  })

  test('exact counts of 20 items, where twice the peak of the noise is below 0.35', async () => {
    const world = { ...SURE, persons: 2000, items: 20, rate: 0.353 }
    expect(2 * noiseOf(world).peak).toBeGreaterThan(0.34)
    expect(
      await failing(
        world,
        run(world, (n) => n),
      ),
    ).toContain('exact')
  })

  test('20 of 1,000 items, exact, where all are far above the threshold', async () => {
    const world = { ...SURE, persons: 50_000, items: 1000, rate: 0.3 }
    const counts = run(world, (n) => n).map((n, i) => (i < 20 ? n : undefined))
    expect(await failing(world, counts)).toContain('exact')
  })

  test('items of one person, one of them or many', async () => {
    const world = { ...SURE, persons: 240, items: 240, d: 1, m: 1, rate: 0.4, gate: 80 }
    expect(await failing(world, [81, ...new Array<undefined>(239)])).toEqual(['far', 'rare'])
    const low = { ...world, gate: 20 }
    expect(await failing(low, [22, ...new Array<undefined>(239)])).toEqual([])
    expect(await failing(low, [22, 21, 24, 21, 23, 21, 22, 21, ...new Array<undefined>(232)])).toEqual(['rare'])
  })
})

test('items that somebody took out by hand refute nothing', async () => {
  const counts = run(SURE).map((count, i) => (i % 3 === 0 ? undefined : count))
  expect(await failing(SURE, counts)).toEqual([])
})

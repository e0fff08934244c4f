import { expect, test } from 'vitest'
import { countItems, givenItems } from '../../src/histograms/histogram.js'
import type { Context } from '../../src/methods/method.js'
import { seededRandom } from '../../src/random/seeded.js'
import { collidingTexts } from '../../src/trials/audit-dp/colliding.js'
import { makeTables } from '../support/subject.js'

/** How many persons gave each item, where all have the same ones; and how many items each person gave. */
async function given(items: readonly string[], persons: number, m: number, seed: number, choose = 'random' as const) {
  const { engine, log, context } = await makeTables()
  const { table, ...rest } = await log(items.map((item) => ['x', item]))
  const all = `${table}_all`
  await engine.materialise(all, `SELECT 'person ' || i AS person, query FROM ${table}, range(${persons}) t(i)`)
  const on: Context = { ...context, random: seededRandom(seed), key: undefined }
  const from = await givenItems({ ...rest, table: all }, { items: 'queries', m, choose }, on, 'zealous')
  const { table: counted } = await countItems(from, on)
  const counts = await engine.all<{ count: number }>(`SELECT count FROM ${counted}`)
  const [each] = await engine.all<{ least: number; most: number }>(
    `SELECT min(n) AS least, max(n) AS most FROM (SELECT count(*) FILTER (given) AS n FROM (${from.flagged}) GROUP BY person)`,
  )
  return { counts: counts.map(({ count }) => count), each, persons: from.persons, inTheLog: from.inTheLog }
}

// 3,000 persons choose 1 of 3: 1,000 each, give or take 26. Five of these are passed less than once in 10^6 runs.
test.each([1, 2, 3])('each person chooses alone, though all have the same items (false alarm: 2e-6)', async (seed) => {
  const { counts, each, persons, inTheLog } = await given(['tea', 'coffee', 'cocoa'], 3000, 1, seed)
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(130)
  expect(each).toEqual({ least: 1, most: 1 })
  expect([persons, inTheLog]).toEqual([3000, 3000])
})

test('nobody gives more than m, whatever the texts', async () => {
  const random = seededRandom(9)
  const items = Array.from({ length: 30 }, () => collidingTexts(random)).flat()
  const { each, counts } = await given(items, 500, 7, 5)
  expect(each).toEqual({ least: 7, most: 7 })
  // 500 of 60 choose 7: 58 each, give or take 7.2; six of these once in 10^7.
  for (const count of counts) expect(Math.abs(count - 58.3)).toBeLessThan(44)
})

test('whoever has no more than m gives all', async () =>
  expect((await given(['tea', 'coffee'], 50, 2, 1)).counts).toEqual([50, 50]))

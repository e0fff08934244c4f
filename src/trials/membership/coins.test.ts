import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded.js'
import type { Tried } from '../trial.js'
import { coinsFor } from './coins.js'
import { plantPersons, thresholdOf } from './planted.js'

const sum = (coins: Uint8Array) => coins.reduce((total, coin) => total + coin, 0)

// 10,000 fair coins: more than 250 from the middle would come once in a million.
test('every person enters by a fair coin of their own', () => {
  const toss = coinsFor(seededRandom(1), 10_000, 'add-remove')
  const [first, second] = [toss(), toss()]
  for (const coins of [first, second]) expect(Math.abs(sum(coins) - 5000)).toBeLessThan(250)
  expect(Math.abs(sum(first.map((coin, i) => (coin === second[i] ? 1 : 0))) - 5000)).toBeLessThan(250)
})

test('where persons are replaced, every log has as many, and partners take turns', () => {
  const toss = coinsFor(seededRandom(1), 101, 'replace')
  const runs = Array.from({ length: 40 }, toss)
  for (const coins of runs) expect(sum(coins)).toBe(51)
  const column = (person: number) => runs.map((coins) => coins[person]!).join('')
  const flipped = (text: string) => text.replaceAll(/[01]/g, (coin) => (coin === '1' ? '0' : '1'))
  const columns = Array.from({ length: 101 }, (_, person) => column(person))
  const always = columns.filter((one) => !one.includes('0'))
  expect(always).toHaveLength(1)
  for (const one of columns) if (one !== always[0]) expect(columns).toContain(flipped(one))
})

test('the threshold of a plan, by whatever name', () => {
  const tried = (params: object, derived: object = {}) =>
    ({ steps: [{ method: 'x', params }], derived, guarantee: { kind: 'none' } }) as unknown as Tried
  expect(thresholdOf(tried({ k: 5 }))).toBe(5)
  expect(thresholdOf(tried({ t: 7, k: 'all' }))).toBe(7)
  expect(thresholdOf(tried({ minUsers: 1 }, { evenChanceAt: 121 }))).toBe(121)
  expect(thresholdOf(tried({}))).toBe(1)
})

test('a crowd is planted where the log has room for it', () => {
  const persons = (rows: readonly { readonly person: string }[]) => new Set(rows.map(({ person }) => person)).size
  const roomy = plantPersons(seededRandom(1), 'queries', 10, 200)
  expect([persons(roomy.crowd), persons(roomy.targets)]).toEqual([15, 10])
  const narrow = plantPersons(seededRandom(1), 'queries', 10, 199)
  expect([persons(narrow.crowd), persons(narrow.targets)]).toEqual([0, 5])
})

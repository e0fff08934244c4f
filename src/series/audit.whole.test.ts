import { describe, expect, test } from 'vitest'
import { lowerBound } from '../base/binomial.js'
import { type Continual, continualFor, nodesAt } from '../privacy/continual.js'
import { secureRandom } from '../random/secure.js'
import { type KeyedNode, noiseOf } from './tested.js'

const random = secureRandom()
const ASKED = { epsilon: 1, delta: 1e-2, m: 1, tau: 1, window: 2 } as const
const RUNS = 10_000

/** The nodes of a period of a series, under the keys of its stretches. */
function nodesOf(numbers: Continual, period: number, keys: readonly Uint8Array[]): KeyedNode[] {
  const [stretch, place] = [Math.floor(period / numbers.stretch), period % numbers.stretch]
  const { now, before } = nodesAt(numbers, place)
  return [
    ...now.map((node) => ({ ...node, key: keys[stretch]! })),
    ...(stretch === 0 ? [] : before.map((node) => ({ ...node, key: keys[stretch - 1]! }))),
  ]
}

/**
 * What an attacker sees who knows all but one person, and the least epsilon that it proves. Rows of periods 1 and 2 are at stake. With them a is given in 1 and b in 2; without them
 * c is given in 3, where there is room for it then. Others have given all three a thousand times in every period, so that they are always released. From the sums of
 * two periods each, the attacker works out those of single ones.
 */
function audit(numbers: Continual): number {
  const noise = noiseOf(numbers.variance)
  const score = (present: boolean) => {
    const keys = [random.bytes(32), random.bytes(32)]
    // What a node adds is the same in every period, so that it is asked for once.
    const drawn = new Map<string, number>()
    const noiseIn = (period: number, item: string) =>
      nodesOf(numbers, period, keys).reduce((sum, node) => {
        const name = `${keys.indexOf(node.key)} ${node.level} ${node.index} ${item}`
        const known = drawn.get(name) ?? noise([node])([item])
        drawn.set(name, known)
        return sum + known
      }, 0)
    const single = (item: string, at: number, more: number) => {
      let last = 0
      for (let period = 0; period <= at; period++)
        last = (period === 0 ? 1000 : 2000) + (period === at ? more : 0) + noiseIn(period, item) - last
      return last
    }
    return single('a', 1, present ? 1 : 0) + single('b', 2, present ? 1 : 0) - single('c', 3, present ? 0 : 1)
  }
  const present = Array.from({ length: RUNS }, () => score(true))
  const absent = Array.from({ length: RUNS }, () => score(false))
  const proved = [0, 1, 2, 3, 4, 5].map((above) => {
    const cut = 1000.5 + (above * numbers.sigma * Math.sqrt(3)) / 2
    const among = (scores: readonly number[]) => scores.filter((one) => one > cut).length
    // Both ends hold at once but for one time in ten thousand, at each cut.
    const [hits, alarms] = [lowerBound(among(present), RUNS, 5e-5), 1 - lowerBound(RUNS - among(absent), RUNS, 5e-5)]
    return hits > ASKED.delta ? Math.log((hits - ASKED.delta) / alarms) : 0
  })
  return Math.max(...proved)
}

describe('audit of a series (false alarm: 6e-4 each)', () => {
  const numbers = continualFor(ASKED)
  test('all releases together prove no more than is promised, and something', () => {
    const proved = audit(numbers)
    expect(proved).toBeLessThanOrEqual(ASKED.epsilon)
    expect(proved).toBeGreaterThan(0.3)
  })
  test('noise for m contributions in place of 3m is found out', () => {
    const { variance, sigma, moves } = continualFor({ ...ASKED, window: 1 })
    expect(moves).toBe(1)
    expect(audit({ ...numbers, variance, sigma })).toBeGreaterThan(ASKED.epsilon)
  })
})

test('an item of one person alone comes out with half of delta at most, over all its periods (false alarm: 1e-4)', () => {
  const asked = { epsilon: 1, delta: 0.2, m: 1, tau: 1, window: 4 } as const
  const numbers = continualFor(asked)
  const noise = noiseOf(numbers.variance)
  const runs = 4000
  // Given in period 3, and again in 4, where the next stretch begins: counted twice where a window holds both.
  const comesOut = () => {
    const keys = [random.bytes(32), random.bytes(32)]
    return [3, 4, 5, 6, 7].some((period) => {
      const count = period === 3 || period === 7 ? 1 : 2
      return count + noise(nodesOf(numbers, period, keys))(['rare']) > numbers.threshold(period % 4, period < 4)
    })
  }
  const seen = Array.from({ length: runs }, comesOut).filter(Boolean).length
  expect(lowerBound(seen, runs, 1e-4)).toBeLessThanOrEqual(asked.delta / 2)
  expect(seen).toBeGreaterThan(0)
})

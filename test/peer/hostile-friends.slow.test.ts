import { describe, expect, test } from 'vitest'
import { attacked, LEVERS } from '../../evidence/peer-levers.js'
import { DEFAULT_PARAMETERS } from '../../src/peer/protocol/parameters.js'

const COMMON = { users: 100, friends: 4, shape: 'stars', busy: 10, hostile: 1, parameters: DEFAULT_PARAMETERS } as const
const FLOOD = { takes: 1, floods: 3 }

// Seeds are fixed: nothing rests on chance. Victims ask ten times as much as their honest friends, so that these tire of them.
describe('a hostile friend is offered at most 1.5 times its even part of what its victim asks', () => {
  test.each([
    [10, 40, 30],
    [100, 40, 2],
    [10_000, 10, 1],
  ])('by flooding, at %d peers', (users, rounds, networks) => {
    for (const shape of ['stars', 'ring'] as const) {
      const { seen } = attacked(networks, { ...COMMON, users, shape, rounds, lever: FLOOD })
      expect(seen).toBeGreaterThan(1)
      expect(seen).toBeLessThan(1.5)
    }
  })

  test.each(Object.keys(LEVERS))('%s', (name) => {
    for (const hostile of [1, 2]) {
      const { seen } = attacked(1, { ...COMMON, hostile, rounds: 20, lever: LEVERS[name]! })
      expect(seen).toBeGreaterThan(0)
      expect(seen).toBeLessThan(1.5)
    }
  })

  test.each([1, 2, 9])('by flooding, beside %d honest friends', (friends) => {
    const { seen } = attacked(2, { ...COMMON, users: 20 * (friends + 1), friends, rounds: 30, lever: FLOOD })
    expect(seen).toBeLessThan(1.5)
  })

  test('where friends were asked until one accepts, it was offered most of it', () => {
    expect(attacked(2, { ...COMMON, rounds: 40, lever: FLOOD, asksOn: true }).seen).toBeGreaterThan(3)
  })
})

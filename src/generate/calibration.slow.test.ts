import { describe, expect, it } from 'vitest'
import { CLICKERS } from './evidence.js'
import { generateRows } from './generate.js'
import { measure } from './statistics.js'

/** Within a share of the real figure. One seed, fixed: no false alarms. */
const near = (value: number, real: number, share: number) => {
  expect(value).toBeGreaterThan(real * (1 - share))
  expect(value).toBeLessThan(real * (1 + share))
}

describe('web-1 behaves like real logs', () => {
  it('1,017 AOL users, clicked queries', () => {
    const s = measure(generateRows({ users: 1017, seed: 1, world: CLICKERS }), 'clicked pages')
    near(s.rows, 61_468, 0.1)
    near(s.distinct / s.rows, 36_819 / 61_468, 0.08)
    near(s.once, 0.805, 0.04)
    near(s.left[2], 0.158, 0.15)
    near(s.left[3], 0.115, 0.15)
    near(s.left[5], 0.086, 0.15)
    near(s.left[10], 0.061, 0.15)
    near(s.perUser.median, 27, 0.2)
    near(s.words, 2.7, 0.06)
    near(s.terms, 177_375 / 61_468, 0.06)
    near(s.distinctTerms, 26_485, 0.12)
  })

  it('1,000 heavy users', () => {
    const s = measure(generateRows({ users: 1000, seed: 1, profile: 'heavy' }), 'clicked pages')
    near(s.rows, 318_023, 0.08)
    near(s.distinct / s.rows, 160_852 / 318_023, 0.08)
    near(s.once, 0.778, 0.04)
    near(s.left[2], 0.252, 0.12)
    near(s.left[10], 0.118, 0.15)
    near(s.words, 3.05, 0.06)
    near(s.distinctTerms, 55_032, 0.15)
  })

  it("a week of a medical library's site search", () => {
    const s = measure(generateRows({ users: 8034, seed: 1, profile: 'site-search' }), 'pages')
    near(s.rows, 20_638, 0.1)
    near(s.distinct / s.rows, 15_252 / 20_638, 0.08)
    near(s.left[2], 0.16, 0.2)
    expect(s.perUser.median).toBe(1)
    near(s.words, 3.46, 0.06)
  })
})

describe('web-2 behaves like real logs', () => {
  it('1,017 AOL users, a click a row', () => {
    const s = measure(generateRows({ users: 1017, seed: 1, world: 'web-2', profile: 'clicks' }), 'clicked pages')
    near(s.rows, 61_468, 0.1)
    near(s.distinct / s.rows, 36_819 / 61_468, 0.08)
    near(s.once, 0.805, 0.04)
    near(s.left[2], 0.158, 0.17)
    near(s.left[3], 0.115, 0.17)
    near(s.left[5], 0.086, 0.17)
    near(s.left[10], 0.061, 0.17)
    near(s.perUser.median, 27, 0.2)
    near(s.words, 2.7, 0.06)
    near(s.terms, 177_375 / 61_468, 0.06)
    near(s.distinctTerms, 26_485, 0.12)
  })

  it('1,000 heavy users', () => {
    const s = measure(generateRows({ users: 1000, seed: 1, world: 'web-2', profile: 'heavy' }), 'clicked pages')
    near(s.rows, 318_023, 0.08)
    near(s.distinct / s.rows, 160_852 / 318_023, 0.08)
    near(s.once, 0.778, 0.04)
    near(s.left[2], 0.252, 0.12)
    near(s.left[10], 0.118, 0.15)
    near(s.words, 3.05, 0.06)
    near(s.distinctTerms, 55_032, 0.15)
  })

  it("a week of a medical library's site search", () => {
    const s = measure(generateRows({ users: 8034, seed: 1, world: 'web-2', profile: 'site-search' }), 'pages')
    near(s.rows, 20_638, 0.1)
    near(s.distinct / s.rows, 15_252 / 20_638, 0.08)
    near(s.left[2], 0.16, 0.2)
    expect(s.perUser.median).toBe(1)
    near(s.words, 3.46, 0.06)
  })
})

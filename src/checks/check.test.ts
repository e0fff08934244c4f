import { describe, expect, test } from 'vitest'
import { methodNames } from '../methods/index.js'
import type { Step } from '../release/manifest.js'
import { type Check, count, verdict } from './check.js'
import { neverShown } from './claims.js'
import { comparable } from './texts.js'

const check = (holds: boolean | null, more: Partial<Check> = {}): Check => ({ name: 'x', holds, detail: '', ...more })
const claim = (holds: boolean | null, more: Partial<Check> = {}) => check(holds, { onClaim: true, ...more })

describe('verdict', () => {
  test.each([
    [[claim(true)], true],
    [[claim(true), check(true)], true],
    [[claim(true), claim(null)], null],
    [[claim(true), check(null)], null],
    [[check(true)], null], // nobody looked at the claim
    [[], null],
    [[claim(null), check(false)], false],
    [[claim(true), claim(false)], false],
  ])('of %j: %s', (checks, holds) => {
    expect(verdict(checks).holds).toBe(holds)
  })

  test('says once what was taken for granted, where it holds', () => {
    const assumed = claim(true, { assuming: 'a' })
    expect(verdict([assumed, assumed, claim(true, { assuming: 'b' })]).assuming).toEqual(['a', 'b'])
    expect(verdict([claim(true)])).not.toHaveProperty('assuming')
    expect(verdict([assumed, claim(null)])).not.toHaveProperty('assuming')
  })

  test('says what would show it, where it is open, and nothing of the kind elsewhere', () => {
    expect(verdict([check(null), claim(null, { toShow: 'this' }), claim(null, { toShow: 'that' })]).toShow).toBe('this')
    expect(verdict([claim(true, { toShow: 'that' }), check(null)]).toShow).toMatch(/^Nothing/)
    expect(verdict([claim(true)])).not.toHaveProperty('toShow')
    expect(verdict([claim(false), claim(null, { toShow: 'this' })])).not.toHaveProperty('toShow')
    expect(verdict([claim(true)], ['note'])).toMatchObject({ holds: true, notes: ['note'] })
    expect(verdict([claim(true)])).not.toHaveProperty('notes')
  })

  test('differential privacy is refuted or open, whatever its checks find', async () => {
    for (const [found, holds] of [
      [[claim(true)], null],
      [[], null],
      [[claim(true), claim(false)], false],
    ] as const) {
      const checks = await neverShown({ onRelease: async () => [...found] }).onRelease({} as never, {} as never)
      expect(verdict(checks).holds).toBe(holds)
    }
  })
})

test('counts have their nouns', () => {
  expect([count(0, 'row'), count(1, 'row'), count(1234, 'row'), count(2, 'query', 'queries')]).toEqual([
    '0 rows',
    '1 row',
    '1,234 rows',
    '2 queries',
  ])
})

describe('which texts can be looked up in the log', () => {
  const of = (...methods: (string | [string, object])[]) =>
    comparable(
      methods.map((one) =>
        typeof one === 'string' ? { method: one, params: {} } : { method: one[0], params: { ...one[1] } },
      ) as Step[],
    ).texts
  const byLog: [string, object] = ['scrub', { famous: 'log' }]

  test('it is known of every method', () => {
    expect(methodNames().filter((name) => of(name) === 'other')).toEqual(['synthetic', 'token-hash'])
  })

  test('as they are, thinned, or not at all', () => {
    expect(of('rare-queries')).toBe('same')
    expect(of('scrub', 'rare-queries')).toBe('same')
    expect(of('rare-queries', 'scrub')).toBe('same')
    expect(of('km-deletion')).toBe('thinned')
    expect(of('scrub', 'km-deletion')).toBe('thinned')
    expect(of('km-deletion', 'scrub')).toBe('other')
    expect(of('rare-queries', 'token-hash')).toBe('other')
    expect(of('rare-queries', 'magic')).toBe('other')
    expect(of('toString')).toBe('other')
    expect(of(byLog, 'rare-queries')).toBe('same')
    expect(of('scrub', byLog, 'rare-queries')).toBe('same')
    expect(of('rare-queries', byLog)).toBe('other')
    expect(of('rare-queries', ['scrub', { famous: 'list' }])).toBe('same')
  })
})

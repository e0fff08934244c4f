import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reserve, setBudget, standing } from '../../src/ledger/account.js'
import { isEntry } from '../../src/ledger/entry-shape.js'
import { openBook } from '../../src/ledger/ledger.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const line = { kind: 'spend', method: 'zealous', neighbours: 'add-remove', dir: 'x' } as const
const head = { format: 'lethe-ledger/1', at: '2024-01-01T00:00:00.000Z' }

/** A book with a budget of 1 and, second, whatever somebody put there. */
function bookWith(entry: unknown) {
  const dir = next('ledger')
  const book = openBook(dir, 'people')
  setBudget(book, { epsilon: 1, delta: 1e-6 })
  writeFileSync(join(dir, 'people', '00000002.json'), JSON.stringify(entry))
  return { dir, book }
}

const DAMAGED: Readonly<Record<string, unknown>> = {
  'a negative epsilon': { ...head, ...line, spend: { epsilon: -10, delta: 0 } },
  'a negative delta': { ...head, ...line, spend: { epsilon: 1, delta: -1 } },
  'a spend that was not finite': { ...head, ...line, spend: { epsilon: Number.POSITIVE_INFINITY, delta: 0 } },
  'no numbers': { ...head, ...line, spend: {} },
  'no spend': { ...head, ...line, spend: null },
  'an epsilon in words': { ...head, ...line, spend: { epsilon: '5', delta: 0 } },
  'a delta of 1': { ...head, ...line, spend: { epsilon: 1, delta: 1 } },
  'a rho that spends nothing': {
    ...head,
    ...line,
    spend: { epsilon: 5, delta: 0, concentrated: { rho: 0, delta: 0 } },
  },
  'a rho that is none': { ...head, ...line, spend: { epsilon: 5, delta: 0, concentrated: 'little' } },
  'unknown neighbours': { ...head, ...line, neighbours: 'nobody', spend: { epsilon: 1, delta: 0 } },
  'an unknown kind': { ...head, kind: 'other', method: 'zealous', dir: 'x' },
  'a kind that every object has': { ...head, kind: 'constructor' },
  'a budget without end': { ...head, kind: 'budget', budget: { epsilon: null, delta: 0.01 } },
  'a negative budget': { ...head, kind: 'budget', budget: { epsilon: -1, delta: 0.01 } },
  'nothing at all': null,
}

describe('a damaged entry is refused, and nothing is reckoned or spent past it', () => {
  test.each(Object.keys(DAMAGED))('%s', (name) => {
    const { dir, book } = bookWith(DAMAGED[name])
    const refused = expect.objectContaining({ name: 'LetheError', code: 'refused' })
    expect(() => standing('people', book.entries())).toThrow(refused)
    expect(() => reserve(book, { ...line, spend: { epsilon: 0.1, delta: 0 } })).toThrow(refused)
    expect(readdirSync(join(dir, 'people'))).toHaveLength(2)
  })
})

test('a spend that is not finite is not written, since it would read as none', () => {
  const dir = next('ledger')
  mkdirSync(dir)
  const book = openBook(dir, 'people')
  for (const epsilon of [Number.POSITIVE_INFINITY, Number.NaN, -1])
    expect(() => reserve(book, { ...line, spend: { epsilon, delta: 0 } })).toThrow(/cannot be entered/)
  expect(book.entries()).toEqual([])
})

test('whatever is taken for an entry adds to what is spent, and never takes away', () => {
  const number = fc.oneof(fc.double(), fc.constantFrom(0, -1, 1e-6, 0.5, null, '1'))
  const maybe = fc.record({ epsilon: number, delta: number }, { requiredKeys: [] })
  fc.assert(
    fc.property(maybe, (spend) => {
      const entry: unknown = JSON.parse(JSON.stringify({ ...head, ...line, spend }))
      if (!isEntry(entry)) return
      const { spent, basic } = standing('people', [entry])
      expect(basic.epsilon).toBeGreaterThan(0)
      expect(spent.epsilon).toBeGreaterThanOrEqual(0) // a square of 1e-200 is 0
      expect(basic.delta).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 1000 },
  )
})

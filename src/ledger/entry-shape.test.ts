import { describe, expect, test } from 'vitest'
import { LEDGER_FORMAT } from './entry.js'
import { isEntry } from './entry-shape.js'

const head = { format: LEDGER_FORMAT, at: '2024-05-01T10:00:00.000Z' }
const budget = { ...head, kind: 'budget', budget: { epsilon: 2, delta: 0 } }
const spend = {
  ...head,
  kind: 'spend',
  method: 'zealous',
  neighbours: 'add-remove',
  spend: { epsilon: 0.5, delta: 1e-6, concentrated: { rho: 0.1, delta: 0.5 } },
  dir: 'shared',
}
const unbounded = { ...head, kind: 'unbounded', method: 'rare-queries', dir: 'shared' }
const with_ = (entry: object, more: object) => ({ ...entry, ...more })

describe('entries that add up', () => {
  test.each([
    budget,
    spend,
    unbounded,
    with_(spend, { neighbours: 'replace' }),
    with_(spend, { spend: { epsilon: 1e-9, delta: 0 } }),
  ])('%j', (entry) => {
    expect(isEntry(entry)).toBe(true)
  })
})

describe('no entries', () => {
  test.each([
    null,
    [],
    'budget',
    head,
    with_(budget, { format: 'lethe-ledger/0' }),
    with_(budget, { at: 5 }),
    with_(budget, { at: undefined }),
    with_(budget, { kind: 'refund' }),
    with_(budget, { kind: 'toString' }),
    with_(budget, { kind: 7 }),
    with_(budget, { budget: undefined }),
    with_(budget, { budget: {} }),
    with_(budget, { budget: { epsilon: 2 } }),
    with_(spend, { method: 3 }),
    with_(spend, { dir: undefined }),
    with_(spend, { neighbours: 'nobody' }),
    with_(spend, { spend: undefined }),
    with_(unbounded, { method: null }),
    with_(unbounded, { dir: undefined }),
  ])('%j', (entry) => {
    expect(isEntry(entry)).toBe(false)
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined])('epsilon or rho of %s', (amount) => {
    expect(isEntry(with_(budget, { budget: { epsilon: amount, delta: 0 } }))).toBe(false)
    expect(isEntry(with_(spend, { spend: { epsilon: amount, delta: 0 } }))).toBe(false)
    const concentrated = { rho: amount, delta: 0 }
    expect(isEntry(with_(spend, { spend: { epsilon: 1, delta: 0, concentrated } }))).toBe(false)
  })

  test.each([-1e-9, 1, 2, Number.NaN, '0', null, undefined])('delta of %s', (delta) => {
    expect(isEntry(with_(budget, { budget: { epsilon: 1, delta } }))).toBe(false)
    expect(isEntry(with_(spend, { spend: { epsilon: 1, delta } }))).toBe(false)
    const concentrated = { rho: 1, delta }
    expect(isEntry(with_(spend, { spend: { epsilon: 1, delta: 0, concentrated } }))).toBe(false)
  })
})

import { expect, test } from 'vitest'
import { scratch } from '../../test/support/scratch.js'
import { ledgerText } from '../report/ledger.js'
import { ledger } from '../run/ledger.js'
import { enterUnbounded, reserve, setBudget } from './account.js'
import { openBook } from './ledger.js'

const { next } = scratch()
const spend = (dir: string, epsilon: number, rho?: number) =>
  ({
    kind: 'spend',
    method: 'gaussian-threshold',
    neighbours: 'add-remove',
    dir,
    spend: { epsilon, delta: 1e-6, ...(rho === undefined ? {} : { concentrated: { rho, delta: 0 } }) },
  }) as const

test('a population by its name has every entry, its date, and what all up to it add up to', () => {
  const dir = next('ledger')
  const book = openBook(dir, 'people')
  reserve(book, spend('/may', 1))
  setBudget(book, { epsilon: 5, delta: 1e-5 })
  reserve(book, spend('/june', 0.5, 0.125))
  const { entries = [], populations } = ledger({ ledger: dir, population: 'people' })
  expect(entries.map(({ kind, sum }) => [kind, sum.epsilon])).toEqual([
    ['spend', 1],
    ['budget', 1],
    ['spend', 1.5],
  ])
  expect(entries[2]).toMatchObject({ dir: '/june', spend: { epsilon: 0.5, concentrated: { rho: 0.125 } } })
  const today = new Date().toISOString().slice(0, 10)
  expect(entries.every(({ at }) => at.slice(0, 10) === today)).toBe(true)
  const lines = ledgerText(dir, populations, entries).split('\n').slice(-4)
  expect(lines.map((line) => line.replaceAll(/ {2,}/g, ' | ').replace(/^[\d-]{10} [\d:]{5}/, 'DATE'))).toEqual([
    'date (UTC) | entry | epsilon | delta | rho | sum epsilon | sum delta | release',
    'DATE | gaussian-threshold | 1 | 0.000001 | 1 | 0.000001 | /may',
    'DATE | budget set | 5 | 0.00001 | 1 | 0.000001',
    'DATE | gaussian-threshold | 0.5 | 0.000001 | 0.125 | 1.5 | 0.000002 | /june',
  ])
})

test('after a release that no epsilon bounds no sum is told', () => {
  const dir = next('ledger')
  const book = openBook(dir, 'people')
  enterUnbounded(book, { kind: 'unbounded', method: 'rare-queries', dir: '/may' })
  reserve(book, spend('/june', 1))
  const { entries = [], populations } = ledger({ ledger: dir, population: 'people' })
  expect(entries.map(({ sum }) => sum.unbounded)).toEqual([1, 1])
  expect(ledgerText(dir, populations, entries)).not.toMatch(/no bound.*\n.* 1 +0\.000001 +1 /)
  expect(ledgerText(dir, populations, entries).match(/no bound/g)).toHaveLength(3)
})

test('without a name no entries are told', () => {
  const dir = next('ledger')
  reserve(openBook(dir, 'people'), spend('/may', 1))
  expect(ledger({ ledger: dir })).not.toHaveProperty('entries')
})

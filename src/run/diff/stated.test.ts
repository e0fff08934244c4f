import { expect, test } from 'vitest'
import { manifestWith } from '../../../test/support/subject.js'
import type { ForeignParams } from '../../base/params.js'
import type { Manifest } from '../../release/manifest.js'
import { columnsOtherwise, statedOtherwise } from './stated.js'

const step = (method: string, params: object) => ({ method, params: params as ForeignParams })
const promise = (k: number) => ({ kind: 'k-users-per-query', k, hostK: k, sentence: `k is ${k}.` })
const made = (k: number, more: Partial<Manifest> = {}) =>
  manifestWith(promise(k), { steps: [step('rare-queries', { k })], ...more })

test('nothing is said otherwise of two alike', async () => {
  expect(await statedOtherwise(made(5), made(5))).toEqual([])
  expect(columnsOtherwise(made(5), made(5))).toEqual({ came: [], went: [], changed: [] })
})

test('another parameter is told by its name, other methods by theirs', async () => {
  expect(await statedOtherwise(made(5), made(10))).toEqual([
    { what: 'rare-queries k', earlier: '5', later: '10' },
    { what: 'promise', earlier: 'k is 5.', later: 'k is 10.' },
  ])
  const scrubbed = made(5, { steps: [step('scrub', {}), step('rare-queries', { k: 5 })] })
  expect(await statedOtherwise(made(5), scrubbed)).toEqual([
    { what: 'steps', earlier: 'rare-queries', later: 'scrub, rare-queries' },
  ])
})

test('an experiment is judged by what it would have promised, and said to be one', async () => {
  const guarantee = made(5).guarantee
  const experiment = { ...manifestWith({ kind: 'none' }), steps: made(5).steps, experiment: { guarantee } }
  expect(await statedOtherwise(made(5), experiment)).toEqual([
    { what: 'experiment', earlier: 'no', later: 'yes: it promises nothing' },
  ])
})

test('what is not protected comes and goes line by line; what else is said, by its name', async () => {
  const [before, after] = [
    manifestWith({ kind: 'none', notProtected: ['a', 'b'] }, { more: { epoch: 'day' } }),
    manifestWith({ kind: 'none', notProtected: ['b', 'c'] }, { more: { t: 3 }, profile: 'google-eu', tuned: true }),
  ]
  expect(await statedOtherwise(before, after)).toEqual([
    { what: 'tuned on the log', earlier: 'no', later: 'yes' },
    { what: 'profile', earlier: null, later: 'google-eu' },
    { what: 'epoch', earlier: 'day', later: null },
    { what: 't', earlier: null, later: '3' },
    { what: 'not protected', earlier: 'a', later: null },
    { what: 'not protected', earlier: null, later: 'c' },
  ])
})

test('columns of tables beside the data carry the name of their table', () => {
  const column = (name: string, meaning = 'm') => ({ name, type: 'text' as const, meaning })
  const before = made(5, { columns: [column('query'), column('day')] })
  const after = made(5, {
    columns: [column('query', 'other')],
    tables: [{ file: 'shares.tsv', columns: [column('tag')] }],
  })
  expect(columnsOtherwise(before, after)).toEqual({
    came: ['shares.tag'],
    went: ['day'],
    changed: [{ what: 'query', earlier: 'm (text)', later: 'other (text)' }],
  })
})

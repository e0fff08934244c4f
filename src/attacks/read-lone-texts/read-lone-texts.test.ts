import { expect, test } from 'vitest'
import { makeTables, manifestWith } from '../../../test/support/subject.js'
import { reachedAt, reachedBy } from '../../report/risk.js'
import attack from './index.js'

const LOG = [
  ['ann', 'red shoes'],
  ['bob', 'red shoes'],
  ['ann', 'blue hat'],
  ['ann', 'blue hat'],
  ['cas', 'green coat'],
  ['dee', null],
].map(([person, query]) => [person!, query ?? null, '2024-05-01 08:00:00'])

async function scored(
  shown: readonly (string | null)[],
  column: 'query' | 'item',
  guarantee: object = { kind: 'none' },
) {
  const on = await makeTables()
  const original = await on.log(LOG)
  const rows = await on.rows(
    [column],
    shown.map((text) => [text]),
  )
  const seen = { manifest: manifestWith(guarantee), rows, side: {} }
  expect(attack.fits(seen)).toBeUndefined()
  const found = await attack.run(seen, {}, on.context)
  return attack.score!(found, { tables: {}, original }, {}, on.context)
}

test('counts persons whose text is shown and whom nobody joins', async () => {
  expect(await scored(['red shoes', 'blue hat', 'blue hat', null, 'never asked'], 'query')).toEqual({
    shown: 3,
    alone: 1,
    exposed: 1,
    persons: 4,
    unknown: 1,
  })
})

test('a text that a step has changed is that of whoever stands behind it', async () => {
  const on = await makeTables()
  const original = await on.log(LOG)
  const rows = await on.rows(['query'], [['[email] hat'], ['red [email]'], ['red shoes']])
  const truth = await on.rows(
    ['person', 'query'],
    [
      ['ann', '[email] hat'],
      ['ann', 'red [email]'],
      ['bob', 'red [email]'],
      ['ann', 'red shoes'],
    ],
  )
  const found = await attack.run({ manifest: manifestWith({ kind: 'none' }), rows, side: {} }, {}, on.context)
  const scored = await attack.score!(found, { tables: { truth }, original }, {}, on.context)
  expect(scored).toEqual({ shown: 3, alone: 1, exposed: 1, persons: 4, unknown: 0 })
})

test('of a histogram of words it counts words', async () => {
  const words = { kind: 'dp', items: 'keywords', epsilon: 1, delta: 0, minUsers: 1 }
  expect(await scored(['red', 'green', 'hat'], 'item', words)).toEqual({
    shown: 3,
    alone: 2,
    exposed: 2,
    persons: 4,
    unknown: 0,
  })
})

test('of a histogram of phrases it counts phrases', async () => {
  const phrases = { kind: 'dp', items: 'phrases', words: 2, epsilon: 1, delta: 0, minUsers: 1 }
  const found = await scored(['red', 'red shoes', 'no phrase of it'], 'item', phrases)
  expect(found).toMatchObject({ shown: 3, persons: 4, unknown: 1 })
})

test('reads as a share of persons, of a stranger as well', () => {
  expect(reachedAt(reachedBy(attack, { exposed: 1, persons: 4 })!).share).toBe(0.25)
  expect(reachedBy(attack, { exposed: 1 })).toBeUndefined()
  // Of a text that a step changed, whoever has no truth knows no asker: it may be one person's.
  expect(reachedAt(reachedBy(attack, { exposed: 1, persons: 4, unknown: 2 })!)).toMatchObject({
    share: 0.75,
    of: expect.stringMatching(/at most/),
  })
})

test('hashed tokens are not what anybody asked', () => {
  const manifest = manifestWith({ kind: 'none' }, { steps: [{ method: 'token-hash', params: {} }] as never })
  expect(attack.fits({ manifest, rows: { table: 't', columns: ['query'] }, side: {} })).toMatch(/hashed/)
})

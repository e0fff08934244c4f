import { describe, expect, test } from 'vitest'
import { type Cells, makeTables } from '../../../test/support/subject.js'
import { parseParams } from '../../base/params.js'
import { seededRandom } from '../../random/seeded.js'
import { finder } from './candidates.js'
import attack from './index.js'

const LOG: Cells = [
  ['al', 'red cat'],
  ['al', 'blue'],
  ['bo', 'red cat'],
  ['cy', 'red dog'],
]

async function attacked(released: Cells, truth: Cells, params: Readonly<Record<string, unknown>> = {}) {
  const on = await makeTables()
  const values = parseParams(attack.name, attack.params, params)
  const context = { ...on.context, random: seededRandom(5), reference: await on.log(LOG) }
  const seen = { manifest: undefined, rows: await on.rows(['pseudonym', 'query'], released), side: {} }
  expect(attack.fits(seen)).toBeUndefined()
  const found = await attack.run(seen, values, context)
  const tables = { truth: await on.rows(['person', 'pseudonym'], truth) }
  const table = await on.engine.all(`SELECT * FROM ${found.table?.table} ORDER BY ALL`)
  return {
    scored: await attack.score?.(found, { tables }, values, context),
    more: found.more,
    table,
    guesses: found.guesses,
  }
}

const TRUTH: Cells = [
  ['al', 'p1'],
  ['bo', 'p2'],
  ['cy', 'p3'],
]

describe('[Burghardt] §2.4: who knows j terms', () => {
  test('in clear, all that a person has is enough to find each, and what is left is learnt', async () => {
    const clear: Cells = [
      ['p1', 'red cat'],
      ['p1', 'blue'],
      ['p2', 'red cat'],
      ['p3', 'red dog'],
    ]
    const { scored, more } = await attacked(clear, TRUTH, { known: 3 })
    // With three terms only al has enough, and is the only one with all of them.
    expect((scored as { j: number }[])[2]).toEqual({ j: 3, unique: 1, learned: 0 })
    expect(more?.original).toEqual(more?.released)
  })

  test('where every two terms are of two, two known terms pin nobody down', async () => {
    const deleted: Cells = [
      ['p1', 'red cat'],
      ['p2', 'red cat'],
      ['p3', 'red'],
    ]
    const { scored, guesses, table } = await attacked(deleted, TRUTH, { known: 2 })
    expect(scored).toEqual([expect.objectContaining({ j: 1, unique: 0 }), expect.objectContaining({ j: 2, unique: 0 })])
    expect(guesses).toBe(0)
    expect(table).toEqual([])
  })

  test('a guess that names another person counts for nothing', async () => {
    const swapped: Cells = [['p9', 'red dog']]
    const { scored, table } = await attacked(swapped, [['al', 'p9']], { known: 2 })
    expect((scored as { unique: number }[]).map(({ unique }) => unique)).toEqual([1 / 3, 1 / 3])
    expect(table.length).toBeGreaterThan(0)
  })
})

test('candidates hold the most of what is known; what all of them have beside it is learnt', () => {
  const find = finder({
    names: ['x', 'y', 'z'],
    offsets: Uint32Array.of(0, 3, 6, 7),
    term: Uint32Array.of(0, 1, 2, 0, 1, 2, 3),
    starts: Uint32Array.of(0, 2, 4, 6, 7),
    postings: Uint32Array.of(0, 1, 0, 1, 0, 1, 2),
  })
  expect(find([0, 3])).toEqual([
    { j: 1, size: 2, sets: [0, 1], further: [1, 2] },
    { j: 2, size: 3, sets: [0, 1, 2], further: [] },
  ])
  expect(find([3])).toEqual([{ j: 1, size: 1, sets: [2], further: [] }])
})

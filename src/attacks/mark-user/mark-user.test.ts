import { describe, expect, test } from 'vitest'
import { type Row, writeLog } from '../../../test/support/log.js'
import { scratch } from '../../../test/support/scratch.js'
import { attack } from '../../run/attack.js'
import { release } from '../../run/release/index.js'

const { next } = scratch()

/** Six persons, each with two sittings of three unrelated queries. */
const rows: Row[] = Array.from({ length: 6 }, (_, u) =>
  ['01', '03'].flatMap((day) =>
    ['red bicycle', 'tax office', 'mountain weather'].map((query, i) => ({
      user: `u${u}`,
      query: `${query} ${day}`,
      time: `2024-05-${day} 10:0${i}:00`,
    })),
  ),
).flat()
const log = writeLog(next('log.ndjson'), rows)

const marked = async (params: Readonly<Record<string, unknown>>, bait = 'odd', more: readonly object[] = []) => {
  const steps = [{ method: 'sessions', params }, ...more] as { method: string; params: Record<string, unknown> }[]
  const plan = { steps, shows: {} }
  return attack('mark-user', log, { plan, params: { users: 4, bait }, seed: 1 })
}

describe('mark-user', () => {
  test.each(['daily', 'gap'])('%s: the sitting in which the mark was asked falls, three of six rows', async (split) => {
    expect((await marked({ split })).scored).toEqual({ marked: 4, found: 4, rowsRevealed: 12, historyRevealed: 0.5 })
  })
  test('interest: an odd word stands alone; one behind a known query shows what is like that query', async () => {
    const split = { split: 'interest' }
    expect((await marked(split)).scored).toEqual({ marked: 4, found: 4, rowsRevealed: 0, historyRevealed: 0 })
    // "tax office 01 zq..." joins "tax office 01" and so "tax office 03".
    expect((await marked(split, 'near')).scored).toMatchObject({ found: 4, rowsRevealed: 8 })
  })
  test('a threshold holds the mark back', async () => {
    const threshold = [{ method: 'rare-queries', params: { k: 2 } }]
    expect((await marked({}, 'odd', threshold)).scored).toMatchObject({ found: 0, rowsRevealed: 0 })
  })
  test('a release whose original is given is marked by its own plan; without it the answer is an estimate', async () => {
    const out = next('release')
    await release([log], { plan: { steps: [{ method: 'sessions', params: { split: 'daily' } }], shows: {} }, out })
    const params = { users: 4 }
    const known = await attack('mark-user', out, { params, reference: [log], seed: 1 })
    expect(known.scored).toEqual({ marked: 4, found: 4, rowsRevealed: 12, historyRevealed: 0.5 })
    const guessed = await attack('mark-user', out, { params, seed: 1 })
    expect(guessed).toMatchObject({ scored: { marked: 4, found: 4, rowsRevealed: 12 } })
    expect(guessed.estimated).toMatch(/release alone/)
  })
})

import { describe, expect, test } from 'vitest'
import { type Cells, makeTables } from '../../../test/support/subject.js'
import { parseParams } from '../../base/params.js'
import type { Rows } from '../../release/data.js'
import attack from './index.js'

/** Day 1 and day 2. Two persons are the threshold of both releases: soup is new by one person, stew by two, tea is old. */
const LOG: Cells = [
  ['al', 'tea', '2024-05-01 08:00:00'],
  ['bo', 'tea', '2024-05-01 09:00:00'],
  ['al', 'soup', '2024-05-01 09:30:00'],
  ['cy', 'soup', '2024-05-02 10:00:00'],
  ['al', 'stew', '2024-05-02 11:00:00'],
  ['cy', 'stew', '2024-05-02 12:00:00'],
  ['cy', 'stew', '2024-05-02 12:01:00'],
  ['cy', 'tea', '2024-05-02 12:30:00'],
]
const shown = (rows: Cells): [string, string][] =>
  rows.map(([, query, time]) => [query as string, (time as string).slice(0, 10)])

async function difference(
  by: 'truth' | 'pseudonyms' | 'reference' | 'nothing',
  params: Readonly<Record<string, unknown>> = {},
) {
  const on = await makeTables()
  const later = LOG.map(([person, query, time]) => [person as string, query as string, (time as string).slice(0, 10)])
  const table =
    by === 'pseudonyms'
      ? await on.rows(
          ['pseudonym', 'query', 'day'],
          later.map(([person, ...rest]) => [`p-${person}`, ...rest]),
        )
      : await on.rows(['query', 'day'], shown(LOG))
  const seen = { manifest: undefined, rows: table, side: {} }
  const other = { manifest: undefined, rows: await on.rows(['query', 'day'], shown(LOG.slice(0, 2))), side: {} }
  const reference = by === 'reference' ? { reference: await on.log(LOG) } : {}
  const context = { ...on.context, other, ...reference }
  const values = parseParams(attack.name, attack.params, params)
  const guesses = await attack.run(seen, values, context)
  const truth =
    by === 'truth'
      ? await on.rows(['person', 'query', 'day'], later)
      : await on.rows(
          ['person', 'pseudonym'],
          ['al', 'bo', 'cy'].map((person) => [person, `p-${person}`]),
        )
  const tables: Readonly<Record<string, Rows>> = by === 'reference' || by === 'nothing' ? {} : { truth }
  const scored = await attack.score?.(guesses, { tables }, values, context)
  const pointed = await on.engine.all(`SELECT * FROM ${guesses.table?.table}`)
  return { guesses: guesses.guesses, more: guesses.more, scored, pointed }
}

describe('difference-releases', () => {
  test.each(['truth', 'pseudonyms', 'reference'] as const)('soup points at cy; by %s', async (by) => {
    const { scored, guesses, more, pointed } = await difference(by)
    expect(scored).toEqual({ appeared: 2, attributable: 1 })
    expect(guesses).toBe(1)
    expect(more).toEqual({ appeared: 2, cut: '2024-05-01' })
    expect(pointed).toEqual([expect.objectContaining({ query: 'soup', day: '2024-05-02' })])
  })
  test('the releases alone say what is certain', async () =>
    expect((await difference('nothing')).scored).toMatchObject({ appeared: 2, attributable: 1 }))
  test('two persons may be few as well', async () =>
    expect((await difference('truth', { few: 2 })).scored).toEqual({ appeared: 2, attributable: 2 }))
  test('an earlier end of the first release makes more persons new', async () =>
    expect((await difference('reference', { cut: '2024-04-30' })).scored).toEqual({ appeared: 2, attributable: 0 }))
  test('a day is a day', async () =>
    expect(difference('truth', { cut: 'yesterday' })).rejects.toMatchObject({ code: 'usage' }))
  test('a histogram has no days: they must be given', async () => {
    const on = await makeTables()
    const items = (cells: Cells) => on.rows(['item', 'count'], cells)
    const seen = {
      manifest: undefined,
      rows: await items([
        ['tea', '3'],
        ['soup', '2'],
      ]),
      side: {},
    }
    const other = { manifest: undefined, rows: await items([['tea', '2']]), side: {} }
    const context = { ...on.context, other, reference: await on.log(LOG) }
    for (const [params, expected] of [
      [{ cut: '2024-05-01' }, { appeared: 1, attributable: 1 }],
      [{}, undefined],
    ] as const) {
      const values = parseParams(attack.name, attack.params, params)
      const guesses = await attack.run(seen, values, context)
      const scored = attack.score?.(guesses, { tables: {} }, values, context)
      if (expected) expect(await scored).toEqual(expected)
      else await expect(scored).rejects.toMatchObject({ code: 'usage' })
    }
  })
})

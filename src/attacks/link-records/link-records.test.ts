import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Cells, makeTables } from '../../../test/support/subject.js'
import { parseParams } from '../../base/params.js'
import attack from './index.js'

const LOG: Cells = [
  ['al', 'tea'],
  ['al', 'cake'],
  ['al', 'cake'],
  ['bo', 'tea'],
  ['bo', 'milk'],
  ['cy', 'beer'],
  ['cy', null],
]

async function linkage(released: Cells, truth: Cells, params: object = {}) {
  const on = await makeTables()
  const reference = await on.log(LOG)
  const path = join(on.workspace.dir, 'table.tsv')
  writeFileSync(path, 'Drinks/Hot\ttea\nDrinks/Hot\tmilk\nDrinks/Cold\tbeer\nFood\tcake\n')
  const seen = { manifest: undefined, rows: await on.rows(['pseudonym', 'query'], released), side: {} }
  const context = { ...on.context, reference }
  const values = parseParams(attack.name, attack.params, {
    ...params,
    ...('knowledge' in params ? { knowledge: `table:${path}` } : {}),
  })
  const guesses = await attack.run(seen, values, context)
  const tables = { truth: await on.rows(['person', 'pseudonym'], truth) }
  const scored = await attack.score?.(guesses, { tables }, values, context)
  const table = await on.engine.all(`SELECT * FROM ${guesses.table?.table} ORDER BY pseudonym`)
  return { scored, table, guesses: guesses.guesses }
}

describe('[Erola13] §5.5.2.1 record linkage', () => {
  // p1 has tea and cake in common with al, alone; p2 has tea with al and with bo; p3 has beer with cy, but is bo; p4 has nothing.
  test('1, 1/2, 0 and 0 of four: 37.5', async () => {
    const { scored, table, guesses } = await linkage(
      [
        ['p1', 'tea'],
        ['p1', 'cake'],
        ['p2', 'tea'],
        ['p2', 'tea'],
        ['p3', 'beer'],
        ['p4', 'wine'],
      ],
      [
        ['al', 'p1'],
        ['bo', 'p2'],
        ['bo', 'p3'],
        ['cy', 'p4'],
      ],
    )
    expect(scored).toEqual({ rl: 37.5 })
    expect(guesses).toBe(3)
    expect(table).toEqual([
      { pseudonym: 'p1', person: 'al', common: '2', ties: '1' },
      { pseudonym: 'p2', person: 'al', common: '1', ties: '2' },
      { pseudonym: 'p3', person: 'cy', common: '1', ties: '1' },
    ])
  })
  // Milk is a hot drink, as tea is: al and bo tie; beer leads to cy. By queries milk leads to bo.
  test('by categories persons look more alike: 75 instead of 100', async () => {
    const { scored } = await linkage(
      [
        ['p1', 'milk'],
        ['p2', 'beer'],
      ],
      [
        ['bo', 'p1'],
        ['cy', 'p2'],
      ],
      { knowledge: '' },
    )
    expect(scored).toEqual({ rl: 100, rlCategories: 75 })
  })
  test('an unchanged log of different persons: 100; a sample of it too', async () => {
    const whole: Cells = LOG.filter(([, query]) => query !== null)
    const self: Cells = ['al', 'bo', 'cy'].map((person) => [person, person])
    expect((await linkage(whole, self)).scored).toEqual({ rl: 100 })
    expect((await linkage(whole, self, { records: 2 })).scored).toEqual({ rl: 100 })
  })
  test('nothing released: 0', async () => expect((await linkage([], [])).scored).toEqual({ rl: 0 }))
  test('needs pseudonyms', () => {
    const seen = (columns: string[]) => ({ manifest: undefined, rows: { table: 't', columns }, side: {} })
    expect(attack.fits(seen(['query']))).toMatch(/no pseudonyms/)
    expect(attack.fits(seen(['pseudonym', 'tag']))).toMatch(/no queries/)
  })
})

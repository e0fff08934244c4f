import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDuckDB } from '../engines/duckdb/index.js'
import type { Engine } from '../engines/engine.js'
import { limitsOf } from './limits.js'

let engine: Engine
beforeAll(async () => {
  engine = await openDuckDB({ spill: tmpdir(), threads: 1 })
  await engine.materialise(
    'owned',
    'SELECT (i % 37)::UINTEGER AS person, (i * 7919 % 1009)::UINTEGER AS place FROM range(1000) r(i)',
  )
})
afterAll(() => engine.close())

const bounded = { table: 'owned', person: 'person', place: 'place' }

test('each person has one limit, the place of the item after those that may be given, in one part or in many', async () => {
  const plain = await engine.all(
    'SELECT person, list_sort(list(place))[11] AS first_left_out FROM owned GROUP BY person ORDER BY person',
  )
  for (const atOnce of [1000, 999, 100, 7]) {
    const table = await limitsOf(bounded, 10, { engine }, atOnce)
    expect(await engine.all(`SELECT * FROM ${table} ORDER BY person`)).toEqual(plain)
  }
  expect(plain).toHaveLength(37)
})

test('persons may be texts, told apart by a number of theirs; where nobody has too many, nobody has a limit', async () => {
  await engine.materialise('named', `SELECT 'p' || person AS person, place FROM owned`)
  const table = await limitsOf({ ...bounded, table: 'named', person: 'hash(person)' }, 10, { engine }, 60)
  expect((await engine.all(`SELECT DISTINCT person FROM ${table}`)).length).toBe(37)
  await engine.materialise('nobody', 'SELECT * FROM owned WHERE false')
  const none = await limitsOf({ ...bounded, table: 'nobody' }, 10, { engine })
  expect(await engine.all(`SELECT * FROM ${none}`)).toEqual([])
})

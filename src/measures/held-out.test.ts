import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Cells, makeTables } from '../../test/support/subject.js'
import { splitLog } from './held-out.js'

const on = (day: number, rows: number): Cells =>
  Array.from({ length: rows }, (_, i) => [`u${i}`, `q${i}`, `2024-05-0${day} 0${i % 10}:00:00`])

async function split(cells: Cells, more = {}) {
  const tables = await makeTables()
  const log = { ...(await tables.log(cells)), ...more }
  const parts = await splitLog(tables.engine, log)
  if (parts === undefined) return undefined
  const rowsOf = (table: string) => tables.engine.all(`SELECT person, query, time::VARCHAR AS time FROM ${table}`)
  const { training, heldOut, by, from } = parts
  return { by, from, training: await rowsOf(training.table), heldOut: await rowsOf(heldOut.table) }
}

describe('a part of a log is held out', () => {
  test('the last days, as few as have a tenth of the rows', async () => {
    // 20 rows: a tenth is 2. The last day has one, the last two have three.
    const parts = await split([...on(1, 10), ...on(2, 7), ...on(3, 2), ...on(4, 1)])
    expect(parts).toMatchObject({ by: 'days', from: '2024-05-03' })
    expect([parts?.training.length, parts?.heldOut.length]).toEqual([17, 3])
  })
  test('one day stays, however little is left to hold out', async () => {
    const parts = await split([...on(1, 30), ...on(2, 1)])
    expect(parts).toMatchObject({ from: '2024-05-02', heldOut: [{ person: 'u0' }] })
  })
  test('rows without a time are learnt from', async () => {
    const parts = await split([...on(1, 3), ...on(2, 1), ['al', 'whenever', null]])
    expect(parts?.training).toContainEqual({ person: 'al', query: 'whenever', time: null })
    expect(parts?.heldOut).toHaveLength(1)
  })
  test('the end of the only day', async () => {
    const parts = await split(on(1, 10))
    expect(parts).toMatchObject({ by: 'moment', heldOut: [{ person: 'u9', time: '2024-05-01 09:00:00' }] })
    expect(parts?.training).toHaveLength(9)
  })
  test('a tenth of the persons, by MD5, where times tell nothing', async () => {
    const persons = Array.from({ length: 200 }, (_, i) => `person ${i}`)
    const out = persons.filter((person) => createHash('md5').update(person).digest()[0]! < 26)
    expect(out.length).toBeGreaterThan(5)
    for (const time of [null, '2024-05-01 08:00:00']) {
      const parts = await split(persons.map((person) => [person, 'tea', time]))
      expect(parts).toMatchObject({ by: 'persons', from: undefined })
      expect(parts?.heldOut.map((row) => (row as { person: string }).person).sort()).toEqual(out.sort())
      expect(parts?.training).toHaveLength(200 - out.length)
    }
  })
  test('nothing, where there are neither times nor persons', async () => {
    expect(await split([[null, 'tea']], { unit: undefined })).toBeUndefined()
  })
})

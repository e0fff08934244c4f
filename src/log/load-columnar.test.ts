import { afterEach, describe, expect, test } from 'vitest'
import { openWorkspace } from '../base/workspace.js'
import { noRows } from '../engines/dialect/index.js'
import { openDuckDB } from '../engines/duckdb/index.js'
import { NONE } from './columnar.js'
import { loadColumnar } from './load-columnar.js'
import type { Log } from './log.js'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function logOf(rows: string) {
  const workspace = openWorkspace()
  const engine = await openDuckDB({ spill: workspace.dir })
  open.push(async () => {
    await engine.close()
    workspace.close()
  })
  await engine.materialise(
    'rows',
    noRows({ person: 'text', query: 'text', time: 'time', rank: 'integer', url: 'text' }),
  )
  await engine.insert('rows', `VALUES ${rows}`)
  const log: Log = {
    table: 'rows',
    unit: 'user',
    has: { time: true, rank: true, url: true, raw: false, tag: false, session: false },
    extras: [],
  }
  return { engine, log }
}

const ROWS = [
  "('bo', 'tea', '2020-01-02 00:00:10', 3, 'b.example')",
  "('al', 'tea', '2020-01-01 00:00:00', NULL, NULL)",
  "('bo', NULL, '2020-01-02 00:00:00', NULL, NULL)",
  "('al', 'cake', NULL, 1, 'a.example')",
]

describe('the columnar log', () => {
  test('codes texts, sorts rows by user and time, and slices histories', async () => {
    const { engine, log } = await logOf(ROWS.join(', '))
    const columnar = await loadColumnar(engine, log, 2 ** 20)
    expect(columnar.users).toEqual(['al', 'bo'])
    expect(columnar.queries).toEqual(['cake', 'tea'])
    expect(columnar.urls).toEqual(['a.example', 'b.example'])
    expect([...columnar.offsets]).toEqual([0, 2, 4])
    expect([...columnar.query]).toEqual([0, 1, NONE, 1])
    expect([...columnar.url]).toEqual([0, NONE, NONE, 1])
    expect([...columnar.rank]).toEqual([1, 0, 0, 3])
    expect(columnar.time[0]).toBeNaN()
    expect(columnar.time[3]! - columnar.time[2]!).toBe(10)
  })

  test('does not depend on the order of the input', async () => {
    const one = await logOf(ROWS.join(', '))
    const other = await logOf(ROWS.toReversed().join(', '))
    expect(await loadColumnar(one.engine, one.log, 2 ** 20)).toEqual(
      await loadColumnar(other.engine, other.log, 2 ** 20),
    )
  })

  test('refuses early what does not fit', async () => {
    const { engine, log } = await logOf(ROWS.join(', '))
    await expect(loadColumnar(engine, log, 100)).rejects.toMatchObject({ code: 'refused' })
  })
})

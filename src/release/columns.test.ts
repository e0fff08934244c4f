import { describe, expect, test } from 'vitest'
import { asked, type Row, writeLog } from '../../test/support/log.js'
import { rowsOf } from '../../test/support/release.js'
import { scratch } from '../../test/support/scratch.js'
import { release } from '../run/release/index.js'
import { verify } from '../run/verify.js'
import type { ColumnOptions } from './columns.js'

const { next } = scratch()

async function released(
  rows: readonly Row[],
  shows: Partial<ColumnOptions>,
  columns: Record<string, string> = {},
  format: 'tsv' | 'parquet' = 'tsv',
) {
  const out = next('release')
  const plan = { steps: [{ method: 'rare-queries', params: { k: 2 } }], shows: {} }
  const log = writeLog(next('log.ndjson'), rows)
  await release([log], { plan, out, shows, format }, { columns })
  expect((await verify(out, { against: [log] }, { columns })).holds).toBe(true)
  return rowsOf(out)
}

describe('sessions', () => {
  const two = asked('q', 2, { time: '2024-01-01 00:00:00' }, 'other')
  const pseudonyms = async (times: readonly string[]) => {
    const rows = times.map((time) => ({ user: 'p', query: 'q', time }))
    const shown = await released([...two, ...rows], { link: 'session', time: 'exact' })
    return shown.filter(({ time }) => time !== '2024-01-01 00:00:00').map((row) => row.pseudonym)
  }

  test('an hour without a query ends one', async () => {
    expect(new Set(await pseudonyms(['2024-05-01 10:00:00', '2024-05-01 11:00:00'])).size).toBe(1)
    expect(new Set(await pseudonyms(['2024-05-01 10:00:00', '2024-05-01 11:00:01'])).size).toBe(2)
  })

  test('rows of one moment are of one session, however many', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => (i % 3 === 0 ? '2024-05-01 10:00:00' : '2024-05-02 10:00:00'))
    expect(new Set(await pseudonyms(many)).size).toBe(2)
  })

  test('rows without a time are linked to nothing that was asked otherwise', async () => {
    const rows = ['q', 'r', 's'].flatMap((query) => asked(query, 2, { time: '' }))
    const shown = await released(rows, { link: 'session' })
    expect(new Set(shown.map((row) => row.pseudonym)).size).toBe(6)
  })
})

describe('further columns', () => {
  test.each(['tsv', 'parquet'] as const)('%s: empty and missing are the same, and sorted as such', async (format) => {
    const devices = ['phone', '', undefined, 'desk', '', 'phone']
    const rows = devices.map((device, i) => ({
      user: `p${i}`,
      query: 'q',
      ...(device === undefined ? {} : { device }),
    }))
    const shown = await released(rows, {}, { device: 'device' }, format)
    expect(shown.map((row) => row.device)).toEqual(['desk', 'phone', 'phone', null, null, null])
  })

  test('none may take the name of a column that the release has', async () => {
    await expect(released(asked('q', 3), {}, { day: 'device' })).rejects.toMatchObject({ code: 'usage' })
    await expect(released(asked('q', 3), {}, { host: 'device' })).rejects.toMatchObject({ code: 'usage' })
  })
})

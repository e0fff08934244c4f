import { renameSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { asked, type Row, writeLog } from '../../../test/support/log.js'
import { rowsOf } from '../../../test/support/release.js'
import { scratch } from '../../../test/support/scratch.js'
import { type ReleaseOptions, release } from './index.js'

const { next } = scratch()
const people = (query: string, from: number, to: number, more: Partial<Row> = {}): Row[] =>
  asked(query, to, more).slice(from)

async function make(method: string, log: string, more: Partial<ReleaseOptions> = {}) {
  const out = next('release')
  await release([log], { plan: { steps: [{ method, params: { k: 5 } }], shows: {} }, out, ...more })
  return out
}
const shown = async (dir: string, column = 'query') =>
  [...new Set((await rowsOf(dir)).map((row) => row[column]))].sort()

describe('--since', () => {
  const first = writeLog(next('first.ndjson'), [
    ...people('shown before', 0, 6, { url: 'http://old.example' }),
    ...people('four before', 0, 4),
    ...people('common words', 0, 9, { url: 'http://four.example' }).map((row, i) =>
      i < 4 ? row : { ...row, url: '' },
    ),
  ])
  const second = writeLog(next('second.ndjson'), [
    ...people('shown before', 0, 6, { url: 'http://old.example' }),
    ...people('four before', 0, 5), // one person came last
    ...people('new to all', 0, 5),
    ...people('common words', 0, 9, { url: 'http://four.example' }).map((row, i) =>
      i < 5 ? row : { ...row, url: '' },
    ),
  ])

  test('text is new only when k persons asked it who had not before', async () => {
    const before = await make('rare-queries', first)
    expect(await shown(before)).toEqual(['common words', 'shown before'])
    expect(await shown(await make('rare-queries', second))).toEqual([
      'common words',
      'four before',
      'new to all',
      'shown before',
    ])
    const after = await make('rare-queries', second, { since: before })
    expect(await shown(after)).toEqual(['common words', 'new to all', 'shown before'])
    expect(await shown(after, 'host')).toEqual(['old.example', null].sort())
    const third = writeLog(next('third.ndjson'), people('four before', 0, 9))
    expect(await shown(await make('rare-queries', third, { since: after }))).toEqual([]) // four are new since all before
    const fourth = writeLog(next('fourth.ndjson'), people('four before', 0, 10))
    expect(await shown(await make('rare-queries', fourth, { since: after }))).toEqual(['four before'])
  })

  test('so for words in allowlist', async () => {
    const before = await make('allowlist', first)
    expect(await shown(before)).toEqual(['common words', 'shown before'])
    expect(await shown(await make('allowlist', second))).toContain('four before')
    // 'before' was shown and stays; 'four' has one new person.
    expect(await shown(await make('allowlist', second, { since: before }))).toEqual([
      'common words',
      'new to all',
      'shown before',
    ])
  })

  test('the log that was counted must be there, and be the same', async () => {
    const log = writeLog(next('log.ndjson'), people('anything', 0, 6))
    const before = await make('rare-queries', log)
    const moved = next('moved.ndjson')
    renameSync(log, moved)
    await expect(make('rare-queries', second, { since: before })).rejects.toMatchObject({
      code: 'input',
      next: expect.stringMatching(/--before/),
    })
    expect(await shown(await make('rare-queries', second, { since: before, before: [moved] }))).toContain('new to all')
    writeFileSync(moved, `${JSON.stringify({ user: 'x', query: 'y', time: '2024-05-01 10:00:00' })}\n`)
    await expect(make('rare-queries', second, { since: before, before: [moved] })).rejects.toMatchObject({
      code: 'refused',
    })
  })

  test('is refused where no step looks at it', async () => {
    const before = await make('rare-queries', first)
    const plan = { steps: [{ method: 'scrub', params: {} }], shows: {} }
    await expect(make('scrub', second, { since: before, plan })).rejects.toMatchObject({ code: 'usage' })
    const words = { steps: [{ method: 'rare-queries', params: { k: 5, same: 'words' } }], shows: {} }
    await expect(make('rare-queries', second, { since: before, plan: words })).rejects.toMatchObject({ code: 'usage' })
    await expect(make('rare-queries', second, { before: [first] })).rejects.toMatchObject({ code: 'usage' })
  })
})

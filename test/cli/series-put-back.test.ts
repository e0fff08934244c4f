import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { COUNTS, day, people, Series } from '../support/series.js'

const TEA = people('tea', 0, 100)
const BOTH = [...TEA, ...people('soup', 100, 200)]

/** A series of two days, and its private folder as it was after the first. */
async function twoDays(): Promise<Series> {
  const on = new Series()
  await on.init(...COUNTS, '--keys', 'keys')
  await on.add(1, TEA)
  cpSync(on.path('s.private'), on.path('copy'), { recursive: true })
  await on.add(2, BOTH)
  return on
}

function putBack(on: Series): void {
  rmSync(on.path('s.private'), { recursive: true })
  cpSync(on.path('copy'), on.path('s.private'), { recursive: true })
}

// Noise comes from keys: the same period again, of another log, would have the same noise twice.
describe('a private folder that was put back to an earlier day', () => {
  test('is noticed by the releases beside it', async () => {
    const on = await twoDays()
    putBack(on)
    const { status, stderr } = await on.refused(on.log(3, TEA))
    expect([status, stderr]).toEqual([2, expect.stringContaining(`knows nothing of ${day(2)}`)])
    expect((await on.lethe(['series', 'show', 's'])).status).toBe(2)
    expect(existsSync(on.path(`s/${day(3)}`))).toBe(false)
  })

  test('is noticed by the keys where the releases are gone as well; the same log gives the same release', async () => {
    const on = await twoDays()
    const bytes = on.bytes(2)
    putBack(on)
    rmSync(on.path(`s/${day(2)}`), { recursive: true })
    const next = await on.refused(on.log(3, TEA))
    expect([next.status, next.stderr]).toEqual([2, expect.stringContaining(`lacks ${day(2)}`)])
    const other = await on.refused(on.log(2, TEA))
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('has been added with other content')])
    expect(readdirSync(on.path('s')).sort()).toEqual([day(1), 'series.json'])
    expect((await on.add(2, BOTH)).done).toBe(true)
    expect(on.bytes(2)).toBe(bytes)
    expect((await on.add(3, TEA)).done).toBe(true)
  })

  test('stands where its stretches began, though nothing else is left of it', async () => {
    const on = await twoDays()
    const bytes = on.bytes(2)
    for (const folder of ['s', 's.private'])
      for (const n of [1, 2]) rmSync(on.path(`${folder}/${day(n)}`), { recursive: true })
    expect((await on.refused(on.path(`${day(2)}.tsv`))).status).toBe(2)
    await on.add(1, TEA)
    await on.add(2, BOTH)
    expect(on.bytes(2)).toBe(bytes)
  })
})

describe('private folder and releases that were put back together', () => {
  const folders = ['s', 's.private'] as const
  const copy = (on: Series) => {
    for (const folder of folders) cpSync(on.path(folder), on.path(`copy-${folder}`), { recursive: true })
  }
  const putBoth = (on: Series) => {
    for (const folder of folders) {
      rmSync(on.path(folder), { recursive: true })
      cpSync(on.path(`copy-${folder}`), on.path(folder), { recursive: true })
    }
  }

  test('are noticed also where a window is one day, and each day has a key of its own', async () => {
    const on = new Series()
    await on.init(...COUNTS, '--keys', 'keys', '--window', '1')
    await on.add(1, TEA)
    copy(on)
    await on.add(2, BOTH)
    putBoth(on)
    const other = await on.refused(on.log(2, TEA))
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('has been added with other content')])
    expect((await on.refused(on.log(3, TEA))).stderr).toContain(`lacks ${day(2)}`)
  })

  test('are noticed where the keys are gone as well, though another window begins', async () => {
    const on = new Series()
    await on.init(...COUNTS, '--keys', 'keys', '--window', '2')
    await on.add(1, TEA)
    await on.add(2, TEA)
    copy(on)
    await on.add(3, BOTH)
    putBoth(on)
    rmSync(on.path('keys'), { recursive: true })
    for (const n of [3, 4]) {
      const { status, stderr } = await on.refused(on.log(n, TEA))
      expect([status, stderr]).toEqual([2, expect.stringContaining('the key of a window that has begun is not in')])
    }
    expect(readdirSync(on.path('s')).sort()).toEqual([day(1), day(2), 'series.json'])
  })
})

describe('what was taken out or changed', () => {
  test('a release that is gone from the public folder counts all the same', async () => {
    const on = await twoDays()
    rmSync(on.path(`s/${day(2)}`), { recursive: true })
    const again = await on.refused(on.log(2, BOTH))
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('its release is no longer in')])
    expect((await on.refused(on.log(2, TEA))).stderr).toContain('has been added with other content')
    await on.add(3, TEA)
    expect(Object.keys(on.counts(3)).sort()).toEqual(['soup', 'tea'])
    expect((await on.lethe(['series', 'show', 's'])).stdout).toMatch(/2026-03-02 .*no longer in the folder/)
  })

  test('nobody gives twice, though the release is gone in which they gave', async () => {
    const on = new Series()
    await on.init(...COUNTS, '--window', '2', '--per-user', '1', '--min-users', '1')
    await on.add(1, people('first', 0, 200))
    rmSync(on.path(`s/${day(1)}`), { recursive: true })
    const again = await on.refused(on.path(`${day(1)}.tsv`))
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('no longer in')])
    await on.add(2, people('second', 0, 200))
    expect(Object.keys(on.counts(2))).toEqual(['first'])
    expect((await on.lethe(['series', 'show', 's'])).stdout).toContain('no longer in the folder')
  })

  test('other settings, and settings that cannot be read', async () => {
    const on = await twoDays()
    const path = on.path('s.private/series.json')
    const text = readFileSync(path, 'utf8')
    const settings = JSON.parse(text) as Record<string, unknown>
    const log = on.log(3, TEA)
    for (const [changed, said] of [
      [JSON.stringify({ ...settings, window: 60 }), 'are not those that its releases were made with'],
      [JSON.stringify({ ...settings, window: -1 }), 'is damaged'],
      [JSON.stringify({ ...settings, plan: undefined }), 'is damaged'],
      ['null', 'of another version, or damaged'],
      [text.slice(0, 40), 'cannot be read'],
    ] as const) {
      writeFileSync(path, changed)
      const { status, stderr } = await on.refused(log)
      expect([status, stderr]).toEqual([2, expect.stringContaining(said)])
    }
    expect(readdirSync(on.path('s')).sort()).toEqual([day(1), day(2), 'series.json'])
  })

  test('items, notes and records that were damaged, and a folder that is not there', async () => {
    const on = await twoDays()
    const log = on.log(3, TEA)
    for (const [file, said] of [
      [`s.private/${day(1)}/items.enc`, 'is gone or damaged'],
      [`keys/stretch-0.${day(2)}`, 'is damaged'],
      [`s.private/${day(2)}/record.json`, 'cannot be read'],
    ] as const) {
      const kept = readFileSync(on.path(file))
      writeFileSync(on.path(file), 'spoilt')
      const { status, stderr } = await on.refused(log)
      expect([file, status, stderr]).toEqual([file, 2, expect.stringContaining(said)])
      writeFileSync(on.path(file), kept)
    }
    cpSync(on.path('s'), on.path('elsewhere'), { recursive: true })
    rmSync(on.path('s'), { recursive: true })
    expect((await on.refused(log)).stderr).toContain('is not beside its private folder')
  })

  test('a day that is still to come would end the series', async () => {
    const on = await twoDays()
    const { status, stderr } = await on.refused(on.log(3, TEA), '--period', '2999-01-01')
    expect([status, stderr]).toEqual([2, expect.stringContaining('lies in the future')])
    expect((await on.add(3, TEA)).done).toBe(true)
  })
})

import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asked, type Row, writeLog } from '../support/log.js'
import { lethe } from '../support/program.js'
import { manifestOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'
import { reseal } from '../support/strangers.js'

const { next } = scratch()
const url = 'http://news.example/today'
const may = writeLog(next('may.ndjson'), [
  ...asked('weather', 5),
  ...asked('news', 4, { url }),
  ...asked('old thing', 3),
  ...asked('only me', 1),
])
const june = writeLog(next('june.ndjson'), [
  ...asked('weather', 7),
  ...asked('news', 3, { url }),
  ...asked('new thing', 4, { time: '2024-06-01 10:00:00' }),
  ...asked('another', 3),
  ...asked('only me too', 1),
])

function released(log: string, ...words: readonly string[]): string {
  const out = next('release')
  const { status, stderr } = lethe('release', ...words, log, '-o', out)
  expect({ status, stderr }).toMatchObject({ status: 0 })
  return out
}

function compared(earlier: string, later: string, ...words: readonly string[]) {
  const { status, stdout, stderr } = lethe('diff', earlier, later, '--json', ...words)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout)
}

describe('two releases of rows', () => {
  const before = released(may, 'rare-queries', '--k', '3')
  const after = released(june, 'rare-queries', '--k', '2', '--rank')

  test('what came, went and changed, with counts and shares', () => {
    const result = compared(before, after)
    expect(result).toMatchObject({
      attacker: 'subscriber',
      kind: 'rows',
      same: false,
      columns: { came: ['rank'], went: [], changed: [] },
      rows: { earlier: 12, later: 17, came: 9, went: 4 },
      days: { earlier: { from: '2024-05-01', to: '2024-05-05' }, later: { from: '2024-05-01', to: '2024-06-01' } },
      joined: {},
    })
    expect(result.texts).toEqual({
      earlier: 3,
      later: 4,
      came: { texts: 2, share: 0.5, amount: 7 },
      went: { texts: 1, share: 1 / 3, amount: 3 },
      stayed: 2,
      more: { texts: 1, share: 0.5 },
      fewer: { texts: 1, share: 0.5 },
    })
    expect(result.stated).toContainEqual({ what: 'rare-queries k', earlier: '3', later: '2' })
    expect(result.stated).toContainEqual({ what: 'ranks', earlier: 'not shown', later: 'shown' })
    expect(result.stated).toContainEqual({
      what: 'promise',
      earlier: expect.stringContaining('at least 3 distinct persons'),
      later: expect.stringContaining('at least 2 distinct persons'),
    })
    expect(result.stated).toContainEqual({
      what: 'not protected',
      earlier: null,
      later: expect.stringContaining('Rank and host'),
    })
    expect(result).not.toHaveProperty('largest')
  })

  test('the largest are listed where they are asked for', () => {
    expect(compared(before, after, '--top', '1').largest).toEqual({
      came: [{ text: 'new thing', earlier: null, later: 4 }],
      went: [{ text: 'old thing', earlier: 3, later: null }],
      changed: [{ text: 'weather', earlier: 5, later: 7 }],
    })
  })

  test('in words; no text of the releases unless it is asked for', () => {
    const { stdout } = lethe('diff', before, after)
    expect(stdout).toContain('as a subscriber sees it, who has both')
    expect(stdout).toMatch(/rare-queries k: 3 -> 2/)
    expect(stdout).toMatch(/came +2 +50\.0% of the later +7\n/)
    expect(stdout).toMatch(/with more rows +1 +50\.0% of those\n/)
    expect(stdout).toContain(`lethe attack difference-releases ${after} --other ${before}`)
    expect(stdout).not.toMatch(/weather|thing/)
    expect(lethe('diff', before, after, '--top', '5').stdout).toMatch(/Largest changes\n {2}5 -> 7 {2}weather\n/)
  })

  test('a release and itself', () => {
    expect(compared(before, before)).toMatchObject({
      same: true,
      stated: [],
      rows: { came: 0, went: 0 },
      texts: { stayed: 3 },
    })
    expect(lethe('diff', before, before).stdout).toContain('Both say the same.')
  })
})

test('pseudonyms are fresh for each release, so that nothing joins two; tags of one key do', () => {
  const key = next('key')
  expect(lethe('keygen', '-o', key).status).toBe(0)
  const words = ['rare-queries', '--k', '3', '--link', 'user', '--withheld', 'tag', '--key', key]
  const both: Row[] = [...asked('only me', 1), ...asked('weather', 3)]
  const [one, other] = [writeLog(next('a.ndjson'), both), writeLog(next('b.ndjson'), both)]
  const result = compared(released(one, ...words), released(other, ...words))
  expect(result).toMatchObject({
    joined: { pseudonym: { earlier: 3, later: 3, both: 0 }, tag: { earlier: 1, later: 1, both: 1 } },
    withheld: { earlier: 1, later: 1 },
    texts: { came: { texts: 0 }, stayed: 1 },
  })
})

test('items are compared by their counts; where there are none, by what is there', () => {
  const zealous = ['zealous', '--epsilon', '20', '--delta', '1e-2', '--per-user', '1', '--items', 'queries']
  const ledger = ['--ledger', next('ledger')]
  const [before, after] = [released(may, ...zealous, ...ledger), released(june, ...zealous, ...ledger)]
  expect(compared(before, after)).toMatchObject({ kind: 'items', texts: { more: { texts: expect.any(Number) } } })
  const union = ['set-union', '--epsilon', '20', '--delta', '1e-2', '--items', 'queries', ...ledger]
  const without = compared(before, released(june, ...union), '--top', '2')
  expect(without.texts).not.toHaveProperty('more')
  expect(without.columns.went).toEqual(['count'])
  const words = ['zealous', '--epsilon', '20', '--delta', '1e-2', '--per-user', '1', '--items', 'keywords']
  const { status, stderr } = lethe('diff', before, released(june, ...words, ...ledger))
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('their items are not of one kind') })
})

describe('shared queries', () => {
  const shared = ['secret-shares', '--t', '3', '--ephemeral-key']
  const [before, after] = [released(may, ...shared), released(june, ...shared)]
  test('are opened as anyone can', () => {
    expect(compared(before, after)).toMatchObject({
      kind: 'shares',
      texts: { earlier: 3, later: 4, came: { texts: 2 }, went: { texts: 1 } },
      withheld: { earlier: 1, later: 1 },
      joined: { tag: { both: 0 } },
    })
  })
  test('do not compare with rows', () => {
    const { status, stderr } = lethe('diff', before, released(june, 'rare-queries', '--k', '3'))
    expect(stderr).toMatch(
      /^lethe: the two cannot be compared: the earlier holds shared queries, the later rows with queries\n/,
    )
    expect(status).toBe(2)
  })
})

describe('what is refused', () => {
  const good = released(may, 'rare-queries', '--k', '3', '--out-format', 'tsv')
  const damaged = (how: (dir: string) => void) => {
    const dir = next('damaged')
    cpSync(good, dir, { recursive: true })
    how(dir)
    return dir
  }
  test.each([
    ['one release', () => [good], /^lethe: two releases are needed\n/],
    ['three', () => [good, good, good], /^lethe: two releases are needed\n/],
    ['a log', () => [good, may], /there is no release folder/],
    [
      'changed data',
      () => [good, damaged((dir) => writeFileSync(join(dir, 'data.tsv'), 'query\n'))],
      /data\.tsv has changed/,
    ],
    ['no data', () => [damaged((dir) => rmSync(join(dir, 'data.tsv'))), good], /is damaged: data\.tsv is missing/],
    ['no manifest', () => [good, damaged((dir) => rmSync(join(dir, 'manifest.json')))], /has no manifest\.json/],
  ])('%s', (_, words, says) => {
    const { status, stderr } = lethe('diff', ...words())
    expect(stderr).toMatch(says)
    expect(stderr).not.toContain('internal')
    expect(status).toBe(2)
  })
  test("a stranger's parameters are not told", () => {
    const forged = damaged((dir) => {
      const manifest = manifestOf(dir)
      const steps = [{ method: 'sessions', params: { split: 'interest', results: '/srv/s3cr3t/list.tsv' } }]
      writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, steps }))
      reseal(dir)
    })
    const { status, stdout } = lethe('diff', forged, forged.replace(/$/, '/'), '--json')
    expect(status).toBe(0)
    expect(stdout).not.toContain('s3cr3t')
    expect(lethe('diff', good, forged).stdout).toMatch(/steps: rare-queries -> sessions/)
  })
})

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scratch } from '../../test/support/scratch.js'
import { openStorage } from '../base/storage/index.js'
import { clearLeftovers, holding, isOurs, UNFINISHED } from './shared-place.js'

const { next } = scratch()
const ended = { isUnderWay: async () => false }
const underWay = { isUnderWay: async () => true }
type Cluster = typeof ended

const MARK = '{"run":"lethe_m1abc_0123456789","salt":"ab"}\n'

/** A place with these files. */
function placeWith(files: Readonly<Record<string, string>>): string {
  const dir = next('place')
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), content)
  }
  return dir
}

async function cleared(dir: string, cluster: Cluster, all = false): Promise<boolean> {
  const place = `file://${dir}`
  return clearLeftovers(await openStorage(place), cluster, place, all)
}

const PARTS = { 'data.parquet/part-00000-x.parquet': 'rows', 'data.parquet/.part-00000-x.parquet.crc': 'sum' }

test('an empty place has nothing to clear', async () => {
  expect(await cleared(next('none'), ended)).toBe(false)
})

test('what a run that ended has left goes, with all that file systems put beside it', async () => {
  const dir = placeWith({ [UNFINISHED]: MARK, ...PARTS, 'data.parquet/_temporary/0/task': '', '.SHA256SUMS.crc': '' })
  expect(await cleared(dir, ended)).toBe(true)
  expect(existsSync(dir)).toBe(false)
})

test('behind the manifest nothing but the mark is left over', async () => {
  const dir = placeWith({ [UNFINISHED]: MARK, ...PARTS, 'manifest.json': '{}' })
  expect(await cleared(dir, ended)).toBe(true)
  expect(readdirSync(dir).sort()).toEqual(['data.parquet', 'manifest.json'])
})

describe('nothing is removed, and why is told', () => {
  const refused = async (dir: string, cluster: Cluster, why: RegExp, all = false) => {
    const before = readdirSync(dir, { recursive: true }).sort()
    await expect(cleared(dir, cluster, all)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(why),
    })
    expect(readdirSync(dir, { recursive: true }).sort()).toEqual(before)
  }

  test('where anything else lies', () => refused(placeWith({ 'notes.txt': 'mine' }), ended, /is not empty/))
  test('where anything else lies beside the mark of a run, whoever put it there', async () => {
    for (const other of ['notes.txt', 'data.csv/part-00000', 'deep/manifest.json', 'SHA256SUMS.old'])
      await refused(placeWith({ [UNFINISHED]: MARK, ...PARTS, [other]: 'mine' }), ended, /is not empty/, true)
  })
  test('where a release is', () => refused(placeWith({ 'manifest.json': '{}', ...PARTS }), ended, /there is a release/))
  test('where its run is under way', () =>
    refused(placeWith({ [UNFINISHED]: MARK, ...PARTS }), underWay, /another run is writing/))
  test('where the mark does not say whose it is, unless all is to go', async () => {
    for (const mark of ['', 'null', '{"run":7}', '{"run":"lethe_x\'; DROP","salt":""}']) {
      const dir = placeWith({ [UNFINISHED]: mark, ...PARTS })
      await refused(dir, ended, /another run is writing/)
      expect(await cleared(dir, ended, true)).toBe(true)
    }
  })
})

describe('a run that was not heard of for long', () => {
  const held = async (dir: string) => holding(await openStorage(`file://${dir}`), `file://${dir}`, MARK)

  test('goes on where its mark is still there, and removes what it wrote', async () => {
    const dir = placeWith({ [UNFINISHED]: MARK, ...PARTS })
    const { hold, abandon } = await held(dir)
    await hold()
    await abandon()
    expect(existsSync(dir)).toBe(false)
  })

  test.each([
    ['is at work', { [UNFINISHED]: MARK.replace('ab', 'cd'), ...PARTS }],
    ['has released', { ...PARTS, 'manifest.json': '{}', SHA256SUMS: '' }],
  ])('writes nothing more and removes nothing where another %s by now', async (_, files) => {
    const dir = placeWith(files)
    const { hold, abandon } = await held(dir)
    await expect(hold()).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/another run has taken/),
    })
    await abandon()
    expect(readdirSync(dir).sort()).toEqual([...new Set(Object.keys(files).map((file) => file.split('/')[0]!))].sort())
  })

  test('whose mark was taken away without another in its place removes what it wrote', async () => {
    const dir = placeWith(PARTS)
    const { hold, abandon } = await held(dir)
    await expect(hold()).rejects.toMatchObject({ code: 'refused' })
    await abandon()
    expect(existsSync(dir)).toBe(false)
  })
})

test('names that a run writes are told from others', () => {
  const ours = ['manifest.json', '.manifest.json.crc', 'SHA256SUMS.sig', 'items.parquet/x', 'data.parquet_$folder$', '']
  expect(ours.filter((file) => !isOurs(file))).toEqual([])
  expect(['data.parquet', 'a/data.parquet/x', 'manifest.json.crc', 'README.md'].filter(isOurs)).toEqual([])
})

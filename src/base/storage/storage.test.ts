import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bucket, startBucket } from '../../../test/support/bucket.js'
import { scratch } from '../../../test/support/scratch.js'
import { folderOf, isInStorage, openStorage } from './index.js'

const { dir } = scratch()
let bucket: Bucket
const before = { ...process.env }
beforeAll(async () => {
  bucket = await startBucket()
  Object.assign(process.env, bucket.environment)
})
afterAll(() => {
  bucket.stop()
  process.env = before
})

describe.each([
  ['a folder', () => `file://${dir}/place`],
  ['a bucket', () => 's3a://shared/a/place/'],
])('%s', (_, place) => {
  test('what is written is listed and read, and goes with all its folders', async () => {
    const storage = await openStorage(place())
    expect(await storage.list()).toEqual([])
    await storage.write('b.txt', 'two')
    await storage.write('a/part.bin', Uint8Array.of(0, 255))
    expect(await storage.list()).toEqual(['a/part.bin', 'b.txt'])
    expect([...(await storage.read('a/part.bin'))]).toEqual([0, 255])
    await storage.remove(['a/part.bin', 'not there'])
    expect(await storage.list()).toEqual(['b.txt'])
    await storage.remove(['b.txt'])
    expect(await storage.list()).toEqual([])
  })

  test('a file is claimed once', async () => {
    const storage = await openStorage(place())
    const claims = await Promise.all(['one', 'two'].map((content) => storage.claim('mark', content)))
    expect(claims.toSorted()).toEqual([false, true])
    expect(Buffer.from(await storage.read('mark')).toString()).toBe(claims[0] ? 'one' : 'two')
    await storage.remove(['mark'])
  })

  test('what cannot be read is told in our words', async () => {
    const storage = await openStorage(place())
    await expect(storage.read('nothing')).rejects.toMatchObject({
      code: 'output',
      message: expect.stringMatching(/cannot be reached from here$/),
    })
  })
})

test('removing leaves what is beside the folder, and folders with something in them', async () => {
  mkdirSync(join(dir, 'own'))
  writeFileSync(join(dir, 'own', 'kept'), '')
  const storage = await openStorage(`file://${dir}/own/inner`)
  await storage.write('x', '')
  await storage.remove(['x'])
  expect([existsSync(join(dir, 'own', 'inner')), existsSync(join(dir, 'own', 'kept'))]).toEqual([false, true])
})

test.each(['hdfs://host/folder', 's3a://bucket', 's3a://bucket/', 'gs://bucket/folder'])(
  'a place that nothing can be written to from here is refused: %s',
  async (place) => {
    await expect(openStorage(place)).rejects.toMatchObject({ code: 'usage' })
  },
)

test('places of storages are told from logs and folders', () => {
  expect(['s3a://b/c', 'file:///x', 'hdfs://h/x'].map(isInStorage)).toEqual([true, true, true])
  expect(['s3://b/c', 'https://h/x', './x', '/x', 'sqlite:x'].map(isInStorage)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
  expect(folderOf('file:/a/b%20c/')).toBe('/a/b c')
})

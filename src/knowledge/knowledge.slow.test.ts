import { expect, test } from 'vitest'
import { madeUpPaths, word, writeDump } from '../../test/support/odp.js'
import { scratch } from '../../test/support/scratch.js'
import { openKnowledge } from './knowledge.js'

const { next } = scratch()

test('a directory of 100,000 categories is read as a stream, and then opened from its index', async () => {
  const folder = next('dump')
  await writeDump(folder, 100_000, true)
  const read = await openKnowledge(`odp:${folder}`)
  const again = await openKnowledge(`odp:${folder}`)
  expect([read.size, again.size]).toEqual([100_000, 100_000])
  for (const [i, path] of madeUpPaths(100_000).entries()) {
    if (i % 1013 !== 0) continue
    const [category] = again.lookup(word(i + 1))
    const titles = again.ancestors(category!).map((c) => again.title(c))
    expect(titles).toEqual(path.split('/').slice(1).reverse())
    expect(read.lookup(word(i + 1))).toEqual(again.lookup(word(i + 1)))
  }
})

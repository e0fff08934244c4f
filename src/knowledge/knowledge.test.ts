import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { madeUpPaths, word, writeDump } from '../../test/support/odp.js'
import { scratch } from '../../test/support/scratch.js'
import { type Knowledge, openKnowledge } from './knowledge.js'

const { next } = scratch()

/** Titles from a category up. */
const above = (knowledge: Knowledge, phrase: string) =>
  knowledge.ancestors(knowledge.lookup(phrase)[0]!).map((c) => knowledge.title(c))

function table(text: string): Promise<Knowledge> {
  const path = next('categories.tsv')
  writeFileSync(path, text)
  return openKnowledge(`table:${path}`)
}

describe('WordNet', () => {
  test('nouns lead up to a unique beginner', async () => {
    const wordnet = await openKnowledge('wordnet')
    expect(wordnet).toMatchObject({ name: 'wordnet', version: '3.1', size: 82_192 })
    expect(above(wordnet, 'golf')).toEqual([
      'golf',
      'outdoor game',
      'athletic game',
      'sport',
      'diversion',
      'activity',
      'act',
    ])
    expect(above(wordnet, 'flu').at(-1)).toBe('state')
    expect(above(wordnet, 'paris').slice(0, 2)).toEqual(['Paris', 'national capital']) // an instance
  })

  test('plurals, stop words and several words are found; what is no noun is not', async () => {
    const wordnet = await openKnowledge('wordnet')
    expect(above(wordnet, 'this water sports')[0]).toBe('water sport')
    expect(above(wordnet, 'Cars')).toEqual(above(wordnet, 'car'))
    expect(above(wordnet, 'dog')[0]).toBe('dog')
    for (const unknown of ['quxwort', '', '???', 'exciting water sports']) expect(wordnet.lookup(unknown)).toEqual([])
  })

  test('every chain ends, and parents come before children', async () => {
    const wordnet = await openKnowledge('wordnet')
    let deepest = 0
    for (let c = 0; c < wordnet.size; c++) {
      const chain = wordnet.ancestors(c)
      deepest = Math.max(deepest, chain.length)
      if (chain.some((above, i) => i > 0 && above >= chain[i - 1]!)) expect.unreachable()
    }
    expect(deepest).toBeGreaterThan(8)
    expect(deepest).toBeLessThan(20)
  })
})

describe('tables', () => {
  test('[Erola13] Example 2: paths with titles that lead there', async () => {
    const knowledge = await table(
      'Top/Sports/Water_Sports/Swimming_and_Diving\tscuba\nTop/Regional/Europe/Regions/Mediterranean\t17\n',
    )
    expect(above(knowledge, 'diving')).toEqual(['Swimming and Diving', 'Water Sports', 'Sports'])
    expect(above(knowledge, 'the mediterranean')).toEqual(['Mediterranean', 'Regions', 'Europe', 'Regional'])
    expect(above(knowledge, 'scuba')[0]).toBe('Swimming and Diving')
    expect(knowledge.lookup('17')).toEqual([])
    expect(knowledge).toMatchObject({ size: 7, name: 'table' })
  })

  test.each([
    ['id and path', 'id\tpath\n7\tAnimals > Pet Supplies > Bird Food\n'],
    [
      'tiers',
      'Relational\t\nUnique ID\tName\tTier 1\tTier 2\tTier 3\n1\tBird Food\tAnimals\tPet Supplies\tBird Food\n',
    ],
    ['Markdown', '| ID | Topic |\n| --- | --- |\n| 1 | /Animals/Pet Supplies/Bird Food |\n'],
    ['a header', 'path\ttitle\nAnimals/Pet_Supplies/Bird_Food\tseeds\n'],
  ])('in other shapes: %s', async (_, text) => {
    expect(above(await table(text), 'bird foods')).toEqual(['Bird Food', 'Pet Supplies', 'Animals'])
  })

  test('gzipped; of two categories of one name the more general comes first; a version is its content', async () => {
    const path = next('some.tsv.gz')
    writeFileSync(path, gzipSync('A/B/Music\nMusic\n'))
    const knowledge = await openKnowledge(`table:${path}`)
    expect(knowledge.lookup('music').map((c) => knowledge.ancestors(c).length)).toEqual([1, 3])
    expect((await table('A\n')).version).not.toBe((await table('B\n')).version)
  })
})

describe('the Open Directory', () => {
  test.each([false, true])('is read from its dumps once, then from the index (gzip: %s)', async (gzip) => {
    const folder = next('dump')
    await writeDump(folder, 2000, gzip)
    const read = await openKnowledge(`odp:${folder}`)
    expect(existsSync(join(folder, 'lethe-categories.index'))).toBe(true)
    const again = await openKnowledge(`odp:${folder}`)
    for (const knowledge of [read, again]) {
      expect(knowledge).toMatchObject({ name: 'odp', version: '2014-02-23', size: 2000 })
      for (const [i, path] of madeUpPaths(2000).entries())
        if (i % 97 === 0) expect(above(knowledge, word(i + 1))).toEqual(path.split('/').slice(1).reverse())
      const page = knowledge.lookup(`${word(44)} & ${word(45)}'s house`)
      expect(page.map((c) => knowledge.title(c))).toEqual([word(43)])
    }
  })

  test('an index of other dumps, or a broken one, is made again', async () => {
    const folder = next('dump')
    await writeDump(folder, 50)
    await openKnowledge(`odp:${folder}`)
    await writeDump(folder, 60)
    utimesSync(join(folder, 'structure.rdf.u8'), 1, 1)
    expect((await openKnowledge(`odp:${folder}`)).size).toBe(60)
    writeFileSync(join(folder, 'lethe-categories.index'), 'not an index')
    expect((await openKnowledge(`odp:${folder}`)).size).toBe(60)
  })
})

test('what is not there is said in one line', async () => {
  await expect(openKnowledge('yago')).rejects.toMatchObject({ code: 'usage' })
  await expect(openKnowledge('table:/nowhere/at/all.tsv')).rejects.toMatchObject({ code: 'input' })
  const empty = next('empty')
  mkdirSync(empty)
  await expect(openKnowledge(`odp:${empty}`)).rejects.toMatchObject({ code: 'input' })
  await expect(table('\n')).rejects.toMatchObject({ code: 'input' })
})

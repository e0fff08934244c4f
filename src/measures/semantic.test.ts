import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { scratch } from '../../test/support/scratch.js'
import { type Cells, makeTables, manifestWith, take } from '../../test/support/subject.js'
import clusters from './clusters/index.js'
import informationLoss from './information-loss/index.js'
import semanticRemain from './semantic-remain/index.js'

const { next } = scratch()
const path = next('tree.tsv')
writeFileSync(path, 'animal/cat\nanimal/dog\nplant/oak\nplant/rose\n')
const knowledge = `table:${path}`
const at = '2024-05-01 10:00:00'

async function released(asked: Cells, shown: Cells, truth: Cells) {
  const on = await makeTables()
  const rows = await on.rows(['pseudonym', 'query', 'day', 'host'], shown)
  const manifest = manifestWith({ kind: 'none' }, { shows: { link: 'user', time: 'day', rank: false } })
  const original = await on.log(asked)
  const subject = {
    original,
    released: { manifest, rows, side: {} },
    truth: await on.rows(['person', 'pseudonym'], truth),
  }
  return { on, subject }
}
const both: Cells = [
  ['al', 'p1'],
  ['bo', 'p2'],
]

describe('semantic-remain, by hand', () => {
  test('[Erola13] §5.4.4.1: what is left of the categories of each person, by level', async () => {
    const { on, subject } = await released(
      [
        ['al', 'cat', at],
        ['al', 'dog', at],
        ['al', 'oak', at],
        ['bo', 'rose', at],
      ],
      [
        ['p1', 'dog', '2024-05-01'],
        ['p1', 'dog', '2024-05-01'],
      ],
      [['al', 'p1']],
    )
    // al: animal 2 of 3 on level 1, dog 1 of 3 on level 2; bo: nothing is shown
    expect(await take(semanticRemain, subject, on, { knowledge, levels: 3 })).toEqual({
      levels: [expect.closeTo(2 / 3 / 2, 5), expect.closeTo(1 / 3 / 2, 5), 0],
      users: [2, 2, 0],
    })
  })
})

describe('information-loss', () => {
  const asked: Cells = [
    ['a1', 'cat', at],
    ['a2', 'dog', at],
    ['b1', 'oak', at],
    ['b2', 'rose', at],
  ]
  const truth: Cells = asked.map(([person]) => [person as string, `p-${person}`])

  test('0 if the same persons are alike, however they are called', async () => {
    const shown = [
      ['p-a1', 'dog'],
      ['p-a2', 'dog'],
      ['p-b1', 'oak'],
      ['p-b2', 'oak'],
    ]
    const { on, subject } = await released(asked, shown, truth)
    expect(await take(informationLoss, subject, on, { knowledge })).toEqual({ mean: 0, clusters: 2, users: 4 })
  })

  test('100 if the partitions have nothing to do with each other', async () => {
    const shown = [
      ['p-a1', 'dog'],
      ['p-a2', 'oak'],
      ['p-b1', 'dog'],
      ['p-b2', 'oak'],
    ]
    const { on, subject } = await released(asked, shown, truth)
    expect(await take(informationLoss, subject, on, { knowledge, clusters: 2 })).toMatchObject({ mean: 100 })
  })
})

describe('clusters', () => {
  const asked: Cells = [
    ['al', 'weather', at],
    ['bo', 'weather', at],
    ['cy', 'completely different words here', '2024-05-09 10:00:00', 'http://far.example'],
    ['di', 'completely different words there', '2024-05-09 11:00:00', 'http://far.example'],
  ]
  test('1 if nothing changed, lower if others stand together', async () => {
    const truth: Cells = asked.map(([person]) => [person as string, `p-${person}`])
    const day = (i: number) => (asked[i] as readonly string[])[2]?.slice(0, 10) ?? null
    const same: Cells = asked.map(([person, query], i) => [
      `p-${person}`,
      query ?? null,
      day(i),
      i > 1 ? 'far.example' : null,
    ])
    const { on, subject } = await released(asked, same, truth)
    expect(await take(clusters, subject, on, { clusters: 2 })).toEqual({ jaccard: 1, rand: 1, clusters: 2, users: 4 })
    const swapped: Cells = asked.map(([person], i) => [
      `p-${person}`,
      asked[(i * 2) % 3]?.[1] ?? null,
      day((i * 2) % 3),
      (i * 2) % 3 > 1 ? 'far.example' : null,
    ])
    const other = await released(asked, swapped, truth)
    const found = (await take(clusters, other.subject, other.on, { clusters: 2 })) as { jaccard: number; rand: number }
    expect(found.jaccard).toBeLessThan(1)
    expect(found.rand).toBeLessThan(1)
  })

  test('persons of whom nothing is shown are left out', async () => {
    const { on, subject } = await released(asked, [['p1', 'weather', '2024-05-01']], both)
    expect(await take(clusters, subject, on, {})).toMatchObject({ users: 1 })
  })
})

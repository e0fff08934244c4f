import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scratch } from '../../../test/support/scratch.js'
import { byPhrases } from '../../knowledge/classify.js'
import { openKnowledge } from '../../knowledge/knowledge.js'
import { numbers } from '../space.js'
import { semanticData } from './data.js'
import { semanticSpace } from './space.js'
import { categoryDistance, type Tree, treeBuilder } from './tree.js'

const { next } = scratch()
const path = next('categories.tsv')
writeFileSync(
  path,
  'Sports/Water Sports/Swimming and Diving\nSports/Water Sports/Windsurfing\nRegional/Europe/Regions/Mediterranean\n',
)
const knowledge = await openKnowledge(`table:${path}`)
const classify = byPhrases(knowledge)
const builder = treeBuilder(knowledge)
const nodes = (query: string) => classify(query).map((category) => builder.of(category))

describe('[Erola13] §5.5.1', () => {
  test('Example 2: categories with their repetitions, and all that they are a kind of', () => {
    const titles = ['diving in the mediterranean', 'windsurfing in the mediterranean'].flatMap((query) =>
      classify(query).map((category) => knowledge.title(category)),
    )
    expect(titles).toEqual(['Swimming and Diving', 'Mediterranean', 'Windsurfing', 'Mediterranean'])
    expect(knowledge.ancestors(classify('diving')[0]!).map((c) => knowledge.title(c))).toEqual([
      'Swimming and Diving',
      'Water Sports',
      'Sports',
    ])
  })

  test('Example 3: Swimming and Diving is at 0.5 from Windsurfing', () => {
    const [[diving], [windsurfing], [sea]] = [nodes('diving'), nodes('windsurfing'), nodes('mediterranean')]
    const tree = builder.build()
    expect(categoryDistance(tree, diving!, windsurfing!)).toBe(0.5)
    expect(categoryDistance(tree, diving!, diving!)).toBe(0)
    expect(categoryDistance(tree, diving!, sea!)).toBe(1)
  })

  test('Example 4: the users are at 1/5', () => {
    const queries = ['diving', 'mediterranean', 'windsurfing'].map(nodes)
    const users = { size: 2, offsets: Uint32Array.of(0, 2, 5), query: Uint32Array.of(0, 1, 2, 1, 1) }
    const data = semanticData(builder.build(), users, (query) => queries[query]!)
    expect(semanticSpace(data).distance(0, 1)).toBeCloseTo(1 / 5, 12)
  })
})

test('the distance equals its definition on trees of any shape', () => {
  const tree = fc.array(fc.nat(), { minLength: 1, maxLength: 25 }).map((draws): Tree => {
    const parent = Int32Array.from(draws, (draw, i) => (i === 0 ? -1 : (draw % (i + 1)) - 1))
    const depth = new Uint32Array(parent.length)
    for (const [i, above] of parent.entries()) depth[i] = above < 0 ? 1 : depth[above]! + 1
    return { parent, depth }
  })
  const user = fc.array(fc.nat(), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(tree, user, user, (shape, one, other) => {
      const query = Uint32Array.from([...one, ...other], (draw) => draw % shape.parent.length)
      const offsets = Uint32Array.of(0, one.length, query.length)
      const data = semanticData(shape, { size: 2, offsets, query }, (q) => [q])
      const [left, right] = [[...query.subarray(0, one.length)], [...query.subarray(one.length)]]
      // each repetition stands for itself
      const half = (from: number[], to: number[]) =>
        from.reduce((sum, c) => sum + Math.min(...to.map((d) => categoryDistance(shape, c, d))), 0)
      const expected = (half(left, right) + half(right, left)) / query.length
      expect(semanticSpace(data).distance(0, 1)).toBeCloseTo(expected, 12)
    }),
  )
})

test('many users at once are as far apart as any two of them by themselves', () => {
  const draws = fc.array(fc.nat(), { minLength: 1, maxLength: 40 })
  const users = fc.array(fc.array(fc.nat(), { maxLength: 8 }), { minLength: 20, maxLength: 40 })
  fc.assert(
    fc.property(draws, users, fc.nat({ max: 19 }), (shape, histories, cut) => {
      const parent = Int32Array.from(shape, (draw, i) => (draw % 3 === 0 ? -1 : (draw % (i + 1)) - 1))
      const depth = new Uint32Array(parent.length)
      for (const [i, above] of parent.entries()) depth[i] = above < 0 ? 1 : depth[above]! + 1
      const offsets = new Uint32Array(histories.length + 1)
      for (const [u, history] of histories.entries()) offsets[u + 1] = offsets[u]! + history.length
      const query = Uint32Array.from(histories.flat(), (draw) => draw % parent.length)
      const space = semanticSpace(
        semanticData({ parent, depth }, { size: histories.length, offsets, query }, (q) => [q]),
      )
      const [all, some] = [numbers(0, histories.length), numbers(cut, histories.length)]
      for (const columns of [some, all, some]) {
        const out = new Float32Array(all.length * columns.length)
        space.block(all, columns, out)
        const apart = [...out].map((distance, i) => {
          const [u, v] = [all[Math.floor(i / columns.length)]!, columns[i % columns.length]!]
          return Math.abs(distance - space.distance(u, v))
        })
        expect(Math.max(...apart)).toBeLessThan(1e-6)
      }
    }),
    { numRuns: 50 },
  )
})

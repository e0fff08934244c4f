import { expect, test } from 'vitest'
import { makeTables } from '../../../test/support/subject.js'
import { pairs } from './pairs.js'

const at = '2024-05-01 08:00:00'
/** "red shoes" is one person's, "blue hat" two have, in one query or in two. */
const LOG = [
  ['ann', 'red shoes', at],
  ['bob', 'blue hat', at],
  ['cas', 'blue', at],
  ['cas', 'big hat', at],
  ['dee', 'shoes', at],
  ['eve', null, at],
]

test('a guess is a pair of terms that one person has in the whole history, or that nobody has', async () => {
  const on = await makeTables()
  const { asked, unasked } = await pairs(await on.log(LOG), on.context).guesses(20)
  expect([...asked].sort()).toEqual(['big hat', 'red shoes'])
  // Terms of different queries: whatever nobody has both of.
  expect(unasked.length).toBeGreaterThan(0)
  const owned = new Map<string, Set<string>>()
  for (const [person, query] of LOG)
    for (const term of query?.split(' ') ?? []) owned.set(person!, (owned.get(person!) ?? new Set()).add(term))
  for (const pair of unasked) {
    const [a, b] = pair.split(' ')
    expect([...owned.values()].some((terms) => terms.has(a!) && terms.has(b!))).toBe(false)
  }
})

test('a pair is seen where one history of the release has both terms, in any of its queries', async () => {
  const on = await makeTables()
  const way = pairs(await on.log(LOG), on.context)
  const cells = [
    ['p1', 'red'],
    ['p1', 'old shoes'],
    ['p2', 'blue'],
    ['p3', 'hat'],
    ['p3', null],
  ]
  const rows = await on.rows(['pseudonym', 'query'], cells)
  const seen = { manifest: undefined, rows, side: {} }
  expect([...(await way.shown(['red shoes', 'blue hat'], seen))]).toEqual(['red shoes'])
  const alone = { ...seen, rows: { ...rows, columns: ['query'] } }
  expect([...(await way.shown(['red shoes', 'old shoes'], alone))]).toEqual(['old shoes'])
})

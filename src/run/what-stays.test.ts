import { expect, test } from 'vitest'
import { planFrom } from '../plans/plan.js'
import { whatStays } from './what-stays.js'

/** Of 100 distinct queries 90 were asked by one person, 8 by four, 2 by fifty. */
const uniqueness = [
  { users: 1, queries: 90, rows: 100 },
  { users: 4, queries: 8, rows: 40 },
  { users: 50, queries: 2, rows: 60 },
]
const by = (...steps: readonly object[]) => whatStays(planFrom({ steps }, 'the plan'), { uniqueness })

test('a threshold keeps the queries of so many persons, exactly', async () => {
  const stays = await by({ method: 'rare-queries', k: 5 })
  expect(stays).toMatchObject({ param: 'k', exact: true, atMost: true })
  const at = new Map(stays!.at.map(({ value, ...rest }) => [value, rest]))
  expect(at.get(2)).toEqual({ persons: 2, rows: 0.5, queries: 0.1 })
  expect(at.get(5)).toEqual({ persons: 5, rows: 0.3, queries: 0.02 })
  expect(stays!.at.at(-1)).toMatchObject({ rows: 0 })
  expect(stays!.at.filter(({ rows }) => rows === 0)).toHaveLength(1)
})

test('secret shares open by the same number; other steps in front make it no more than that', async () => {
  expect(await by({ method: 'secret-shares', t: 4 })).toMatchObject({ param: 't', exact: true })
  expect(await by({ method: 'scrub' }, { method: 'rare-queries', k: 5 })).toMatchObject({ exact: false, atMost: false })
})

test('noise asks for fewer persons the larger epsilon is', async () => {
  const stays = await by({ method: 'gaussian-threshold', epsilon: 1, delta: 1e-5 })
  expect(stays).toMatchObject({ param: 'epsilon', exact: false })
  const persons = stays!.at.map((one) => one.persons)
  expect(persons).toEqual(persons.toSorted((a, b) => b - a))
})

test('where queries do not stand or fall by persons, counts do not tell', async () => {
  expect(await by({ method: 'km-deletion', k: 5 })).toBeNull()
  expect(await by({ method: 'scrub' })).toBeNull()
  expect(await by({ method: 'gaussian-threshold', epsilon: 1, delta: 1e-5, items: 'keywords' })).toBeNull()
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/support/runs.js'
import {
  before,
  context,
  expected,
  logs,
  makeLog,
  persons,
  queryOf,
  type Row,
  rowsOf,
} from '../../../test/support/small-logs.js'
import allowlist from './index.js'

describe('allowlist shows what plain counting shows', () => {
  const WORDS = ['red car', 'car', 'red', 'red car sea', 'sea', 'car-red', '?!', 'car sea']
  const runsIn = (query: string, n: number) => {
    const words = query.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
    const runs = new Set<string>()
    for (let size = 1; size <= n; size++)
      for (let i = 0; i + size <= words.length; i++) runs.add(words.slice(i, i + size).join(' '))
    return { words, runs }
  }
  const uses = (rows: readonly Row[], run: string, n: number) =>
    persons(rows, (other) => other.raw !== null && runsIn(queryOf(other) as string, n).runs.has(run))

  test('a query stays if each run of its words has k persons', async () => {
    await fc.assert(
      fc.asyncProperty(
        logs(WORDS),
        fc.integer({ min: 2, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.option(before, { nil: undefined }),
        async (rows, k, n, maxTerms, earlier) => {
          const allowed = (run: string) => {
            const users = uses(rows, run, n)
            if (users.size < k || !earlier) return users.size >= k
            if (earlier.shown.some(({ query }) => query !== null && runsIn(query, n).runs.has(run))) return true
            const had = uses(earlier.asked, run, n)
            return [...users].filter((person) => !had.has(person)).length >= k
          }
          const textOf = (one: Row) => {
            const query = queryOf(one)
            if (query === null) return undefined
            const { words, runs } = runsIn(query, n)
            return words.length > 0 && words.length <= maxTerms && [...runs].every(allowed) ? query : undefined
          }
          const { log: made } = await allowlist.run(
            await makeLog(rows, false),
            { k, n, maxTerms },
            await context(earlier),
          )
          const rule = { k, hostK: k, within: false }
          expect(await rowsOf(made!)).toEqual(expected(rows, textOf, rule, { before: earlier }))
        },
      ),
      runs(60),
    )
  })
})

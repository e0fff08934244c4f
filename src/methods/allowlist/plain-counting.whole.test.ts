import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phrasesOf } from '../../../test/support/phrases.js'
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

const QUERIES = { items: 'queries', phraseWords: undefined }

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
            { k, n, maxTerms, ...QUERIES },
            await context(earlier),
          )
          const rule = { k, hostK: k, within: false }
          expect(await rowsOf(made!)).toEqual(expected(rows, textOf, rule, { before: earlier }))
        },
      ),
      runs(60),
    )
  })

  test('a phrase is shown if k persons used it, and since an earlier release if it was or k others did', async () => {
    const used = (rows: readonly Row[], phrase: string, words: number) =>
      persons(rows, (other) => other.raw !== null && phrasesOf(queryOf(other) as string, words).has(phrase))
    await fc.assert(
      fc.asyncProperty(
        logs(WORDS),
        fc.integer({ min: 2, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.option(before, { nil: undefined }),
        async (rows, k, words, earlier) => {
          const shown = (phrase: string) =>
            earlier?.shown.some(({ query }) => query !== null && phrasesOf(query, words).has(phrase))
          const wanted = [...new Set(rows.flatMap((row) => [...phrasesOf(queryOf(row) ?? '', words)]))]
            .map((phrase) => ({ phrase, users: used(rows, phrase, words) }))
            .filter(({ phrase, users }) => {
              if (users.size < k || !earlier || shown(phrase)) return users.size >= k
              const had = used(earlier.asked, phrase, words)
              return [...users].filter((person) => !had.has(person)).length >= k
            })
            .map(({ phrase, users }) => ({ item: phrase, count: users.size }))
          const on = await context(earlier)
          const params = { k, n: 1, maxTerms: 10, items: 'phrases', phraseWords: words }
          const { log, tables } = await allowlist.run(await makeLog(rows, false), params, on)
          expect(log).toBeUndefined()
          const made = await on.engine.all<{ item: string; count: number }>(`SELECT * FROM ${tables?.[0]?.table}`)
          const byItem = (a: { item: string }, b: { item: string }) => (a.item < b.item ? -1 : 1)
          expect([...made].sort(byItem)).toEqual(wanted.sort(byItem))
        },
      ),
      runs(60),
    )
  })
})

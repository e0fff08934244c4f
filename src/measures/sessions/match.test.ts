import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchSessions, type ReleasedRow } from './match.js'

const DAY = Date.UTC(2024, 4, 1) * 1000

/** Minutes of a person's day with what was asked, cut at pauses of more than an hour. */
const history = fc
  .array(fc.tuple(fc.nat(1300), fc.constantFrom('a', 'b', 'c')), { minLength: 1, maxLength: 25 })
  .map((asked) => [...asked].sort(([a], [b]) => a - b))
const names = fc.shuffledSubarray(
  Array.from({ length: 30 }, (_, i) => `p${i}`),
  { minLength: 30, maxLength: 30 },
)

function cut(asked: readonly (readonly [number, string])[], named: readonly string[]) {
  let [session, last] = [-1, Number.NEGATIVE_INFINITY]
  let begun = 0
  return asked.map(([minute, query], id) => {
    if (minute - last > 60) {
      session++
      begun = minute
    }
    last = minute
    const released = { pseudonym: named[session]!, seconds: (minute - begun) * 60, day: '2024-05-01', query }
    return { id, time: DAY + minute * 6e7, query, released }
  })
}

test('sessions between pauses find their places, or those of sessions equal to them', () => {
  fc.assert(
    fc.property(history, names, (asked, named) => {
      const rows = cut(asked, named)
      const found = matchSessions(
        rows,
        rows.map(({ released }) => released),
      )
      const content = (pseudonym: string) =>
        rows
          .filter(({ released }) => released.pseudonym === pseudonym)
          .map(({ released }) => `${released.seconds} ${released.query}`)
          .sort()
          .join('|')
      const partners = new Map<string, string>()
      for (const { id, released } of rows) {
        const given = found.get(id)!
        expect(content(given)).toBe(content(released.pseudonym))
        expect(partners.get(released.pseudonym) ?? given).toBe(given) // a session goes to one place
        partners.set(released.pseudonym, given)
      }
    }),
  )
})

test('a session that looks like the beginning of another does not take its place', () => {
  const row = (pseudonym: string, seconds: number, query: string): ReleasedRow => ({
    pseudonym,
    seconds,
    day: '2024-05-01',
    query,
  })
  const original = [
    { id: 1, time: DAY + 36e9, query: 'a' },
    { id: 2, time: DAY + 36.3e9, query: 'b' },
    { id: 3, time: DAY + 50e9, query: 'a' },
  ]
  const released = [row('alone', 0, 'a'), row('two', 0, 'a'), row('two', 300, 'b')]
  expect([...matchSessions(original, released)].sort()).toEqual([
    [1, 'two'],
    [2, 'two'],
    [3, 'alone'],
  ])
})

import fc from 'fast-check'
import { distance as levenshtein } from 'fastest-levenshtein'
import { describe, expect, test } from 'vitest'
import { type ColumnarLog, NONE } from '../../log/columnar.js'
import type { Person } from '../../log/log.js'
import { historiesOf, personsPerQuery } from '../histories.js'
import { spelling, syntacticData } from './data.js'
import { commonHost } from './hosts.js'
import { plainSyntactic } from './plain.js'
import { syntacticSpace } from './space.js'

interface Asked {
  readonly query: string
  readonly time: number
  readonly rank?: number
  readonly host?: string
}

/** A log in memory. */
function columnar(users: readonly (readonly Asked[])[]): ColumnarLog {
  const rows = users.flat()
  const queries = [...new Set(rows.map(({ query }) => query))].sort()
  const urls = [...new Set(rows.flatMap(({ host }) => host ?? []))].sort()
  const offsets = new Uint32Array(users.length + 1)
  for (const [u, history] of users.entries()) offsets[u + 1] = offsets[u]! + history.length
  return {
    rows: rows.length,
    users: users.map((_, u) => `user ${u}` as Person),
    queries,
    urls,
    offsets,
    query: Uint32Array.from(rows, ({ query }) => queries.indexOf(query)),
    url: Uint32Array.from(rows, ({ host }) => (host === undefined ? NONE : urls.indexOf(host))),
    time: Float64Array.from(rows, ({ time }) => time),
    rank: Int32Array.from(rows, ({ rank = 0 }) => rank),
  }
}

describe('[Erola13] §5.3.1.2, by hand', () => {
  test('hosts are compared from the right, and their weights add up to 1', () => {
    const hosts = [
      'www.example.com',
      'mail.example.com',
      'www.example.org',
      'com',
      'WWW.Example.com',
      undefined,
      undefined,
    ]
    const log = historiesOf(columnar(hosts.map((host, time) => [{ query: 'q', time, ...(host ? { host } : {}) }])))
    const space = syntacticSpace({ ...syntacticData(log), time: new Float64Array(hosts.length) })
    const distance = (x: number, y: number) => 12 * space.distance(x, y) // nothing else differs
    expect(distance(0, 1)).toBeCloseTo(1 / 7, 12) // only the third label differs: 1 of 4 + 2 + 1
    expect(distance(0, 2)).toBeCloseTo(4 / 7, 12) // the right-most
    expect(distance(0, 3)).toBeCloseTo(3 / 7, 12) // example and www are not there
    expect(distance(0, 4)).toBe(0)
    expect(distance(0, 5)).toBe(1)
    expect(distance(5, 6)).toBe(0)
    expect(distance(1, 2)).toBeCloseTo(5 / 7, 12)
  })

  test('the common right part', () => {
    expect(commonHost(['www.example.com', 'mail.example.com'])).toBe('example.com')
    expect(commonHost(['www.example.com', 'www.example.org'])).toBeUndefined()
    expect(commonHost(['a.b'])).toBe('a.b')
  })

  test('two users', () => {
    // Times run from 0 to 100, ranks from 1 to 5, terms from 1 to 3, queries per user from 1 to 2.
    const users = [
      [
        { query: 'water sport', time: 0, rank: 1, host: 'www.example.com' },
        { query: 'cat', time: 50 },
      ],
      [{ query: 'water sports now', time: 100, rank: 5, host: 'mail.example.com' }],
    ]
    // 'water sport' and 'water sports now': words 0, sport-sports 1/6; back: 0, 1/6, now-sport 1 - 2/... of the longer
    const now = Math.min(levenshtein('now', 'water') / 5, levenshtein('now', 'sport') / 5)
    const phi = (Math.abs(0.5 - 1) + 2 * now) / 3
    const first = (1 + 1 + 1 / 7 + 3 * phi) / 6
    const cat = Math.max(...[levenshtein('cat', 'water') / 5, levenshtein('cat', 'sports') / 6, 1])
    const second = (0.5 + 1 + 1 + (3 * (1 + 2 * cat)) / 3) / 6
    const histories = historiesOf(columnar(users))
    const expected = (1 + Math.max(first, second)) / 2
    expect(plainSyntactic(histories)(0, 1)).toBeCloseTo(expected, 12)
    expect(syntacticSpace(syntacticData(histories)).distance(0, 1)).toBeCloseTo(expected, 12)
  })

  test('a query without words is at 1 from every other', () => {
    const histories = historiesOf(columnar([[{ query: '???', time: 0 }], [{ query: 'cat', time: 0 }]]))
    expect(syntacticSpace(syntacticData(histories)).distance(0, 1)).toBeCloseTo((3 * 1) / 6 / 2, 12)
  })
})

const asked = fc.record(
  {
    query: fc
      .array(fc.constantFrom('cat', 'cats', 'dog', 'doge', 'a', 'verylongwordindeed', '??'), { maxLength: 4 })
      .map((words) => words.join(' ')),
    time: fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constant(Number.NaN)),
    rank: fc.integer({ min: 1, max: 9 }),
    host: fc.constantFrom('a.com', 'www.a.com', 'b.com', 'b.a.com', 'x.org', 'com'),
  },
  { requiredKeys: ['query', 'time'] },
)
const histories = fc.array(fc.array(asked, { minLength: 1, maxLength: 12 }), { minLength: 2, maxLength: 5 })

test('the fast distance equals the definition', () => {
  fc.assert(
    fc.property(histories, (users) => {
      const log = historiesOf(columnar(users))
      const [plain, space] = [plainSyntactic(log), syntacticSpace(syntacticData(log))]
      for (let u = 0; u < log.size; u++)
        for (let v = 0; v < log.size; v++) expect(space.distance(u, v)).toBeCloseTo(plain(u, v), 10)
    }),
  )
})

test('a distance is the same to the last bit, whatever was asked before and from whichever side', () => {
  fc.assert(
    fc.property(histories, (users) => {
      const data = syntacticData(historiesOf(columnar(users)))
      const [used, size] = [syntacticSpace(data), data.offsets.length - 1]
      for (let round = 0; round < 2; round++)
        for (let u = 0; u < size; u++)
          for (let v = 0; v < size; v++) expect(used.distance(u, v)).toBe(syntacticSpace(data).distance(v, u))
    }),
    { numRuns: 30 },
  )
})

test('edit distances of any words', () => {
  const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789éß漢')
  const word = fc.oneof(
    fc.string({ unit: letters, minLength: 1, maxLength: 40 }),
    fc.string({ unit: fc.constantFrom('a', 'b', 'q', '1'), minLength: 1, maxLength: 200 }),
  )
  fc.assert(
    fc.property(word, word, (a, b) => {
      const users = [a, b].map((query) => [{ query, time: 0 }])
      const space = syntacticSpace(syntacticData(historiesOf(columnar(users))))
      expect(6 * space.distance(0, 1)).toBeCloseTo(levenshtein(a, b) / Math.max(a.length, b.length), 10)
      expect(space.distance(1, 0)).toBe(space.distance(0, 1)) // what was found before
    }),
  )
})

test('with a limit the distance is exact below it, and no less than it else', () => {
  fc.assert(
    fc.property(histories, fc.double({ min: 0, max: 1, noNaN: true }), (users, limit) => {
      const space = syntacticSpace(syntacticData(historiesOf(columnar(users))))
      for (let u = 0; u < space.size; u++) {
        for (let v = 0; v < u; v++) {
          const [exact, found] = [space.distance(u, v), space.distance(u, v, limit)]
          if (exact < limit - 1e-9) expect(found).toBe(exact)
          else expect(found).toBeGreaterThanOrEqual(Math.min(limit, exact) - 1e-9)
        }
      }
    }),
  )
})

test('a space takes over what another has learnt, and more users', () => {
  fc.assert(
    fc.property(histories, (users) => {
      const log = historiesOf(columnar(users))
      const some = { ...log, size: log.size - 1, offsets: log.offsets.slice(0, -1) }
      const [spelt, end] = [spelling(log), some.offsets.at(-1)!]
      const few = { ...some, query: log.query.slice(0, end), host: log.host.slice(0, end) }
      const before = syntacticSpace(
        syntacticData({ ...few, time: log.time.slice(0, end), rank: log.rank.slice(0, end) }, spelt),
      )
      if (before.size > 1) before.distance(0, 1)
      const [plain, space] = [plainSyntactic(log), syntacticSpace(syntacticData(log, spelt), before.learnt)]
      for (let u = 0; u < log.size; u++)
        for (let v = 0; v < log.size; v++) expect(space.distance(u, v)).toBeCloseTo(plain(u, v), 10)
    }),
  )
})

test('users stand in an order of what they asked, not of what they are called', () => {
  const users = [
    [{ query: 'b', time: 2 }],
    [
      { query: 'a', time: 1 },
      { query: 'c', time: Number.NaN },
    ],
    [],
  ]
  const log = historiesOf(columnar(users))
  expect(log.persons).toEqual(['user 1', 'user 0'])
  expect([...log.offsets]).toEqual([0, 2, 3])
  expect([...log.query].map((q) => log.queries[q])).toEqual(['c', 'a', 'b'])
  expect([...personsPerQuery(log)]).toEqual([1, 1, 1])
})

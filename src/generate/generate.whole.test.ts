import { describe, expect, it } from 'vitest'
import { isQuery, normalise } from '../text/normalise.js'
import { timestamp } from './format.js'
import { generateRows, type History } from './generate.js'
import type { GenerateOptions } from './options.js'

const log = (options: Partial<GenerateOptions> = {}): History[] => [
  ...generateRows({ users: 200, seed: 1, ...options }),
]
const texts = (histories: readonly History[]) => histories.flatMap(({ rows }) => rows.map((row) => row.asked.text))

describe('generateRows', () => {
  it('gives the same log for the same arguments', () => {
    expect(log({ users: 50 })).toEqual(log({ users: 50 }))
  })

  it('makes a user the same whatever the number of users', () => {
    expect(log({ users: 60 }).slice(0, 20)).toEqual(log({ users: 20 }))
  })

  it('keeps rows of a person in time order, within the days asked for', () => {
    for (const { rows } of log({ days: 30, start: '2020-02-01' })) {
      const times = rows.map((row) => row.time)
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(timestamp(times[0]!) >= '2020-02-01').toBe(true)
      expect(timestamp(times.at(-1)!) < '2020-03-03').toBe(true)
    }
  })

  it('writes queries in normal form, without what would break a line', () => {
    for (const text of texts(log())) {
      expect(text).toBe(normalise(text))
      expect(isQuery(text)).toBe(true)
      expect(text).toMatch(/^[a-z0-9 .@/_-]+$/)
    }
  })

  it('shares head queries and hosts between seeds of one world, but no people', () => {
    const [a, b] = [log({ users: 800 }), log({ users: 800, seed: 2 })]
    const people = new Set(a.map(({ person }) => `${person.name} of ${person.home.name}`))
    expect(b.filter(({ person }) => people.has(`${person.name} of ${person.home.name}`)).length).toBeLessThan(3)
    const top = (histories: readonly History[]) => {
      const persons = new Map<string, number>()
      for (const { rows } of histories)
        for (const text of new Set(rows.map((row) => row.asked.text))) persons.set(text, (persons.get(text) ?? 0) + 1)
      return [...persons].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1)).slice(0, 20)
    }
    const common = new Set(top(a).map(([text]) => text))
    expect(top(b).filter(([text]) => common.has(text)).length).toBeGreaterThan(10)
    const clicks = (histories: readonly History[]) =>
      new Map(
        histories.flatMap(({ rows }) =>
          rows.filter((r) => r.rank > 0).map((r) => [`${r.asked.text}|${r.rank}`, r.host]),
        ),
      )
    const known = clicks(a)
    for (const [place, host] of clicks(b)) if (known.has(place)) expect(known.get(place)).toBe(host)
  })

  it('lets a world of another name share no small sites or shared queries beyond the well-known', () => {
    const own = new Set(texts(log({ world: { name: 'another' } })).filter((text) => text.includes(' ')))
    const kept = texts(log()).filter((text) => text.includes(' ') && own.has(text))
    expect(kept.length / own.size).toBeLessThan(0.1)
  })

  it('gives other weeks of the same people, who come back to what they asked before', () => {
    const [first, next] = [log(), log({ samePeople: 1 })]
    expect(next.map(({ person }) => person)).toEqual(first.map(({ person }) => person))
    expect(timestamp(next[0]?.rows[0]?.time as number) >= '2006-06-01').toBe(true)
    const again = next.filter(({ rows }, i) => {
      const before = new Set(first[i]?.rows.map((row) => row.asked.text))
      return rows.some((row) => row.asked.kind === 'refinding' && before.has(row.asked.text))
    })
    expect(again.length).toBeGreaterThan(40)
  })

  it('is a stream: the first of half a billion users comes at once', () => {
    const stream = generateRows({ users: 500_000_000, seed: 1 })
    expect(stream.next().value?.rows.length).toBeGreaterThan(0)
  })

  it('brings up new topics over the weeks', () => {
    const events = (start: string) =>
      new Set(
        log({ users: 400, days: 14, start, world: { events: 0.5 } })
          .flatMap(({ rows }) => rows)
          .filter((row) => row.asked.kind === 'event')
          .map((row) => row.asked.interest),
      )
    const [march, july] = [events('2006-03-01'), events('2006-07-01')]
    expect(march.size).toBeGreaterThan(10)
    expect([...july].filter((event) => march.has(event)).length).toBe(0)
  })

  it('has robots that search at a steady pace and never click', () => {
    const robots = log({ users: 30, days: 5, world: { robots: 1 } })
    expect(robots.every(({ person }) => person.robot)).toBe(true)
    expect(robots.flatMap(({ rows }) => rows).every((row) => row.rank === 0 && row.asked.kind === 'robot')).toBe(true)
  })

  it('makes every kind of query there is', () => {
    const kinds = new Set(log({ users: 1500 }).flatMap(({ rows }) => rows.map((row) => row.asked.kind)))
    for (const kind of [
      'navigational',
      'topical',
      'refinding',
      'reformulated',
      'misspelt',
      'local',
      'person',
      'vanity',
      'event',
      'identifying',
    ])
      expect(kinds).toContain(kind)
  })
})

describe('identifying queries', () => {
  const rows = log({ users: 400, world: { identifying: 0.5, misspell: 0.5 } }).flatMap(({ person, rows: all }) =>
    all.filter((row) => row.asked.by !== undefined).map((row) => ({ person, ...row.asked })),
  )
  const of = (by: string) => rows.filter((row) => row.by === by && row.kind === 'identifying').map((row) => row.text)

  it('hold only values that can belong to nobody', () => {
    for (const text of of('phone')) expect(text).toMatch(/^\d{3}([-. ])555\1(?:01\d\d)$/)
    for (const text of of('ssn')) expect(text).toMatch(/(987-65-432\d|078-05-1120|219-09-9999)$/)
    for (const text of of('email')) expect(text).toMatch(/@example\.(com|org|net)$/)
    const cards = new Set(of('card'))
    expect([...cards].every((card) => /^(4111|4012|5555|5105|3782|6011)/.test(card))).toBe(true)
    for (const kind of ['phone', 'ssn', 'email', 'card', 'address', 'birthdate'])
      expect(of(kind).length).toBeGreaterThan(10)
  })

  it('say whom they identify: the searcher by number, others by name', () => {
    expect(rows.some((row) => row.identifies === row.person.user)).toBe(true)
    for (const row of rows) expect(row.identifies === row.person.user || typeof row.identifies === 'string').toBe(true)
  })
})

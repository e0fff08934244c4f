import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ADULT_TERMS } from '../text/spot/terms.js'
import { generateRows, type History } from './generate.js'
import type { GenerateOptions } from './options.js'
import { PROFILES, WEB_1 } from './parameters.js'
import { parametersOf, WORLDS } from './worlds.js'

const log = (options: Partial<GenerateOptions> = {}): History[] => [
  ...generateRows({ users: 400, seed: 1, world: 'web-2', ...options }),
]
const rowsOf = (options?: Partial<GenerateOptions>) => log(options).flatMap(({ rows }) => rows)

test('web-1 is frozen: it makes what it always made', () => {
  const digest = createHash('sha256')
  for (const history of log({ users: 100, world: 'web-1' })) digest.update(JSON.stringify(history))
  expect(digest.digest('hex').slice(0, 16)).toBe('66be2081d685eeed')
})

test('numbers are those of the world, then of the profile, then of the world in that profile, then what is asked for', () => {
  expect(parametersOf('web', {})).toEqual(WEB_1)
  expect(parametersOf('heavy', {})).toEqual({ ...WEB_1, ...PROFILES.heavy })
  const { world, profiles } = WORLDS['web-2']!
  const heavy = parametersOf('heavy', { name: 'web-2', robots: 0.5 })
  expect(heavy).toEqual({ ...WEB_1, ...world, ...PROFILES.heavy, ...profiles.heavy, name: 'web-2', robots: 0.5 })
  expect(parametersOf('web', { name: 'another' })).toEqual({ ...WEB_1, name: 'another' })
})

/** For each of the two, the words beside its name, the most frequent first. */
function company(names: readonly string[], texts: readonly string[]): string[][] {
  return names.map((name) => {
    const words = new Map<string, number>()
    for (const text of texts.filter((one) => one.split(' ').includes(name)))
      for (const word of text.split(' ')) if (word !== name) words.set(word, (words.get(word) ?? 0) + 1)
    return [...words].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word)
  })
}

test('in web-2 two towns keep different company, in web-1 nearly the same', () => {
  const shared = (world: string) => {
    const local = { name: world, local: 0.9, navigational: 0.05, people: 0.02, events: 0, robots: 0 }
    const texts = rowsOf({ users: 2000, world: local })
      .filter(({ asked }) => asked.kind === 'local')
      .map(({ asked }) => asked.text)
    const [chicago, detroit] = company(['chicago', 'detroit'], texts).map((words) => new Set(words.slice(0, 25)))
    return [...chicago!].filter((word) => detroit!.has(word)).length
  }
  expect(shared('web-2')).toBeLessThan(shared('web-1') * 0.75)
})

test('a family gives the same few first names again and again', () => {
  const usual = (families: number) => {
    const first = new Map<string, number>()
    let smiths = 0
    for (const { person } of log({ users: 4000, world: { name: 'web-2', families, medianQueries: 1 } }))
      for (const name of [person.name, ...person.others].filter((one) => one.endsWith(' smith'))) {
        smiths++
        first.set(name, (first.get(name) ?? 0) + 1)
      }
    return Math.max(...first.values()) / smiths
  }
  expect(usual(0.9)).toBeGreaterThan(3 * usual(0))
})

test('about one query in fifty has an adult term', () => {
  const texts = rowsOf({ users: 1500 }).map(({ asked }) => asked.text)
  const adult = texts.filter((text) => text.split(' ').some((word) => ADULT_TERMS.has(word))).length
  expect(adult / texts.length).toBeGreaterThan(0.01)
  expect(adult / texts.length).toBeLessThan(0.035)
})

test('who asks much does so on fewer days', () => {
  const days = (crowding: number) => {
    const all = log({ users: 60, profile: 'heavy', world: { name: 'web-2', crowding } })
    const of = ({ rows }: History) => new Set(rows.map(({ time }) => Math.floor(time / 86_400))).size
    return all.reduce((sum, history) => sum + of(history), 0) / all.length
  }
  expect(days(0.52)).toBeLessThan(0.85 * days(0))
})

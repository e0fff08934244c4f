import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { makeTables, take } from '../../test/support/subject.js'
import autocomplete from './autocomplete/index.js'
import clicks from './clicks/index.js'
import suggest from './suggest/index.js'
import trends from './trends/index.js'

// The four tasks once more, in plain code that goes through all there is.

interface Row {
  readonly person: string
  readonly query: string
  readonly day: number
  readonly minute: number
  readonly host: string | null
  readonly shown: boolean
}

const dayOf = ({ day }: Row) => `2024-05-${String(day + 1).padStart(2, '0')}`
const timeOf = (row: Row) =>
  `${dayOf(row)} ${String(Math.floor(row.minute / 60)).padStart(2, '0')}:${String(row.minute % 60).padStart(2, '0')}:00`
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Texts by how often they stand there, the most frequent first. */
function ranked(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || compare(a, b)).map(([text]) => text)
}
const reciprocal = (list: readonly string[], text: string, depth: number) => {
  const place = list.slice(0, depth).indexOf(text)
  return place === -1 ? 0 : 1 / (place + 1)
}
const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length

function completions(learnt: readonly Row[], asked: readonly Row[]) {
  const texts = learnt.map(({ query }) => query)
  return mean(
    asked.flatMap(({ query }) => {
      const letters = [...query]
      const prefixes = letters
        .slice(0, -1)
        .map((_, i) => letters.slice(0, i + 1).join(''))
        .slice(0, 15)
      return prefixes.map((prefix) => reciprocal(ranked(texts.filter((text) => text.startsWith(prefix))), query, 10))
    }),
  )
}

type Pair = readonly [string, string]
function pairs(rows: readonly Row[]): Pair[] {
  const found: Pair[] = []
  for (const person of new Set(rows.map((row) => row.person))) {
    const own = rows
      .filter((row) => row.person === person)
      .sort((a, b) => compare(timeOf(a), timeOf(b)) || compare(a.query, b.query))
    for (const [i, row] of own.entries()) {
      const next = own[i + 1]
      if (!next || next.query === row.query) continue
      if ((next.day - row.day) * 1440 + next.minute - row.minute <= 60) found.push([row.query, next.query])
    }
  }
  return found
}
const clicked = (rows: readonly Row[]): Pair[] =>
  rows.flatMap(({ query, host }) => (host === null ? [] : [[query, host]]))
const answers = (learnt: readonly Pair[], asked: readonly Pair[], depth: number) =>
  mean(
    asked.map(([query, answer]) =>
      reciprocal(ranked(learnt.filter(([first]) => first === query).map(([, second]) => second)), answer, depth),
    ),
  )

function forecast(learnt: readonly Row[], asked: readonly Row[], training: readonly Row[]) {
  const top = ranked(training.map(({ query }) => query)).slice(0, 1000)
  const past = [...new Set(training.map(({ day }) => day))]
  const cells = top.flatMap((query) =>
    [...new Set(asked.map(({ day }) => day))].map((day) => {
      const alike = past.filter((other) => (other - day) % 7 === 0)
      const days = alike.length > 0 ? alike : past
      const n = learnt.filter((row) => row.query === query && days.includes(row.day)).length
      return { x: n / days.length, y: asked.filter((row) => row.query === query && row.day === day).length }
    }),
  )
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)]
  const flat = (values: readonly number[]) => values.every((value) => value === values[0])
  if (flat(ys)) return null
  if (flat(xs)) return 0
  const [x0, y0] = [mean(xs)!, mean(ys)!]
  const sum = (of: (cell: { x: number; y: number }) => number) => cells.reduce((all, cell) => all + of(cell), 0)
  return (
    sum(({ x, y }) => (x - x0) * (y - y0)) / Math.sqrt(sum(({ x }) => (x - x0) ** 2) * sum(({ y }) => (y - y0) ** 2))
  )
}

/** The first held-out day: as few of the last days as have a tenth of the rows. */
function firstHeldOut(rows: readonly Row[]): number {
  const days = [...new Set(rows.map(({ day }) => day))].sort((a, b) => b - a).slice(0, -1)
  return days.find((from) => rows.filter(({ day }) => day >= from).length >= rows.length / 10) ?? days.at(-1)!
}

const query = fc.array(fc.constantFrom('a', 'b', 'é', '𝒳'), { minLength: 1, maxLength: 18 }).map((all) => all.join(''))
const row = (queries: readonly string[]): fc.Arbitrary<Row> =>
  fc.record({
    person: fc.constantFrom('al', 'bo', 'cy'),
    query: fc.constantFrom(...queries),
    day: fc.integer({ min: 0, max: 16 }),
    minute: fc.constantFrom(0, 30, 61, 90, 720),
    host: fc.constantFrom(null, 'a.example', 'b.example', 'c.example'),
    shown: fc.boolean(),
  })
const logs = fc
  .array(query, { minLength: 1, maxLength: 6 })
  .chain((queries) => fc.array(row([...queries, 'a', 'ab', 'abb']), { minLength: 2, maxLength: 60 }))
  .filter((rows) => new Set(rows.map(({ day }) => day)).size > 1)

const tables = makeTables((close) => afterAll(close))

test('tasks are what plain code makes of them', async () => {
  const on = await tables
  await fc.assert(
    fc.asyncProperty(logs, async (rows) => {
      const from = firstHeldOut(rows)
      const training = rows.filter(({ day }) => day < from)
      const asked = rows.filter(({ day }) => day >= from)
      const learnt = training.filter(({ shown }) => shown)
      const original = await on.log(rows.map((one) => [one.person, one.query, timeOf(one), one.host]))
      const shown = rows.filter((one) => one.shown)
      const released = {
        manifest: undefined,
        rows: await on.rows(
          ['pseudonym', 'query', 'time', 'host'],
          shown.map((one) => [one.person, one.query, timeOf(one), one.host]),
        ),
        side: {},
      }
      const expected = {
        autocomplete: [completions(learnt, asked), completions(training, asked)],
        suggest: [answers(pairs(learnt), pairs(asked), 10), answers(pairs(training), pairs(asked), 10)],
        clicks: [answers(clicked(learnt), clicked(asked), 1), answers(clicked(training), clicked(asked), 1)],
        trends: [forecast(learnt, asked, training), forecast(training, asked, training)],
      }
      for (const task of [autocomplete, suggest, clicks, trends]) {
        const [release, best] = expected[task.name as keyof typeof expected]
        const near = (value: number | null | undefined) => (value == null ? null : expect.closeTo(value, 5))
        expect(await take(task, { original, released }, on)).toMatchObject({
          release: near(release),
          original: near(best),
        })
      }
    }),
    { numRuns: 25 },
  )
})

import fc from 'fast-check'
import { distance } from 'fastest-levenshtein'
import { describe, expect, test } from 'vitest'
import { splitter } from './kernel.js'
import { type PlainRow, plainRows } from './plain-rows.js'

const RULES = { levenshtein: 0.2, jaccard: 0.5 }

/** The cluster of each row, by the kernel. */
function clustersOf(rows: readonly PlainRow[], few?: number, rules = RULES): number[] {
  const bytes = plainRows(rows)
  const answers = splitter(rules, few)(bytes.length, (room) => room.set(bytes))
  const clusters: number[] = Array.from({ length: rows.length }, () => -1)
  for (let i = 0; i < answers.length; i += 2) clusters[answers[i]!] = answers[i + 1]!
  return clusters
}

function clusters(history: readonly string[], few?: number, rules = RULES): number[] {
  return clustersOf(
    history.map((text) => ({ text })),
    few,
    rules,
  )
}

/** The pseudo-code of [Adar07] section 6, word for word but for its last else. */
function plainly(history: readonly string[], rules = RULES): number[] {
  const words = (query: string) => new Set(query.split(' ').filter((word) => word !== ''))
  const jaccard = (a: string, b: string) => {
    const [x, y] = [words(a), words(b)]
    const common = [...x].filter((word) => y.has(word)).length
    return common / (x.size + y.size - common)
  }
  const levenshtein = (a: string, b: string) => distance(a, b) / Math.max(a.length, b.length)
  const ids: number[] = []
  let next = 0
  for (const [i, query] of history.entries()) {
    const j = history
      .slice(0, i)
      .findIndex(
        (other) =>
          other === query || levenshtein(query, other) <= rules.levenshtein || jaccard(query, other) >= rules.jaccard,
      )
    ids.push(j < 0 ? next++ : ids[j]!)
  }
  return ids
}

describe('[Adar07] section 6', () => {
  test('new zealand joins retirement in new zealand, australia does not', () => {
    const history = ['retirement in new zealand', 'new zealand', 'retirement in australia']
    expect(clusters(history)).toEqual([0, 0, 1])
    expect(clusters(history, 0)).toEqual([0, 0, 1])
  })
  test('slips of the fingers and words in common', () => {
    expect(
      clusters(['helo', 'hello', 'walk me to the moon', 'walk to moon', 'appalachian trail', 'appalacian trail']),
    ).toEqual([0, 0, 1, 1, 2, 2])
  })
  test('the first earlier query decides, not the last and not the nearest', () => {
    expect(clusters(['red car', 'blue boat', 'red boat car blue'])).toEqual([0, 1, 0])
  })
  test('a query asked again stays where its first one went', () => {
    expect(clusters(['a b', 'c', 'a b', 'c', 'b a'])).toEqual([0, 1, 0, 1, 0])
  })
})

const word = fc.constantFrom(
  'cat',
  'cats',
  'dog',
  'weather',
  'wether',
  'in',
  'boston',
  'bostn',
  'new',
  'york',
  '东京',
  'ü',
)
const query = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), minLength: 1, maxLength: 45 }).map((s) => s.trim() || 'a'),
)
const rules = fc.record({
  levenshtein: fc.constantFrom(0, 0.1, 0.2, 0.34, 0.5),
  jaccard: fc.constantFrom(0.2, 0.34, 0.5, 0.7, 1),
})

test('compared one by one or looked up, the clusters are those of the pseudo-code', () => {
  fc.assert(
    fc.property(fc.array(query, { maxLength: 40 }), rules, (history, given) => {
      const expected = plainly(history, given)
      expect(clusters(history, 1000, given)).toEqual(expected)
      expect(clusters(history, 0, given)).toEqual(expected)
    }),
  )
})

test('long texts and texts of many words find each other too', () => {
  const many = Array.from({ length: 40 }, (_, i) => `word${i}`)
  const history = [
    many.join(' '),
    'x'.repeat(5000),
    many.slice(3).reverse().join(' '),
    `${'x'.repeat(4500)}yz`,
    'word1',
  ]
  expect(clusters(history)).toEqual(plainly(history))
  expect(clusters(history, 0)).toEqual(plainly(history))
})

test('signs beyond 16 bits are one sign each', () => {
  const history = ['💣💣💣💣💣', '💣💣💣💣🐭', '🐱🐭🐹🐰🦊']
  expect(clusters(history)).toEqual([0, 0, 1])
  expect(clusters(history, 0)).toEqual([0, 0, 1])
})

/** The same for rows of several people in any order, with results and categories of texts. */
function plainlyByRow(rows: readonly Required<PlainRow>[]): number[] {
  const all = (own: readonly Required<PlainRow>[], text: string, what: 'results' | 'categories') =>
    new Set(own.filter((row) => row.text === text).flatMap((row) => row[what]))
  const found = rows.map(() => -1)
  for (const person of new Set(rows.map((row) => row.person))) {
    const own = rows
      .map((row, place) => ({ ...row, place }))
      .filter((row) => row.person === person)
      .sort((a, b) => a.time - b.time || Buffer.compare(Buffer.from(a.text), Buffer.from(b.text)))
    const texts = [...new Set(own.map(({ text }) => text))]
    const byText = texts.map((_, i) => i)
    let next = 0
    const numbers = texts.map((text, i) => {
      const j = texts.slice(0, i).findIndex((other) => {
        const common = [...all(own, text, 'results')].some((result) => all(own, other, 'results').has(result))
        const first = (of: string) => new Set(own.find((row) => row.text === of)?.categories)
        const [x, y] = [first(text), first(other)]
        const shared = [...x].filter((category) => y.has(category)).length
        return common || plainly([other, text])[1] === 0 || (shared > 0 && shared / (x.size + y.size - shared) >= 0.5)
      })
      byText[i] = j < 0 ? next++ : byText[j]!
      return byText[i]
    })
    for (const { text, place } of own) found[place] = numbers[texts.indexOf(text)]!
  }
  return found
}

test('people side by side, rows in any order, results and categories: the clusters are those of the definition', () => {
  const row = fc.record({
    text: query,
    person: fc.constantFrom(3, 2 ** 40, 7),
    time: fc.integer({ min: -3, max: 6 }),
    results: fc.array(fc.nat(12), { maxLength: 2 }),
    categories: fc.array(fc.nat(6), { maxLength: 3 }),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      // Categories belong to a text.
      const told = new Map(rows.map(({ text, categories }) => [text, categories]))
      const given = rows.map((one) => ({ ...one, categories: told.get(one.text)! }))
      const expected = plainlyByRow(given)
      expect(clustersOf(given, 1000)).toEqual(expected)
      expect(clustersOf(given, 0)).toEqual(expected)
    }),
  )
})

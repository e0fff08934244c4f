import { describe, expect, test } from 'vitest'
import { generateRows } from '../../generate/generate.js'
import { seededRandom } from '../../random/seeded.js'
import { type Corpus, corpusOf } from './corpus.js'
import { openCrew } from './crew/index.js'
import { informed } from './informed.js'
import { inOrder } from './order.js'
import { type Published, published } from './published.js'
import { scoreMapping } from './score.js'

const N = 200
const crew = openCrew(1)
const PLAIN: Published = {
  n: N,
  initial: 'node-start',
  measure: 'l1',
  update: 'score',
  iterations: 5,
  expandFrom: N,
  beta: 1,
  alpha: 1,
}
/** An order of equally frequent hashes that has nothing to do with their spelling. */
const hash = (token: string) =>
  `${((Math.imul(token.length + token.charCodeAt(0), 0x9e3779b1) >>> 3) % 997) + 1}:${token}`
const opened = (hashed: string) => hashed.slice(hashed.indexOf(':') + 1)

const log = [...generateRows({ users: 110, seed: 5, profile: 'heavy' })]
const half = (which: number) =>
  log.filter((_, i) => i % 2 === which).flatMap(({ rows }) => rows.map((row) => row.asked.text.toLowerCase()))
const queries = { some: half(0), rest: half(1) }

type Change = (words: string[]) => string[]
const made = new Map<Change, readonly [Corpus, Corpus]>()
const asAsked: Change = (words) => words
const sorted: Change = (words) => [...words].sort()

function corpora(change: Change): readonly [Corpus, Corpus] {
  const text = (query: string, map: (word: string) => string) => change(query.split(' ').map(map)).join(' ')
  const both = made.get(change) ?? [
    corpusOf(queries.some.map((query) => text(query, hash))),
    corpusOf(queries.rest.map((query) => text(query, (word) => word))),
  ]
  made.set(change, both)
  return both
}

async function attack(settings: Partial<Published> | 'informed', change = asAsked) {
  const [hashes, reference] = corpora(change)
  const ordered = inOrder(hashes)
  const { mu, margin } =
    settings === 'informed'
      ? await informed(hashes, reference, { n: N, context: 2 * N, iterations: 6, ordered, clear: 0 }, crew)
      : await published(hashes, reference, { ...PLAIN, ...settings }, seededRandom(1), crew)
  const left = hashes.tokens.slice(0, N)
  const right = reference.tokens.slice(0, N)
  expect(new Set(mu.subarray(0, N)).size).toBe(N)
  return scoreMapping(
    { of: 'tokens', n: N, hashes: left, tokens: right, guessed: left.map((_, l) => right[mu[l]!]), confidence: margin },
    new Map(left.map((hashed) => [hashed, opened(hashed)])),
  )
}

describe('two logs of one world, different people (simulated)', () => {
  test('the informed attack finds more than the published one, and far more than chance', async () => {
    const [best, plain] = [await attack('informed'), await attack({})]
    expect(best.matchable).toBe(plain.matchable)
    expect(best.matchable).toBeGreaterThan(0.3 * N)
    expect(best.accuracy).toBeGreaterThan(plain.accuracy + 0.1)
    expect(plain.accuracy).toBeGreaterThan(0.05)
  })

  test('what it is sure of is right more often', async () => {
    const { byConfidence, accuracy } = await attack('informed')
    expect(byConfidence.at(-1)?.accuracy).toBe(accuracy)
    expect(byConfidence[1]!.accuracy).toBeGreaterThan(accuracy)
  })

  test('[Kumar07] frequency alone is hopeless', async () => {
    expect((await attack({ initial: 'frequency', iterations: 0 })).accuracy).toBeLessThan(0.15)
  })

  test('hiding the order of tokens does not stop it', async () => {
    expect((await attack('informed', sorted)).accuracy).toBeGreaterThan(0.3)
  })

  test.each([
    { update: 'mincost' },
    { update: 'rank' },
    { update: 'stable' },
    { measure: 'l2' },
    { measure: 'cosine' },
    { expandFrom: 50 },
    { beta: 0.3 },
    { alpha: 0.8 },
  ] as const)('published with %j works', async (settings) => {
    expect((await attack(settings)).accuracy).toBeGreaterThan(0.03)
  })
})

test('a log against itself is found out whole', async () => {
  const log = corpusOf(['a b', 'a b', 'a c', 'b c d', 'd e', 'a e', 'e f', 'a', 'a', 'b', 'f b a', 'g', 'g a'])
  const n = log.tokens.length
  const self = Array.from({ length: n }, (_, i) => i)
  const plain = await published(log, log, { ...PLAIN, n, expandFrom: n }, seededRandom(1), crew)
  const best = await informed(log, log, { n, context: n, iterations: 6, ordered: true, clear: 0 }, crew)
  expect([[...plain.mu], [...best.mu]]).toEqual([self, self])
})

test('order is told from what is released', () => {
  const random = seededRandom(9)
  const byChance: Change = (words) =>
    words
      .map((w) => ({ w, k: random.unit() }))
      .sort((a, b) => a.k - b.k)
      .map(({ w }) => w)
  expect([asAsked, sorted, byChance].map((change) => inOrder(corpora(change)[0]))).toEqual([true, false, false])
})

describe('scoring', () => {
  test('[Kumar07] §3.1: accuracy is over matchable hashes', () => {
    const score = scoreMapping(
      {
        of: 'tokens',
        n: 4,
        hashes: ['h1', 'h2', 'h3', 'h4'],
        tokens: ['a', 'b', 'c', 'd'],
        guessed: ['a', 'c', 'b', 'd'],
        confidence: Float64Array.of(0.9, 0.1, 0.2, 0.8),
      },
      new Map([
        ['h1', 'a'],
        ['h2', 'b'],
        ['h3', 'elsewhere'],
        ['h4', 'd'],
      ]),
    )
    expect(score).toMatchObject({ n: 4, matchable: 3, correct: 2, accuracy: 2 / 3 })
    expect(score.halves).toMatchObject({ top: { matchable: 2, correct: 1 }, bottom: { matchable: 1, correct: 1 } })
    expect(score.byConfidence[2]).toMatchObject({ surest: 0.5, correct: 2, accuracy: 1 })
    expect(score.rankShift.median).toBe(0)
  })
})

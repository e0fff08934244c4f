import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded.js'
import { admit, greedy } from './greedy.js'
import { arrange, type Entries, personsPerTerm } from './histories.js'
import { optimise, totalWorth } from './optimise.js'
import { cellsOf } from './pair-table.js'
import { randomDeletion } from './random-deletion.js'
import { ranks, TARGETS, utilityOf } from './utility.js'

/** Histories as words of letters; `owners` gives each its person, by default one each. */
function entriesOf(histories: readonly string[], owners = histories.map((_, i) => i)): Entries {
  const flat = histories.flatMap((word, h) => [...new Set(word)].map((letter) => ({ h, t: letter.charCodeAt(0) - 97 })))
  return {
    owner: Uint32Array.from(owners),
    terms: 1 + Math.max(-1, ...flat.map(({ t }) => t)),
    history: Uint32Array.from(flat, ({ h }) => h),
    term: Uint32Array.from(flat, ({ t }) => t),
    count: Uint32Array.from(flat, ({ h, t }) => [...histories[h]!].filter((x) => x.charCodeAt(0) - 97 === t).length),
  }
}

function ready(entries: Entries, utilities: ArrayLike<number>) {
  const rank = ranks(entries.terms, [utilities])
  const all = arrange(entries, rank)
  const letter = new Map([...rank].map((at, t) => [at, String.fromCharCode(97 + t)]))
  const words = (alive: Uint8Array) =>
    Array.from({ length: entries.owner.length }, (_, h) =>
      Array.from({ length: all.size }, (_, e) => e)
        .filter((e) => all.history[e] === h && alive[e] === 1)
        .map((e) => letter.get(all.term[e]!)!)
        .sort()
        .join(''),
    )
  return { all, words, rank }
}

/** Every combination, one by one: the definition itself. */
function holds(words: readonly string[], owners: readonly number[], k: number, m: number): boolean {
  const persons = new Map<string, Set<number>>()
  const visit = (letters: string, from: number, chosen: string, who: number) => {
    if (chosen !== '') persons.set(chosen, (persons.get(chosen) ?? new Set()).add(who))
    if (chosen.length < m) for (let i = from; i < letters.length; i++) visit(letters, i + 1, chosen + letters[i], who)
  }
  words.forEach((letters, h) => {
    visit(letters, 0, '', owners[h]!)
  })
  return [...persons.values()].every((who) => who.size >= k)
}

const EXAMPLE_8 = ['abc', 'abd', 'bcd', 'ace']
const PRICES = [1, 1.1, 1.2, 1.3, 1.4]
const worthOf = (all: ReturnType<typeof arrange>, rank: Uint32Array, prices: readonly number[]) => ({
  entry: Float64Array.from(all.term, (at, e) => prices[rank.indexOf(at)]! * all.count[e]!),
  perPerson: 0,
})

describe('[Burghardt] examples', () => {
  test('[Burghardt] Example 7: both solutions hold, and utility decides between a and c', () => {
    const log = ['abc', 'abd', 'bcd']
    for (const [utilities, expected] of [
      [
        [3, 4, 1, 2],
        ['ab', 'ab', 'b'],
      ],
      [
        [1, 4, 3, 2],
        ['bc', 'b', 'bc'],
      ],
    ] as const) {
      const { all, words } = ready(entriesOf(log), utilities)
      expect(words(admit(all, 2, 2).alive)).toEqual(expected)
      expect(holds(expected, [0, 1, 2], 2, 2)).toBe(true)
    }
  })

  test('[Burghardt] Example 8: greedy is worth 7.2', async () => {
    const { all, words, rank } = ready(entriesOf(EXAMPLE_8), PRICES)
    const { alive } = await greedy(all, 2, 2)
    expect(words(alive)).toEqual(['c', 'bd', 'bd', 'c'])
    expect(totalWorth(all, alive, worthOf(all, rank, PRICES))).toBeCloseTo(7.2)
  })

  test('[Burghardt] Example 8: the optimiser finds 9.9, from either order of the terms', async () => {
    const frequency = [3, 3, 3, 2, 1]
    for (const utilities of [PRICES, PRICES.map((price, t) => price * frequency[t]!)]) {
      const { all, words, rank } = ready(entriesOf(EXAMPLE_8), utilities)
      const worth = worthOf(all, rank, PRICES)
      const { alive } = await optimise(all, 2, 2, await greedy(all, 2, 2), {
        worth,
        budget: 1e6,
      })
      expect(totalWorth(all, alive, worth)).toBeCloseTo(9.9)
      expect(words(alive)).toEqual(['abc', 'ab', 'bc', 'ac'])
    }
  })

  test('[Burghardt] Example 10: fis looks at smaller combinations on a tie, and smith goes', () => {
    const [eugene, chicago, smith] = [0, 1, 2]
    const order = ranks(3, [
      [4, 2, 2],
      [9, 4, 4],
      [9, 6, 4],
    ])
    expect([order[eugene], order[chicago], order[smith]]).toEqual([0, 1, 2])
  })

  test('[Burghardt] §5.6: a history that is cut keeps more', () => {
    const others = ['ab', 'ab', 'cd', 'cd']
    const whole = ready(entriesOf(['abcd', ...others]), [4, 3, 2, 1])
    expect(whole.words(admit(whole.all, 3, 2).alive)[0]).toBe('ab')
    const cut = ready(entriesOf(['ab', 'cd', ...others], [0, 0, 1, 2, 3, 4]), [4, 3, 2, 1])
    expect(cut.words(admit(cut.all, 3, 2).alive).slice(0, 2)).toEqual(['ab', 'cd'])
  })
})

const log = fc.array(
  fc.record({
    word: fc.string({ unit: fc.constantFrom(...'abcdefgh'), maxLength: 7 }),
    owner: fc.integer({ min: 0, max: 6 }),
  }),
  { maxLength: 14 },
)
const level = fc.record({ k: fc.integer({ min: 2, max: 4 }), m: fc.integer({ min: 1, max: 5 }) })

describe.each(['a history each', 'several histories of a person'])('%s', (kind) => {
  const prepared = log.map((rows) => {
    const owners =
      kind === 'a history each' ? rows.map((_, i) => i) : rows.map(({ owner }) => owner).sort((a, b) => a - b)
    return {
      entries: entriesOf(
        rows.map(({ word }) => word),
        owners,
      ),
      owners,
    }
  })

  test('whatever the way, what is left satisfies the definition', async () => {
    await fc.assert(
      fc.asyncProperty(
        prepared,
        level,
        fc.constantFrom(...TARGETS.slice(0, 4)),
        fc.nat(),
        async ({ entries, owners }, { k, m }, target, seed) => {
          const { rank, frequent } = utilityOf(entries, target, { k, m, random: seededRandom(seed) })
          const all = arrange(entries, rank, frequent)
          const worth = { entry: Float64Array.from(all.count), perPerson: target === 'users' ? 100 : 0 }
          const left = (alive: Uint8Array) =>
            owners.map((_, h) =>
              Array.from({ length: all.size }, (_, e) => e)
                .filter((e) => all.history[e] === h && alive[e] === 1)
                .map((e) => String.fromCharCode(97 + all.term[e]!))
                .join(''),
            )
          const plain = target === 'random' ? randomDeletion(all, k, m, seed) : await greedy(all, k, m)
          const better = await optimise(all, k, m, plain, { worth, budget: 1e5 })
          for (const { alive } of [plain, admit(all, k, m), better]) expect(holds(left(alive), owners, k, m)).toBe(true)
          expect(totalWorth(all, better.alive, worth)).toBeGreaterThanOrEqual(totalWorth(all, plain.alive, worth))
        },
      ),
    )
  })

  test('going up from a smaller m ends where the definition holds', async () => {
    await fc.assert(
      fc.asyncProperty(prepared, level, async ({ entries, owners }, { k, m }) => {
        const { all, words } = ready(
          entries,
          Array.from({ length: entries.terms }, (_, t) => t),
        )
        const smaller = (await greedy(all, k, m)).alive
        const larger = await greedy(all, k, m + 1, { threads: 1, start: smaller })
        expect(holds(words(larger.alive), owners, k, m + 1)).toBe(true)
      }),
    )
  })
})

test('annealing keeps more than exchanges alone', async () => {
  const random = seededRandom(5)
  const letters = () => String.fromCharCode(97 + Math.floor(26 * random.unit() ** 2))
  const histories = Array.from({ length: 60 }, () => Array.from({ length: 8 }, letters).join(''))
  const entries = entriesOf(histories)
  for (const k of [3, 5]) {
    const { all, words } = ready(entries, personsPerTerm(entries))
    const worth = { entry: Float64Array.from(all.count), perPerson: 0 }
    const first = await greedy(all, k, 2)
    const [little, much] = [
      await optimise(all, k, 2, first, { worth, budget: 7 * cellsOf(all) }),
      await optimise(all, k, 2, first, { worth, budget: 1e7 }),
    ]
    expect(totalWorth(all, much.alive, worth)).toBeGreaterThan(1.02 * totalWorth(all, little.alive, worth))
    expect(holds(words(much.alive), entries.owner as unknown as number[], k, 2)).toBe(true)
  }
})

test('threads delete what one deletes', async () => {
  const worker = new URL('../../../dist/src/methods/km-deletion/visit-worker.js', import.meta.url)
  const random = seededRandom(3)
  const letters = () => String.fromCharCode(97 + Math.floor(26 * random.unit() ** 3))
  const histories = Array.from({ length: 400 }, () => Array.from({ length: 9 }, letters).join(''))
  for (const owners of [histories.map((_, i) => i), histories.map((_, i) => i >> 1)]) {
    const entries = entriesOf(histories, owners)
    const { all } = ready(entries, personsPerTerm(entries))
    for (const m of [2, 3]) {
      const alone = await greedy(all, 5, m)
      expect(alone.alive.reduce((n, yes) => n + yes, 0)).toBeGreaterThan(100)
      expect((await greedy(all, 5, m, { threads: 2, worker })).alive).toEqual(alone.alive)
    }
  }
})

test('fis counts frequent combinations of each size', () => {
  // a and b together three times, c with both twice; d alone twice.
  const entries = entriesOf(['abc', 'abc', 'ab', 'd', 'd'])
  const { rank } = utilityOf(entries, 'fis', { k: 2, m: 2, random: seededRandom(1) })
  // Pairs: ab, ac, bc. All of a, b, c stand in two; by persons a and b have three, c two; d stands in none.
  expect([rank[2], rank[3]]).toEqual([2, 3])
})

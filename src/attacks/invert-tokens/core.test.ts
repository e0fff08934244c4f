import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { greedyByHand } from '../../../test/support/greedy-by-hand.js'
import { seededRandom } from '../../random/seeded.js'
import { byMinima, type Relation } from './company.js'
import { continuousHeap } from './continuous-heap.js'
import { corpusOf } from './corpus.js'
import { openCrew } from './crew/index.js'
import { expanded } from './expansion.js'
import { FEATURES, featureBounds, featureDistance, nodeFeatures, place } from './features.js'
import { asOften, damped, type Graph, prunedNeighbours, restricted, rightOf, together, transposed } from './graph.js'
import { initialMapping } from './initial.js'
import { MEASURES, type Measure, mappingDistances } from './mapping-distances.js'
import { normalised, postings } from './overlap.js'
import { scoreGreedy } from './score-greedy.js'

/** Queries over a few words, some of them repeated. */
const logs = fc.array(
  fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { minLength: 1, maxLength: 4 }).map((q) => q.join(' ')),
  { minLength: 1, maxLength: 40 },
)
const entry = (graph: Graph, s: number, t: number) => {
  for (let i = graph.starts[s]!; i < graph.starts[s + 1]!; i++) if (graph.to[i] === t) return graph.weight[i]!
  return 0
}
const crew = openCrew(1)
/** Both sides where kernels see them. */
const relationOf = (left: Graph, right: Graph): Relation => ({
  left: normalised(left, undefined, crew.room),
  right: postings(normalised(right), right.n, crew.room),
})
describe('[Kumar07] §3: counting', () => {
  test('tokens are numbered by frequency, equal ones by text', () => {
    const corpus = corpusOf(['red car', 'car', 'blue car', 'car'])
    expect(corpus.tokens).toEqual(['car', 'blue', 'red'])
    expect([...corpus.frequency]).toEqual([4, 1, 1])
    expect(corpus.occurrences).toBe(6)
  })

  test('each query counts once per pair, a token is not its own neighbour', () => {
    const corpus = corpusOf(['new york new york', 'new york', 'new car'])
    const graph = together(corpus, 3, asOften)
    const [newer, york, car] = ['new', 'york', 'car'].map((t) => corpus.tokens.indexOf(t)) as [number, number, number]
    expect([entry(graph, newer, york), entry(graph, newer, car), entry(graph, york, car)]).toEqual([2, 1, 0])
    expect(entry(graph, newer, newer)).toBe(0)
  })

  test('the next on the right, and turned round', () => {
    const corpus = corpusOf(['new york hotels', 'york new'])
    const right = rightOf(corpus, 3, asOften)
    const [york, newer] = [corpus.tokens.indexOf('york'), corpus.tokens.indexOf('new')]
    expect([entry(right, newer, york), entry(right, york, newer)]).toEqual([1, 1])
    expect(entry(right, york, corpus.tokens.indexOf('hotels'))).toBe(1)
    expect(entry(transposed(right), corpus.tokens.indexOf('hotels'), york)).toBe(1)
  })

  test('agrees with counting by hand, and a smaller vocabulary is a prefix', () => {
    fc.assert(
      fc.property(logs, fc.integer({ min: 1, max: 7 }), (log, n) => {
        const corpus = corpusOf(log)
        const size = Math.min(n, corpus.tokens.length)
        const graph = together(corpus, size, asOften)
        for (let s = 0; s < size; s++)
          for (let t = 0; t < size; t++) {
            const both = log.filter((q) => [s, t].every((id) => q.split(' ').includes(corpus.tokens[id]!))).length
            expect(entry(graph, s, t)).toBe(s === t ? 0 : both)
          }
        expect(restricted(together(corpus, corpus.tokens.length, asOften), size)).toEqual(graph)
      }),
    )
  })

  test('repeats are damped to their square root', () => {
    const graph = together(corpusOf(['x y', 'x y', 'x y', 'x y', 'x z']), 3, damped)
    expect(entry(graph, 0, 1)).toBe(2 * entry(graph, 0, 2))
  })

  test('§3.4 neighbour pruning keeps the fewest that hold alpha of the mass', () => {
    const graph = together(corpusOf(['x a', 'x a', 'x a', 'x a', 'x a', 'x a', 'x b', 'x b', 'x b', 'x c']), 4, asOften)
    const kept = (alpha: number) => {
      const { starts } = prunedNeighbours(graph, alpha)
      return starts[1]! - starts[0]!
    }
    expect([0.6, 0.61, 0.9, 0.95, 1].map(kept)).toEqual([1, 2, 2, 3, 3])
  })

  test('§3.4 neighbour pruning by hand: the heaviest first, equal ones by their number', () => {
    fc.assert(
      fc.property(logs, fc.double({ min: 0, max: 1, noNaN: true }), (log, alpha) => {
        const corpus = corpusOf(log)
        const graph = together(corpus, corpus.tokens.length, asOften)
        const pruned = prunedNeighbours(graph, alpha)
        for (let s = 0; s < graph.n; s++) {
          const row = Array.from(graph.to.subarray(graph.starts[s], graph.starts[s + 1]), (t) => [
            t,
            entry(graph, s, t),
          ])
          const sum = row.reduce((total, [, w]) => total + w!, 0)
          let mass = 0
          const held = [...row]
            .sort(([t, a], [u, b]) => b! - a! || t! - u!)
            .filter(([, w]) => {
              const keep = mass < alpha * sum
              mass += w!
              return keep
            })
          const found = Array.from(pruned.to.subarray(pruned.starts[s], pruned.starts[s + 1]), (t) => [
            t,
            entry(pruned, s, t),
          ])
          expect(found).toEqual(held.sort(([t], [u]) => t! - u!))
        }
      }),
    )
  })
})

describe('[Kumar07] §3.2: node-start', () => {
  test('five features, each with mean 0 and deviation 1', () => {
    const corpus = corpusOf(['a b', 'a b c', 'a', 'd', 'b c e', 'e'])
    const features = nodeFeatures(corpus, together(corpus, 5, asOften))
    for (let f = 0; f < FEATURES; f++) {
      const values = Array.from({ length: 5 }, (_, s) => features[s * FEATURES + f]!)
      expect(values.reduce((sum, v) => sum + v, 0)).toBeCloseTo(0)
      expect(values.reduce((sum, v) => sum + v * v, 0) / 5).toBeCloseTo(1)
    }
    // d is always alone and without neighbours, and so at the ends of these features
    const d = corpus.tokens.indexOf('d')
    for (let s = 0; s < 5; s++) {
      expect(features[d * FEATURES + 3]).toBeGreaterThanOrEqual(features[s * FEATURES + 3]!)
      expect(features[d * FEATURES + 1]).toBeLessThanOrEqual(features[s * FEATURES + 1]!)
    }
  })

  test('by frequency, at random, and by features', async () => {
    const corpus = corpusOf(['a b', 'a b c', 'a', 'd', 'b c e', 'e', 'a c'])
    const graph = together(corpus, 5, asOften)
    const g = nodeFeatures(corpus, graph)
    const start = async (by: 'frequency' | 'random' | 'node-start') => [
      ...(await initialMapping(by, crew, relationOf(graph, graph), place(crew, g, g), seededRandom(1))),
    ]
    expect(await start('frequency')).toEqual([0, 1, 2, 3, 4])
    expect((await start('random')).sort()).toEqual([0, 1, 2, 3, 4])
    expect(await start('node-start')).toEqual([0, 1, 2, 3, 4])
  })

  test('§3.4 feature pruning: the bound holds the nearest share of tokens', async () => {
    const numbers = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 2 * FEATURES, maxLength: 12 * FEATURES })
    await fc.assert(
      fc.asyncProperty(numbers, fc.double({ min: 0.05, max: 0.95, noNaN: true }), async (values, beta) => {
        const g = Float64Array.from(values.slice(0, Math.floor(values.length / FEATURES) * FEATURES))
        const n = g.length / FEATURES
        const bounds = (await featureBounds(crew, place(crew, g, g), beta))!
        for (let l = 0; l < n; l++) {
          const near = Array.from({ length: n }, (_, r) => featureDistance(g, l, g, r)).sort((a, b) => a - b)
          expect(bounds[l]).toBe(near[Math.max(1, Math.ceil(beta * n)) - 1])
        }
        expect(await featureBounds(crew, place(crew, g, g), 1)).toBeUndefined()
      }),
    )
  })
})

describe('[Kumar07] §3.3: distance under a mapping', () => {
  const byHand = (l: number[], r: number[], mu: readonly number[], measure: Measure) => {
    const pairs = mu.map((t, i) => [l[i]!, t < 0 ? 0 : r[t]!] as const)
    if (measure === 'l1') return pairs.reduce((sum, [a, b]) => sum + Math.abs(a - b), 0)
    if (measure === 'l2') return Math.sqrt(pairs.reduce((sum, [a, b]) => sum + (a - b) ** 2, 0))
    const [ab, aa, bb] = [0, 1, 2].map((k) =>
      pairs.reduce((sum, [a, b]) => sum + (k === 0 ? a * b : k === 1 ? a * a : b * b), 0),
    ) as [number, number, number]
    return aa === 0 || bb === 0 ? 1 : 1 - ab / Math.sqrt(aa * bb)
  }
  const row = (graph: Graph, s: number) => {
    const values = Array.from({ length: graph.n }, (_, t) => entry(graph, s, t))
    const sum = values.reduce((total, v) => total + v, 0)
    return values.map((v) => (sum === 0 ? 0 : v / sum))
  }

  /** Two logs, a mapping of one to the other, and what is taken. */
  const cases = fc
    .tuple(logs, logs, fc.array(fc.nat(), { minLength: 7, maxLength: 7 }), fc.nat(127))
    .map(([a, b, order, hidden]) => {
      const [left, right] = [a, b].map((log) => {
        const corpus = corpusOf(log)
        return { corpus, graph: together(corpus, corpus.tokens.length, asOften) }
      }) as [
        { corpus: ReturnType<typeof corpusOf>; graph: Graph },
        { corpus: ReturnType<typeof corpusOf>; graph: Graph },
      ]
      const free = Array.from({ length: right.graph.n }, (_, r) => r)
      const mu = Int32Array.from({ length: left.graph.n }, (_, l) =>
        free.length === 0 || order[l]! % 5 === 0 ? -1 : free.splice(order[l]! % free.length, 1)[0]!,
      )
      const taken = Uint8Array.from({ length: right.graph.n }, (_, r) => (hidden >> r) & 1)
      return { left, right, mu, taken }
    })

  test.each(MEASURES)('%s by inverted index is the definition', (measure) => {
    fc.assert(
      fc.property(cases, ({ left: { graph: left }, right: { graph: right }, mu }) => {
        const distances = mappingDistances(normalised(left), postings(normalised(right)), mu, measure)
        const found = new Float64Array(right.n)
        for (let l = 0; l < left.n; l++) {
          distances.row(l, found)
          for (let r = 0; r < right.n; r++)
            expect(found[r]).toBeCloseTo(byHand(row(left, l), row(right, r), [...mu], measure), 4)
        }
      }),
      { numRuns: 60 },
    )
  })

  test.each([1, 0.5])('by kernel the same pairs are taken as by sorting all, beta = %s', async (beta) => {
    await fc.assert(
      fc.asyncProperty(cases, fc.boolean(), async ({ left, right, mu, taken }, narrowed) => {
        const mark = crew.room.mark()
        const features = { left: nodeFeatures(left.corpus, left.graph), right: nodeFeatures(right.corpus, right.graph) }
        const placed = place(crew, features.left, features.right)
        const bounds = await featureBounds(crew, placed, beta)
        const candidates = byMinima(crew, relationOf(left.graph, right.graph), mu, placed, bounds)
        if (narrowed) candidates.narrow?.(taken)
        const distances = mappingDistances(normalised(left.graph), postings(normalised(right.graph)), mu, 'l1')
        const all = new Float64Array(right.graph.n)
        const pairs = Array.from({ length: left.graph.n }, (_, l) => {
          distances.row(l, all)
          return Array.from(all, (d, r) => ({ d, l, r }))
        })
          .flat()
          .filter(({ r }) => taken[r] === 0)
          .filter(({ l, r }) => !bounds || featureDistance(features.left, l, features.right, r) <= bounds[l]!)
          .sort((x, y) => x.d - y.d || x.l - y.l || x.r - y.r)
        const rows = Int32Array.from({ length: left.graph.n }, (_, i) => left.graph.n - 1 - i)
        const lists = await candidates.nearest(rows, taken, 3)
        // lists hold those that share something; the others are apart, and who prunes does without them
        const nothing = byMinima(crew, relationOf(left.graph, right.graph), mu, placed).apart!
        const sharing = pairs.filter(({ d, l, r }) => d < nothing.distance(l, r))
        rows.forEach((l, i) => {
          const near = sharing.filter((pair) => pair.l === l).slice(0, 3)
          const found = Array.from({ length: lists.found[i]! }, (_, k) => [lists.d[3 * i + k], lists.r[3 * i + k]])
          expect(found).toEqual(near.map(({ d, r }) => [d, r]))
        })
        expect([...(await scoreGreedy(candidates, taken)).mu]).toEqual(
          greedyByHand(left.graph.n, bounds ? sharing : pairs),
        )
        crew.room.release(mark)
      }),
      { numRuns: 100 },
    )
  })
})

describe('[Kumar07] §3.4, 3.5: large vocabularies', () => {
  const log = [
    ...['a b', 'a b', 'a b', 'a c', 'a c', 'b c', 'a', 'a', 'b', 'c d', 'a d', 'd e', 'a e', 'b e f', 'c f', 'd f g'],
    ...['g a', 'g', 'f', 'e b a', 'a b c'],
  ]
  const corpus = corpusOf(log)
  const all = together(corpus, 7, asOften)

  test('expansion: d = a e + (1 - a) |g - g| / C', async () => {
    const features = nodeFeatures(corpus, all)
    const mu = Int32Array.of(0, 1, 2)
    const mapped = await expanded(mu, crew, relationOf(all, all), place(crew, features, features))
    expect([...mapped.mu]).toEqual([0, 1, 2, 3, 4, 5, 6])
    // a pair with itself: e = 0 within the covered part and no difference of features, so the margin is the distance of the best other
    const d = (l: number, r: number) => {
      const share = (s: number, t: number) => {
        let [found, sum] = [0, 0]
        for (let x = 0; x < 7; x++) {
          sum += entry(all, s, x)
          if (x === t) found = entry(all, s, x)
        }
        return found / sum
      }
      const a = [0, 1, 2].reduce((sum, t) => sum + share(l, t), 0)
      const o = [0, 1, 2].reduce((sum, t) => sum + Math.min(share(l, t), share(r, t)), 0)
      return a - o + ((1 - a) * featureDistance(features, l, features, r)) / FEATURES
    }
    for (let l = 3; l < 7; l++) {
      const others = [3, 4, 5, 6].filter((r) => r !== l).flatMap((r) => [d(l, r), d(r, l)])
      expect(mapped.margin[l]).toBeCloseTo(Math.min(...others) - d(l, l), 6)
    }
  })

  test('the continuous heap maps the rest from a few known pairs', () => {
    const left = normalised(all)
    expect([...continuousHeap(Int32Array.of(0, 1, 2, -1, -1, -1, -1), left, left).mu]).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect([...continuousHeap(Int32Array.of(0, 1, 2, 6, -1, -1, -1), left, left).mu].slice(0, 4)).toEqual([0, 1, 2, 6])
  })
})

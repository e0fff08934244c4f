import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QuickChance } from '../../random/quick.js'
import { DEFAULT_PARAMETERS } from '../protocol/parameters.js'
import { crowdsBound, forwardingFor } from './collusion.js'
import { exposureLevels } from './exposure.js'
import { BACK, degree, FIRST, LINK, PERSON, TO } from './graph.js'
import { fromEnds } from './graph-file.js'
import { GROWTH, grow } from './grow.js'
import { type SimulationOptions, simulate } from './index.js'

const run = (more: Partial<SimulationOptions> = {}) =>
  simulate({
    graph: 1000,
    queries: 100,
    selfish: 0,
    colluding: 0,
    lying: 0,
    parameters: DEFAULT_PARAMETERS,
    baseline: 'peers',
    seed: 7,
    ...more,
  })

describe('a grown network', () => {
  test('has 1 to 10 friends each, nobody twice, nobody herself, and both sides know', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 3000 }), fc.nat(), (users, seed) => {
        const graph = grow(users, GROWTH, new QuickChance(seed))
        const { people, links } = graph
        let wrong = 0
        for (let u = 0; u < users; u++) {
          const friends = new Set<number>()
          const end = people[(u + 1) * PERSON + FIRST]!
          for (let at = people[u * PERSON + FIRST]!; at < end; at += LINK) {
            const back = links[at + BACK]!
            friends.add(links[at + TO]!)
            if (links[back + TO] !== u || links[back + BACK] !== at) wrong++
          }
          const k = degree(graph, u)
          if (k < 1 || k > 10 || friends.size !== k || friends.has(u)) wrong++
        }
        expect(wrong).toBe(0)
      }),
      { numRuns: 20 },
    )
  })

  test('is one piece', () => {
    const graph = grow(5000, GROWTH, new QuickChance(2))
    const reached = new Set([0])
    for (const u of reached) {
      for (let j = 0; j < degree(graph, u); j++)
        reached.add(graph.links[graph.people[u * PERSON + FIRST]! + j * LINK + TO]!)
    }
    expect(reached.size).toBe(5000)
  })

  test('friends told twice, or with oneself, count once and not at all', () => {
    const graph = fromEnds(3, Uint32Array.of(0, 1, 1, 0, 2, 2, 1, 2))
    expect([0, 1, 2].map((u) => degree(graph, u))).toEqual([1, 2, 1])
  })
})

describe('[Erola13] §4.7 by simulation', () => {
  test('the same seed gives the same, another does not', () => {
    const few = { queries: 5 }
    expect(run(few)).toEqual(run(few))
    expect(run({ ...few, seed: 8 })).not.toEqual(run(few))
  })

  // Published: 3.59. The source does not give its graph; see grow.ts.
  test('§4.7.3 hops lie around 3.59', () => {
    const { hops, responseMs } = run({ graph: 3000, queries: 20 })
    expect(hops.mean).toBeGreaterThan(3.4)
    expect(hops.mean).toBeLessThan(4)
    expect(responseMs.asPublished).toBeCloseTo(2 * hops.mean * 530 + 400, 6)
  })

  // Table 4.5: position near half the number of neighbours, deviation large and growing; Table 4.1: without pruning higher and steadier.
  test('Tables 4.1 and 4.5: pruning moves the source to the middle and makes her place uncertain', () => {
    const pruned = run({ graph: 4000, queries: 50, baseline: 'published' })
    const unpruned = run({ graph: 4000, queries: 50, baseline: 'unpruned' })
    for (let k = 1; k <= 10; k++) {
      const row = pruned.position[k - 1]!
      expect(row.neighbours).toBe(k)
      expect(Math.abs(row.mean - k / 2)).toBeLessThan(0.2 * k)
      expect(row.deviation).toBeGreaterThan(0.28 * k)
      expect(row.deviation).toBeGreaterThan(unpruned.position[k - 1]!.deviation)
    }
    expect(unpruned.position[9]!.mean).toBeGreaterThan(pruned.position[9]!.mean)
  })

  test('Table 4.4: 0.03 exposes all of the selfish and few of the honest; without a price the selfish are hidden', () => {
    const at = (zeta: number) => run({ selfish: 0.1, parameters: { ...DEFAULT_PARAMETERS, zeta } })
    const free = at(0)
    const priced = at(0.03)
    expect(free.selfishExposed).toBeLessThan(0.15)
    expect(priced.selfishExposed).toBeGreaterThanOrEqual(0.95)
    expect(priced.honestExposed).toBeLessThanOrEqual(0.05)
    expect(priced.selfish).toMatchObject({ users: 100 })
    expect(priced.selfish.isolated).toBeGreaterThan(0.95)
  })

  test('Figure 4.2: the more selfish peers, the more of the honest are exposed', () => {
    const exposed = [0, 0.2, 0.5].map((selfish) => run({ selfish, queries: 40 }).honestExposed)
    expect(exposed[0]).toBeLessThan(exposed[1]!)
    expect(exposed[1]).toBeLessThan(exposed[2]!)
  })

  test('every query is submitted once, and load adds up', () => {
    const { queries, load, hops } = run({ selfish: 0.1 })
    expect(queries).toBe(100_000)
    expect(load.submitted.mean).toBeCloseTo(100, 6)
    expect(load.carried.mean).toBeCloseTo(100 * hops.mean, 6)
  })

  test('no protection exposes everybody; alone one is alone', () => {
    expect(run({ baseline: 'none' })).toMatchObject({ honestExposed: 1, hops: { mean: 0 } })
    expect(run({ graph: 1, queries: 3 })).toMatchObject({ users: 1, friendships: 0, honestExposed: 1, queries: 3 })
  })

  // [Crowds] §5.2, exactly. About 40,000 of 80,000 queries pass a colluding member: 5 deviations are 0.012, the test allows 0.05.
  test('a Crowds shows its bound', () => {
    const { collusion, hops } = run({ baseline: 'crowds', colluding: 0.2, queries: 100 })
    expect(hops.mean).toBeCloseTo(3.59, 1)
    expect(collusion.predecessorIsSource).toBeCloseTo(crowdsBound(1000, 200, forwardingFor(3.59)), 1)
  })

  test('the more collude, the more they see; without any, nothing is seen', () => {
    const few = run({ colluding: 0.05, queries: 20 }).collusion
    const many = run({ colluding: 0.3, queries: 20 }).collusion
    expect(few.seen).toBeLessThan(many.seen)
    expect(few.predecessorIsSource).toBeGreaterThan(0)
    expect(many.predecessorIsSource).toBeLessThan(1)
    expect(run({ queries: 1 }).collusion).toMatchObject({ users: 0, seen: 0, predecessorIsSource: 0, crowds: 0 })
  })

  test('replayed: PEL by what each asked and what was submitted in her name', () => {
    const levels = exposureLevels(
      { users: 3, asker: Uint32Array.of(0, 0, 1, 1, 2), query: Uint32Array.of(10, 11, 12, 13, 14) },
      Uint32Array.of(0, 1, 0, 1, 1),
    )
    // User 0: asked 10, 11; shown 10, 12: half of what is shown is hers, so 50. User 1: asked 12, 13; shown 11, 13, 14: a third.
    expect(levels[0]).toBeCloseTo(50, 6)
    expect(levels[1]).toBeCloseTo(100 / 3, 6)
    expect(levels[2]).toBe(0)
    const replayed = run({
      graph: 500,
      queries: {
        users: 500,
        asker: Uint32Array.from({ length: 50_000 }, (_, i) => i % 500),
        query: Uint32Array.from({ length: 50_000 }, (_, i) => i),
      },
    })
    expect(replayed.exposedBy).toBe('pel')
    expect(replayed.pel.exposed60).toBeLessThan(0.05)
    expect(replayed.pel.steps.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
  })
})

describe('friends who lie or compare notes', () => {
  // Means over all liars and their friends; in 10 peers there is one liar, so 30 networks are drawn. Seeds are fixed: nothing rests on chance.
  test.each([
    [10, 100, 30],
    [100, 50, 5],
    [10_000, 5, 1],
  ])(
    'at %d peers a liar is handed at most 1.5 times its share, of own queries and of carried ones',
    (graph, queries, networks) => {
      const handed = { own: 0, carried: 0 }
      const honest = { own: 0, carried: 0 }
      for (let seed = 1; seed <= networks; seed++) {
        const { lying } = run({ graph, queries, seed, lying: 0.1 })
        expect(lying.users).toBe(graph / 10)
        for (const kind of ['own', 'carried'] as const) {
          handed[kind] += lying.handed[kind]
          honest[kind] += lying.honest[kind]
        }
      }
      for (const kind of ['own', 'carried'] as const) expect(handed[kind] / honest[kind]).toBeLessThan(1.5)
    },
  )

  test('[Erola13] to the letter believes them: they are handed most of what their friends ask', () => {
    const { lying } = run({ graph: 100, queries: 50, lying: 0.1, baseline: 'published' })
    expect(lying.handed.own).toBeGreaterThan(0.7)
    expect(lying.gain.own).toBeGreaterThan(2)
  })

  test('the more friends collude, the more of her queries they know; lies and selfish peers barely help them', () => {
    const plain = run({ queries: 50 }).collusion.friends
    expect(plain.map(({ c }) => c)).toEqual([1, 2, 3, 5, 8])
    for (const { precision, recall, byChance } of plain) {
      expect(precision).toBeGreaterThan(byChance)
      expect(precision).toBeLessThan(0.5) // probable innocence: what they take for hers is more likely somebody else's
      expect(recall).toBeLessThan(1)
    }
    expect(plain[0]!.recall).toBeLessThan(plain[4]!.recall)
    const lied = run({ queries: 50, lying: 0.1, selfish: 0.1 }).collusion.friends
    for (const [i, { precision }] of lied.entries()) expect(precision - plain[i]!.precision).toBeLessThan(0.15)
    expect(run({ queries: 2, baseline: 'crowds' }).collusion.friends).toEqual([])
  })

  test('what is handed over counts by hand: three friends in a row', () => {
    const { lying, collusion } = run({ graph: fromEnds(3, Uint32Array.of(0, 1, 1, 2)), queries: 200 })
    expect(lying).toEqual({
      users: 0,
      handed: { own: 0, carried: 0 },
      honest: { own: 0, carried: 0 },
      gain: { own: 0, carried: 0 },
    })
    // The one in the middle alone has more than one friend. What she hands to one of them the other brought, or it is hers.
    expect(collusion.friends.map(({ c }) => c)).toEqual([1])
    expect(collusion.friends[0]!.precision).toBeGreaterThan(collusion.friends[0]!.byChance - 0.2)
  })
})

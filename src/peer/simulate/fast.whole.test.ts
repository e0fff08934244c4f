import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QuickChance } from '../../random/quick.js'
import { DEFAULT_PARAMETERS } from '../protocol/parameters.js'
import { openNetwork } from './fast.js'
import { type Graph, linkUp } from './graph.js'
import { fromEnds } from './graph-file.js'
import { GROWTH, grow } from './grow.js'
import { markSelfish } from './index.js'
import { network } from './network.js'
import { counted, newTally } from './tally.js'

/** The same graph in arrays of its own, outside the kernel's memory. */
const outside = ({ users, people, links }: Graph): Graph => ({ users, people: people.slice(), links: links.slice() })

/** Any graph, users who know nobody or more than the kernel takes included. */
const anyGraph = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.array(fc.tuple(fc.nat(59), fc.nat(59)), { maxLength: 150 }))
  .map(([users, pairs]) =>
    fromEnds(
      users,
      Uint32Array.from(pairs.flat(), (end) => end % users),
    ),
  )

const grown = fc
  .tuple(fc.integer({ min: 1, max: 400 }), fc.nat())
  .map(([users, seed]) => grow(users, GROWTH, new QuickChance(seed)))

const share = fc.double({ min: 0, max: 1, noNaN: true })
const parameters = fc.record({
  zeta: share,
  theta: fc.tuple(share, share).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]),
  repeats: fc.integer({ min: 1, max: 9 }),
  again: fc.integer({ min: 1, max: 16 }),
  asPublished: fc.boolean(),
})

describe('the kernel', () => {
  test('goes every query’s way as protocol/ decides, draw by draw, and leaves the same records and counts', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyGraph, grown),
        parameters,
        share,
        fc.nat(2 ** 32 - 1),
        fc.constantFrom(2, 2 ** 16),
        (graph, given, selfish, seed, most) => {
          markSelfish(graph, selfish, new QuickChance(seed))
          const plain = outside(graph)
          expect(graph.kernel).toBeDefined()
          const fastTally = newTally(graph, most)
          const tally = newTally(plain, most)
          const fast = openNetwork(graph, given, fastTally, seed)
          const slow = counted(network(plain, given, new QuickChance(seed)), plain, tally)
          for (let i = 0; i < 2 * graph.users; i++) {
            fast.ask(i % graph.users)
            slow.ask(i % graph.users)
            const { hops, refusals } = slow.way
            expect(fast.way).toMatchObject({ hops, refusals })
            expect(fast.way.path.slice(0, hops + 1)).toEqual(slow.way.path.slice(0, hops + 1))
          }
          fast.askAll?.()
          if (fast.askAll) for (let u = 0; u < graph.users; u++) slow.ask(u)
          expect(graph.people).toEqual(plain.people)
          expect(graph.links).toEqual(plain.links)
          expect(fastTally).toEqual(tally)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('takes networks as they are grown, and leaves those with larger neighbourhoods or vectors to protocol/', () => {
    const star = (spokes: number) =>
      linkUp(
        spokes + 1,
        Uint32Array.from({ length: 2 * spokes }, (_, i) => (i % 2 === 0 ? 0 : (i + 1) / 2)),
      )
    const isFast = (graph: Graph, repeats: number, asPublished: boolean, lying?: Uint8Array) =>
      openNetwork(graph, { ...DEFAULT_PARAMETERS, repeats, asPublished }, newTally(graph, 1), 1, lying).askAll !==
      undefined
    for (const asPublished of [true, false]) {
      expect(isFast(grow(3000, GROWTH, new QuickChance(1)), 4, asPublished)).toBe(true)
      expect(isFast(star(15), 17, asPublished)).toBe(true)
      expect(isFast(star(15), 26, asPublished)).toBe(false)
      expect(isFast(star(16), 1, asPublished)).toBe(false)
      expect(isFast(star(3), 1, asPublished, new Uint8Array(4))).toBe(false)
    }
    expect(isFast(star(15), 18, true)).toBe(false)
  })
})

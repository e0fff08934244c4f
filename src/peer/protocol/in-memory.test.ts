import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Chance, QuickChance } from '../../random/quick.js'
import { openNetwork } from '../simulate/fast.js'
import { BACK, degree, FIRST, type Graph, isSelfish, LINK, PERSON, TO, TRUST, trustIn } from '../simulate/graph.js'
import { GROWTH, grow } from '../simulate/grow.js'
import { markSelfish } from '../simulate/index.js'
import { newTally } from '../simulate/tally.js'
import { type Action, answered, ask, type Errand, lost, newPeer, offered, refused, submitted } from './machine.js'
import { DEFAULT_PARAMETERS } from './parameters.js'
import { SELF } from './selection.js'

/** Machines that pass messages in this process: each is answered before the next is sent. */
function machines(graph: Graph, chance: Chance, engine: (peer: number) => boolean = () => true) {
  const { users, people, links } = graph
  const linkOf = (u: number, j: number) => people[u * PERSON + FIRST]! + j * LINK
  const peers = Array.from({ length: users }, (_, u) => newPeer(degree(graph, u), DEFAULT_PARAMETERS))
  const seen = { submissions: [] as number[], attempts: 0, ended: '' as string }
  /** Who brought an errand waits with one of its own. */
  const waiting = new Map<Errand, [user: number, errand: Errand]>()

  const act = (u: number, actions: readonly Action[]): void => {
    const peer = peers[u]!
    for (const action of actions) {
      if (!('errand' in action)) continue // told by what `offered` returned
      const { errand } = action
      if (action.do === 'offer') {
        const link = linkOf(u, errand.at)
        const friend = links[link + TO]!
        const place = (links[link + BACK]! - linkOf(friend, 0)) / LINK
        const theirs = isSelfish(graph, friend) ? [] : offered(peers[friend]!, place, errand.id, chance)
        if (theirs[0]?.do !== 'accept') {
          act(u, refused(peer, errand, chance))
          continue
        }
        const [, next] = theirs
        if (next && 'errand' in next) waiting.set(next.errand, [u, errand])
        act(friend, theirs)
      } else if (action.do === 'submit') {
        seen.attempts++
        const works = engine(u)
        if (works) seen.submissions.push(u)
        act(u, submitted(peer, errand, works, chance))
      } else if (errand.from === SELF) seen.ended = action.do
      else {
        const [other, theirs] = waiting.get(errand)!
        waiting.delete(errand)
        const them = peers[other]!
        act(other, action.do === 'answer' ? answered(them, theirs) : lost(them, theirs))
      }
    }
  }
  return {
    peers,
    ask(source: number, id: string) {
      seen.submissions = []
      seen.attempts = 0
      seen.ended = ''
      act(source, ask(peers[source]!, id, chance))
      return seen
    },
    trust: (u: number, j: number) => peers[u]?.trust[j],
  }
}

const made = (users: number, seed: number, selfish = 0) => {
  const chance = new QuickChance(seed)
  const graph = grow(users, GROWTH, chance)
  markSelfish(graph, selfish, chance)
  return graph
}

describe('the machines of many peers', () => {
  test('take the very decisions of the simulator, on the same random numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.nat(), fc.constantFrom(0, 0.1, 0.4), (users, seed, selfish) => {
        const one = made(users, seed, selfish)
        const two = made(users, seed, selfish)
        const simulated = openNetwork(one, DEFAULT_PARAMETERS, newTally(one, 40), seed + 1)
        const real = machines(two, new QuickChance(seed + 1))
        let differ = 0
        for (let i = 0; i < 40 * users; i++) {
          const source = i % users
          simulated.ask(source)
          const { submissions } = real.ask(source, `q${i}`)
          if (submissions.length !== 1 || submissions[0] !== simulated.way.path[simulated.way.hops]) differ++
        }
        expect(differ).toBe(0)
        const trust = trustIn(one.links)
        for (let u = 0; u < users; u++)
          for (let j = 0; j < degree(one, u); j++)
            expect(real.trust(u, j)).toBe(trust[one.people[u * PERSON + FIRST]! + j * LINK + TRUST])
      }),
      { numRuns: 30 },
    )
  })

  test('end every query in exactly one submission, hold p in [0, 1] and keep nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), fc.double({ min: 0, max: 1 }), (users, seed, selfish) => {
        const real = machines(made(users, seed, selfish), new QuickChance(seed))
        let wrong = 0
        for (let i = 0; i < 30 * users; i++) {
          const { submissions, ended } = real.ask(i % users, `q${i}`)
          if (submissions.length !== 1 || ended !== 'answer') wrong++
        }
        expect(wrong).toBe(0)
        for (const peer of real.peers) {
          expect(peer.errands.size).toBe(0)
          for (const p of peer.trust) expect(p).toSatisfy((value: number) => value >= 0 && value <= 1)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('where some cannot reach the engine, others submit; where nobody can, the query fails and is not lost in silence', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(), fc.nat(), (users, seed, broken) => {
        const graph = made(users, seed)
        const some = machines(graph, new QuickChance(seed), (peer) => ((broken >> (peer % 16)) & 1) === 0)
        for (let i = 0; i < 3 * users; i++) {
          const { submissions, ended } = some.ask(i % users, `q${i}`)
          expect(ended).toBe(submissions.length === 1 ? 'answer' : 'fail')
          expect(submissions.length).toBeLessThanOrEqual(1)
        }
        const none = machines(graph, new QuickChance(seed), () => false)
        const { ended, attempts } = none.ask(0, 'q')
        expect(ended).toBe('fail')
        // No storm: the source asks each friend once, and each way has every peer at most twice.
        expect(attempts).toBeLessThanOrEqual(1 + 10 * (users + 1))
      }),
      { numRuns: 30 },
    )
  })

  test('a selfish peer ends isolated', () => {
    const graph = made(60, 3, 0.1)
    const real = machines(graph, new QuickChance(9))
    for (let i = 0; i < 100 * 60; i++) real.ask(i % 60, `q${i}`)
    for (let u = 0; u < 60; u++) {
      if (!isSelfish(graph, u)) continue
      for (let i = 0; i < 20; i++) expect(real.ask(u, `late ${u} ${i}`).submissions).toEqual([u])
    }
  })
})

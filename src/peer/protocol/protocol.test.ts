import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QuickChance } from '../../random/quick.js'
import { drawNeighbour, submitsIt } from './forward.js'
import { answered, ask, dropped, lost, newEpoch, newPeer, offered, type Peer, refused, submitted } from './machine.js'
import { DEFAULT_PARAMETERS } from './parameters.js'
import { drawFromVector, prune, SEATS, SELF, seatsFor } from './selection.js'
import { accepts, freshTrust, lower, raise } from './trust.js'

const chance = new QuickChance(1)
const weightsOf = (...of: number[]) => ({ of: Int32Array.from(of), stride: 1 })
/** [Erola13] to the letter. */
const PUBLISHED = { ...DEFAULT_PARAMETERS, asPublished: true }
const none = (count: number) => new Uint8Array(count)

describe('[Erola13] §4.3.4 the selection vector', () => {
  test('keeps 20% to 40% of its elements, and of nobody more than stood there', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 10 }), fc.nat(), (H, seed) => {
        const weights = weightsOf(...H)
        const length = prune(weights, 0, H.length, PUBLISHED, new QuickChance(seed))
        const kept = weights.of.reduce((sum, n) => sum + n, 0)
        const { repeats } = DEFAULT_PARAMETERS
        const whole = H.reduce((sum, n) => sum + n, 1)
        expect(length).toBeGreaterThanOrEqual(1)
        expect(length).toBeLessThanOrEqual(Math.max(1, Math.round(0.4 * whole * repeats)))
        expect(length - kept).toSatisfy((own: number) => own >= 0 && own <= repeats)
        for (const [j, n] of weights.of.entries()) expect(n).toBeLessThanOrEqual(H[j]! * repeats)
      }),
    )
  })

  test('without pruning it is the vector: each neighbour as often as it has neighbours, the user once', () => {
    const weights = weightsOf(3, 1, 5)
    expect(prune(weights, 0, 3, { ...PUBLISHED, theta: [0, 0], repeats: 1 }, chance)).toBe(10)
    expect([...weights.of]).toEqual([3, 1, 5])
  })

  // P_s(N_j) = H_j / (sum H + 1). Four shares of 40,000 draws, each within 5 deviations: false alarm below 1e-5.
  test('[Erola13] §4.3.2 over many epochs shares stay P_s', () => {
    const H = [1, 3, 5]
    const drawn = [0, 0, 0, 0]
    const draws = 40_000
    for (let i = 0; i < draws; i++) {
      const weights = weightsOf(...H)
      const length = prune(weights, 0, 3, PUBLISHED, chance)
      const j = drawFromVector(weights, 0, 3, length, none(3), chance)
      drawn[j === SELF ? 3 : j] = drawn[j === SELF ? 3 : j]! + 1
    }
    for (const [j, expected] of [1 / 10, 3 / 10, 5 / 10, 1 / 10].entries()) {
      const deviation = Math.sqrt(draws * expected * (1 - expected))
      expect(Math.abs(drawn[j]! - draws * expected)).toBeLessThan(5 * deviation)
    }
  })

  test('whoever was tried is not drawn again; when nobody is left, the user submits', () => {
    const weights = weightsOf(4, 4)
    const tried = none(2)
    tried[0] = 1
    for (let i = 0; i < 50; i++) expect(drawFromVector(weights, 0, 2, 4, tried, chance)).toBe(1)
    expect(drawFromVector(weights, 0, 2, 0, tried, chance)).toBe(SELF)
  })
})

describe('what a friend says of itself', () => {
  test('moves nothing', () => {
    fc.assert(
      fc.property(fc.nat(65_535), (claimed) => {
        expect(seatsFor(claimed, DEFAULT_PARAMETERS)).toBe(SEATS.friend)
      }),
    )
  })

  test('[Erola13] believes it: one of ten friends who claims 200 has four fifths of the vector', () => {
    const seats = [...Array.from({ length: 9 }, () => 5), 200].map((claimed) => seatsFor(claimed, PUBLISHED))
    expect(seats[9]! / seats.reduce((sum, n) => sum + n, 1)).toBeGreaterThan(0.8)
  })
})

describe('[Erola13] §4.3.3 handing on', () => {
  // Chi-squared with 3 degrees of freedom passes 30 once in 700,000 runs if draws are fair.
  test('is fair among all but whoever brought it (false alarm: 1.4e-6)', () => {
    for (const tried of [none(5), Uint8Array.of(0, 1, 0, 0, 0)]) {
      const drawn = new Float64Array(5)
      const left = 4 - tried[1]!
      for (let i = 0; i < 40_000; i++) drawn[drawNeighbour(5, 3, left, tried, chance)]!++
      expect(drawn[3]).toBe(0)
      const fair = 40_000 / left
      const chi = [0, 1, 2, 4].filter((j) => tried[j] === 0).reduce((sum, j) => sum + (drawn[j]! - fair) ** 2 / fair, 0)
      expect(chi).toBeLessThan(30)
    }
    expect(drawNeighbour(1, 0, 0, none(1), chance)).toBe(SELF)
  })

  test('whoever has no neighbours submits', () => expect(submitsIt(0, chance)).toBe(true))
})

describe('[Erola13] §4.3.5 trust', () => {
  test('stays in [0, 1] whatever happens, and decides at its ends', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), fc.double({ min: 0, max: 1, noNaN: true }), (steps, zeta) => {
        const trust = freshTrust(1)
        for (const up of steps) (up ? raise : lower)(trust, 0, zeta)
        expect(trust[0]).toSatisfy((p: number) => p >= 0 && p <= 1)
        if (trust[0] === 1) expect(accepts(trust, 0, chance)).toBe(true)
        if (trust[0] === 0) expect(accepts(trust, 0, chance)).toBe(false)
      }),
    )
  })

  test('one answer outweighs one refusal', () => {
    const trust = freshTrust(1)
    for (let i = 0; i < 10; i++) lower(trust, 0, 0.03)
    const before = trust[0]!
    raise(trust, 0, 0.03)
    lower(trust, 0, 0.03)
    expect(trust[0]).toBeCloseTo(before + 0.03, 5)
  })
})

describe('a peer', () => {
  const friends = (count: number): Peer => newPeer(count, DEFAULT_PARAMETERS)
  const errandOf = (peer: Peer, id: string, at = 0) => peer.errands.get(id)![at]!

  test('that meets an id again submits it: loops end', () => {
    for (let seed = 0; seed < 50; seed++) {
      const peer = friends(4)
      const dice = new QuickChance(seed)
      ask(peer, 'own', dice)
      expect(offered(peer, 2, 'own', dice)[1]?.do).toBe('submit')
      offered(peer, 1, 'other', dice)
      expect(offered(peer, 3, 'other', dice)[1]?.do).toBe('submit')
    }
  })

  test('passes over friends who are away, and holds nothing against them', () => {
    const peer = friends(3)
    peer.away.set([1, 0, 1])
    for (let i = 0; i < 100; i++) {
      const [action] = ask(peer, `q${i}`, chance)
      if (action?.do === 'offer') expect(action.errand.at).toBe(1)
      else expect(action?.do).toBe('submit')
      dropped(peer, errandOf(peer, `q${i}`))
    }
    expect([...peer.trust]).toEqual([1, 1, 1])
    expect(peer.errands.size).toBe(0)
  })

  test('whose friends all refuse submits itself, and none is asked twice', () => {
    const peer = friends(5)
    for (let i = 0; i < 50; i++) {
      const asked = new Set<number>()
      let [action] = ask(peer, `q${i}`, chance)
      while (action?.do === 'offer') {
        expect(asked.has(action.errand.at)).toBe(false)
        asked.add(action.errand.at)
        ;[action] = refused(peer, action.errand, chance)
      }
      expect(action?.do).toBe('submit')
    }
  })

  test('shows no query to more than two friends, and few to a second one, whatever friends do', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 1, max: 16 }),
        fc.array(fc.tuple(fc.boolean(), fc.nat(9), fc.constantFrom('refuse', 'lose', 'answer')), { maxLength: 200 }),
        fc.nat(),
        (count, again, happening, seed) => {
          const dice = new QuickChance(seed)
          const peer = newPeer(count, { ...DEFAULT_PARAMETERS, again })
          const offers = [0, 0]
          for (const [i, [isOwn, from, what]] of happening.entries()) {
            let action = (isOwn ? ask(peer, `q${i}`, dice) : offered(peer, from % count, `q${i}`, dice)).at(-1)
            let shown = 0
            for (; action?.do === 'offer'; shown++) {
              expect(shown).toBeLessThan(2)
              offers[shown]!++
              const { errand } = action
              if (what === 'refuse') [action] = refused(peer, errand, dice)
              else [action] = what === 'lose' ? lost(peer, errand) : answered(peer, errand)
            }
            // Of any beginning: never more than one second offer for `again` first ones.
            expect(again * offers[1]!).toBeLessThanOrEqual(offers[0]!)
          }
        },
      ),
    )
  })

  test('that loses a query, her own or another’s, submits it herself; her engine dead too, she hands back', () => {
    const dice = new QuickChance(4)
    for (let i = 0; i < 50; i++) {
      const peer = friends(4)
      const action = i % 2 === 0 ? offered(peer, 0, 'q', dice)[1] : ask(peer, 'q', dice)[0]
      if (action?.do !== 'offer') continue
      expect(lost(peer, action.errand)).toEqual([{ do: 'submit', errand: action.errand }])
      expect(lost(peer, action.errand)).toEqual([]) // that is what she is doing
      expect(submitted(peer, action.errand, false, dice)[0]?.do).toBe('fail')
      expect(peer.errands.size).toBe(0)
    }
  })

  test('whose engine is dead shows a query to one friend, if to none before, and does not submit it twice', () => {
    for (let seed = 0; seed < 60; seed++) {
      const peer = friends(3)
      const dice = new QuickChance(seed)
      peer.vector = { weights: { of: Int32Array.of(1, 1, 1), stride: 1 }, length: 5 }
      const action = seed % 2 === 0 ? offered(peer, 0, 'q', dice)[1] : ask(peer, 'q', dice)[0]
      if (action?.do !== 'submit') continue
      const [next] = submitted(peer, action.errand, false, dice)
      expect(next?.do).toBe('offer')
      expect(action.errand.at).not.toBe(action.errand.from)
      expect(lost(peer, action.errand)[0]?.do).toBe('fail')
    }
  })

  test('takes no answer, refusal or result for what it no longer holds', () => {
    const peer = friends(2)
    const dice = new QuickChance(4)
    peer.vector = { weights: { of: Int32Array.of(1, 1), stride: 1 }, length: 2 } // nothing for herself
    const [action] = ask(peer, 'q', dice)
    expect(action?.do).toBe('offer')
    const errand = errandOf(peer, 'q')
    expect(answered(peer, errand)[0]?.do).toBe('answer')
    expect(answered(peer, errand)).toEqual([])
    expect(refused(peer, errand, dice)).toEqual([])
  })

  test('draws a fresh vector in a new epoch, and a query under way keeps its own', () => {
    const peer = friends(3)
    ask(peer, 'q', chance)
    const before = peer.vector
    ask(peer, 'r', chance)
    expect(peer.vector).toBe(before)
    newEpoch(peer)
    ask(peer, 's', chance)
    expect(peer.vector).not.toBe(before)
    expect(errandOf(peer, 'q').vector).toBe(before)
  })

  test('remembers a bounded number of ids', () => {
    const peer = friends(1)
    for (let i = 0; i < 12_000; i++) {
      ask(peer, `q${i}`, chance)
      dropped(peer, errandOf(peer, `q${i}`))
    }
    expect(peer.met.size).toBe(10_000)
    expect(peer.met.has('q11999')).toBe(true)
  })
})

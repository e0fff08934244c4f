import { afterEach, expect, test } from 'vitest'
import type { Message } from '../../src/peer/node/messages.js'
import { hostileFriend, someId } from '../support/hostile.js'
import { Bench } from '../support/lethe.js'
import { places, QUICK, search, startHere, until } from '../support/peers.js'
import { type SearchEngine, searchEngine, someQuery } from '../support/search-engine.js'

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()))
})

const ACCEPT = 250
const SILENCE = 400
const EACH = 60

type Friend = Awaited<ReturnType<typeof hostileFriend>>

/** What a friend does with what it is offered. */
const MANNERS: Readonly<Record<string, (id: string) => Message[]>> = {
  answers: (id) => [
    { say: 'accept', id },
    { say: 'answer', id, results: [] },
  ],
  refuses: (id) => [{ say: 'refuse', id }],
  'says nothing': () => [],
  'accepts and fails': (id) => [
    { say: 'accept', id },
    { say: 'fail', id },
  ],
  'accepts and falls silent': (id) => [{ say: 'accept', id }],
  'answers twice and late': (id) => [
    { say: 'refuse', id },
    { say: 'answer', id, results: [] },
  ],
}

/** A victim with two friends who collude and one who brings queries and serves. */
async function setUp(manner: (id: string) => Message[], alone = async (_url: string, _engine: SearchEngine) => {}) {
  const engine = await searchEngine()
  const [victim, ...others] = await places(new Bench().dir, 4, [
    [0, 1],
    [0, 2],
    [0, 3],
  ])
  const peer = await startHere(victim!, engine.template, { ...QUICK, accept: ACCEPT, silence: SILENCE, epoch: 100 })
  running.push(engine, peer)
  await alone(peer.url, engine)
  const seen: { readonly who: number; readonly message: Message; readonly at: number }[] = []
  const friends: Friend[] = []
  for (const [who, other] of others.entries()) {
    const friend = await hostileFriend(other, peer.addresses[0]!)
    running.push(friend)
    friends.push(friend)
    friend.state.answer = (message) => {
      if (who < 2 && message.say !== 'hello') seen.push({ who, message, at: performance.now() })
      if (message.say !== 'offer') return []
      return (who < 2 ? manner : MANNERS.answers!)(message.id)
    }
  }
  await until(() => peer.status().friends.every(({ here }) => here))
  return { peer, honest: friends[2]!, seen }
}

/** What the two saw of each query, in order: who was offered it, what was said to them afterwards, and when. */
function transcripts(seen: Awaited<ReturnType<typeof setUp>>['seen'], isMeant: (id: string) => boolean) {
  const byId = new Map<string, string[]>()
  const latest = new Map<string, number>()
  for (const { who, message, at } of seen) {
    if (!('id' in message) || !isMeant(message.id)) continue
    const words = byId.get(message.id) ?? []
    byId.set(message.id, words)
    // Times are told in steps of the shortest timer: a busy machine moves them a little, and the two kinds alike.
    const steps = Math.floor((at - (latest.get(message.id) ?? at)) / ACCEPT)
    latest.set(message.id, at)
    words.push(`${message.say} ${['A', 'B'][who]} after ${steps}`)
  }
  // Which of the two came first is chance; whether there was a second is what tells.
  return [...byId.values()].map((words) => {
    const text = words.join(', ')
    return words[0]?.includes(' B ') ? text.replace(/\b[AB]\b/g, (who) => (who === 'A' ? 'B' : 'A')) : text
  })
}

test.each(Object.keys(MANNERS))(
  'over sockets, friends who collude see the same of own queries and of carried ones when each %s',
  async (manner) => {
    const { peer, honest, seen } = await setUp(MANNERS[manner]!)
    const brought = new Set<string>()
    for (let i = 0; i < EACH; i++) {
      const id = someId(1_000_000 + i)
      brought.add(id)
      honest.say({ say: 'offer', id, query: someQuery(i) })
      expect((await search(peer.url, someQuery(EACH + i))).status).toBe(200)
    }
    await until(() => peer.status().underWay === 0)
    const own = transcripts(seen, (id) => !brought.has(id))
    const carried = transcripts(seen, (id) => brought.has(id))
    expect(own.length).toBeGreaterThan(5)
    expect(carried.length).toBeGreaterThan(5)
    // The same kinds of transcripts, and about as often: Fisher's exact test of two counts passes 1e-6 once in a million runs.
    for (const kind of new Set([...own, ...carried])) {
      const count = (of: readonly string[]) => of.filter((one) => one === kind).length
      expect(fisher(count(own), own.length, count(carried), carried.length), kind).toBeGreaterThan(1e-6)
    }
    // Who accepted is the last to hear of it, whosever it is.
    if (manner.startsWith('accepts')) for (const one of [...own, ...carried]) expect(one).not.toContain(' B ')
  },
  60_000,
)

// The first offer is taken for certain, since trust begins at 1; of ten, each goes on to one of the two with 0.7 and more: none does once in 100,000 runs.
test('a peer that its engine limits goes on carrying: else all that it hands on would be its own', async () => {
  const { peer, honest, seen } = await setUp(MANNERS.answers!, async (url, engine) => {
    engine.limits = true
    expect((await search(url, someQuery(0))).status).toBe(502)
  })
  expect(peer.status().engine.trouble).toBeDefined()
  for (let i = 1; i <= 10; i++) {
    honest.say({ say: 'offer', id: someId(i), query: someQuery(i) })
    await until(() => honest.heard.some((message) => 'id' in message && message.id === someId(i)))
    if (i === 1) expect(honest.heard).toContainEqual({ say: 'accept', id: someId(1) })
  }
  await until(() => peer.status().underWay === 0)
  expect(seen.filter(({ message }) => message.say === 'offer')).not.toEqual([])
  expect(peer.status().engine.trouble).toBeDefined()
})

/** Two-sided: the chance of a table at least as unlikely as this one, with these margins. */
function fisher(a: number, ofA: number, b: number, ofB: number): number {
  const logs = [0]
  for (let i = 1; i <= ofA + ofB; i++) logs.push(logs[i - 1]! + Math.log(i))
  const choose = (n: number, k: number) => logs[n]! - logs[k]! - logs[n - k]!
  const chance = (x: number) => Math.exp(choose(ofA, x) + choose(ofB, a + b - x) - choose(ofA + ofB, a + b))
  const here = chance(a) * (1 + 1e-9)
  let sum = 0
  for (let x = Math.max(0, a + b - ofB); x <= Math.min(ofA, a + b); x++) if (chance(x) <= here) sum += chance(x)
  return sum
}

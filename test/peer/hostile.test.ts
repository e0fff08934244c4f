import { afterEach, describe, expect, test } from 'vitest'
import type { Limits } from '../../src/peer/node/limits.js'
import type { RunningPeer } from '../../src/peer/node/peer.js'
import { hostileFriend, someId } from '../support/hostile.js'
import { Bench } from '../support/lethe.js'
import { places, QUICK, search, startHere, until } from '../support/peers.js'
import { searchEngine, someQuery } from '../support/search-engine.js'

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()))
})

/** A victim with an honest friend and a hostile one. */
async function setUp(limits: Partial<Limits> = { ...QUICK, accept: 300 }) {
  const engine = await searchEngine()
  const [victim, honest, hostile] = await places(new Bench().dir, 3, [
    [0, 1],
    [0, 2],
  ])
  const peer = await startHere(victim!, engine.template, limits)
  const friend = await startHere(honest!, engine.template, limits)
  const enemy = await hostileFriend(hostile!, peer.addresses[0]!)
  running.push(engine, peer, friend, enemy)
  await until(() => peer.status().friends.every(({ here }) => here))
  return { engine, peer, enemy }
}

const works = async (peer: RunningPeer, count = 5) => {
  for (let i = 0; i < count; i++) expect((await search(peer.url, someQuery(i))).status).toBe(200)
}

describe('a hostile friend', () => {
  test('that speaks garbage is cut off, and the peer goes on', async () => {
    const { peer, enemy } = await setUp()
    const frame = (size: number, length: number, content: Uint8Array) => {
      const bytes = Buffer.alloc(Math.max(8 + content.length, Math.min(size, 70_000)))
      bytes.writeUInt32BE(size, 0)
      bytes.writeUInt32BE(length, 4)
      Buffer.from(content).copy(bytes, 8)
      return bytes
    }
    const text = (value: string) => frame(2048, Buffer.byteLength(value), Buffer.from(value))
    const garbage = [
      Buffer.alloc(5000, 0xff),
      Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10)),
      frame(2 ** 31, 10, Buffer.alloc(100)),
      frame(2048, 2047, Buffer.alloc(100)),
      text('null'),
      text('{"say":"offer"}'),
      text('{"say":"offer","id":"x","query":"y"}'),
      text(`{"say":"offer","id":"${someId(1)}","query":"${'x'.repeat(600)}"}`),
      text(`{"say":"answer","id":"${someId(1)}","results":[{"title":1}]}`),
      text(`{"say":"answer","id":"${someId(1)}","results":[{"title":"t","url":"javascript:alert(1)","snippet":""}]}`),
      frame(2048, 4, Uint8Array.of(0xc3, 0x28, 0xff, 0xfe)),
    ]
    for (const bytes of garbage) {
      enemy.bytes(bytes)
      await until(() => !enemy.isOpen())
      await enemy.again()
    }
    await works(peer)
    expect(peer.status().underWay).toBe(0)
  }, 60_000)

  test('that floods is throttled: a bounded number is taken, all are answered or refused, memory stays', async () => {
    const { engine, peer, enemy } = await setUp({ ...QUICK, accept: 300, offersPerSecond: 20, underWayPerFriend: 10 })
    engine.delay = 200
    for (let i = 0; i < 1000; i++) enemy.say({ say: 'offer', id: someId(i), query: someQuery(i) })
    await until(() => enemy.heard.filter(({ say }) => say === 'accept' || say === 'refuse').length >= 1000)
    expect(peer.status().underWay).toBeLessThanOrEqual(10)
    const accepted = enemy.heard.filter(({ say }) => say === 'accept').length
    expect(accepted).toBeGreaterThan(0)
    expect(accepted).toBeLessThan(60)
    await works(peer)
  }, 60_000)

  test('that sends faster than anybody reads is cut off', async () => {
    const { peer, enemy } = await setUp({ ...QUICK, accept: 300, framesPerSecond: 300 })
    for (let i = 0; i < 2000; i++) enemy.say({ say: 'still', id: someId(i) })
    await until(() => !enemy.isOpen())
    await works(peer)
  }, 60_000)

  test('that repeats an id is refused while it is held, and gets it submitted at once later', async () => {
    const { engine, enemy } = await setUp()
    engine.delay = 300
    const offer = { say: 'offer', id: someId(7), query: someQuery(7) } as const
    const heard = (...what: string[]) => enemy.heard.filter(({ say }) => what.includes(say)).length
    /** A peer that is late, or trusts a friend less after the first, may refuse: whoever offers then offers again. */
    const offerUntilTaken = () => {
      const before = { taken: heard('accept'), replies: heard('accept', 'refuse') }
      let offers = 0
      return until(() => {
        if (heard('accept') > before.taken) return true
        if (heard('accept', 'refuse') - before.replies === offers) {
          enemy.say(offer)
          offers++
        }
        return false
      })
    }
    await offerUntilTaken()
    const refused = heard('refuse')
    enemy.say(offer)
    await until(() => heard('answer') === 1)
    expect(heard('accept')).toBe(1)
    expect(heard('refuse')).toBe(refused + 1)
    const before = engine.log.length
    await offerUntilTaken()
    await until(() => heard('answer') === 2)
    expect(engine.log.slice(before).map(({ user }) => user)).toEqual(['127.0.1.1'])
  }, 60_000)

  test('that accepts and keeps silent, or says nothing at all, costs time and its trust, not the query', async () => {
    const { peer, enemy } = await setUp({ ...QUICK, accept: 300, silence: 600 })
    for (const manner of ['accept', 'nothing'] as const) {
      enemy.state.answer = (message) =>
        message.say === 'offer' && manner === 'accept' ? [{ say: 'accept', id: message.id }] : []
      await works(peer, 15)
    }
    const [, theirs] = peer.status().friends
    expect(theirs?.trust).toBeLessThan(1)
    expect(peer.status().underWay).toBe(0)
  }, 60_000)

  test('that answers what nobody asked, answers twice, or answers others’ queries is not heard', async () => {
    const { peer, enemy } = await setUp()
    const results = [{ title: 'planted', url: 'https://planted.example/', snippet: '' }]
    for (let i = 0; i < 20; i++) enemy.say({ say: 'answer', id: someId(i), results })
    enemy.state.answer = (message) =>
      message.say === 'offer'
        ? [
            { say: 'refuse', id: message.id },
            { say: 'answer', id: message.id, results },
          ]
        : []
    for (let i = 0; i < 15; i++) {
      const found = await search(peer.url, someQuery(i))
      expect(found.status).toBe(200)
      expect(found.results.some(({ title }) => title === 'planted')).toBe(false)
    }
  }, 60_000)
})

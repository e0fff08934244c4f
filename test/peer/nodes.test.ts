import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { RunningPeer } from '../../src/peer/node/peer.js'
import { Bench } from '../support/lethe.js'
import { type Place, places, QUICK, search, startHere, until } from '../support/peers.js'
import { searchEngine, someQuery } from '../support/search-engine.js'

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()))
})

/** Everybody knows everybody. */
function all(count: number): [number, number][] {
  return Array.from({ length: count }, (_, i) => Array.from({ length: i }, (_, j): [number, number] => [i, j])).flat()
}

async function setUp(count: number, friends = all(count)) {
  const bench = new Bench()
  const engine = await searchEngine()
  const homes = await places(bench.dir, count, friends)
  const peers: RunningPeer[] = []
  for (const home of homes) peers.push(await startHere(home, engine.template))
  running.push(engine, ...peers)
  await until(() => peers.every((peer) => peer.status().friends.every(({ here }) => here)))
  return { bench, engine, homes, peers }
}

function filesUnder(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('real peers on loopback', () => {
  test('answer each other’s queries; the engine sees many names, no cookies, and no browser', async () => {
    const { bench, engine, homes, peers } = await setUp(4)
    for (let i = 0; i < 40; i++) {
      const { status, results } = await search(peers[i % 4]!.url, someQuery(i))
      expect(status).toBe(200)
      expect(results.length).toBeGreaterThan(0)
    }
    expect(engine.log.map(({ query }) => query).sort()).toEqual(
      Array.from({ length: 40 }, (_, i) => someQuery(i)).sort(),
    )
    expect(new Set(engine.log.map(({ user }) => user)).size).toBeGreaterThan(1)
    for (const { headers } of engine.log)
      expect(Object.keys(headers).sort()).toEqual(['accept', 'connection', 'host', 'user-agent'])
    const carried = peers.map((peer) => peer.status().carried)
    expect(carried.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0)

    // State survives; nothing of any query is on disk; the key is for its owner alone.
    const before = peers.map((peer) => peer.status().friends.map(({ trust }) => trust))
    await Promise.all(peers.map((peer) => peer.close()))
    for (const file of filesUnder(bench.dir)) {
      expect(statSync(file).mode & 0o077).toBe(0)
      expect(readFileSync(file, 'latin1')).not.toMatch(/number|violin|river/)
    }
    const again = await startHere(homes[1]!, engine.template)
    running.push(again)
    expect(again.id).toBe(homes[1]?.id)
    expect(again.status().friends.map(({ trust }) => trust)).toEqual(before[1])
  })

  test('the page: search in a browser’s words, OpenSearch, status without texts, this machine alone', async () => {
    const { peers } = await setUp(2)
    const [one] = peers as [RunningPeer]
    const page = await (await fetch(`${one.url}/search?q=river+stone`)).text()
    expect(page).toContain('href="https://docs.example/river/stone"')
    expect(page).toContain('&#60;river&#62;')
    expect(await (await fetch(`${one.url}/opensearch.xml`)).text()).toContain(
      `template="${one.url}/search?q={searchTerms}"`,
    )
    const status = await (await fetch(`${one.url}/status`)).text()
    expect(status).toContain('Carried for others')
    expect(status).not.toContain('river')
    expect((await fetch(`${one.url}/search?q=`)).status).toBe(400)
    expect((await fetch(`${one.url}/nothing`)).status).toBe(404)
    expect((await fetch(one.url, { method: 'POST' })).status).toBe(405)
    const { request } = await import('node:http')
    const asOther = await new Promise<number>((resolve) => {
      request(one.url, { headers: { host: 'evil.example' } }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      }).end()
    })
    expect(asOther).toBe(403)
  })

  test('a friend that vanishes with a query in hand costs a retry, not the query; it comes back', async () => {
    const { engine, homes, peers } = await setUp(4)
    engine.delay = 300
    const asked = Array.from({ length: 30 }, (_, i) => search(peers[0]!.url, someQuery(i)))
    await new Promise((resolve) => setTimeout(resolve, 100))
    await peers[1]!.close()
    for (const { status, results } of await Promise.all(asked)) {
      expect(status).toBe(200)
      expect(results.length).toBeGreaterThan(0)
    }
    expect(peers[0]!.status().friends.filter(({ here }) => here)).toHaveLength(2)
    running.push(await startHere(homes[1]!, engine.template))
    await until(() => peers[0]!.status().friends.every(({ here }) => here))
    expect(peers[0]!.status().underWay).toBe(0)
  })

  test('a stranger is not heard, and who lists a peer that does not list her is a stranger', async () => {
    const { engine, peers, bench } = await setUp(2)
    const [stranger] = (await places(join(bench.dir, 'else'), 1, [])) as [Place]
    const [one] = peers as [RunningPeer]
    stranger.home.keepFriends([{ id: one.id, name: 'victim', addresses: one.addresses }])
    const knocking = await startHere(stranger, engine.template)
    running.push(knocking)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(knocking.status().friends).toMatchObject([{ here: false }])
    expect((await search(knocking.url, someQuery(1))).status).toBe(200)
    expect(engine.log.at(-1)?.user).toBe(stranger.from)
    expect(one.status().carried).toBe(0)
  })

  test('without an engine the user is told; when it comes back, searches work', async () => {
    const { engine, peers } = await setUp(3)
    engine.broken = true
    expect((await search(peers[0]!.url, someQuery(1))).status).toBe(502)
    engine.broken = false
    expect((await search(peers[0]!.url, someQuery(2))).status).toBe(200)
    for (const peer of peers) expect(peer.status().underWay).toBe(0)
  })

  test('friends are added and struck off while peers run', async () => {
    const { homes, peers } = await setUp(3, [[0, 1]])
    const [one, two, three] = peers as [RunningPeer, RunningPeer, RunningPeer]
    const lists = (i: number, ...friends: number[]) =>
      homes[i]!.home.keepFriends(
        friends.map((j) => ({ id: homes[j]!.id, name: `peer ${j}`, addresses: peers[j]!.addresses })),
      )
    expect(three.status().friends).toEqual([])
    lists(2, 0)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(three.status().friends).toMatchObject([{ here: false }]) // one side is not enough
    lists(0, 1, 2)
    await until(() => three.status().friends.every(({ here }) => here))
    await until(() => one.status().friends.filter(({ here }) => here).length === 2)
    // Her vector may hold nobody but herself: the next epoch draws another.
    await until(async () => {
      expect((await search(three.url, someQuery(30))).status).toBe(200)
      return one.status().carried > 0
    })

    lists(0, 1)
    await until(() => three.status().friends.every(({ here }) => !here))
    expect(one.status().friends).toMatchObject([{ name: 'peer 1', here: true }])
    expect((await search(three.url, someQuery(31))).status).toBe(200)
    lists(0, 2)
    await until(() => three.status().friends.every(({ here }) => here))
    await until(() => two.status().friends.every(({ here }) => !here))
    expect(one.status().friends).toMatchObject([{ name: 'peer 2' }])
  })

  test('too much at once is turned away with a word; asked again, everything is answered', async () => {
    const bench = new Bench()
    const engine = await searchEngine()
    running.push(engine)
    engine.delay = 20
    const homes = await places(bench.dir, 3, all(3))
    const peers: RunningPeer[] = []
    for (const home of homes)
      peers.push(await startHere(home, engine.template, { ...QUICK, asking: 5, askingInLine: 20 }))
    running.push(...peers)
    const turnedAway: string[] = []
    const insist = async (i: number): Promise<number> => {
      const response = await fetch(`${peers[0]!.url}/search?format=json&q=${encodeURIComponent(someQuery(i))}`)
      const body = (await response.json()) as { error?: string }
      if (response.status !== 503) return response.status
      turnedAway.push(`${response.headers.get('retry-after')}: ${body.error}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
      return insist(i)
    }
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, i) => insist(i)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(new Set(turnedAway)).toEqual(new Set(['5: Too many queries at once. Try again in a few seconds.']))
    expect(new Set(engine.log.map(({ query }) => query)).size).toBe(100)
  })
})

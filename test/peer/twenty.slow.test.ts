import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exposureLevel } from '../../src/privacy/exposure.js'
import { openBrowser } from '../support/browser.js'
import { hostileFriend, someId } from '../support/hostile.js'
import { Bench } from '../support/lethe.js'
import { barePage } from '../support/pages.js'
import { type PeerProcess, startProcess } from '../support/peer-process.js'
import { type Place, places, until } from '../support/peers.js'
import { type SearchEngine, searchEngine, someQuery } from '../support/search-engine.js'

const PEERS = 20
const HOSTILE = 19 // plays by no rules
const STRANGER = 20 // whom nobody lists
const KILLED = 3
const STALLED = 5
const EACH = 25
/** Between two queries of one user, in milliseconds, whether the one before is answered or not. */
const PACE = 400
const BURST = 150

/** A ring with chords: four friends each. */
const FRIENDS = Array.from({ length: PEERS }, (_, i) => [1, 2].map((step) => [i, (i + step) % PEERS] as const)).flat()

const ended: (() => unknown)[] = []
let bench: Bench
let engine: SearchEngine
let browser: Browser
let homes: Place[]
let peers: PeerProcess[]
/** Who asked what: the history of each user, kept by the test alone. */
const asked: { user: string; query: string; time: string }[] = []
/** What each peer itself tells its user of her exposure. */
const shown = new Map<string, number>()

beforeAll(async () => {
  bench = new Bench(afterAll as never)
  engine = await searchEngine()
  browser = await openBrowser()
  homes = await places(join(bench.dir, 'homes'), PEERS + 1, FRIENDS)
  peers = []
  for (const home of homes.slice(0, HOSTILE)) {
    const peer = await startProcess(home, engine.template)
    ended.push(() => peer.stop('SIGKILL'))
    peers.push(peer)
  }
}, 600_000)

afterAll(async () => {
  for (const end of ended) await end()
  await browser?.close()
  await engine?.close()
})

const here = async (peer: PeerProcess) => (await peer.status()).friends.filter((friend) => friend.here).length

/** Asks as a browser would whose user insists: turned away, it comes again when it was told to. */
async function ask(i: number, query: string): Promise<number> {
  asked.push({ user: homes[i]?.from as string, query, time: new Date().toISOString() })
  for (;;) {
    const response = await fetch(`${peers[i]!.url}/search?format=json&q=${encodeURIComponent(query)}`)
    await response.arrayBuffer()
    if (response.status !== 503) return response.status
    await pause(1000 * Number(response.headers.get('retry-after')))
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('twenty peers in processes of their own', () => {
  test('find each other', async () => {
    for (const [i, peer] of peers.entries()) {
      const expected = FRIENDS.filter(
        (pair) => (pair as readonly number[]).includes(i) && !(pair as readonly number[]).includes(HOSTILE),
      )
      await until(async () => (await here(peer)) >= expected.length, 120_000)
    }
  })

  test('a browser searches through one of them', async () => {
    const page = await browser.newPage()
    await page.goto(peers[0]!.url)
    await page.fill('input[name=q]', 'lantern orchard')
    await page.press('input[name=q]', 'Enter')
    await page.waitForSelector('h2 a')
    expect(await page.textContent('h2 a')).toBe('About lantern & orchard')
    expect(await page.getAttribute('h2 a', 'href')).toBe('https://docs.example/lantern/orchard')
    await page.goto(`${peers[0]!.url}/status`)
    expect(await page.evaluate<string>('document.body.innerText')).toContain('Carried for others')
    await page.close()
    const agents = engine.log.map(
      ({ headers }) => `${headers['user-agent']} ${headers.cookie ?? ''} ${headers.referer ?? ''}`,
    )
    expect(new Set(agents)).toEqual(new Set(['Mozilla/5.0  ']))
  })

  test('no query is lost while peers are killed, stalled, flooded and lied to', async () => {
    engine.delay = 20
    const enemy = await hostileFriend(homes[HOSTILE]!, `${homes[0]?.listen}/p2p/${homes[0]?.id}`)
    ended.push(() => enemy.close())
    enemy.state.answer = (message) => (message.say === 'offer' ? [{ say: 'accept', id: message.id }] : [])
    const flood = setInterval(() => {
      for (let i = 0; i < 40; i++)
        enemy.say({ say: 'offer', id: someId(Math.floor(performance.now() * 40) + i), query: `flooded ${i}` })
    }, 100)
    ended.push(() => clearInterval(flood))

    // All at their own pace, in step with nobody's answers.
    const statuses: number[] = []
    const askers = Array.from({ length: HOSTILE }, (_, i) => i).filter((i) => i !== KILLED && i !== STALLED)
    const asking = Promise.all(
      askers.flatMap((i) =>
        Array.from({ length: EACH }, async (_, round) => {
          await pause(round * PACE + 10 * i)
          statuses.push(await ask(i, someQuery(round * PEERS + i)))
        }),
      ),
    )
    const reached = (share: number) => until(() => statuses.length >= share * EACH * askers.length, 300_000)
    await reached(0.2)
    await peers[KILLED]!.stop('SIGKILL')
    await reached(0.3)
    peers[STALLED]!.child.kill('SIGSTOP')
    await reached(0.5)
    enemy.bytes(Buffer.alloc(9000, 0xfe))
    await enemy.again().catch(() => {})
    const replayed = { say: 'offer', id: someId(7), query: 'flooded again' } as const
    for (let i = 0; i < 20; i++) enemy.say(replayed)
    const stranger = homes[STRANGER]!
    await expect(hostileFriend(stranger, `${homes[0]?.listen}/p2p/${homes[0]?.id}`)).rejects.toThrow()
    await reached(0.6)
    peers[STALLED]!.child.kill('SIGCONT')
    const again = await startProcess(homes[KILLED]!, engine.template)
    ended.push(() => again.stop('SIGKILL'))
    peers[KILLED] = again
    const burst = await Promise.all(Array.from({ length: BURST }, (_, i) => ask(1, someQuery(EACH * PEERS + i))))
    await asking
    clearInterval(flood)
    expect(burst.filter((status) => status !== 200)).toEqual([])
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    for (const query of new Set(asked.map((one) => one.query)))
      expect(
        engine.log.some((line) => line.query === query),
        query,
      ).toBe(true)
  })

  test('nobody crashed, nobody grew, and nothing of any query is on disk', async () => {
    await until(
      async () => (await Promise.all(peers.map((peer) => peer.status()))).every(({ underWay }) => underWay === 0),
      120_000,
    )
    for (const [i, peer] of peers.entries()) {
      shown.set(homes[i]?.from as string, (await peer.status()).exposure)
      expect(peer.child.exitCode).toBe(null)
      expect(peer.said()).toMatch(/^(lethe: peer \d+ (is here|has gone)\n)*$/)
      const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${peer.child.pid}/status`, 'utf8'))?.[1]
      expect(Number(memory) / 1024).toBeLessThan(250)
    }
    const files = readdirSync(join(bench.dir, 'homes'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    expect(files.length).toBeGreaterThanOrEqual(3 * PEERS)
    for (const file of files)
      expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toMatch(/number \d|flooded|lantern|violin/)
    for (const peer of peers) expect(await peer.stop()).toBe(0)
  })

  test('what the engine logged, read back by Lethe: exposure of every user, and whether histories can be linked', async () => {
    const table = (rows: readonly { user: string; query: string; time: string }[]) =>
      `user\tquery\ttime\n${rows.map(({ user, query, time }) => `${user}\t${query}\t${time}\n`).join('')}`
    const original = bench.file('asked.tsv', table(asked.filter(({ query }) => query.includes('number'))))
    const seen = bench.file('engine.tsv', table(engine.log.filter(({ query }) => query.includes('number'))))
    const exposure = async (log: string, dir: string) => {
      await bench.json('release', 'scrub', log, '--kinds', 'email', '--link', 'user', '--truth', '-o', bench.path(dir))
      const { pel } = await bench.json<{ pel: { mean: number; users: number; exposed60: number } }>(
        'measure',
        original,
        bench.path(dir),
        '--only',
        'pel',
      )
      const { scored } = await bench.json<{ scored: { rl: number } }>(
        'attack',
        'link-records',
        bench.path(dir),
        '--reference',
        original,
        '--truth',
        bench.path(`${dir}.private`),
      )
      return { pel, rl: scored.rl }
    }
    const bare = await exposure(original, 'bare')
    const behind = await exposure(seen, 'behind-peers')
    // Without peers the engine has everything; behind them it has a mixture.
    expect(bare.pel.mean).toBeCloseTo(100, 0)
    expect(behind.pel.users).toBe(HOSTILE - 2)
    expect(behind.pel.mean).toBeLessThan(50)
    expect(behind.rl).toBeLessThanOrEqual(bare.rl)

    // Side by side: what each peer told its user is what the engine's log says.
    const apart = [...new Set(asked.map(({ user }) => user))].map((user) =>
      Math.abs(shown.get(user)! - exposureBy(user)),
    )
    expect(apart.reduce((sum, points) => sum + points, 0) / apart.length).toBeLessThan(3)
    await bench.json('report', bench.path('behind-peers'), '--against', original, '-o', bench.path('report.html'))
    const page = barePage(bench.path('report.html'))
    expect(page).toContain('<td>link-records</td>')
    expect(page).toContain('<td>pel</td>')
    process.stdout.write(
      `engine's log of ${engine.log.length} queries: PEL ${behind.pel.mean.toFixed(1)}% (bare ${bare.pel.mean.toFixed(1)}%), linked ${behind.rl.toFixed(1)}% (bare ${bare.rl.toFixed(1)}%)\n`,
    )
  })
})

/** Profile exposure level of a user: what she asked, by the test; what the engine has under her name, by its log. */
function exposureBy(user: string): number {
  const counts = new Map<string, { asked: number; exposed: number }>()
  const at = (query: string) => {
    const pair = counts.get(query) ?? { asked: 0, exposed: 0 }
    counts.set(query, pair)
    return pair
  }
  for (const one of asked) if (one.user === user) at(one.query).asked++
  for (const line of engine.log) if (line.user === user) at(line.query).exposed++
  return exposureLevel(counts.values())
}

import { statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openHome } from '../../src/peer/node/home.js'
import { Bench } from '../support/lethe.js'
import { startProcess } from '../support/peer-process.js'
import { type Place, places, search, until } from '../support/peers.js'
import { searchEngine, someQuery } from '../support/search-engine.js'

test('lethe peer: consent first, invitations, friends who search for each other, and an end without a trace', async () => {
  const bench = new Bench()
  const engine = await searchEngine()
  onTestFinished(() => engine.close())
  const [one, two] = (await places(bench.dir, 2, [])) as [Place, Place]
  for (const { home, listen } of [one, two]) home.remember({ listen })

  // Nobody starts by accident.
  one.home.remember({ consent: undefined as never })
  const start = ['peer', '--home', one.home.dir, '--search', engine.template, '--listen', one.listen, '--port', '0']
  const refused = await bench.lethe(start, { stdin: 'no\n' })
  expect(refused.status).toBe(2)
  expect(refused.stderr).toContain("submits other people's queries in your name")
  expect(refused.stderr).toContain('does not start without your consent')

  // Invitations, both ways.
  for (const [from, to] of [
    [one, two],
    [two, one],
  ] as const) {
    const { stdout } = await bench.lethe(['peer', 'invite', '--home', from.home.dir])
    expect(stdout.trim()).toBe(`${from.listen}/p2p/${from.id}`)
    expect((await bench.lethe(['peer', 'add', stdout.trim(), '--name', 'pal', '--home', to.home.dir])).status).toBe(0)
  }
  expect(statSync(`${one.home.dir}/identity.key`).mode & 0o777).toBe(0o600)
  const own = await bench.lethe(['peer', 'add', `${one.listen}/p2p/${one.id}`, '--home', one.home.dir])
  expect([own.status, own.stderr.split('\n')[0]]).toEqual([2, 'lethe: this invitation is your own'])

  const peers = await Promise.all([
    startProcess(one, engine.template, ['--consent']),
    startProcess(two, engine.template),
  ])
  onTestFinished(async () => void (await Promise.all(peers.map((peer) => peer.stop('SIGKILL')))))
  await until(async () => (await peers[0].status()).friends.every(({ here }) => here))
  await until(async () => (await peers[1].status()).friends.every(({ here }) => here))
  // A vector of one seat may send all that both ask out by the same peer, until she who only serves refuses (34 times at most).
  const wentOutBy = () => new Set(engine.log.map(({ user }) => user)).size
  for (let i = 0; i < 20 || (i < 80 && wentOutBy() < 2); i++)
    expect((await search(peers[i % 2]!.url, someQuery(i))).status).toBe(200)
  for (const peer of peers) expect(await peer.stop()).toBe(0)
  expect(one.home.memory().consent).toMatch(/^20/)
  expect(peers[0].said()).not.toMatch(/number \d/)
  expect(wentOutBy()).toBe(2)
}, 60_000)

test('lethe peer: the search engine has its own word; the older one, on the line or remembered, still works', async () => {
  const bench = new Bench()
  const at = (...words: string[]) => bench.lethe(['peer', 'start', '--home', bench.path('home'), ...words])
  const older = await at('--engine', 'https://x.example/')
  expect(older.stderr).toMatch(/^lethe: the search engine is no URL template\n/)
  bench.file('home/memory.json', '{"engine": "https://older.example/{searchTerms}", "listen": "nowhere"}')
  expect((await at()).stderr).toMatch(/^lethe: --listen is no address\n/) // so the template was there
  const home = openHome(bench.path('home'))
  home.remember({ port: 0 })
  expect(home.memory()).toEqual({ search: 'https://older.example/{searchTerms}', listen: 'nowhere', port: 0 })
  expect((await bench.lethe(['peer', 'start', '--help'])).stdout).not.toContain('--engine')
})

test('lethe peer: what is wrong is said in one line', async () => {
  const bench = new Bench()
  const at = (words: string[]) => bench.lethe(['peer', ...words, '--home', bench.path('home')])
  for (const [words, says] of [
    [['start', '--consent'], 'no search engine is named'],
    [['start', '--consent', '--search', 'https://x.example/'], 'the search engine is no URL template'],
    [
      ['start', '--consent', '--search', 'https://x.example/{searchTerms}', '--listen', 'here'],
      '--listen is no address',
    ],
    [['add', 'nonsense'], 'this is no invitation'],
    [['remove', 'nobody'], 'no such friend is listed'],
    [['invite'], 'under which address do friends reach this machine?'],
  ] as const) {
    const { status, stderr } = await at([...words])
    expect([status, stderr.split('\n')[0]]).toEqual([2, `lethe: ${says}`])
  }
  expect((await bench.lethe(['peer', '--help'])).status).toBe(0)
})

test('lethe peer: friends who are struck off are told with --json too', async () => {
  const bench = new Bench()
  const [one, two] = (await places(bench.dir, 2, [])) as [Place, Place]
  const at = (...words: string[]) => bench.lethe(['peer', ...words, '--home', one.home.dir, '--json'])
  await at('add', `${two.listen}/p2p/${two.id}`, '--name', 'pal')
  expect(JSON.parse((await at('remove', 'pal')).stdout)).toEqual({ removed: [{ id: two.id, name: 'pal' }] })
})

test.each(['{"id": ', 'null', '[null]', '[{"id": 1}]', '{}'])(
  'lethe peer: a list of friends that is no list (%s) is told, and the program ends',
  async (content) => {
    const bench = new Bench()
    bench.file('home/friends.json', content)
    const engine = ['--consent', '--search', 'http://127.0.0.1:9/{searchTerms}', '--port', '0']
    for (const words of [['start', ...engine], ['friends']]) {
      const { status, stderr } = await bench.lethe(['peer', ...words, '--home', bench.path('home')])
      expect(status).toBe(2)
      expect(stderr).toMatch(/friends\.json cannot be read\nMend it, or move it away to start afresh\.\n$/)
    }
  },
)

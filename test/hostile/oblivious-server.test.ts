import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readKeyFile, writeKeyFile } from '../../src/crypto/key-file.js'
import { explain, release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { oprfClient } from '../../src/shares/oblivious/client.js'
import { trustedProxies } from '../../src/shares/oblivious/clients.js'
import { parsePublicKeys, publicKeysText } from '../../src/shares/oblivious/public-keys.js'
import { type OprfServerOptions, oprfServer } from '../../src/shares/oblivious/server.js'
import { blind } from '../../src/shares/oblivious/suite.js'
import { asked, writeLog } from '../support/log.js'
import { filesOf, manifestOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const HONEST = new Uint8Array(32).fill(7)
const OTHER = new Uint8Array(32).fill(8)
const text = (value: string) => new TextEncoder().encode(value)

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
async function start(more: Partial<OprfServerOptions> = {}): Promise<string> {
  const server = oprfServer({ key: HONEST, rotation: 'none', also: [], rate: 1000, ...more })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Asks for some points with headers that fetch would not send. */
function ask(url: string, headers: Record<string, string> = {}, points = 1): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/evaluate?epoch=all`, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', reject)
    call.end(Buffer.concat(Array.from({ length: points }, () => blind(text('a')).blinded)))
  })
}

describe('the key is pinned', () => {
  const pinned = (keys: Uint8Array, epochs = ['all']) => parsePublicKeys(publicKeysText(keys, epochs), 'keys')

  test('a server with another key is found out by its proof; it is never asked for its key', async () => {
    const honest = oprfClient({ server: await start(), keys: pinned(HONEST) })
    expect(await honest([text('a')], 'all')).toHaveLength(1)
    const impostor = oprfClient({ server: await start({ key: OTHER }), keys: pinned(HONEST) })
    await expect(impostor([text('a')], 'all')).rejects.toThrow(/did not prove.*--server-key/)
    const unpinned = oprfClient({ server: await start({ key: OTHER }) }) // what was seen before
    expect(await unpinned([text('a')], 'all')).toHaveLength(1)
  })

  test('an epoch without a key is refused before anything is asked', async () => {
    const client = oprfClient({ server: 'http://127.0.0.1:9', keys: pinned(HONEST, ['2006-03']) })
    await expect(client([text('a')], '2006-04')).rejects.toThrow(/no key of the epoch 2006-04/)
  })

  test('the digest names the keys, in whatever order they stand', () => {
    const keys = publicKeysText(HONEST, ['2006-03', '2006-04'])
    const [head, one, two] = keys.split('\n')
    expect(parsePublicKeys(`${head}\r\n${two}\r\n${one}\r\n`, 'x').digest).toBe(parsePublicKeys(keys, 'x').digest)
    expect(pinned(OTHER).digest).not.toBe(pinned(HONEST).digest)
  })

  test.each([
    ['nothing', ''],
    ['a head alone', 'lethe-oprf-public-keys-1\n'],
    ['a secret key', `lethe-key-1 ${'0'.repeat(64)}\n`],
    ['a short key', `lethe-oprf-public-keys-1\nall ${'0'.repeat(62)}\n`],
    ['two keys for one epoch', `lethe-oprf-public-keys-1\nall ${'0'.repeat(64)}\nall ${'1'.repeat(64)}\n`],
  ])('%s is no file of public keys', (_, content) => {
    expect(() => parsePublicKeys(content, 'x')).toThrow(/no public keys/)
  })
})

describe('a release by the scheme oblivious', () => {
  const log = writeLog(next('log.ndjson'), [...asked('weather', 4), ...asked('rare', 1)])
  const keyFile = next('key')
  writeKeyFile(keyFile)
  const serverKey = next('server.pub')
  writeFileSync(serverKey, publicKeysText(HONEST, ['all']))
  const planOf = (params: object) => ({
    steps: [{ method: 'secret-shares', params: { t: 3, scheme: 'oblivious', ...params } as never }],
    shows: {},
  })
  const released = async (params: object) => {
    const out = next('release')
    await release([log], { plan: planOf(params), out, keyFile, format: 'tsv' })
    return out
  }
  const unsaid = /taken from the server that answered/

  test('names the pinned keys by their digest, and neither file nor address', async () => {
    const server = await start()
    const out = await released({ server, serverKey })
    const { more, steps, guarantee } = manifestOf(out)
    expect(more?.serverKey).toBe(parsePublicKeys(readFileSync(serverKey, 'utf8'), 'x').digest)
    expect(steps[0]?.params).toMatchObject({ server: { given: true }, serverKey: { given: true } })
    expect(guarantee.notProtected.join()).not.toMatch(unsaid)
    for (const content of Object.values(filesOf(out))) {
      expect(content).not.toContain(server)
      expect(content).not.toContain('server.pub')
    }
    expect((await verify(out)).checks.find(({ name }) => name === 'stated promise')).toMatchObject({ holds: true })
  })

  test('by a server with another key is not made', async () => {
    await expect(released({ server: await start({ key: OTHER }), serverKey })).rejects.toThrow(/did not prove/)
  })

  test('without a pinned key is refused with advice; with --unpinned it says what is not protected', async () => {
    await expect(explain(planOf({ server: 'http://127.0.0.1:9' }))).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('--server-key'),
      next: expect.stringMatching(/--print-public-key.*--unpinned/),
    })
    const { guarantee } = await explain(planOf({ server: 'http://127.0.0.1:9', unpinned: true }))
    expect(guarantee.notProtected.join()).toMatch(unsaid)
    const out = await released({ server: await start(), unpinned: true })
    expect(manifestOf(out).guarantee.notProtected.join()).toMatch(unsaid)
    expect(manifestOf(out).more).not.toHaveProperty('serverKey')
  })

  test('shows its token where it has one', async () => {
    const serverToken = next('token')
    writeKeyFile(serverToken)
    const server = await start({ token: readKeyFile(serverToken) })
    await expect(released({ server, serverKey })).rejects.toThrow(/asks for a token/)
    const wrong = next('token')
    writeKeyFile(wrong)
    await expect(released({ server, serverKey, serverToken: wrong })).rejects.toThrow(/asks for a token/)
    const out = await released({ server, serverKey, serverToken })
    const secret = Buffer.from(readKeyFile(serverToken)).toString('hex')
    for (const dir of [out, `${out}.private`])
      for (const content of Object.values(filesOf(dir))) expect(content).not.toContain(secret)
    expect(readFileSync(join(out, 'manifest.json'), 'utf8')).not.toContain(serverToken)
  })
})

describe('whom the server answers', () => {
  test('by its own names only: a page whose name leads here is not', async () => {
    const url = await start({ hosts: ['oprf.example'] })
    for (const host of ['127.0.0.1:1', 'localhost', '[::1]:7797', 'oprf.example', 'OPRF.example:443'])
      expect([host, await ask(url, { host })]).toEqual([host, 200])
    for (const host of ['evil.example', 'oprf.example.evil.example', '127.0.0.1.evil.example:7797', 'localhost.', 'x'])
      expect([host, await ask(url, { host })]).toEqual([host, 421])
  })

  test('no page in a browser, whatever name it has', async () => {
    expect(await ask(await start(), { origin: 'http://localhost' })).toBe(421)
  })

  test('only who shows the token, where there is one', async () => {
    const token = new Uint8Array(32).fill(5)
    const url = await start({ token })
    const bearer = (key: Uint8Array) => `Bearer ${Buffer.from(key).toString('hex')}`
    expect(await ask(url)).toBe(401)
    expect((await fetch(`${url}/key?epoch=all`)).status).toBe(401)
    expect(await ask(url, { authorization: bearer(OTHER) })).toBe(401)
    expect(await ask(url, { authorization: bearer(token).slice(0, -2) })).toBe(401)
    expect(await ask(url, { authorization: bearer(token) })).toBe(200)
  })

  test('a client sends no token over an open line, and follows no other address', async () => {
    const token = new Uint8Array(32).fill(5)
    expect(() => oprfClient({ server: 'http://oprf.example', token })).toThrow(/over https/)
    expect(() => oprfClient({ server: 'http://127.0.0.1.example', token })).toThrow(/over https/)
    oprfClient({ server: 'https://oprf.example', token })
    oprfClient({ server: 'http://localhost:7797', token })
    const there = await start()
    const mover = createServer(
      (_, response) => void response.writeHead(307, { location: `${there}/key?epoch=all` }).end(),
    )
    servers.push(mover)
    await new Promise<void>((resolve) => mover.listen(0, '127.0.0.1', resolve))
    const moved = oprfClient({ server: `http://127.0.0.1:${(mover.address() as AddressInfo).port}` })
    await expect(moved([text('a')], 'all')).rejects.toThrow(/does not answer/)
  })
})

describe('how much each client may ask', () => {
  const from = (...addresses: string[]) => ({ 'x-forwarded-for': addresses.join(', ') })

  test('nobody gets more by saying that he is somebody else', async () => {
    const url = await start({ rate: 4 })
    expect(await ask(url, from('203.0.113.1'), 4)).toBe(200)
    expect(await ask(url, from('203.0.113.2'), 1)).toBe(429)
  })

  test('behind a trusted proxy each client has its own share', async () => {
    const url = await start({ rate: 4, proxies: trustedProxies(['127.0.0.1']) })
    expect(await ask(url, from('203.0.113.1'), 4)).toBe(200)
    expect(await ask(url, from('203.0.113.1'), 1)).toBe(429)
    expect(await ask(url, from('203.0.113.2'), 4)).toBe(200)
    // What a client writes itself stands before what the proxy adds, and counts for nothing.
    expect(await ask(url, from('198.51.100.9', '203.0.113.1'), 1)).toBe(429)
    expect(await ask(url, from('made up', '203.0.113.2'), 1)).toBe(429)
  })

  test('of a chain of proxies the last that is not trusted counts', async () => {
    const url = await start({ rate: 4, proxies: trustedProxies(['127.0.0.0/8', '10.0.0.0/8', '2001:db8:1::/48']) })
    expect(await ask(url, from('198.51.100.9', '203.0.113.1', '10.1.2.3'), 4)).toBe(200)
    expect(await ask(url, from('198.51.100.8', '203.0.113.1', '2001:db8:1::5', '10.1.2.3'), 1)).toBe(429)
    expect(await ask(url, from('203.0.113.1', 'not an address'), 4)).toBe(200) // the proxy itself
    expect(await ask(url, from('203.0.113.7', 'not an address'), 1)).toBe(429)
  })

  test('the many addresses of one household are one client, and an old address in a new form the same', async () => {
    const url = await start({ rate: 4, proxies: trustedProxies(['127.0.0.1']) })
    expect(await ask(url, from('2001:db8:0:1::1'), 4)).toBe(200)
    expect(await ask(url, from('2001:0DB8::1:ffff:2:3:4'), 1)).toBe(429)
    expect(await ask(url, from('[2001:db8:0:1::9]:4711'), 1)).toBe(429)
    expect(await ask(url, from('2001:db8:0:2::1'), 4)).toBe(200)
    expect(await ask(url, from('::ffff:203.0.113.1'), 4)).toBe(200)
    expect(await ask(url, from('203.0.113.1:80'), 1)).toBe(429)
  })

  test.each(['x', '10.0.0.0/33', '10.0.0.0/', '::1/129', 'proxy.example'])('%s is no proxy', (entry) => {
    expect(() => trustedProxies([entry])).toThrow(/no address of a proxy/)
  })
})

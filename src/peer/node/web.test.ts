import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newActivity } from './activity.js'
import { askOnPage } from './setup.js'
import { openWeb } from './web.js'

const asked: string[] = []
let web: Awaited<ReturnType<typeof openWeb>>
let host: string

beforeEach(async () => {
  asked.length = 0
  const friendless = { id: 'me', asked: 0, carried: 0, submittedForOthers: 0, refusedToFriends: 0, underWay: 0 }
  web = await openWeb({
    port: 0,
    activity: newActivity(),
    ask: async (query) => {
      asked.push(query)
      return []
    },
    status: () => ({ ...friendless, exposure: 0, friends: [], engine: { host: 'engine.example' } }),
    nameOf: () => 'nobody',
    hosts: () => [],
    invitation: () => undefined,
    addFriend: async (invitation) => asked.push(invitation),
    removeFriend: (id) => asked.push(id),
    tryEngineAgain: () => asked.push('again'),
    forget: () => asked.push('forget'),
  })
  host = new URL(web.url).host
})
afterEach(() => web.close())

/** Says these lines over a bare socket; the status that comes back. */
function status(to: string, lines: readonly string[], body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(to)
    const socket = connect(Number(port), hostname, () =>
      socket.end(`${[...lines, 'Connection: close', `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`),
    )
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => (text += part))
    socket.once('error', reject)
    socket.once('close', () => resolve(Number(text.split(' ')[1])))
  })
}

describe('a web page elsewhere, in a browser that says nothing of Sec-Fetch', () => {
  const search = 'GET /search?q=lantern HTTP/1.1'
  const from = (origin: string) => [`Origin: ${origin}`, `Referer: ${origin}/page`]

  test.each([
    ['with an origin', () => [search, `Host: ${host}`, 'Origin: https://evil.example']],
    ['with a referrer alone', () => [search, `Host: ${host}`, 'Referer: https://evil.example/page']],
    ['without an origin of its own', () => [search, `Host: ${host}`, 'Origin: null']],
    ['whose name begins like ours', () => [search, `Host: ${host}`, ...from(`http://${host}.evil.example`)]],
    ['that has our name for a user', () => [search, `Host: ${host}`, ...from(`http://${host}@evil.example`)]],
    ['at another port here', () => [search, `Host: ${host}`, ...from('http://127.0.0.1:1')]],
    ['under our other name', () => [search, `Host: ${host}`, ...from(`http://localhost:${host.split(':')[1]}`)]],
    ['over TLS', () => [search, `Host: ${host}`, ...from(`https://${host}`)]],
    ['as a socket', () => [search, `Host: ${host}`, 'Upgrade: websocket', 'Origin: https://evil.example']],
    ['by a name that leads here', () => [search, 'Host: rebound.evil.example', ...from('http://rebound.evil.example')]],
    ['by our name and a dot', () => [search, 'Host: localhost.:80']],
    ['by our name in front', () => [search, 'Host: 127.0.0.1.nip.io']],
    ['by an address that means this one', () => [search, 'Host: 2130706433']],
    ['by every address', () => [search, 'Host: 0.0.0.0:80']],
  ])('%s: does not search', async (_, lines) => {
    expect(await status(web.url, lines())).toBe(403)
    expect(asked).toEqual([])
  })

  test.each(['/forget', '/friends/add', '/friends/remove', '/engine/again'])(
    'changes nothing at %s by a form, of any type',
    async (path) => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
        for (const origin of [[], ['Origin: null'], from('https://evil.example'), from(`http://${host}`)]) {
          const lines = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Content-Type: ${type}`, ...origin]
          expect(await status(web.url, lines, 'token=&id=x&invitation=x')).toBe(403)
        }
      expect(asked).toEqual([])
    },
  )

  test.each(['//', '///', '//[', '/%', '/\\', 'http://evil.example/', 'http://[/'])(
    'does not end the peer by asking for %s',
    async (path) => {
      expect(await status(web.url, [`GET ${path} HTTP/1.1`, `Host: ${host}`])).toBeGreaterThanOrEqual(400)
      expect(await status(web.url, ['GET / HTTP/1.1', `Host: ${host}`])).toBe(200)
    },
  )
})

test('a form that is broken off does not end the first steps', async () => {
  const url = await new Promise<string>((opened) => void askOnPage(0, 'This is what happens.', opened))
  const { hostname, port, host: here } = new URL(url)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`POST / HTTP/1.1\r\nHost: ${here}\r\nContent-Length: 100\r\n\r\nsearch=`, () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      )
    })
    socket.once('close', () => resolve())
  })
  expect(await status(url, ['GET / HTTP/1.1', `Host: ${here}`])).toBe(200)
})

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { openHome } from '../../../src/peer/node/home.js'
import { encode, type Message } from '../../../src/peer/node/messages.js'
import type { QuickChance } from '../../../src/random/quick.js'
import { hostileFriend, someId } from '../../support/hostile.js'
import { type Place, places, QUICK, search, startHere, until } from '../../support/peers.js'
import { searchEngine, someQuery } from '../../support/search-engine.js'
import { less } from '../attempt.js'
import { pick, times } from '../chance.js'
import { type Edit, edited, someEdits } from '../edits.js'
import { editedJson, type JsonEdit, someJsonEdit } from '../json-edits.js'
import { orRefused, type Part, type Ready, Violation } from '../part.js'

type Case =
  /** Bytes to a peer: in the stream of a friend, to the door of the network, or to its search box; Latin-1. */
  | { readonly to: 'friend' | 'door' | 'box'; readonly bytes: readonly string[] }
  /** A peer that starts from a home with damage. */
  | { readonly to: 'home'; readonly file: number; readonly edits: readonly Edit[]; readonly json: readonly JsonEdit[] }

const SAID: readonly Message[] = [
  { say: 'hello', friends: 3 },
  { say: 'offer', id: someId(1), query: 'river stone' },
  { say: 'accept', id: someId(1) },
  { say: 'refuse', id: someId(2) },
  { say: 'still', id: someId(1) },
  { say: 'answer', id: someId(1), results: [{ title: 't', url: 'https://docs.example/', snippet: 's' }] },
]
const REQUESTS = [
  'GET /search?q=river&format=json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  'GET /status?format=json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  'POST /friends HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 20\r\n\r\nid=x&name=y&address=z',
  'GET /%ff%00/../../etc HTTP/1.1\r\nHost: evil.example\r\nCookie: x\r\n\r\n',
]

/** Messages of the protocol with something wrong in the frame, in the JSON, or in the bytes. */
function someBytes(chance: QuickChance, to: 'friend' | 'door' | 'box'): string {
  if (to === 'box') return edits(Buffer.from(pick(chance, REQUESTS)))
  const message = pick(chance, SAID)
  const odd = chance.below(2) === 0 ? (editedJson(message, someJsonEdit(chance)) as Message) : message
  let frame: Buffer
  try {
    frame = Buffer.from(encode(odd))
  } catch {
    frame = Buffer.from(encode(message)) // too odd to be said at all
  }
  return chance.below(3) === 0 ? frame.toString('latin1') : edits(frame)
  function edits(bytes: Buffer): string {
    return someEdits(chance, 3).reduce(edited, bytes).toString('latin1')
  }
}

async function open(base: string): Promise<Ready<Case>> {
  const engine = await searchEngine()
  const [victim, hostile, third] = (await places(base, 3, [[0, 1]])) as [Place, Place, Place]
  const peer = await startHere(victim, engine.template, { ...QUICK, accept: 300 })
  const enemy = await hostileFriend(hostile, peer.addresses[0]!)
  enemy.state.answer = (message) => (message.say === 'offer' ? [{ say: 'refuse', id: message.id }] : [])
  await until(() => peer.status().friends.every(({ here }) => here))
  let asked = 0
  const goesOn = async () => {
    if ((await search(peer.url, someQuery(asked++))).status !== 200)
      throw new Violation('the peer finds nothing any more')
  }
  const attempt = async (one: Case, dir: string): Promise<number> => {
    if (one.to === 'home') return startDamaged(third, engine.template, one, dir)
    if (one.to === 'friend') {
      if (!enemy.isOpen()) await enemy.again()
      for (const text of one.bytes) enemy.bytes(Buffer.from(text, 'latin1'))
    } else {
      const port = one.to === 'box' ? Number(new URL(peer.url).port) : Number(victim.listen.split('/').at(-1))
      await send(port, one.bytes)
    }
    await goesOn()
    return one.bytes.length
  }
  return {
    make(chance) {
      const to = pick(chance, ['friend', 'friend', 'door', 'box', 'home'] as const)
      if (to !== 'home') return { to, bytes: times(1 + chance.below(20), () => someBytes(chance, to)) }
      const json = chance.below(2) === 0
      return {
        to,
        file: chance.below(6),
        edits: json ? [] : someEdits(chance, 3),
        json: json ? [someJsonEdit(chance)] : [],
      }
    },
    attempt,
    *smaller(one) {
      if (one.to !== 'home') for (const bytes of less(one.bytes)) yield { ...one, bytes }
      else for (const edits of less(one.edits)) yield { ...one, edits }
    },
    async close() {
      await Promise.all([peer.close(), enemy.close(), engine.close()])
    },
  }
}

/** Sends bytes to a port, and waits until the other side has had enough, or a moment. */
function send(port: number, bytes: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const done = () => {
      socket.destroy()
      resolve()
    }
    socket.on('error', done)
    socket.on('close', done)
    socket.setTimeout(100, done)
    for (const text of bytes) socket.write(Buffer.from(text, 'latin1'))
    socket.end()
    socket.resume()
  })
}

/** A peer with a broken file in its home says so, or starts and can be ended. */
async function startDamaged(
  place: Place,
  template: string,
  one: Extract<Case, { to: 'home' }>,
  dir: string,
): Promise<number> {
  const copy = join(dir, 'home')
  cpSync(place.home.dir, copy, { recursive: true })
  const files = readdirSync(copy).sort()
  const path = join(copy, files[one.file % files.length]!)
  const before = readFileSync(path)
  const json = path.endsWith('.json') ? one.json : []
  const document =
    json.length > 0 ? Buffer.from(JSON.stringify(json.reduce(editedJson, JSON.parse(before.toString())))) : before
  writeFileSync(path, one.edits.reduce(edited, document))
  await orRefused(async () => {
    const home = openHome(copy)
    const peer = await startHere({ ...place, home }, template)
    await peer.close()
  })
  return 1
}

/** Garbage to a peer from friends and strangers, and in its own files: it goes on, or says what is wrong. */
export const peers: Part<Case> = { name: 'peers', counts: 'messages', weight: 1, open }

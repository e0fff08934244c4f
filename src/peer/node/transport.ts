import './with-resolvers.js'
import { noise } from '@chainsafe/libp2p-noise'
import { yamux } from '@chainsafe/libp2p-yamux'
import { generateKeyPair, privateKeyFromProtobuf, privateKeyToProtobuf } from '@libp2p/crypto/keys'
import { peerIdFromPrivateKey, peerIdFromString } from '@libp2p/peer-id'
import { tcp } from '@libp2p/tcp'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p, type Libp2p } from 'libp2p'
import { fail } from '../../base/errors.js'
import type { Random } from '../../random/random.js'
import { FRIENDS_AT_MOST, type Friend, type Home } from './home.js'
import { type Limits, meter } from './limits.js'
import { decoder, encode, Garbage, type Message } from './messages.js'

const PROTOCOL = '/lethe/peer/1.0.0'
const BACKLOG_AT_MOST = 4 * 2 ** 20
/** A word now and then: libp2p ends streams that are silent for two minutes. */
const KEEP_WARM = 30_000

type Stream = Awaited<ReturnType<Libp2p['dialProtocol']>>

/** Streams to friends over TCP, Noise and Yamux, held open and opened again. */
export interface Transport {
  readonly id: string
  addresses(): string[]
  send(friend: number, message: Message): boolean
  /** Friends by their places, undefined where one is free: takes up who is new, and leaves who is gone. */
  keepTo(friends: readonly (Friend | undefined)[]): void
  close(): Promise<void>
}

export interface TransportOptions {
  readonly home: Home
  readonly listen: string
  readonly limits: Limits
  readonly random: Random
  hear(friend: number, message: Message): void
  came(friend: number, friends: number): void
  went(friend: number): void
}

/** The peer's key, made on first use; the file is for its owner alone. */
export async function identity(home: Home) {
  const bytes = home.identity()
  if (bytes !== undefined) {
    try {
      return privateKeyFromProtobuf(bytes)
    } catch {
      fail(
        'input',
        `${home.dir} has an identity that cannot be read`,
        'Restore identity.key, or remove it to become somebody new.',
      )
    }
  }
  const key = await generateKeyPair('Ed25519')
  home.keepIdentity(privateKeyToProtobuf(key))
  return key
}

export async function peerId(home: Home): Promise<string> {
  return peerIdFromPrivateKey(await identity(home)).toString()
}

/** An invitation is an address with the peer's id: /ip4/192.0.2.7/tcp/4001/p2p/12D3... */
export function readInvitation(text: string): { readonly id: string; readonly address: string } {
  try {
    const address = multiaddr(text.trim())
    const id = address.getComponents().findLast(({ name }) => name === 'p2p')?.value
    if (id === undefined) throw new Error('no id')
    return { id: peerIdFromString(id).toString(), address: address.toString() }
  } catch {
    return fail(
      'usage',
      'this is no invitation',
      'It looks like /ip4/192.0.2.7/tcp/4001/p2p/12D3...; lethe peer invite prints one.',
    )
  }
}

export function checkListen(listen: string): void {
  if (!/^\/(ip4|ip6|dns4|dns6)\/[^/]+\/tcp\/\d+$/.test(listen))
    fail('usage', '--listen is no address', 'Write for instance /ip4/0.0.0.0/tcp/4001.')
}

export async function openTransport(options: TransportOptions): Promise<Transport> {
  const { home, listen, limits } = options
  const number = new Map<string, number>()
  const stranger = (id: { toString(): string }) => !number.has(id.toString())
  const libp2p = await createLibp2p({
    privateKey: await identity(home),
    addresses: { listen: [listen] },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    connectionManager: {
      inboundConnectionThreshold: 1000,
      maxConnections: 3 * FRIENDS_AT_MOST + 20,
      reconnectRetries: 0,
    },
    // Friends only: a stranger's connection ends as soon as Noise has said who it is.
    connectionGater: {
      denyDialPeer: stranger,
      denyDialMultiaddr: () => false,
      denyInboundEncryptedConnection: stranger,
    },
  })
  const lines = Array.from({ length: FRIENDS_AT_MOST }, (): Line => ({ frames: meter(limits.framesPerSecond) }))
  let closed = false

  const here = (friend: number) => lines[friend]?.out !== undefined && lines[friend]?.friends !== undefined
  const update = (friend: number, change: (line: Line) => void) => {
    const before = here(friend)
    change(lines[friend] as Line)
    if (here(friend)) options.came(friend, lines[friend]?.friends ?? 1)
    else if (!here(friend) && before) options.went(friend)
  }

  /** Reads what a friend says; whatever is no message, or too much, ends the stream. */
  function listenTo(friend: number, stream: Stream): void {
    const line = lines[friend] as Line
    const decode = decoder()
    stream.addEventListener('message', (event) => {
      try {
        for (const message of decode(event.data.subarray())) {
          if (line.in !== stream) return // of a friend no longer
          if (!line.frames.take()) throw new Garbage('too fast')
          if (message.say === 'hello') update(friend, (at) => (at.friends = message.friends))
          else options.hear(friend, message)
        }
      } catch (error) {
        stream.abort(error instanceof Garbage ? error : new Error('cannot be heard'))
      }
    })
    stream.addEventListener('close', () => {
      if (line.in !== stream) return
      line.in = undefined
      update(friend, (at) => (at.friends = undefined))
    })
    const before = line.in
    line.in = stream
    before?.abort(new Error('a newer stream'))
  }

  await libp2p.handle(
    PROTOCOL,
    (stream, connection) => {
      const friend = number.get(connection.remotePeer.toString())
      if (friend === undefined || closed) stream.abort(new Error('not a friend'))
      else listenTo(friend, stream)
    },
    { maxInboundStreams: 4 },
  )

  /** Holds a stream to a friend open, and opens it again with growing pauses, as long as it is one. */
  async function hold(friend: number, { id }: Friend): Promise<void> {
    const line = lines[friend] as Line
    const isOurs = () => !closed && line.friend?.id === id
    let [pause, longest] = limits.redial
    while (isOurs()) {
      try {
        const connection = libp2p.getConnections(peerIdFromString(id))[0]
        const stream = await (connection?.newStream(PROTOCOL) ??
          libp2p.dialProtocol(
            (line.friend?.addresses ?? []).map((address) => multiaddr(address)),
            PROTOCOL,
            { signal: AbortSignal.timeout(10_000) },
          ))
        const ended = new Promise<void>((resolve) => stream.addEventListener('close', () => resolve(), { once: true }))
        if (!isOurs()) return stream.abort(new Error('a friend no longer'))
        pause = limits.redial[0]
        stream.send(encode(hello()))
        update(friend, (at) => (at.out = stream))
        await ended
        if (line.out === stream) update(friend, (at) => (at.out = undefined))
      } catch {
        // not there: tried again
      }
      if (!isOurs()) return
      await new Promise<void>((resolve) => {
        line.wake = resolve
        setTimeout(resolve, pause * (0.5 + options.random.unit())).unref()
      })
      pause = Math.min(longest, pause * 2)
    }
  }
  libp2p.addEventListener('peer:connect', (event) => {
    const friend = number.get(event.detail.toString())
    if (friend !== undefined) lines[friend]?.wake?.() // it came to us: no need to wait
  })

  function leave(friend: number): void {
    const line = lines[friend] as Line
    const { out, in: heard, wake } = line
    if (line.friend === undefined) return
    number.delete(line.friend.id)
    libp2p.hangUp(peerIdFromString(line.friend.id)).catch(() => {})
    update(friend, (at) => (at.out = at.in = at.friends = at.friend = undefined))
    for (const stream of [out, heard]) stream?.abort(new Error('a friend no longer'))
    wake?.()
  }

  function keepTo(friends: readonly (Friend | undefined)[]): void {
    const before = number.size
    for (const [place, line] of lines.entries()) {
      const friend = friends[place]
      const isNew = line.friend?.id !== friend?.id
      if (isNew) leave(place)
      line.friend = friend
      if (friend === undefined || !isNew) continue
      number.set(friend.id, place)
      void hold(place, friend)
    }
    if (number.size !== before) greet()
  }

  function send(friend: number, message: Message): boolean {
    const stream = lines[friend]?.out
    if (stream === undefined || stream.status !== 'open') return false
    if (stream.writeBufferLength > BACKLOG_AT_MOST) {
      stream.abort(new Error('a friend that does not read'))
      return false
    }
    try {
      stream.send(encode(message))
      return true
    } catch {
      return false // it closed meanwhile
    }
  }

  const hello = (): Message => ({ say: 'hello', friends: Math.max(1, number.size) })
  const greet = () => {
    for (let friend = 0; friend < lines.length; friend++) send(friend, hello())
  }
  const warm = setInterval(greet, KEEP_WARM)

  return {
    id: libp2p.peerId.toString(),
    addresses: () => libp2p.getMultiaddrs().map((address) => address.toString()),
    send,
    keepTo,
    async close() {
      closed = true
      clearInterval(warm)
      for (const line of lines) line.wake?.()
      await libp2p.stop()
    },
  }
}

/** What runs between us and a friend: our stream to it, its stream to us. */
interface Line {
  friend?: Friend | undefined
  out?: Stream | undefined
  in?: Stream | undefined
  /** How many friends it says it has; undefined before it has said so. */
  friends?: number | undefined
  readonly frames: ReturnType<typeof meter>
  wake?: () => void
}

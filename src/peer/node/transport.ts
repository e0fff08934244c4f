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
import type { Limits } from './limits.js'
import {
  close,
  type FriendState,
  greet,
  keepTo,
  type Listener,
  listenTo,
  newLines,
  PROTOCOL,
  send,
  stateOf,
  wake,
} from './lines.js'
import type { Message } from './messages.js'

/** A word now and then: libp2p ends streams that are silent for two minutes. */
const KEEP_WARM = 30_000

/** Streams to friends over TCP, Noise and Yamux, held open and opened again. Nobody is a friend before `keepTo`: `join` comes first. */
export interface Transport {
  readonly id: string
  addresses(): string[]
  /** Who hears what friends say, and when they come and go. */
  join(listener: Listener): void
  send(friend: number, message: Message): boolean
  state(friend: number): FriendState
  /** Friends by their places, undefined where one is free: takes up who is new, and leaves who is gone. */
  keepTo(friends: readonly (Friend | undefined)[]): void
  close(): Promise<void>
}

export interface TransportOptions {
  readonly home: Home
  readonly listen: string
  readonly limits: Limits
  readonly random: Random
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

export async function openTransport({ home, listen, limits, random }: TransportOptions): Promise<Transport> {
  const places = new Map<string, number>()
  const libp2p = await friendsOnly(home, listen, places)
  const lines = newLines({ libp2p, limits, random, places })
  await libp2p.handle(
    PROTOCOL,
    (stream, connection) => {
      const friend = places.get(connection.remotePeer.toString())
      if (friend === undefined || lines.closed) stream.abort(new Error('not a friend'))
      else listenTo(lines, friend, stream)
    },
    { maxInboundStreams: 4 },
  )
  libp2p.addEventListener('peer:connect', (event) => {
    const friend = places.get(event.detail.toString())
    if (friend !== undefined) wake(lines, friend) // it came to us: no need to wait
  })
  const warm = setInterval(() => greet(lines), KEEP_WARM)
  return {
    id: libp2p.peerId.toString(),
    addresses: () => libp2p.getMultiaddrs().map((address) => address.toString()),
    join(listener) {
      lines.listener = listener
    },
    send: (friend, message) => send(lines, friend, message),
    state: (friend) => stateOf(lines, friend),
    keepTo: (friends) => keepTo(lines, friends),
    async close() {
      clearInterval(warm)
      close(lines)
      await libp2p.stop()
    },
  }
}

/** Friends have places. A stranger's connection ends as soon as Noise has said who it is. */
async function friendsOnly(home: Home, listen: string, places: ReadonlyMap<string, number>): Promise<Libp2p> {
  const stranger = (id: { toString(): string }) => !places.has(id.toString())
  return createLibp2p({
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
    connectionGater: {
      denyDialPeer: stranger,
      denyDialMultiaddr: () => false,
      denyInboundEncryptedConnection: stranger,
    },
  })
}

import '../../src/peer/node/with-resolvers.js'
import { noise } from '@chainsafe/libp2p-noise'
import { yamux } from '@chainsafe/libp2p-yamux'
import { tcp } from '@libp2p/tcp'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { decoder, encode, type Message } from '../../src/peer/node/messages.js'
import { identity } from '../../src/peer/node/transport.js'
import type { Place } from './peers.js'

/** A friend of a victim that does what it likes: says any message or any bytes, and hears what the victim says. */
export async function hostileFriend(place: Place, victim: string) {
  const heard: Message[] = []
  const state = { answer: (_message: Message): Message[] => [] }
  const libp2p = await createLibp2p({
    privateKey: await identity(place.home),
    addresses: { listen: [place.listen] },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    connectionGater: { denyDialMultiaddr: () => false },
  })
  const PROTOCOL = '/lethe/peer/1.0.0'
  await libp2p.handle(PROTOCOL, (stream) => {
    const decode = decoder()
    stream.addEventListener('message', (event) => {
      for (const message of decode(event.data.subarray())) {
        heard.push(message)
        for (const reply of state.answer(message)) say(reply)
      }
    })
  })
  let stream = await libp2p.dialProtocol(multiaddr(victim), PROTOCOL)
  const bytes = (data: Uint8Array) => {
    if (stream.status === 'open') stream.send(data)
  }
  const say = (message: Message) => bytes(encode(message))
  say({ say: 'hello', friends: 3 })
  return {
    heard,
    state,
    say,
    bytes,
    isOpen: () => stream.status === 'open',
    async again() {
      stream = await libp2p.dialProtocol(multiaddr(victim), PROTOCOL)
      say({ say: 'hello', friends: 3 })
    },
    close: () => libp2p.stop() as Promise<void>,
  }
}

export const someId = (i: number) => i.toString(16).padStart(32, '0')

import { secureRandom } from '../../random/secure.js'
import { type Agent, newAgent } from './agent/index.js'
import { openEngine } from './engine.js'
import { FRIENDS_AT_MOST, type Home } from './home.js'
import { LIMITS, type Limits } from './limits.js'
import type { Rules } from './results.js'
import { type Seats, seatsOf } from './seats.js'
import type { PeerStatus } from './status.js'
import { openTransport, type Transport } from './transport.js'
import { openWeb } from './web.js'

export interface PeerOptions {
  readonly home: Home
  readonly engine: { readonly template: string; readonly rules: Rules; readonly from?: string }
  /** Where friends reach this peer, as a multiaddress. */
  readonly listen: string
  /** Port of the local search page; 0 for any. */
  readonly port: number
  readonly limits?: Partial<Limits>
}

/** A running peer. */
export interface RunningPeer {
  readonly id: string
  readonly url: string
  /** Where friends reach it: what an invitation says. */
  readonly addresses: readonly string[]
  status(): PeerStatus
  close(): Promise<void>
}

/** What the user must know, and agree to, before a peer starts. */
export const CONSENT = `Before you start:
- Your friends see the text of queries they are handed, not whose they are.
- The search engine sees the network address of whoever submits a query.
- This peer submits other people's queries in your name. They may be about anything.
- Friends who work together can guess more. With few friends you are hidden badly.`

/** Starts a peer: friends on one side, the local search page on the other. */
export async function startPeer(options: PeerOptions): Promise<RunningPeer> {
  const { home } = options
  home.friends() // a list that cannot be read ends the start before anything runs
  const limits = { ...LIMITS, ...options.limits }
  const random = secureRandom()
  const engine = openEngine({ ...options.engine, timeout: limits.engine })
  const lines: { transport?: Transport } = {}
  const agent = newAgent(FRIENDS_AT_MOST, {
    random,
    limits,
    send: (friend, message) => lines.transport?.send(friend, message) ?? false,
    search: engine.search,
  })
  const friends = seatsOf(agent)
  const sit = () => friends.keepTo(home.friends(), home.memory().trust ?? {})
  sit()
  const save = rememberTrust(home, agent, friends)
  const saving = setInterval(save, limits.save)
  const { hear, came, went } = agent
  const transport = await openTransport({ home, listen: options.listen, limits, random, hear, came, went })
  lines.transport = transport
  transport.keepTo(friends.places)
  const unwatch = home.watchFriends(limits.look, () => {
    try {
      save() // who comes back is known
      sit()
      transport.keepTo(friends.places)
    } catch {
      process.stderr.write('lethe: the list of friends cannot be read; it stays as it was\n')
    }
  })
  const stop = async () => {
    unwatch()
    clearInterval(saving)
    agent.close()
    save()
    await transport.close()
    engine.close()
  }
  const status = () => statusOf(transport.id, agent, friends)
  const web = await openWeb({ port: options.port, ask: agent.ask, status }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    id: transport.id,
    url: web.url,
    addresses: transport.addresses(),
    status,
    async close() {
      await web.close()
      await stop()
    },
  }
}

/** Writes down how far friends are trusted, where that has changed. */
function rememberTrust(home: Home, { peer: { trust } }: Agent, friends: Seats): () => void {
  let saved = trust.join()
  return () => {
    if (trust.join() === saved) return
    saved = trust.join()
    const seated = friends.seated().map(({ place, friend }) => [friend.id, trust[place]!] as const)
    home.remember({ trust: { ...home.memory().trust, ...Object.fromEntries(seated) } })
  }
}

function statusOf(id: string, agent: Agent, friends: Seats): PeerStatus {
  return {
    id,
    ...agent.status(),
    friends: friends.seated().map(({ place, friend }) => ({
      name: friend.name,
      here: agent.peer.away[place] === 0,
      trust: agent.peer.trust[place]!,
    })),
  }
}

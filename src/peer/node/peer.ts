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

/** Starts a peer: friends on one side, the local search page on the other. Whatever keeps it from starting, nothing goes on running. */
export async function startPeer(options: PeerOptions): Promise<RunningPeer> {
  options.home.friends() // a list that cannot be read ends the start before anything runs
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
  const end = () => {
    agent.close()
    engine.close()
  }
  try {
    const friends = seatsOf(agent)
    const { home, listen } = options
    friends.keepTo(home.friends(), home.memory().trust ?? {})
    const { hear, came, went } = agent
    const transport = await openTransport({ home, listen, limits, random, hear, came, went })
    lines.transport = transport
    return await serve(options, { agent, friends, transport, limits, end })
  } catch (error) {
    end()
    throw error
  }
}

interface Parts {
  readonly agent: Agent
  readonly friends: ReturnType<typeof seatsOf>
  readonly transport: Transport
  readonly limits: Limits
  /** Ends agent and search engine. */
  readonly end: () => void
}

/** Keeps to the list of friends as it changes, remembers whom to trust, and opens the page. */
async function serve(
  { home, port }: PeerOptions,
  { agent, friends, transport, limits, end }: Parts,
): Promise<RunningPeer> {
  const save = rememberTrust(home, agent, friends)
  const saving = setInterval(save, limits.save)
  let unwatch = () => {}
  const leave = async () => {
    unwatch()
    clearInterval(saving)
    await transport.close()
  }
  const status = () => statusOf(transport.id, agent, friends)
  try {
    transport.keepTo(friends.places)
    unwatch = home.watchFriends(limits.look, () => {
      try {
        save() // who comes back is known
        friends.keepTo(home.friends(), home.memory().trust ?? {})
        transport.keepTo(friends.places)
      } catch {
        process.stderr.write('lethe: the list of friends cannot be read; it stays as it was\n')
      }
    })
    const web = await openWeb({ port, ask: agent.ask, status })
    const close = async () => {
      await web.close()
      save()
      await leave()
      end()
    }
    return { id: transport.id, url: web.url, addresses: transport.addresses(), status, close }
  } catch (error) {
    await leave()
    throw error
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

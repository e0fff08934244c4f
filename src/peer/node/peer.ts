import { secureRandom } from '../../random/secure.js'
import { type Agent, newAgent } from './agent/index.js'
import { type Engine, type EngineOptions, openEngine } from './engine.js'
import { FRIENDS_AT_MOST, type Home } from './home.js'
import { LIMITS, type Limits } from './limits.js'
import type { Listener } from './lines.js'
import { invitationOf, listFriend, ownHosts, strikeOff } from './listing.js'
import { type Seats, seatsOf } from './seats.js'
import type { PeerStatus } from './status.js'
import { openTransport, type Transport } from './transport.js'
import { openWeb } from './web.js'

export interface PeerOptions {
  readonly home: Home
  readonly engine: Omit<EngineOptions, 'timeout'>
  /** Where friends reach this peer, as a multiaddress. */
  readonly listen: string
  /** Port of the local search page; 0 for any. */
  readonly port: number
  readonly limits?: Partial<Limits>
  /** Is told when a friend comes and goes. */
  readonly log?: (line: string) => void
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
  const { home, listen } = options
  // Files that cannot be read end the start before anything runs.
  home.friends()
  home.memory()
  const limits = { ...LIMITS, ...options.limits }
  const random = secureRandom()
  const engine = openEngine({ ...options.engine, timeout: limits.engine })
  const transport = await openTransport({ home, listen, limits, random })
  const agent = newAgent(FRIENDS_AT_MOST, {
    random,
    limits,
    send: transport.send,
    search: engine.search,
  })
  const end = async () => {
    await transport.close()
    agent.close()
    engine.close()
  }
  try {
    return await serve(options, { agent, friends: seatsOf(agent), transport, engine, limits, end })
  } catch (error) {
    await end()
    throw error
  }
}

interface Parts {
  readonly agent: Agent
  readonly friends: Seats
  readonly transport: Transport
  readonly engine: Engine
  readonly limits: Limits
  /** Ends agent, lines and search engine. */
  readonly end: () => Promise<void>
}

/** Keeps to the list of friends as it changes, remembers whom to trust, and opens the page. */
async function serve(options: PeerOptions, parts: Parts): Promise<RunningPeer> {
  const { home, listen, port, log = () => {} } = options
  const { agent, friends, transport, engine, limits, end } = parts
  const nameOf = (place: number) => friends.places[place]?.name ?? 'a friend no longer listed'
  const save = rememberTrust(home, agent, friends)
  const keepToList = () => {
    save() // who comes back is known
    friends.keepTo(home.friends(), home.memory().trust ?? {})
    transport.keepTo(friends.places)
  }
  let isEnding = false
  transport.join(toldTo((line) => isEnding || log(line), agent, nameOf))
  keepToList()
  const saving = setInterval(save, limits.save)
  const unwatch = home.watchFriends(limits.look, () => {
    try {
      keepToList()
    } catch {
      process.stderr.write('lethe: the list of friends cannot be read; it stays as it was\n')
    }
  })
  const leave = () => {
    isEnding = true
    unwatch()
    clearInterval(saving)
  }
  const status = () => statusOf(options, parts)
  const { activity, ask, forget } = agent
  try {
    const web = await openWeb({
      port,
      ask,
      status,
      activity,
      forget,
      nameOf,
      hosts: () => ownHosts(listen),
      invitation: (host) => invitationOf(transport.id, listen, host),
      async addFriend(invitation, name) {
        await listFriend(home, invitation, name)
        keepToList() // at once: the page shows it
      },
      removeFriend(id) {
        strikeOff(home, id)
        keepToList()
      },
      tryEngineAgain: engine.tryAgain,
    })
    const close = async () => {
      await web.close()
      save()
      leave()
      await end()
    }
    return { id: transport.id, url: web.url, addresses: transport.addresses(), status, close }
  } catch (error) {
    leave()
    throw error
  }
}

/** What comes over the lines goes to the agent; the log says when a friend comes and goes. */
function toldTo(log: (line: string) => void, agent: Agent, nameOf: (place: number) => string): Listener {
  const isAway = (friend: number) => agent.peer.away[friend] !== 0
  return {
    hear: agent.hear,
    came(friend) {
      if (isAway(friend)) log(`${nameOf(friend)} is here`)
      agent.came(friend)
    },
    went(friend) {
      if (!isAway(friend)) log(`${nameOf(friend)} has gone`)
      agent.went(friend)
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

function statusOf(options: PeerOptions, { agent, friends, transport, engine }: Parts): PeerStatus {
  const trouble = engine.trouble()
  const host = new URL(options.engine.template.replace('{searchTerms}', '')).host
  return {
    id: transport.id,
    ...agent.status(),
    friends: friends.seated().map(({ place, friend }) => ({
      id: friend.id,
      name: friend.name,
      here: agent.peer.away[place] === 0,
      state: transport.state(place),
      trust: agent.peer.trust[place]!,
    })),
    engine: { host, ...(trouble !== undefined && { trouble }) },
  }
}

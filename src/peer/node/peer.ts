import { secureRandom } from '../../random/secure.js'
import { newAgent } from './agent.js'
import { openEngine } from './engine.js'
import type { Home } from './home.js'
import { LIMITS, type Limits } from './limits.js'
import type { Rules } from './results.js'
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
  const limits = { ...LIMITS, ...options.limits }
  const random = secureRandom()
  const friends = home.friends()
  const engine = openEngine({ ...options.engine, timeout: limits.engine })
  const lines: { transport?: Transport } = {}
  const agent = newAgent(friends.length, {
    random,
    limits,
    send: (friend, message) => lines.transport?.send(friend, message) ?? false,
    search: engine.search,
  })
  const { trust } = agent.peer
  const remembered = home.memory().trust ?? {}
  for (const [i, { id }] of friends.entries()) trust[i] = Math.min(1, Math.max(0, remembered[id] ?? 1))

  let saved = trust.join()
  const save = () => {
    if (trust.join() === saved) return
    saved = trust.join()
    home.remember({ trust: Object.fromEntries(friends.map(({ id }, i) => [id, trust[i] as number])) })
  }
  const saving = setInterval(save, limits.save)
  const { hear, came, went } = agent
  const transport = await openTransport({ home, friends, listen: options.listen, limits, random, hear, came, went })
  lines.transport = transport
  const status = (): PeerStatus => ({
    id: transport.id,
    ...agent.status(),
    friends: friends.map(({ name }, i) => ({ name, here: agent.peer.away[i] === 0, trust: trust[i] as number })),
  })
  const stop = async () => {
    clearInterval(saving)
    agent.close()
    save()
    await transport.close()
    engine.close()
  }
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

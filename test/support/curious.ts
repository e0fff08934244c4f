import { newAgent } from '../../src/peer/node/agent/index.js'
import { openEngine } from '../../src/peer/node/engine.js'
import { FRIENDS_AT_MOST } from '../../src/peer/node/home.js'
import { LIMITS, type Limits } from '../../src/peer/node/limits.js'
import type { Result } from '../../src/peer/node/messages.js'
import { JSON_RULES } from '../../src/peer/node/results.js'
import { seatsOf } from '../../src/peer/node/seats.js'
import { openTransport } from '../../src/peer/node/transport.js'
import { secureRandom } from '../../src/random/secure.js'
import type { Place } from './peers.js'

/** What a peer saw of a query: who offered it, by the id of that peer; undefined for its own. */
export interface Sighting {
  readonly query: string
  readonly from: string | undefined
  readonly time: number
}

/** A peer that keeps to the protocol, made of the same parts as any, and writes down what it is offered and what it asks. */
export async function startCurious(place: Place, template: string, more: Partial<Limits>) {
  const { home, listen, from } = place
  const limits = { ...LIMITS, ...more }
  const random = secureRandom()
  const engine = openEngine({ template, rules: JSON_RULES, from, timeout: limits.engine })
  const transport = await openTransport({ home, listen, limits, random })
  const { send } = transport
  const agent = newAgent(FRIENDS_AT_MOST, { random, limits, send, search: engine.search })
  const friends = seatsOf(agent)
  const seen: Sighting[] = []
  const note = (query: string, from?: string) => seen.push({ query, from, time: performance.now() })
  transport.join({
    came: agent.came,
    went: agent.went,
    hear(friend, message) {
      if (message.say === 'offer') note(message.query, friends.places[friend]?.id)
      agent.hear(friend, message)
    },
  })
  friends.keepTo(home.friends(), {})
  transport.keepTo(friends.places)
  return {
    id: transport.id,
    seen,
    friends: home.friends().map(({ id }) => id),
    isAmongAll: () => friends.seated().every(({ place }) => agent.peer.away[place] === 0),
    ask(query: string): Promise<readonly Result[]> {
      note(query)
      return agent.ask(query)
    },
    async close() {
      await transport.close()
      agent.close()
      engine.close()
    },
  }
}

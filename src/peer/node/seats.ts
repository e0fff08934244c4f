import type { Agent } from './agent/index.js'
import { FRIENDS_AT_MOST, type Friend } from './home.js'

/** Which friend has which place of the agent. A friend keeps its place as long as it is listed. */
export interface Seats {
  readonly places: readonly (Friend | undefined)[]
  /** In the order of the list, as far as nobody was struck off. */
  seated(): { readonly friend: Friend; readonly place: number }[]
  /** Seats those who are listed, new ones with what is remembered of their trust. */
  keepTo(list: readonly Friend[], trust: Readonly<Record<string, number>>): void
}

export function seatsOf(agent: Agent): Seats {
  const places: (Friend | undefined)[] = Array.from({ length: FRIENDS_AT_MOST })
  return {
    places,
    seated: () => places.flatMap((friend, place) => (friend ? [{ friend, place }] : [])),
    keepTo(list, trust) {
      const listed = new Map(list.slice(0, FRIENDS_AT_MOST).map((friend) => [friend.id, friend]))
      for (const [place, friend] of places.entries()) {
        if (friend === undefined) continue
        places[place] = listed.get(friend.id) // its name and addresses may be others now
        if (!listed.delete(friend.id)) agent.struckOff(place)
      }
      for (const friend of listed.values()) {
        const place = places.indexOf(undefined)
        places[place] = friend
        agent.listed(place, Math.min(1, Math.max(0, trust[friend.id] ?? 1)))
      }
    },
  }
}

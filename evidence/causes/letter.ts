import { FIRST, type Graph, LINK, PERSON, TO } from '../../src/peer/simulate/graph.js'
import { grow } from '../../src/peer/simulate/grow.js'
import type { Chance } from '../../src/random/quick.js'

/** What [Erola13] §4.3 leaves open: the simulator's answer where nothing is said. */
export interface Reading {
  /** Whoever is handed a query that she has held before decides anew about it; else she submits it. */
  readonly decidesAnew?: boolean
  /** Taking a query costs its sender no trust: refusals alone do. */
  readonly takingIsFree?: boolean
  /** A friend who has refused a query may be offered it again, as often as she stands in the vector. */
  readonly asksAgain?: boolean
}

interface Asked extends Reading {
  readonly users: number
  readonly queries: number
  /** Share of newcomers with one friend. */
  readonly single: number
  readonly theta: readonly [number, number]
  readonly zeta: number
  /** The vector is repeated 1 to so many times. */
  readonly repeats: number
  /** Share of users who refuse all they are offered. */
  readonly selfish: number
}

export interface Seen {
  readonly friends: number
  readonly selfish: boolean
  /** Rank of the user among herself and her friends by how many of her queries each submitted, from 0. */
  readonly position: number
  /** Share of her queries that she submitted herself. */
  readonly own: number
}

const SELF = -1

/** [Erola13] §4.3 over plain lists: each user repeats one query, all users in turn. */
export function byTheLetter(asked: Asked, chance: Chance): Seen[] {
  const { users, queries, zeta } = asked
  const friends = friendsOf(grow(users, { single: asked.single, most: 10 }, chance))
  const place = friends.map((own) => new Map(own.map((friend, i) => [friend, i])))
  const trust = friends.map((own) => own.map(() => 1))
  const refuses = drawn(users, Math.round(users * asked.selfish), chance)
  const vectors = friends.map((own) => vectorOf(own, friends, asked, chance))
  const submitted = friends.map((own) => own.map(() => 0))
  const own = new Uint32Array(users)

  const change = (of: number, towards: number, by: number) => {
    const i = place[of]!.get(towards)!
    trust[of]![i] = Math.min(1, Math.max(0, trust[of]![i]! + by))
  }
  const takes = (to: number, from: number) => {
    if (refuses.has(to) || chance.unit() >= trust[to]![place[to]!.get(from)!]!) {
      change(from, to, -zeta)
      return false
    }
    if (!asked.takingIsFree) change(to, from, -zeta)
    return true
  }
  /** Offers to one after the other, drawn from a list in which SELF stands for the holder. */
  const offer = (holder: number, list: readonly number[], again: boolean): number => {
    let left = [...list]
    while (left.length > 0) {
      const i = chance.below(left.length)
      const to = left[i]!
      if (to === SELF || takes(to, holder)) return to
      if (again) left.splice(i, 1)
      else left = left.filter((other) => other !== to)
    }
    return SELF
  }
  const ask = (source: number) => {
    const path = [source]
    let next = offer(source, vectors[source]!, asked.asksAgain === true)
    while (next !== SELF) {
      const [holder, before] = [next, path.at(-1)!]
      const met = path.includes(holder)
      path.push(holder)
      if ((met && !asked.decidesAnew) || chance.below(friends[holder]!.length + 1) === 0) break
      next = offer(
        holder,
        friends[holder]!.filter((friend) => friend !== before),
        false,
      )
    }
    for (let i = path.length - 2; i >= 0; i--) change(path[i]!, path[i + 1]!, 2 * zeta)
    const last = path.at(-1)!
    const friend = place[source]!.get(last)
    if (last === source) own[source]!++
    else if (friend !== undefined) submitted[source]![friend]!++
  }

  for (let query = 0; query < queries; query++) for (let user = 0; user < users; user++) ask(user)
  return friends.map((list, user) => {
    const below = submitted[user]!.filter((n) => n < own[user]!).length
    const equal = submitted[user]!.filter((n) => n === own[user]!).length
    const position = below + chance.below(equal + 1)
    return { friends: list.length, selfish: refuses.has(user), position, own: own[user]! / queries }
  })
}

function friendsOf({ users, people, links }: Graph): number[][] {
  return Array.from({ length: users }, (_, user) => {
    const list: number[] = []
    for (let at = people[user * PERSON + FIRST]!; at < people[(user + 1) * PERSON + FIRST]!; at += LINK)
      list.push(links[at + TO]!)
    return list
  })
}

function drawn(users: number, wanted: number, chance: Chance): ReadonlySet<number> {
  const found = new Set<number>()
  while (found.size < wanted) found.add(chance.below(users))
  return found
}

/** §4.3.4: each friend as often as she has friends, the user once; repeated, and pruned. */
function vectorOf(own: readonly number[], friends: readonly number[][], asked: Asked, chance: Chance): number[] {
  const once = [...own.flatMap((friend) => friends[friend]!.map(() => friend)), SELF]
  const repeats = 1 + chance.below(asked.repeats)
  const all = Array.from({ length: repeats }, () => once).flat()
  const [least, most] = asked.theta
  const kept = Math.max(1, Math.round(all.length * (1 - least - (most - least) * chance.unit())))
  for (let i = 0; i < kept; i++) {
    const j = i + chance.below(all.length - i)
    const one = all[i]!
    all[i] = all[j]!
    all[j] = one
  }
  return all.slice(0, kept)
}

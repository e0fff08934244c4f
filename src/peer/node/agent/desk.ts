import type { Random } from '../../../random/random.js'
import { type Errand, newPeer, type Peer } from '../../protocol/machine.js'
import { DEFAULT_PARAMETERS } from '../../protocol/parameters.js'
import { type Activity, newActivity } from '../activity.js'
import { carefulGate, type Gate } from '../gate.js'
import { type Limits, meter } from '../limits.js'
import type { Message, Result } from '../messages.js'
import { lateness } from '../patience.js'
import { profile } from '../profile.js'

/** What an agent needs of the world. Friends are numbers: their places in the list. */
export interface World {
  readonly random: Random
  readonly limits: Limits
  /** Sends a message, or says that it cannot be sent. */
  send(friend: number, message: Message): boolean
  /** Asks the engine in this peer's name. */
  search(query: string, signal: AbortSignal): Promise<readonly Result[]>
}

/** A query in hand: its text, who waits for it, and the timers that run. */
export interface Job {
  readonly errand: Errand
  readonly query: string
  readonly done?: (results: readonly Result[] | undefined) => void
  /** Ends the wait for the friend that has it. */
  heard?: () => void
  accepted: boolean
  /** Whoever brought it has gone, or has dropped it. */
  unwaited: boolean
  readonly stop: AbortController
  /** Ends the wait for all of it. */
  inTime: () => void
}

/** What an agent works with. */
export interface Desk {
  readonly world: World
  readonly peer: Peer
  readonly jobs: Map<Errand, Job>
  /** Of each friend: how many of its queries we hold, and how fast it may offer them. */
  readonly perFriend: readonly { held: number; readonly offers: ReturnType<typeof meter> }[]
  readonly counts: { asked: number; carried: number; submittedForOthers: number; refusedToFriends: number }
  /** What the user may look at, in memory alone. */
  readonly activity: Activity
  /** What the user asked, and what was submitted in her name. */
  readonly own: ReturnType<typeof profile>
  readonly asking: Gate
  readonly late: ReturnType<typeof lateness>
  closed: boolean
}

/** With so many places for friends, free at first. */
export function newDesk(places: number, world: World): Desk {
  const { random, limits } = world
  const peer = newPeer(places, DEFAULT_PARAMETERS)
  peer.away.fill(1)
  peer.listed.fill(0) // a free place is in no selection vector
  return {
    world,
    peer,
    jobs: new Map(),
    perFriend: Array.from({ length: places }, () => ({ held: 0, offers: meter(limits.offersPerSecond) })),
    counts: { asked: 0, carried: 0, submittedForOthers: 0, refusedToFriends: 0 },
    activity: newActivity(),
    own: profile(random),
    asking: carefulGate(limits.asking, limits.askingInLine),
    late: lateness(),
    closed: false,
  }
}

/** The job with this id that a friend has from us (`at`), or that we have from it (`from`). */
export function jobOf({ peer, jobs }: Desk, friend: number, id: string, side: 'at' | 'from'): Job | undefined {
  for (const errand of peer.errands.get(id) ?? []) if (errand[side] === friend) return jobs.get(errand)
  return undefined
}

/**
 * Too much in hand, or too late with it, to take something from a friend. An engine that leaves this peer waiting is no reason: who takes
 * nothing from friends hands them nothing but her own.
 */
export function isFull({ world: { limits }, jobs, perFriend, late }: Desk, friend: number): boolean {
  return (
    late.now() > limits.late ||
    jobs.size >= limits.underWay ||
    (perFriend[friend]?.held ?? 0) >= limits.underWayPerFriend
  )
}

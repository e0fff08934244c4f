import { exposureLevel } from '../../../privacy/exposure.js'
import { newEpoch, type Peer } from '../../protocol/machine.js'
import { SELF } from '../../protocol/selection.js'
import type { Activity } from '../activity.js'
import type { Message, Result } from '../messages.js'
import { askFor } from './ask.js'
import { type Desk, newDesk, type World } from './desk.js'
import { hear } from './hear.js'
import { giveUp, missed, nobodyWaits } from './jobs.js'

/** Runs the protocol for one peer: the machine decides, the agent keeps texts, timers and bounds. */
export interface Agent {
  readonly peer: Peer
  /** Asks for the user. Rejects if nobody, the peer itself included, got an answer; with `Busy` if too much is asked already. */
  ask(query: string): Promise<readonly Result[]>
  hear(friend: number, message: Message): void
  /** A place is taken by a friend, who is away yet; or is free again. */
  listed(friend: number, trust: number): void
  struckOff(friend: number): void
  came(friend: number): void
  went(friend: number): void
  status(): AgentStatus
  readonly activity: Activity
  /** Forgets what went out, and how exposed the user was. */
  forget(): void
  close(): void
}

export interface AgentStatus {
  /** Since the start: asked by the user; handed to us by friends; submitted in our name for others; refused to friends. */
  readonly asked: number
  readonly carried: number
  readonly submittedForOthers: number
  readonly refusedToFriends: number
  readonly underWay: number
  /** Profile exposure level of the user, in per cent, since the start. */
  readonly exposure: number
}

/** With so many places for friends, free at first. */
export function newAgent(places: number, world: World): Agent {
  const desk = newDesk(places, world)
  const { peer, jobs, counts, own, late, activity } = desk
  const heart = setInterval(() => tellWhoWaits(desk), world.limits.still)
  const epoch = setInterval(() => newEpoch(peer), world.limits.epoch)
  return {
    peer,
    async ask(query) {
      try {
        return await askFor(desk, query)
      } finally {
        activity.measured(exposureLevel(own.pairs()))
      }
    },
    hear: (friend, message) => hear(desk, friend, message),
    came(friend) {
      peer.away[friend] = 0
    },
    went: (friend) => went(desk, friend),
    listed(friend, trust) {
      peer.trust[friend] = trust
      peer.listed[friend] = 1
      newEpoch(peer)
    },
    struckOff(friend) {
      went(desk, friend)
      peer.listed[friend] = 0
      newEpoch(peer)
    },
    status: () => ({ ...counts, underWay: jobs.size, exposure: exposureLevel(own.pairs()) }),
    activity,
    forget() {
      activity.forget()
      own.forget()
    },
    close() {
      desk.closed = true
      clearInterval(heart)
      clearInterval(epoch)
      late.close()
      for (const job of [...jobs.values()]) giveUp(desk, job)
    },
  }
}

/** Friends whose queries we hold hear now and then that they need not ask somebody else. */
function tellWhoWaits({ world, jobs }: Desk): void {
  for (const { errand, unwaited } of jobs.values())
    if (errand.from !== SELF && !unwaited) world.send(errand.from, { say: 'still', id: errand.id })
}

function went(desk: Desk, friend: number): void {
  desk.peer.away[friend] = 1
  for (const job of [...desk.jobs.values()]) {
    if (job.errand.from === friend) nobodyWaits(desk, job)
    else if (job.errand.at === friend) missed(desk, job)
  }
}

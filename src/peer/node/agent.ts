import { exposureLevel } from '../../privacy/exposure.js'
import type { Random } from '../../random/random.js'
import {
  type Action,
  answered,
  ask,
  dropped,
  type Errand,
  lost,
  newEpoch,
  newPeer,
  offered,
  overdue,
  type Peer,
  refused,
  submitted,
} from '../protocol/machine.js'
import { DEFAULT_PARAMETERS } from '../protocol/parameters.js'
import { SELF } from '../protocol/selection.js'
import { carefulGate } from './gate.js'
import { type Limits, meter } from './limits.js'
import { type Message, QUERY_AT_MOST, type Result } from './messages.js'
import { lateness, patience } from './patience.js'
import { profile } from './profile.js'

/** What an agent needs of the world. Friends are numbers: their places in the list. */
export interface World {
  readonly random: Random
  readonly limits: Limits
  /** Sends a message, or says that it cannot be sent. */
  send(friend: number, message: Message): boolean
  /** Asks the engine in this peer's name. */
  search(query: string, signal: AbortSignal): Promise<readonly Result[]>
}

/** Runs the protocol for one peer: the machine decides, the agent keeps texts, timers and bounds. */
export interface Agent {
  readonly peer: Peer
  /** Asks for the user. Rejects if nobody, the peer itself included, got an answer; with `Busy` if too much is asked already. */
  ask(query: string): Promise<readonly Result[]>
  hear(friend: number, message: Message): void
  /** A place is taken by a friend, who is away yet; or is free again. */
  listed(friend: number, trust: number): void
  struckOff(friend: number): void
  /** A friend came, with so many friends of its own, or has another number of them now; or went. */
  came(friend: number, friends: number): void
  went(friend: number): void
  status(): AgentStatus
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

/** A query in hand: its text, who waits for it, and the timers that run. */
interface Job {
  readonly errand: Errand
  readonly query: string
  readonly done?: (results: readonly Result[] | undefined) => void
  /** Ends the wait for the friend that has it. */
  heard?: () => void
  accepted: boolean
  readonly stop: AbortController
  /** Ends the wait for all of it. */
  inTime: () => void
}

const ID_BYTES = 16

/** With so many places for friends, free at first. */
export function newAgent(places: number, world: World): Agent {
  const { random, limits } = world
  const peer = newPeer(places, DEFAULT_PARAMETERS)
  peer.away.fill(1)
  peer.neighboursOf.fill(0) // a free place is in no selection vector
  const jobs = new Map<Errand, Job>()
  const perFriend = Array.from({ length: places }, () => ({ held: 0, offers: meter(limits.offersPerSecond) }))
  const counts = { asked: 0, carried: 0, submittedForOthers: 0, refusedToFriends: 0 }
  const own = profile(random)
  const asking = carefulGate(limits.asking, limits.askingInLine)
  const late = lateness()
  let closed = false

  const heart = setInterval(() => {
    for (const { errand } of jobs.values()) {
      if (errand.from !== SELF) world.send(errand.from, { say: 'still', id: errand.id })
    }
  }, limits.still)
  const epoch = setInterval(() => newEpoch(peer), limits.epoch)

  function begin(errand: Errand, query: string, done?: Job['done']): Job {
    const job: Job = {
      errand,
      query,
      accepted: false,
      stop: new AbortController(),
      inTime: () => {},
      ...(done && { done }),
    }
    jobs.set(errand, job)
    giveTime(job)
    const holder = perFriend[errand.from]
    if (holder) holder.held++
    return job
  }

  /** Nobody gets an answer any more; what comes late is not heard. */
  function giveUp(job: Job): void {
    letGo(job)
    dropped(peer, job.errand)
    end(job, undefined)
  }

  /** Random, so that the one who waits longest is not known for the source. */
  function giveTime(job: Job): void {
    job.inTime = patience(limits.whole * (1 + random.unit()), () => {
      letGo(job)
      act(job, overdue(peer, job.errand))
      if (jobs.has(job.errand)) giveTime(job) // what she does now has an end too
    })
  }

  /** Tells the friend that has it not to go on: what nobody waits for would only add to whatever holds things up. */
  function letGo({ errand, heard }: Job): void {
    heard?.()
    if (errand.at !== SELF) world.send(errand.at, { say: 'drop', id: errand.id })
  }

  function end(job: Job, results: readonly Result[] | undefined): void {
    const { errand } = job
    job.heard?.()
    job.inTime()
    job.stop.abort()
    jobs.delete(errand)
    const holder = perFriend[errand.from]
    if (holder) {
      holder.held--
      world.send(errand.from, results ? { say: 'answer', id: errand.id, results } : { say: 'fail', id: errand.id })
    }
    job.done?.(results)
  }

  /** Waits for a word of the friend that has it. */
  function watch(job: Job, milliseconds: number): void {
    job.heard?.()
    job.heard = patience(milliseconds, () => {
      asking.narrow()
      letGo(job)
      missed(job)
    })
  }

  /** The friend that has it did not serve. */
  function missed(job: Job): void {
    job.heard?.()
    act(job, job.accepted ? lost(peer, job.errand, random) : refused(peer, job.errand, random))
  }

  function act(job: Job, actions: readonly Action[], results?: readonly Result[]): void {
    for (const action of actions) {
      if (action.do === 'offer') offer(job)
      else if (action.do === 'submit') void submit(job)
      else if (action.do === 'answer') end(job, results ?? [])
      else if (action.do === 'fail') end(job, undefined)
    }
  }

  function offer(job: Job): void {
    const { id, at } = job.errand
    job.accepted = false
    if (world.send(at, { say: 'offer', id, query: job.query })) watch(job, limits.accept)
    else queueMicrotask(() => missed(job))
  }

  async function submit(job: Job): Promise<void> {
    const mine = job.errand.from === SELF
    own.exposed(job.query)
    if (!mine) counts.submittedForOthers++
    try {
      const results = await world.search(job.query, job.stop.signal)
      act(job, submitted(peer, job.errand, true, random), results)
    } catch {
      act(job, submitted(peer, job.errand, false, random))
    }
  }

  /** Something offered: taken if there is room, the friend keeps its pace, and the machine says so. */
  function take(friend: number, id: string, query: string): void {
    const holder = perFriend[friend]
    const known = jobOf(friend, id, 'from') !== undefined // a friend that offers what we hold for it already repeats itself
    const full =
      late.now() > limits.late || jobs.size >= limits.underWay || (holder?.held ?? 0) >= limits.underWayPerFriend
    if (closed || known || full || !holder?.offers.take()) {
      counts.refusedToFriends++
      world.send(friend, { say: 'refuse', id })
      return
    }
    const [first, next] = offered(peer, friend, id, random)
    if (first?.do !== 'accept' || next === undefined || !('errand' in next)) {
      counts.refusedToFriends++
      world.send(friend, { say: 'refuse', id })
      return
    }
    counts.carried++
    world.send(friend, { say: 'accept', id })
    act(begin(next.errand, query), [next])
  }

  /** The job with this id that a friend has from us (`at`), or that we have from it (`from`). */
  function jobOf(friend: number, id: string, side: 'at' | 'from'): Job | undefined {
    for (const errand of peer.errands.get(id) ?? []) if (errand[side] === friend) return jobs.get(errand)
    return undefined
  }

  function went(friend: number): void {
    peer.away[friend] = 1
    for (const job of [...jobs.values()]) {
      if (job.errand.from === friend) giveUp(job)
      else if (job.errand.at === friend) missed(job)
    }
  }

  function askOnce(query: string): Promise<readonly Result[]> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(new Error('this peer has ended'))
      const actions = ask(peer, Buffer.from(random.bytes(ID_BYTES)).toString('hex'), random)
      const [action] = actions
      if (action === undefined || !('errand' in action)) return reject(new Error('nothing to do'))
      const done = (results: readonly Result[] | undefined) =>
        results ? resolve(results) : reject(new Error('nobody answered'))
      act(begin(action.errand, query, done), actions)
    })
  }

  return {
    peer,
    async ask(query) {
      if (query.length > QUERY_AT_MOST) throw new Error('this peer takes no such query')
      return asking.enter(async () => {
        counts.asked++
        own.asked(query)
        try {
          return await askOnce(query)
        } catch {
          // Everybody there had their chance. Somebody may come back, or the engine: once more, as a new query.
          asking.narrow()
          await new Promise((resolve) => setTimeout(resolve, limits.again).unref())
          return askOnce(query)
        }
      })
    },
    hear(friend, message) {
      if (message.say === 'hello') return
      if (message.say === 'offer') return take(friend, message.id, message.query)
      if (message.say === 'drop') {
        const theirs = jobOf(friend, message.id, 'from')
        return theirs && giveUp(theirs)
      }
      const job = jobOf(friend, message.id, 'at')
      if (job === undefined) return // late, or never asked
      switch (message.say) {
        case 'accept':
          job.accepted = true
          return watch(job, limits.silence)
        case 'still':
          return job.accepted ? watch(job, limits.silence) : undefined
        case 'refuse':
        case 'fail':
          job.accepted &&= message.say === 'fail'
          return missed(job)
        case 'answer':
          job.heard?.()
          return act(job, answered(peer, job.errand), message.results)
      }
    },
    came(friend, count) {
      peer.neighboursOf[friend] = count
      peer.away[friend] = 0
    },
    went,
    listed(friend, trust) {
      peer.trust[friend] = trust
      peer.neighboursOf[friend] = 1 // until it says
      newEpoch(peer)
    },
    struckOff(friend) {
      went(friend)
      peer.neighboursOf[friend] = 0
      newEpoch(peer)
    },
    status: () => ({ ...counts, underWay: jobs.size, exposure: exposureLevel(own.pairs()) }),
    close() {
      closed = true
      clearInterval(heart)
      clearInterval(epoch)
      late.close()
      for (const job of [...jobs.values()]) giveUp(job)
    },
  }
}

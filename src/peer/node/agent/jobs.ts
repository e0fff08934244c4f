import { type Action, dropped, type Errand, lost, refused, submitted } from '../../protocol/machine.js'
import { SELF } from '../../protocol/selection.js'
import type { Result } from '../messages.js'
import { patience } from '../patience.js'
import type { Desk, Job } from './desk.js'

// The way of a query through this peer: begun, offered to friends one after the other or submitted, ended.

export function begin(desk: Desk, errand: Errand, query: string, done?: Job['done']): Job {
  const job: Job = {
    errand,
    query,
    accepted: false,
    unwaited: false,
    stop: new AbortController(),
    inTime: () => {},
    ...(done && { done }),
  }
  desk.jobs.set(errand, job)
  giveTime(desk, job)
  const holder = desk.perFriend[errand.from]
  if (holder) holder.held++
  return job
}

/** Does what the machine says. */
export function act(desk: Desk, job: Job, actions: readonly Action[], results?: readonly Result[]): void {
  for (const action of actions) {
    if (action.do === 'answer' && job.errand.from === SELF && job.errand.at !== SELF)
      desk.activity.wentOut(job.query, 'by-friend', job.errand.at)
    if (action.do === 'offer') offer(desk, job)
    else if (action.do === 'submit') void submit(desk, job)
    else if (action.do === 'answer') end(desk, job, results ?? [])
    else if (action.do === 'fail') end(desk, job, undefined)
  }
}

function offer(desk: Desk, job: Job): void {
  const { world } = desk
  const { id, at } = job.errand
  job.accepted = false
  if (world.send(at, { say: 'offer', id, query: job.query })) watch(desk, job, world.limits.accept)
  else queueMicrotask(() => missed(desk, job))
}

async function submit(desk: Desk, job: Job): Promise<void> {
  const { world, peer, own, counts, activity } = desk
  own.exposed(job.query)
  if (job.errand.from !== SELF) counts.submittedForOthers++
  activity.wentOut(job.query, job.errand.from === SELF ? 'mine' : 'for-others')
  try {
    const results = await world.search(job.query, job.stop.signal)
    act(desk, job, submitted(peer, job.errand, true, world.random), results)
  } catch {
    act(desk, job, submitted(peer, job.errand, false, world.random))
  }
}

/** Waits for a word of the friend that has it. */
export function watch(desk: Desk, job: Job, milliseconds: number): void {
  job.heard?.()
  job.heard = patience(milliseconds, () => {
    desk.asking.narrow()
    letGo(desk, job)
    missed(desk, job)
  })
}

/** The friend that has it did not serve. */
export function missed(desk: Desk, job: Job): void {
  const { peer, world } = desk
  job.heard?.()
  act(desk, job, job.accepted ? lost(peer, job.errand) : refused(peer, job.errand, world.random))
}

/** Random, so that the one who waits longest is not known for the source. */
function giveTime(desk: Desk, job: Job): void {
  const { limits, random } = desk.world
  job.inTime = patience(limits.whole * (1 + random.unit()), () => {
    letGo(desk, job)
    act(desk, job, lost(desk.peer, job.errand))
    if (desk.jobs.has(job.errand)) giveTime(desk, job) // what she does now has an end too
  })
}

/** Tells the friend that has it not to go on: what nobody waits for would only add to whatever holds things up. */
function letGo({ world }: Desk, { errand, heard }: Job): void {
  heard?.()
  if (errand.at !== SELF) world.send(errand.at, { say: 'drop', id: errand.id })
}

/**
 * Whoever brought it waits no longer. What a friend of ours has in hand goes on all the same, and its answer is thrown away: were it
 * dropped, friends would know by it that it was not ours.
 */
export function nobodyWaits(desk: Desk, job: Job): void {
  job.unwaited = true
  if (job.errand.at === SELF) giveUp(desk, job)
}

/** Nobody gets an answer any more; what comes late is not heard. */
export function giveUp(desk: Desk, job: Job): void {
  letGo(desk, job)
  dropped(desk.peer, job.errand)
  end(desk, job, undefined)
}

function end({ world, jobs, perFriend }: Desk, job: Job, results: readonly Result[] | undefined): void {
  const { errand } = job
  job.heard?.()
  job.inTime()
  job.stop.abort()
  jobs.delete(errand)
  const holder = perFriend[errand.from]
  if (holder) {
    holder.held--
    if (!job.unwaited)
      world.send(errand.from, results ? { say: 'answer', id: errand.id, results } : { say: 'fail', id: errand.id })
  }
  job.done?.(results)
}

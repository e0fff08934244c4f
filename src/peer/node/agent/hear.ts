import { answered, offered } from '../../protocol/machine.js'
import type { Message } from '../messages.js'
import { type Desk, isFull, type Job, jobOf } from './desk.js'
import { act, begin, missed, nobodyWaits, watch } from './jobs.js'

export function hear(desk: Desk, friend: number, message: Message): void {
  if (message.say === 'hello') return
  if (message.say === 'offer') take(desk, friend, message.id, message.query)
  else if (message.say === 'drop') {
    const theirs = jobOf(desk, friend, message.id, 'from')
    if (theirs !== undefined) nobodyWaits(desk, theirs)
  } else {
    const job = jobOf(desk, friend, message.id, 'at')
    if (job !== undefined) goOn(desk, job, message) // else late, or never asked
  }
}

/** A word of the friend that has this from us. */
function goOn(desk: Desk, job: Job, message: Message): void {
  const { silence } = desk.world.limits
  switch (message.say) {
    case 'accept':
      job.accepted = true
      watch(desk, job, silence)
      break
    case 'still':
      if (job.accepted) watch(desk, job, silence)
      break
    case 'refuse':
    case 'fail':
      job.accepted &&= message.say === 'fail'
      missed(desk, job)
      break
    case 'answer':
      job.heard?.()
      act(desk, job, answered(desk.peer, job.errand), message.results)
  }
}

/** Something offered: taken if there is room, the friend keeps its pace, and the machine says so. */
function take(desk: Desk, friend: number, id: string, query: string): void {
  const { world, peer, counts, perFriend } = desk
  const known = jobOf(desk, friend, id, 'from') !== undefined // a friend that offers what we hold for it already repeats itself
  const open = !desk.closed && !known && !isFull(desk, friend) && perFriend[friend]?.offers.take() === true
  const [first, next] = open ? offered(peer, friend, id, world.random) : []
  if (first?.do !== 'accept' || next === undefined || !('errand' in next)) {
    counts.refusedToFriends++
    world.send(friend, { say: 'refuse', id })
    return
  }
  counts.carried++
  world.send(friend, { say: 'accept', id })
  act(desk, begin(desk, next.errand, query), [next])
}

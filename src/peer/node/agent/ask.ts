import { ask } from '../../protocol/machine.js'
import { QUERY_AT_MOST, type Result } from '../messages.js'
import type { Desk } from './desk.js'
import { act, begin } from './jobs.js'

const ID_BYTES = 16

/** Asks for the user. Rejects if nobody, the peer itself included, got an answer; with `Busy` if too much is asked already. */
export async function askFor(desk: Desk, query: string): Promise<readonly Result[]> {
  const { asking, counts, own } = desk
  if (query.length > QUERY_AT_MOST) throw new Error('this peer takes no such query')
  return asking.enter(async () => {
    counts.asked++
    own.asked(query)
    try {
      // Asked once, and never again by itself: nobody but the source would, and friends see who brings a text twice.
      return await askOnce(desk, query)
    } catch (error) {
      asking.narrow()
      throw error
    }
  })
}

function askOnce(desk: Desk, query: string): Promise<readonly Result[]> {
  const { random } = desk.world
  return new Promise((resolve, reject) => {
    if (desk.closed) return reject(new Error('this peer has ended'))
    const actions = ask(desk.peer, Buffer.from(random.bytes(ID_BYTES)).toString('hex'), random)
    const [action] = actions
    if (action === undefined || !('errand' in action)) return reject(new Error('nothing to do'))
    const done = (results: readonly Result[] | undefined) =>
      results ? resolve(results) : reject(new Error('nobody answered'))
    act(desk, begin(desk, action.errand, query, done), actions)
  })
}

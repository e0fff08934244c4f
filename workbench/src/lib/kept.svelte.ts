import type { AskedAdvice, ReleaseAsked } from '../../../src/workbench/api.js'
import { undoable } from './history.svelte.js'

/** What was said in a room, for whoever comes back to it: in the memory of this tab alone. */

export const wishes = $state<{ now: AskedAdvice; pinned: readonly string[]; filter: string }>({
  now: {
    fears: [
      { attacker: 'reader', limit: 0.05 },
      { attacker: 'neighbour', at: 3, limit: 0.05 },
      { attacker: 'archivist', limit: 0.05 },
      { attacker: 'participant', at: 10, limit: 0.05 },
    ],
    needs: [],
    task: 'autocomplete',
    minUse: 0,
  },
  pinned: [],
  filter: '',
})

export const wishHistory = undoable<AskedAdvice>((now) => {
  wishes.now = now
})

/** Steps of a slider that is being moved are one change. */
const ONE_MS = 700
let last = 0

export function wished(): AskedAdvice {
  return $state.snapshot(wishes.now) as AskedAdvice
}

export function wish(to: AskedAdvice): void {
  const now = Date.now()
  if (now - last > ONE_MS) wishHistory.note(wished())
  last = now
  wishes.now = to
}

const NEW: ReleaseAsked = { name: '', format: 'parquet', population: '', by: '', reason: '', spreadsheetSafe: false }

/** A sign-off as far as it is filled in, and the one that was sent last: it stays filled in until its release is there, since that may fail. */
export const signing = $state<{
  asked: ReleaseAsked
  begun: boolean
  sent: { by: string; reason: string; dir: string | undefined; command: string; made: boolean } | undefined
}>({ asked: NEW, begun: false, sent: undefined })

import { defineAttack } from '../attack.js'
import { shareOf } from '../risk.js'
import { estimated } from './estimate.js'
import { markAndLook } from './mark.js'
import type { Marked } from './marked.js'
import { score } from './score.js'
import { inWords } from './words.js'

const params = {
  users: { type: 'whole', min: 1, max: 100_000, default: 100, help: 'persons to mark, each with a query of their own' },
  bait: {
    type: 'choice',
    of: ['odd', 'near'],
    default: 'odd',
    help: 'what they are led to ask: an odd word alone, or one behind a query of theirs that the attacker knows',
  },
} as const

/**
 * A victim is led to ask one odd query that the attacker knows (by a link, a riddle, a misprint in a leaflet). If it comes out, so do all
 * rows that carry its pseudonym.
 */
export default defineAttack<typeof params, Marked>({
  name: 'mark-user',
  summary: 'lead a person to ask one odd query, find it in the release, and read what stands under the same pseudonym',
  paper: { key: 'Adar07', title: 'User 4XXXXX9: Anonymizing Query Logs' },
  attacker: 'neighbour',
  params,
  needs: [],
  remakes: true,
  fits: ({ rows }) => (rows.columns.includes('query') ? undefined : 'it shows no queries'),
  async run(seen, { users, bait }, on) {
    const marks = on.remake && on.reference ? await markAndLook(users, bait, on) : await estimated(seen, users, on)
    return {
      guesses: marks.filter(({ found }) => found).length,
      more: on.remake
        ? { bait }
        : { bait, estimated: 'from the release alone, as if a mark stood beside one of its rows' },
      marks,
    }
  },
  score,
  // What they were led to ask is one thing that is known of them.
  risk: shareOf('marked persons found', ({ found, marked }) => Number(found) / Math.max(1, Number(marked)), 1),
  text: inWords,
})

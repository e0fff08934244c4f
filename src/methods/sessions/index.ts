import { fail } from '../../base/errors.js'
import type { ValuesOf } from '../../base/params.js'
import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { USUAL_GAP } from '../../log/session-sql.js'
import { type Guarantee, promise } from '../../release/guarantee.js'
import type { Made } from '../../release/made.js'
import { type Context, defineMethod } from '../method.js'
import { byDaySql, byGapSql } from './by-time.js'
import { cutByInterest } from './interest/index.js'
import { knownOf, type Sources, sourceOf } from './sources/index.js'

const params = {
  split: {
    type: 'choice',
    of: ['daily', 'gap', 'interest'],
    default: 'gap',
    help: 'a session is a calendar day; a run without a long pause; or all that a person asks about one thing',
  },
  gap: { type: 'whole', min: 1, max: 1440, default: USUAL_GAP, help: 'minutes of a long pause (30 to 60 are usual)' },
  dayZone: {
    type: 'text',
    is: 'ZONE',
    default: 'UTC',
    help: 'daily: time zone in which days begin, where times are told in UTC',
  },
  levenshtein: {
    type: 'real',
    min: 0,
    max: 0.5,
    default: 0.2,
    help: 'interest: greatest edit distance, as a share of the longer text',
  },
  jaccard: { type: 'real', min: 0.05, max: 1, default: 0.5, help: 'interest: least overlap of words' },
  results: {
    type: 'text',
    is: 'FILE',
    help: 'interest: results of queries (query, tab, URL) instead of what each person clicked',
  },
  resultsApi: {
    type: 'text',
    is: 'URL',
    help: 'interest: ask a search engine for them; {query} stands for the query',
  },
  top: { type: 'whole', min: 1, max: 1000, default: 50, help: 'interest: results of a query that count' },
  knowledge: {
    type: 'text',
    is: 'KNOWLEDGE',
    help: 'interest: also join by categories: wordnet, odp:PATH, table:PATH',
  },
} as const
type Values = ValuesOf<typeof params>

const SESSIONS = {
  daily: 'each day of a history',
  gap: 'each run of queries without a long pause',
  interest: 'all that a history holds about one thing',
} as const

function joined(split: Values['split']): readonly string[] {
  return [
    `What is asked joins sessions: ${SESSIONS[split]} carries a random pseudonym of its own, and lethe attack relink-sessions says how far they can be put together again.`,
    'Whoever knows one query of a session knows the others.',
    split === 'interest'
      ? 'Sessions of a person run side by side: shown days or times would join them, which is why only relative ones are shown by default.'
      : 'What somebody asks over and over stands in many sessions.',
  ]
}

/** Takes histories apart: every session has a random pseudonym of its own. */
export default defineMethod<typeof params>({
  name: 'sessions',
  summary: 'take histories apart by day, pause or interest; each part has a pseudonym of its own',
  paper: { key: 'Adar07', title: 'User 4XXXXX9: Anonymizing Query Logs, section 6' },
  params,
  acts: () => 'per-person',
  needs: ({ split }) => (split === 'interest' ? 'columns' : 'sql'),
  requires: ['person', 'time'],
  readsRaw: () => false,
  writesTags: () => false,
  guarantee: ({ split }, unit) =>
    promise({ kind: 'none' }, { unit, notProtected: [...joined(split), 'A single session can name somebody.'] }),
  caveats: ({ split }) => joined(split),
  destroys,
  shows: () => ({ link: 'session', time: 'relative' }),
  warns: (values) => sourceOf(values).warnings,
  textsStay: true,
  attacks: ['relink-sessions', 'mark-user'],
  usual: [{ split: ['daily', 'gap', 'interest'], use: 'sessions' }],
  run,
})

/** Rows stay as they are, so what holds of single texts holds. What holds of whole histories need not hold of their parts. */
function destroys(promise: Guarantee): string | undefined {
  if (promise.kind === 'identical-users') return 'histories that were the same fall into different parts'
  if (promise.kind === 'k-m' && promise.per !== 'session')
    return 'terms that k histories have together may stand together in fewer parts of them'
  return undefined
}

async function run(log: Log, values: Values, on: Context): Promise<Made> {
  if (log.has.session) fail('refused', 'the histories have been taken apart already', 'Leave one of the two steps out.')
  on.say('taking histories apart')
  const has = { ...log.has, session: true }
  if (values.split === 'interest') {
    const { known, drop, facts, notes } = await knownOf(log, values as Sources, on)
    const table = await cutByInterest(log, values, known, on)
    await drop()
    return { log: { ...log, table, has, overlapping: true }, facts, notes }
  }
  const table = fresh('cut')
  if (values.split === 'daily') await on.engine.view(table, byDaySql(log, values.dayZone))
  else await on.engine.materialise(table, byGapSql(log, values.gap))
  return { log: { ...log, table, has } }
}

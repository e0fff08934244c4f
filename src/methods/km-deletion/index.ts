import { fail } from '../../base/errors.js'
import type { ValuesOf } from '../../base/params.js'
import type { Log } from '../../log/log.js'
import type { Made } from '../../release/made.js'
import { type Context, defineMethod } from '../method.js'
import { type Coded, codeLog } from './coded.js'
import { startFrom } from './from.js'
import { kmPromise } from './guarantee.js'
import type { Entries } from './histories.js'
import { leftOf } from './left.js'
import { readMarketing } from './marketing.js'
import { shownRows } from './shown.js'
import { type Solved, solve } from './solve.js'
import { TARGETS, utilityOf } from './utility.js'
import { windowDays } from './window.js'

/** Partners that are looked at in about a second. */
const PER_SECOND = 2e7

const params = {
  k: {
    type: 'whole',
    min: 2,
    max: Number.MAX_SAFE_INTEGER,
    help: 'persons whose histories must hold each combination of terms',
    advice:
      'Choose how many persons each combination of terms must be shared by: 2 is the least that hides anybody, 5 to 20 are usual, 100 leaves the most common terms.',
  },
  m: {
    type: 'whole',
    min: 1,
    max: 10,
    default: 2,
    help: 'terms that somebody may know of a person: combinations of up to so many are protected',
  },
  target: {
    type: 'choice',
    of: TARGETS,
    default: 'logsize',
    help: 'what to keep: the term of least utility goes; bid, clicks, impressions and revenue need --marketing',
  },
  marketing: {
    type: 'text',
    is: 'FILE',
    help: 'table of term, bid, clicks, impressions; terms without a row are worth 0',
  },
  optimise: {
    type: 'switch',
    default: true,
    help: 'put back and exchange terms beyond the greedy deletion of the source, under the same definition',
  },
  optimiseSeconds: {
    type: 'real',
    min: 0,
    max: 1e6,
    default: 10,
    help: 'work for the optimiser, in seconds of a usual machine; the result depends on the work, not on the clock',
  },
  hosts: { type: 'switch', help: 'count clicked hosts as terms and release those that stay; without it they go' },
  bots: {
    type: 'whole',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 100,
    help: 'users with more queries than this in one session are programs and are left out; 0 keeps everybody',
  },
  window: {
    type: 'text',
    is: 'DAYS',
    help: 'cut histories into windows of so many days (7d), counted from 1970-01-01; combinations are counted within each',
  },
  within: {
    type: 'text',
    is: 'COLUMN',
    help: 'cut histories by a further column (a region), too; combinations are counted within each of its values',
  },
  from: {
    type: 'text',
    is: 'DIR',
    help: 'go on from a release of the same log with a smaller m, made with --truth',
  },
} as const
type Values = ValuesOf<typeof params>

/** Terms go from single histories until every combination of at most m of them is shared by k persons. */
export default defineMethod<typeof params>({
  name: 'km-deletion',
  summary: 'delete terms until every combination of up to m terms of a history is shared by k persons',
  paper: {
    key: 'Burghardt',
    title: 'Anonymous Search Histories Featuring Personalized Advertisement, sections 2.4 and 4',
  },
  params,
  acts: () => 'global',
  needs: () => 'columns',
  requires: ['person'],
  readsRaw: () => false,
  rewrites: () => true,
  writesTags: () => false,
  guarantee: kmPromise,
  destroys: ({ kind }) =>
    kind === 'none' ? undefined : 'deleting terms makes texts and histories that the promise did not count',
  shows: ({ window, within }) => ({ link: window === undefined && within === undefined ? 'user' : 'session' }),
  attacks: ['partial-knowledge'],
  pace: 3,
  usual: [{ k: [5, 10, 30, 50], m: 2, target: 'logsize', use: 'histories' }],
  run,
})

async function run(log: Log, values: Values, on: Context): Promise<Made> {
  const { k, m, target, hosts, bots, within } = values
  const cut = { windowDays: windowDays(values.window), within }
  if (cut.windowDays !== undefined && !log.has.time)
    fail('refused', 'windows need times, and the log has none', 'Name the column with --columns time=NAME.')
  on.say('coding terms')
  const coded = await codeLog(log, { hosts, bots, cut }, on)
  const { entries, strata } = coded
  const marketing = values.marketing === undefined ? undefined : await readMarketing(values.marketing, coded, on)
  const start = await starting(values, log, coded, on)
  on.say('counting combinations')
  const utility = utilityOf(entries, target, { k, m, marketing, random: on.random })
  const budget = values.optimise ? values.optimiseSeconds * PER_SECOND : 0
  const by = { threads: on.threads, signal: on.signal }
  const solved = await solve(entries, strata, utility, { k, m, target, budget, random: on.random, by, start })
  on.say('putting rows together')
  let left = leftOf(coded, solved.kept)
  for (let { kept } = solved; left.unseen.length > 0; left = leftOf(coded, kept)) {
    // A host that no row shows is not in the released history: whoever relied on it must be counted again.
    const start = kept.slice()
    for (const e of left.unseen) start[e] = 0
    const again = { k, m, target, budget: 0, random: on.random, by, start }
    kept = (await solve(entries, strata, utility, again)).kept
  }
  return { log: await shownRows(log, coded, left, cut, on), ...told(coded, solved, values) }
}

async function starting({ from, m, window, within, hosts }: Values, log: Log, coded: Coded, on: Context) {
  if (from === undefined) return undefined
  if (window !== undefined || within !== undefined || hosts || log.has.session)
    fail(
      'usage',
      '--from goes on from whole histories of terms',
      'Leave out --window, --within, --hosts, and steps before.',
    )
  return startFrom(from, m, coded, on)
}

/** What greedy keeps and what is kept, for the custodian. */
function told({ entries, bots }: Coded, { kept, plain, worth }: Solved, { target, k, m }: Values) {
  const all = figures(entries)
  const left = figures(entries, kept)
  const greedy = plain === kept ? left : figures(entries, plain)
  const share = (part: number, whole: number) => (whole === 0 ? '0' : ((100 * part) / whole).toFixed(1))
  return {
    facts: { km: { bots, of: all, greedy, kept: left, worth: { target, ...worth } } },
    notes: [
      `(${k},${m}) by greedy deletion keeps ${share(greedy.occurrences, all.occurrences)}% of the term occurrences and ${share(worth.greedy, worth.all)}% of what the target ${target} adds up; this release keeps ${share(left.occurrences, all.occurrences)}% and ${share(worth.kept, worth.all)}%`,
      ...(bots > 0 ? [`${bots} users asked more in one session than --bots allows and were left out as programs`] : []),
    ],
  }
}

/** Occurrences, distinct terms and persons of the entries that are left, or of all. */
function figures({ terms: size, owner, history, term, count }: Entries, alive?: Uint8Array) {
  const seen = new Uint8Array(size)
  let [occurrences, terms, users] = [0, 0, 0]
  let before = -1
  const persons = new Uint8Array(owner.length)
  for (let e = 0; e < term.length; e++) {
    if (alive !== undefined && alive[e] === 0) continue
    occurrences += count[e]!
    if (seen[term[e]!] === 0) terms++
    seen[term[e]!] = 1
    const h = history[e]!
    if (h === before) continue
    before = h
    if (persons[owner[h]!] === 0) users++
    persons[owner[h]!] = 1
  }
  return { occurrences, terms, users }
}

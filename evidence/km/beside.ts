import { leftBy } from '../../bench/km/kept.js'
import { madeUpMarketing } from '../../bench/km/marketing.js'
import { entriesOf, generated, texts } from '../../bench/km/term-log.js'
import type { Row } from '../../src/generate/row.js'
import { greedy } from '../../src/methods/km-deletion/greedy.js'
import { arrange, type Entries, personsPerTerm } from '../../src/methods/km-deletion/histories.js'
import { ranks, utilityOf } from '../../src/methods/km-deletion/utility.js'
import { seededRandom } from '../../src/random/seeded.js'
import { type Claim, near } from '../claims.js'
import { frequencyOf, smallLog } from './log.js'
import { table } from './tables.js'

/** [Burghardt] Table 2: of each characteristic the term that has most of it. Only the first two come from the log. */
export function table2(of: number): string {
  const { entries, words } = smallLog(of)
  const frequency = frequencyOf(entries)
  const { bid, impressions, clicks } = madeUpMarketing(entries, frequency)
  const users = personsPerTerm(entries)
  const revenue = bid.map((value, t) => value * clicks[t]!)
  const most = (values: ArrayLike<number>) =>
    Array.from(values).reduce((top, value, t, all) => (value > all[top]! ? t : top), 0)
  const rows = [frequency, users, bid, impressions, clicks, revenue].map((values) => {
    const t = most(values)
    const figures = [
      bid[t]!.toFixed(2),
      ...[impressions, clicks, revenue].map((of) => Math.round(of[t]!).toLocaleString('en')),
    ]
    return [words[t] ?? '', frequency[t]!.toLocaleString('en'), users[t]!.toLocaleString('en'), ...figures]
  })
  const head = `Of each characteristic the term that has most of it, among ${of.toLocaleString('en')} users. Only frequency and users come from the log; the others were made up.`
  return `${head}\n\n${table(['term', 'frequency', 'users', 'max bid', 'impressions', 'clicks', 'revenue'], rows)}`
}

interface Times {
  readonly pairs: number
  readonly triples: number
  readonly fromPairs: number
}

/** Processor seconds of one thread at k = 2: m = 2, m = 3, and m = 3 from what m = 2 left. */
export async function timesOf(entries: Entries): Promise<Times> {
  const { rank, frequent } = utilityOf(entries, 'logsize', { k: 2, m: 3, random: seededRandom(1) })
  const all = arrange(entries, rank, frequent)
  const timed = async (m: number, start?: Uint8Array) => {
    const before = process.cpuUsage()
    const { alive } = await greedy(all, 2, m, { threads: 1, start })
    const { user, system } = process.cpuUsage(before)
    return { alive, seconds: (user + system) / 1e6 }
  }
  const pairs = await timed(2)
  const triples = await timed(3)
  const fromPairs = await timed(3, pairs.alive)
  return { pairs: pairs.seconds, triples: triples.seconds, fromPairs: fromPairs.seconds }
}

export function timesText({ pairs, triples, fromPairs }: Times, users: number): string {
  const rows = [
    ['m = 2', '2 h 56 min (first pass)', `${pairs.toFixed(2)} s`],
    ['m = 3', '90 h 8 min (first pass)', `${triples.toFixed(2)} s`],
    [
      'm = 3 from what m = 2 left',
      '6 h 35 min, 7%',
      `${fromPairs.toFixed(2)} s, ${((100 * fromPairs) / triples).toFixed(0)}%`,
    ],
  ]
  return `## Times

At k = 2, \`logsize\`, all passes, processor seconds of one thread, on ${users.toLocaleString('en')} users; the source's are of 2010, with a database. Ours visits pairs before triples in any case, so that starting from what m = 2 left saves the pairs alone.

${table(['', 'source', 'ours'], rows)}
`
}

/** [Burghardt] Examples 8 and 10. */
export async function examples(): Promise<Claim[]> {
  const prices = [1, 1.1, 1.2, 1.3, 1.4]
  const entries = entriesOf(['a b c', 'a b d', 'b c d', 'a c e'].map((history) => [history]))
  const all = arrange(entries, ranks(entries.terms, [prices]))
  const { alive } = await greedy(all, 2, 2)
  const worth = all.source.reduce((sum, e, i) => sum + (alive[i] === 1 ? prices[entries.term[e]!]! : 0), 0)
  // Eugene, chicago, smith: frequent combinations of three, of two, of one.
  const order = ranks(3, [
    [4, 2, 2],
    [9, 4, 4],
    [9, 6, 4],
  ])
  return [
    near({
      source: '[Burghardt]',
      item: 'Example 8',
      what: 'what greedy deletion leaves, in utility',
      theirs: 7.2,
      ours: worth,
    }),
    near({
      source: '[Burghardt]',
      item: 'Example 10',
      what: 'the term that goes (eugene 1, chicago 2, smith 3)',
      theirs: 3,
      ours: 1 + order.indexOf(2),
    }),
  ]
}

/** How much of the marketing columns is the spread of the bids that were made up. */
export async function bids(users: number): Promise<string> {
  const { entries } = smallLog(users)
  const rows: string[][] = []
  for (const spread of [0.5, 1.1, 1.8, 2.5]) {
    const marketing = madeUpMarketing(entries, frequencyOf(entries), spread)
    const cells: string[] = []
    for (const k of [2, 10]) {
      const left = async (target: 'bid' | 'logsize' | 'random' | 'clicks') =>
        (await leftBy(entries, marketing, { target, k, m: 2, seed: 1, budget: 0 })).greedy.bid
      const own = await left('bid')
      for (const target of ['random', 'logsize', 'clicks'] as const) cells.push((own - (await left(target))).toFixed(0))
      cells.splice(-3, 0, own.toFixed(0))
    }
    rows.push([String(spread), ...cells])
  }
  return `## The spread of bids

Bids are made up; the standard deviation of their logarithm is 1.8 on this page. What is left of them by \`bid\`, and by how many points others are behind it (${users.toLocaleString('en')} users). The source has 51, behind it random by 20 and the worst other by 13 at (2,2); 33, 17 and 13 at (10,2).

${table(['spread', ...['(2,2)', '(10,2)'].flatMap((at) => [`${at}: bid`, 'random', 'logsize', 'clicks'])], rows)}
`
}

/** [Burghardt] §5.6: histories cut into sessions before anything is deleted. */
export async function split(users: number): Promise<string> {
  const [whole, cut] = [entriesOf(texts(generated(users))), cutEntries(users)]
  const rows: string[][] = []
  for (const [k, m] of [
    [2, 2],
    [10, 2],
    [100, 2],
    [2, 3],
    [10, 3],
  ] as const) {
    const left = async (entries: Entries) =>
      (
        await leftBy(entries, madeUpMarketing(entries, frequencyOf(entries)), {
          target: 'logsize',
          k,
          m,
          seed: 1,
          budget: 0,
        })
      ).greedy
    const [one, other] = [await left(whole), await left(cut)]
    rows.push([
      `(${k},${m})`,
      one.logsize.toFixed(1),
      other.logsize.toFixed(1),
      one.terms.toFixed(1),
      other.terms.toFixed(1),
    ])
  }
  return `## Split histories

The source argues that a history cut in two keeps more, or less, and does not measure it. Cut where half an hour goes by without a query, k still counting people: ${(cut.owner.length / users).toFixed(2)} histories each, ${users.toLocaleString('en')} users, \`logsize\`; per cent of log size and of distinct terms left.

${table(['(k,m)', 'log size', 'split', 'terms', 'split'], rows)}
`
}

const GAP = 1800
function cutEntries(users: number): Entries {
  const owner: number[] = []
  let person = 0
  function* sessions(): Generator<string[]> {
    for (const rows of generated(users)) {
      for (const session of sessionsOf(rows)) {
        owner.push(person)
        yield session.map((row) => row.asked.text)
      }
      person++
    }
  }
  const entries = entriesOf(sessions())
  return { ...entries, owner: Uint32Array.from(owner) }
}

function sessionsOf(rows: readonly Row[]): Row[][] {
  const sessions: Row[][] = []
  for (const [i, row] of rows.entries()) {
    if (i === 0 || row.time - rows[i - 1]!.time > GAP) sessions.push([row])
    else sessions.at(-1)!.push(row)
  }
  return sessions
}

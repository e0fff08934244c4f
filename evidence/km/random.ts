import { leftBy } from '../../bench/km/kept.js'
import { madeUpMarketing } from '../../bench/km/marketing.js'
import type { Entries } from '../../src/methods/km-deletion/histories.js'
import { QuickChance } from '../../src/random/quick.js'
import { literal, type Reading } from './literal.js'
import { frequencyOf, type Kind, logOf, PAPER, sum } from './log.js'
import { table } from './tables.js'

/** Why random deletion falls behind by more or less: the log, and the readings of Algorithm 1. */
export async function whyRandom(quick: boolean): Promise<string> {
  const users = quick ? 2000 : 60_000
  const rows: (string | number)[][] = []
  for (const [name, kind] of [
    ['a query with all its pages counts once', 'once'],
    ['every page of results is a query, as on the page', 'pages'],
  ] as const)
    rows.push([name, ...(await gaps(users, kind))])
  const small = logOf(quick ? 1000 : 20_000, 'pages').entries
  return `## Why random falls behind

Points of log size by which random is behind \`logsize\`, m = 2; ${users.toLocaleString('en')} users, so that fewer share a term than in the tables above. The source's log counts further pages of results as queries; a log of as many occurrences without them has more different terms in each history, so more rare pairs, and random loses more at each of them.

${table(['log', 'terms a history', 'occurrences', 'terms left at (2,2), best', 'behind at k = 2', 'at k = 10', 'at k = 100'], rows)}

What Algorithm 1 leaves open moves it by less; (2,2), ${(quick ? 1000 : 20_000).toLocaleString('en')} users of the same kind, by the algorithm to the letter (\`evidence/km/literal.ts\`), per cent of the log size left:

${table(['random', 'logsize', 'random', 'behind'], readings(small))}
`
}

async function gaps(users: number, kind: Kind): Promise<(string | number)[]> {
  const { entries } = logOf(users, kind)
  const frequency = frequencyOf(entries)
  const marketing = madeUpMarketing(entries, frequency)
  const left = async (target: 'random' | 'logsize', k: number) =>
    (await leftBy(entries, marketing, { target, k, m: 2, seed: 1, budget: 0 })).greedy
  const points: string[] = []
  let terms = 0
  for (const k of [2, 10, 100]) {
    const [random, logsize] = [await left('random', k), await left('logsize', k)]
    if (k === 2) terms = Math.max(random.terms, logsize.terms)
    points.push((logsize.logsize - random.logsize).toFixed(1))
  }
  return [
    (entries.term.length / users).toFixed(1),
    (sum(entries.count) / users).toFixed(1),
    `${terms.toFixed(1)}%`,
    ...points,
  ]
}

function readings(entries: Entries): (string | number)[][] {
  const whole = sum(entries.count)
  const left = (reading: Reading) => {
    const alive = literal(entries, 2, reading, new QuickChance(1))
    return (100 * sum(entries.count.map((n, e) => n * alive[e]!))) / whole
  }
  const chance = new QuickChance(2)
  const best = left({ order: 'as asked', rank: frequencyOf(entries).map((n) => -n) })
  const fixed = Float64Array.from({ length: entries.terms }, () => chance.unit())
  return (
    [
      ['a term drawn for each pair, pairs in the order of the history', { order: 'as asked' }],
      ['the same, pairs in any order', { order: 'shuffled' }],
      ['pairs are visited of which a term is gone', { order: 'as asked', visitsGone: true }],
      ['one random order of all terms', { order: 'as asked', rank: fixed }],
    ] as const
  ).map(([name, reading]) => {
    const random = left(reading)
    return [name, best.toFixed(1), random.toFixed(1), (best - random).toFixed(1)]
  })
}

/** The sizes of the log beside the source's. */
export function sizes(entries: Entries): string {
  const longest = new Uint32Array(entries.owner.length)
  for (const h of entries.history) longest[h]!++
  const rows = [
    ['users', PAPER.users, entries.owner.length],
    ['distinct terms', PAPER.terms, entries.terms],
    ['occurrences of terms', PAPER.occurrences, sum(entries.count)],
    ['terms of the longest history', PAPER.longest, longest.reduce((a, b) => Math.max(a, b), 0)],
  ] as const
  return table(
    ['', 'source', 'ours'],
    rows.map(([name, ...numbers]) => [name, ...numbers.map((n) => n.toLocaleString('en'))]),
  )
}

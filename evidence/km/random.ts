import { leftBy } from '../../bench/km/kept.js'
import { madeUpMarketing } from '../../bench/km/marketing.js'
import { ONE_DAY } from '../../bench/km/term-log.js'
import type { Entries } from '../../src/methods/km-deletion/histories.js'
import { QuickChance } from '../../src/random/quick.js'
import { literal, type Reading } from './literal.js'
import { frequencyOf, PAPER, smallLog, sum } from './log.js'
import { table } from './tables.js'

/** Why random deletion falls behind by more or less: the log, and the readings of Algorithm 1. */
export async function whyRandom(users: number, fewer: number): Promise<string> {
  const rows: (string | number)[][] = []
  // Shares are the same however often each query is repeated: half as many queries stand for the same asked twice.
  for (const [name, world] of [
    ['as on this page', ONE_DAY],
    ['half as many queries, each twice', { ...ONE_DAY, medianQueries: 1.6 }],
    ['as many each, nobody many', { ...ONE_DAY, spread: 0.5 }],
    ['some very many', { ...ONE_DAY, medianQueries: 2, spread: 1.4 }],
  ] as const)
    rows.push([name, ...(await gaps(smallLog(users, world).entries, users))])
  return `## Why random falls behind

Per cent of the log size left at m = 2 by \`logsize\` and by random, and the points between them; ${users.toLocaleString('en')} users, so that fewer share a term than in the tables. It is the number of different terms in a history: where people ask the same again, or look at further pages that count as queries, there are fewer rare pairs for as many occurrences, random loses less at them, and more distinct terms are left, as in the source (10.88% at (2,2)). Whether the source's log counts pages is not told.

${table(['log', 'terms a history', 'logsize, k = 2', 'random', 'behind', 'logsize, k = 10', 'random', 'behind', 'terms left at (2,2), best'], rows)}

What Algorithm 1 leaves open moves it by two points, or makes random worse where pairs are visited of which a term is gone already; (2,2), ${fewer.toLocaleString('en')} users, by the algorithm to the letter (\`evidence/km/literal.ts\`):

${table(['random', 'logsize', 'random', 'behind'], readings(smallLog(fewer).entries))}
`
}

async function gaps(entries: Entries, users: number): Promise<string[]> {
  const marketing = madeUpMarketing(entries, frequencyOf(entries))
  const left = async (target: 'random' | 'logsize', k: number) =>
    (await leftBy(entries, marketing, { target, k, m: 2, seed: 1, budget: 0 })).greedy
  const cells: string[] = []
  let terms = 0
  for (const k of [2, 10]) {
    const [logsize, random] = [await left('logsize', k), await left('random', k)]
    if (k === 2) terms = Math.max(random.terms, logsize.terms)
    cells.push(...[logsize.logsize, random.logsize, logsize.logsize - random.logsize].map((share) => share.toFixed(1)))
  }
  return [(entries.term.length / users).toFixed(1), ...cells, `${terms.toFixed(1)}%`]
}

function readings(entries: Entries): (string | number)[][] {
  const whole = sum(entries.count)
  const left = (reading: Reading) => {
    const alive = literal(entries, 2, reading, new QuickChance(1))
    return (100 * sum(entries.count.map((n, e) => n * alive[e]!))) / whole
  }
  const best = left({ order: 'as asked', rank: frequencyOf(entries).map((n) => -n) })
  return (
    [
      ['a term drawn for each pair, pairs in the order of the history', { order: 'as asked' }],
      ['the same, pairs in any order', { order: 'shuffled' }],
      ['pairs are visited of which a term is gone', { order: 'as asked', visitsGone: true }],
    ] as const
  ).map(([name, reading]) => {
    const random = left(reading)
    return [name, best.toFixed(1), random.toFixed(1), (best - random).toFixed(1)]
  })
}

/** The sizes of the log and of the source's: what, ours, theirs. */
export function sizesOf(entries: Entries): (readonly [string, number, number])[] {
  return [
    ['users', entries.owner.length, PAPER.users],
    ['distinct terms', entries.terms, PAPER.terms],
    ['occurrences of terms', sum(entries.count), PAPER.occurrences],
  ]
}

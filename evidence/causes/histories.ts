import { leftBy } from '../../bench/km/kept.js'
import { madeUpMarketing } from '../../bench/km/marketing.js'
import { BEHIND, TABLE_3, TABLE_5 } from '../../bench/km/paper.js'
import { ONE_DAY } from '../../bench/km/term-log.js'
import type { Entries } from '../../src/methods/km-deletion/histories.js'
import { frequencyOf, smallLog } from '../km/log.js'
import { table, table3 } from '../km/tables.js'

/** Rows of [Burghardt] Table 5 that are tried: where they stand there. */
const AT = [
  { k: 2, m: 2, row: 0 },
  { k: 10, m: 2, row: 1 },
  { k: 40, m: 2, row: 3 },
  { k: 100, m: 2, row: 4 },
  { k: 2, m: 3, row: 5 },
  { k: 10, m: 3, row: 6 },
  { k: 100, m: 3, row: 9 },
] as const

/** Logs of as many occurrences: shares are the same however often each query of a person stands for itself, so that half as many queries stand for the same asked twice. */
const LOGS = [
  { name: 'as on the page', world: ONE_DAY },
  { name: 'each query twice', world: { ...ONE_DAY, medianQueries: 1.6 } },
  { name: 'three times', world: { ...ONE_DAY, medianQueries: 1.05 } },
  { name: 'hardly a query for a site', world: { ...ONE_DAY, navigational: 0.02 } },
  { name: 'twice, hardly a query for a site', world: { ...ONE_DAY, medianQueries: 1.6, navigational: 0.02 } },
] as const

export interface Shorter {
  readonly name: string
  readonly users: number
  /** Different terms of a history. */
  readonly terms: number
  /** Per cent at each level: terms, log size and users left, and points by which random is behind at log size and users. */
  readonly levels: readonly (readonly number[])[]
}

/** [Burghardt] Tables 5 and 6 where histories hold fewer different terms, and as many occurrences. */
export async function shorterHistories(users: number): Promise<Shorter[]> {
  const found: Shorter[] = []
  for (const { name, world } of LOGS) {
    const { entries } = smallLog(users, world)
    const marketing = madeUpMarketing(entries, frequencyOf(entries))
    const levels: number[][] = []
    for (const { k, m } of AT) {
      const left = async (target: 'logsize' | 'random') =>
        (await leftBy(entries, marketing, { target, k, m, seed: 1, budget: 0 })).greedy
      const [best, random] = [await left('logsize'), await left('random')]
      const behind = [best.logsize - random.logsize, best.users - random.users]
      levels.push([Math.max(best.terms, random.terms), best.logsize, best.users, ...behind])
    }
    found.push({ name, users, terms: entries.term.length / users, levels })
  }
  return found
}

export function shorterTable(found: readonly Shorter[]): string {
  const theirs = AT.map(({ row }) => [
    ...[0, 1, 2].map((column) => TABLE_5[row]![column]!),
    BEHIND.logsize[row]![0],
    BEHIND.users[row]![0],
  ])
  const columns = [
    'distinct terms left',
    'log size left',
    'users left',
    'log size, random behind',
    'users, random behind',
  ]
  const all = [...found, { name: 'source', terms: Number.NaN, levels: theirs }]
  return columns
    .map(
      (column, c) =>
        `${column}:\n\n${table(
          ['log', 'different terms a history', ...AT.map(({ k, m }) => `(${k},${m})`)],
          all.map(({ name, terms, levels }) => [
            name,
            Number.isNaN(terms) ? '' : terms.toFixed(1),
            ...levels.map((level) => level[c]!.toFixed(c === 0 ? 2 : 0)),
          ]),
        )}`,
    )
    .join('\n\n')
}

/** [Burghardt] Table 2: terms that few people ask very often, and how often, of so many people. */
const OFTEN = [
  { term: 'or', users: 2170, times: 142_041 },
  { term: 'com', users: 31_974, times: 74_453 },
] as const
const SOURCE_USERS = 367_803

export interface Correlated {
  readonly log: string
  readonly r: number
}

/** Table 3's correlation of frequency and users, without and with the two terms of which Table 2 tells both. */
export function correlations(users: number): Correlated[] {
  const { entries } = smallLog(users)
  const r = (of: Entries, often: number) => {
    const marketing = madeUpMarketing(of, frequencyOf(of))
    // Table 2 has figures of advertisers for both.
    for (let t = of.terms - often; t < of.terms; t++) marketing.known[t] = 1
    return table3(of, marketing).users
  }
  const [or, com] = OFTEN
  const withOr = withOften(entries, or)
  return [
    { log: 'as on the page', r: r(entries, 0) },
    { log: 'with *or*, 142,041 times by 2,170 people', r: r(withOr, 1) },
    { log: 'and *com*, 74,453 times by 31,974', r: r(withOften(withOr, com), 2) },
    { log: 'source', r: TABLE_3['frequency, users']! },
  ]
}

/** One term more, asked by the first so many of a hundred thousand as often as the source says, all of them alike. */
function withOften(entries: Entries, { users, times }: { readonly users: number; readonly times: number }): Entries {
  const people = entries.owner.length
  const who = Math.max(1, Math.round((users * people) / SOURCE_USERS))
  const each = Math.max(1, Math.round(times / users))
  const [history, term, count] = [Array.from(entries.history), Array.from(entries.term), Array.from(entries.count)]
  for (let h = 0; h < who; h++) {
    history.push(h)
    term.push(entries.terms)
    count.push(each)
  }
  return {
    owner: entries.owner,
    terms: entries.terms + 1,
    history: Uint32Array.from(history),
    term: Uint32Array.from(term),
    count: Uint32Array.from(count),
  }
}

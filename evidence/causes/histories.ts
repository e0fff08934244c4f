import { leftBy } from '../../bench/km/kept.js'
import { madeUpMarketing } from '../../bench/km/marketing.js'
import { BEHIND, LEVELS, TABLE_3, TABLE_5 } from '../../bench/km/paper.js'
import { ONE_DAY } from '../../bench/km/term-log.js'
import type { Entries } from '../../src/methods/km-deletion/histories.js'
import { QuickChance } from '../../src/random/quick.js'
import { frequencyOf, smallLog, sum } from '../km/log.js'
import { table, table3 } from '../km/tables.js'
import { noneOfMore, rareInTurn } from './entries.js'

/** [Burghardt] Table 2: the term that most people asked, *com*, is of 31,974 of 367,803. */
const MOST_ASKED = 31_974 / 367_803

/** Logs of as many occurrences: shares are the same however often each query of a person stands for itself, so that half as many queries stand for the same asked twice. */
export const LOGS = [
  { name: 'each query twice', world: { ...ONE_DAY, medianQueries: 1.6 }, most: 1 },
  { name: 'twice, and no term of more people than *com*', world: { ...ONE_DAY, medianQueries: 1.6 }, most: MOST_ASKED },
  { name: 'as on the page', world: ONE_DAY, most: 1 },
  { name: 'no term of more people than *com*', world: ONE_DAY, most: MOST_ASKED },
] as const

export interface Shorter {
  readonly name: string
  /** Different terms of a history. */
  readonly terms: number
  /** At each level, per cent left: terms, log size, users; points by which random is behind at log size and users; and where rare terms go in their turn. */
  readonly levels: readonly (readonly number[])[]
}

/** [Burghardt] Tables 5 and 6 where histories hold fewer different terms, as many occurrences, or no term that so many share. */
export async function shorterHistories(users: number, { name, world, most }: (typeof LOGS)[number]): Promise<Shorter> {
  const entries = noneOfMore(smallLog(users, world).entries, most, new QuickChance(1))
  const marketing = madeUpMarketing(entries, frequencyOf(entries))
  const whole = sum(entries.count)
  const levels: number[][] = []
  for (const { k, m } of LEVELS) {
    const left = async (of: Entries, target: 'logsize' | 'users' | 'random') =>
      (await leftBy(of, marketing, { target, k, m, seed: 1, budget: 0 })).greedy
    const [size, people, random] = [
      await left(entries, 'logsize'),
      await left(entries, 'users'),
      await left(entries, 'random'),
    ]
    const turned = rareInTurn(entries, k, new QuickChance(2))
    const inTurn = await left(turned, 'random')
    levels.push([
      Math.max(size.terms, random.terms),
      size.logsize,
      people.users,
      size.logsize - random.logsize,
      people.users - random.users,
      size.logsize - (inTurn.logsize * sum(turned.count)) / whole,
      people.users - (inTurn.users * new Set(turned.history).size) / new Set(entries.history).size,
    ])
  }
  return { name, terms: entries.term.length / users, levels }
}

const COLUMNS = [
  'Distinct terms left',
  'Log size left',
  'Users left',
  'Log size, random behind',
  'Users, random behind',
  'Log size, random behind, rare terms in their turn',
  'Users, random behind, rare terms in their turn',
] as const

export function shorterTable(found: readonly Shorter[]): string {
  const theirs = LEVELS.map((_, row) => {
    const behind = [BEHIND.logsize[row]![0], BEHIND.users[row]![0]]
    return [...[0, 1, 2].map((column) => TABLE_5[row]![column]!), ...behind, ...behind]
  })
  const head = ['log', 'different terms a history', ...LEVELS.map(({ k, m }) => `(${k},${m})`)]
  const rows = (column: number) =>
    [...found, { name: 'source', terms: undefined, levels: theirs }].map(({ name, terms, levels }) => [
      name,
      terms === undefined ? '' : terms.toFixed(1),
      ...levels.map((level) => level[column]!.toFixed(column === 0 ? 2 : 0)),
    ])
  return COLUMNS.map((column, c) => `${column}:\n\n${table(head, rows(c))}`).join('\n\n')
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

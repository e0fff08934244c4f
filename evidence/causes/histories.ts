import { leftBy } from '../../bench/km/kept.js'
import { madeUpMarketing } from '../../bench/km/marketing.js'
import { BEHIND, LEVELS, TABLE_3, TABLE_5 } from '../../bench/km/paper.js'
import { ONE_DAY, paperLog, readPaperLog } from '../../bench/km/term-log.js'
import type { Entries } from '../../src/methods/km-deletion/histories.js'
import { QuickChance } from '../../src/random/quick.js'
import type { Part } from '../claims.js'
import { frequencyOf, sum } from '../km/log.js'
import { table, table3 } from '../km/tables.js'
import { noneOfMore, rareInTurn } from './entries.js'

/** [Burghardt] Table 2: the term that most people asked, *com*, is of 31,974 of 367,803. */
const MOST_ASKED = 31_974 / 367_803

/** Logs of as many occurrences: shares are the same however often each query of a person stands for itself, so that half as many queries stand for the same asked twice. */
export const LOGS = [
  { name: 'each query twice', world: { ...ONE_DAY, medianQueries: 1.6 }, most: 1 },
  { name: 'twice, and no term of more people than *com*', world: { ...ONE_DAY, medianQueries: 1.6 }, most: MOST_ASKED },
  { name: 'as on the page', world: ONE_DAY, most: 1 },
] as const

export interface Shorter {
  readonly name: string
  /** Different terms of a history. */
  readonly terms: number
  /** At each level, per cent left: terms, log size, users; points by which random is behind at log size and users; and where rare terms go in their turn. */
  readonly levels: readonly (readonly number[])[]
}

/** [Burghardt] Tables 5 and 6 where histories hold fewer different terms, as many occurrences, or no term that so many share. */
export async function shorterHistories(users: number, part: Part): Promise<Shorter[]> {
  const found: Shorter[] = []
  for (const { name, world, most } of LOGS) {
    let made: Entries | undefined
    const entries = () => {
      made ??= noneOfMore(readPaperLog(paperLog(users, world)), most, new QuickChance(1))
      return made
    }
    const terms = await part(`${name}, terms`, () => entries().term.length / users)
    const levels: number[][] = []
    for (const at of LEVELS) levels.push(await part(`${name}, ${at.k} ${at.m}`, () => levelOf(entries(), at)))
    found.push({ name, terms, levels })
  }
  return found
}

async function levelOf(entries: Entries, { k, m }: { readonly k: number; readonly m: number }): Promise<number[]> {
  const marketing = madeUpMarketing(entries, frequencyOf(entries))
  const left = async (of: Entries, target: 'logsize' | 'users' | 'random') =>
    (await leftBy(of, marketing, { target, k, m, seed: 1, budget: 0 })).greedy
  const [size, people, random] = [
    await left(entries, 'logsize'),
    await left(entries, 'users'),
    await left(entries, 'random'),
  ]
  const turned = rareInTurn(entries, k, new QuickChance(2))
  const inTurn = await left(turned, 'random')
  const share = (of: (entries: Entries) => number) => of(turned) / of(entries)
  return [
    Math.max(size.terms, random.terms),
    size.logsize,
    people.users,
    size.logsize - random.logsize,
    people.users - random.users,
    size.logsize - inTurn.logsize * share(({ count }) => sum(count)),
    people.users - inTurn.users * share(({ history }) => new Set(history).size),
  ]
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

/** What the source has, column by column at each level. */
const THEIRS = LEVELS.map((_, row) => {
  const behind = [BEHIND.logsize[row]![0], BEHIND.users[row]![0]]
  return [...[0, 1, 2].map((column) => TABLE_5[row]![column]!), ...behind, ...behind]
})

/** Every figure, for a file beside the page. */
export function shorterTables(found: readonly Shorter[]): string {
  const head = ['log', 'different terms a history', ...LEVELS.map(({ k, m }) => `(${k},${m})`)]
  const rows = (column: number) =>
    [...found, { name: 'source', terms: undefined, levels: THEIRS }].map(({ name, terms, levels }) => [
      name,
      terms === undefined ? '' : terms.toFixed(1),
      ...levels.map((level) => level[column]!.toFixed(column === 0 ? 2 : 0)),
    ])
  return COLUMNS.map((column, c) => `## ${column}\n\n${table(head, rows(c))}\n`).join('\n')
}

/** How far ours are from the source's on average, of theirs, and how many of the figures lie within a tenth of it (or a point, where theirs are points below ten). */
export function shorterSummary(found: readonly Shorter[]): string {
  const rows = COLUMNS.map((column, c) => [
    column,
    ...found.flatMap(({ levels }) => {
      const far = levels.map((level, i) => Math.abs(level[c]! - THEIRS[i]![c]!))
      const within = far.filter((by, i) => by <= (c > 2 && THEIRS[i]![c]! < 10 ? 1 : THEIRS[i]![c]! / 10))
      const mean = far.reduce((total, by, i) => total + by / THEIRS[i]![c]!, 0) / far.length
      return [`${(100 * mean).toFixed(0)}%`, `${within.length} of ${far.length}`]
    }),
  ])
  return table(['', ...found.flatMap(({ name }) => [`${name}: apart`, 'near'])], rows)
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
  const entries = readPaperLog(paperLog(users))
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

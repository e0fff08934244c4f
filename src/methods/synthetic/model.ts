import { UNIT } from './account.js'
import type { Entry, ReleasedBigram } from './lexicon.js'
import type { Pair } from './pairs.js'
import { type Bar, HISTORIES } from './shape.js'
import { topicsOf } from './topics.js'
import { type Choice, Weighted } from './weighted.js'

/** All that was released: nothing else of the log goes into the model. */
export interface Released {
  readonly entries: readonly Entry[]
  readonly bigrams: readonly ReleasedBigram[]
  readonly hosts: readonly Pair[]
  readonly next: readonly Pair[]
  readonly bars: readonly Bar[]
}

/** How made-up people search. Queries and hosts are numbers: places in the lexicon and in `hosts`. */
export interface Model {
  readonly people: number
  readonly queries: readonly string[]
  readonly places: ReadonlyMap<string, number>
  readonly popular: Weighted
  readonly next: ReadonlyMap<number, Choice>
  readonly topics: readonly (Choice | undefined)[]
  readonly hosts: readonly string[]
  readonly hostsOf: ReadonlyMap<number, Choice>
  /** Words that may follow a word, by weight; the empty text starts a query and ends it. */
  readonly words: ReadonlyMap<string, { readonly of: readonly string[]; readonly by: Weighted }>
  readonly history: Choice
  /** Rows of a history, about: for how much is made at a time. */
  readonly meanHistory: number
  readonly sessions: Choice
  readonly days: Choice | undefined
  readonly hours: Choice
  /** Chances of asking something again that one has asked before, and of clicking. */
  readonly repeats: number
  readonly clicks: number
  /** The same query again, another with a word of the last, something new. */
  readonly turns: Choice
}

/** What is taken for granted where nothing was counted, or nothing came through: one query at a time, at any hour. */
const USUAL_HISTORY = 10

/** The model that released counts amount to; undefined where the lexicon is empty. */
export function modelOf(
  { entries, bigrams, hosts, next, bars }: Released,
  people: number | undefined,
): Model | undefined {
  if (entries.length === 0) return undefined
  const queries = entries.map(({ query }) => query)
  const places = new Map(queries.map((query, place) => [query, place]))
  // Persons gave longer queries less weight, and come back to shorter ones more often: for how often a query is asked, one makes up for the other.
  const popularity = entries.map(({ weight }) => weight)
  const of = (name: Bar['marginal']) => bars.filter(({ marginal }) => marginal === name)
  const share = (name: Bar['marginal']) => {
    const all = of(name)
    const sum = all.reduce((total, { weight }) => total + weight, 0)
    return sum > 0 ? all.filter(({ value }) => value === 1).reduce((total, { weight }) => total + weight, 0) / sum : 0
  }
  const hostNames = [...new Set(hosts.map((pair) => pair.with))].sort()
  const hostPlaces = new Map(hostNames.map((host, place) => [host, place]))
  const counted = of('history').reduce((sum, { weight }) => sum + weight, 0) / UNIT
  const classOf = (rows: number) => HISTORIES.findIndex((from) => from >= rows)
  return {
    people: people ?? Math.round(counted),
    queries,
    places,
    popular: new Weighted(popularity),
    next: grouped(next, places, places),
    topics: topicsOf(queries.length, next, places, popularity),
    hosts: hostNames,
    hostsOf: grouped(hosts, places, hostPlaces),
    words: wordsOf(bigrams),
    history: choice(of('history')) ?? single(classOf(USUAL_HISTORY)),
    meanHistory: meanOf(of('history')) ?? USUAL_HISTORY,
    sessions: choice(of('sessions')) ?? single(0),
    days: choice(balanced(of('days'), of('weekdays'))),
    hours: choice(of('hours')) ?? {
      of: Uint32Array.from({ length: 24 }, (_, hour) => hour),
      by: new Weighted(new Array(24).fill(1)),
    },
    repeats: share('repeats'),
    clicks: share('clicks'),
    turns: choice(of('turns')) ?? single(2),
  }
}

function choice(bars: readonly Bar[]): Choice | undefined {
  if (bars.length === 0) return undefined
  return { of: Uint32Array.from(bars, ({ value }) => value), by: new Weighted(bars.map(({ weight }) => weight)) }
}

function meanOf(histories: readonly Bar[]): number | undefined {
  if (histories.length === 0) return undefined
  const sum = (of: (bar: Bar) => number) => histories.reduce((total, bar) => total + of(bar), 0)
  return sum(({ value, weight }) => HISTORIES[value]! * weight) / sum(({ weight }) => weight)
}

function single(value: number): Choice {
  return { of: Uint32Array.of(value), by: new Weighted([1]) }
}

/** Day totals with the sums by weekday that were counted apart, with less noise. */
function balanced(days: readonly Bar[], weekdays: readonly Bar[]): readonly Bar[] {
  const weekday = (day: number) => (day + 3) % 7 // 1970 began on a Thursday
  const sum = (bars: readonly Bar[]) => bars.reduce((total, { weight }) => total + weight, 0)
  const all = sum(weekdays)
  if (all === 0) return days
  return days.flatMap((bar) => {
    const like = days.filter(({ value }) => weekday(value) === weekday(bar.value))
    const wanted = (sum(weekdays.filter(({ value }) => value === weekday(bar.value))) / all) * sum(days)
    // Where the days are few, or no weeks, a weekday may be missing or stand there more often than others.
    const factor = days.length % 7 === 0 && wanted > 0 ? wanted / sum(like) : 1
    return [{ ...bar, weight: bar.weight * factor }]
  })
}

/** Pairs by their first text. */
function grouped(
  pairs: readonly Pair[],
  firsts: ReadonlyMap<string, number>,
  seconds: ReadonlyMap<string, number>,
): ReadonlyMap<number, Choice> {
  const groups = new Map<number, { readonly of: number[]; readonly weights: number[] }>()
  for (const { query, with: second, weight } of pairs) {
    const first = firsts.get(query)!
    const group = groups.get(first) ?? { of: [], weights: [] }
    groups.set(first, group)
    group.of.push(seconds.get(second)!)
    group.weights.push(weight)
  }
  return new Map(
    [...groups].map(([first, { of, weights }]) => [first, { of: Uint32Array.from(of), by: new Weighted(weights) }]),
  )
}

function wordsOf(bigrams: readonly ReleasedBigram[]): Model['words'] {
  const groups = new Map<string, ReleasedBigram[]>()
  for (const each of bigrams) {
    const others = groups.get(each.bigram[0])
    if (others === undefined) groups.set(each.bigram[0], [each])
    else others.push(each)
  }
  return new Map(
    [...groups].map(([first, followers]) => [
      first,
      { of: followers.map(({ bigram }) => bigram[1]), by: new Weighted(followers.map(({ weight }) => weight)) },
    ]),
  )
}

import { isDeepStrictEqual } from 'node:util'
import { TEXT_WORDS } from '../log/phrases-sql.js'

/** What every guarantee says beside its numbers. */
interface Stated {
  /** The promise in one sentence, with its numbers. */
  readonly sentence: string
  /** What must hold for it to mean anything. */
  readonly assumptions: readonly string[]
  /** What it does not protect against, in plain words; wider choices of columns are entered here. */
  readonly notProtected: readonly string[]
  /** What counts as one person. */
  readonly unit: string
  /** Promises of earlier steps that hold as well. */
  readonly also?: readonly Guarantee[]
}

/**
 * Every released query was asked by at least k persons, every released (query, host) pair by at least hostK (0: nothing is said of pairs). With `same: words` a
 * text stands for all queries of the same stemmed words in any order.
 */
export interface KUsersPerQuery extends Stated {
  readonly kind: 'k-users-per-query'
  readonly k: number
  readonly hostK: number
  readonly same?: 'words'
}

/**
 * Every run of at most n words of a released query was used by at least k persons; a query has at most maxTerms words; every
 * released (query, host) pair belongs to at least hostK. With `items: phrases` the release is a table of such runs, by themselves.
 */
export interface KUsersPerNgram extends Stated {
  readonly kind: 'k-users-per-ngram'
  readonly k: number
  readonly hostK: number
  readonly n: number
  readonly maxTerms: number
  readonly items?: 'phrases'
}

/** Which items a histogram counts. */
export const ITEMS = ['keywords', 'phrases', 'queries', 'pairs', 'clicks'] as const

export const NEIGHBOURS = ['add-remove', 'replace'] as const
export const DEFINITIONS = ['approximate', 'probabilistic'] as const

/** Differential privacy of a released histogram: its parameters and what a neighbour is. */
export interface DifferentiallyPrivate extends Stated {
  readonly kind: 'dp'
  readonly epsilon: number
  readonly delta: number
  readonly neighbours: (typeof NEIGHBOURS)[number]
  readonly definition: (typeof DEFINITIONS)[number]
  readonly items: (typeof ITEMS)[number]
  /** Of phrases: the words of the longest. */
  readonly words?: number
  /** Are noisy counts published beside the items? */
  readonly counts: boolean
  /** Persons that an item needs, whatever else holds. */
  readonly minUsers: number
  /** The release is a log of people who do not exist, made of noisy counts. */
  readonly synthetic?: true
  /** The probabilistic kind holds of logs of at most so many persons. */
  readonly usersBound?: number
  /** One of a series: the promise is about all its releases together. */
  readonly series?: SeriesPromise
}

export const EVERY = ['day', 'week'] as const

/** Of which rows a series speaks. Lengths are in periods. */
export interface SeriesPromise {
  readonly every: (typeof EVERY)[number]
  /** Any so many consecutive periods, or all. */
  readonly window: number | 'ever'
  /** For ever: how many periods there will be at most. */
  readonly horizon?: number
  /** What a person risks who is active all year. */
  readonly year: { readonly epsilon: number; readonly delta: number }
}

export const STRETCHES = ['history', 'session', 'window'] as const

/** Every combination of at most m terms of a released history (or session, or window of time) stands in those of at least k persons. */
export interface KM extends Stated {
  readonly kind: 'k-m'
  readonly k: number
  readonly m: number
  readonly per: (typeof STRETCHES)[number]
  /** Days (7d) or weeks (4w), from 1970-01-01. */
  readonly window?: string
  /** A column within whose values combinations are counted. */
  readonly within?: string
  /** Are clicked hosts counted as terms? */
  readonly hosts?: true
}

/** What top-level categories are those of: the tree that comes with the package, one of the custodian's own, or each query is one. */
export const CATEGORIES = ['wordnet', 'own', 'queries'] as const

/** Every released history has at least k - 1 twins; every released query was asked by at least minUsers persons. */
export interface IdenticalUsers extends Stated {
  readonly kind: 'identical-users'
  readonly k: number
  readonly minUsers: number
  /** Distinct top-level categories in every history, */
  readonly l: number
  /** and of what, where there must be more than one. */
  readonly categories?: (typeof CATEGORIES)[number]
}

export const SCHEMES = ['field', 'shamir', 'unanimous', 'oblivious'] as const

/** A query can be read only once t persons have asked it, within one epoch where keys change. */
export interface ThresholdReveal extends Stated {
  readonly kind: 'threshold-reveal'
  readonly t: number
  readonly scheme: (typeof SCHEMES)[number]
  /** How long a key lasts: day, week, month, year, 30d. Without it, for ever. */
  readonly epoch?: string
}

export interface NoGuarantee extends Stated {
  readonly kind: 'none'
  /** Made with repeatable chance: what it would have promised stands beside it. */
  readonly experiment?: true
}

/** What a release promises: a union on `kind`, computed from parameters before anything runs, no fact of the log in it. */
export type Guarantee =
  | KUsersPerQuery
  | KUsersPerNgram
  | DifferentiallyPrivate
  | KM
  | IdenticalUsers
  | ThresholdReveal
  | NoGuarantee
export type GuaranteeKind = Guarantee['kind']

type NumbersOf<G> = G extends Guarantee ? Omit<G, keyof Stated> : never

/** A kind with its numbers: all that a sentence is made of, but for the unit. */
export type Numbers = NumbersOf<Guarantee>

/** What a method adds to its numbers in its own words. */
export interface Words {
  readonly unit: string
  readonly assumptions?: readonly string[]
  readonly notProtected: readonly string[]
}

/** A promise: its sentence follows from its numbers, whoever makes it. */
export function promise<N extends Numbers>(
  numbers: N,
  { unit, assumptions = [], notProtected }: Words,
): Extract<Guarantee, { kind: N['kind'] }> {
  const whose = unit === 'user' ? 'A user id of the log is one person.' : counting(unit)
  const made = {
    ...numbers,
    unit,
    assumptions: numbers.kind === 'none' ? assumptions : [whose, ...assumptions],
    notProtected,
  }
  return { ...made, sentence: sentenceOf(made) } as unknown as Extract<Guarantee, { kind: N['kind'] }>
}

/** What a promise says, from its numbers alone; what holds beside it is said too. */
export function sentenceOf(stated: Numbers & { readonly unit: string; readonly also?: readonly Guarantee[] }): string {
  const { unit, also = [] } = stated
  const whose = unit === 'user' || stated.kind === 'none' ? '' : ` ${counting(unit)}`
  return [...[stated, ...also].map(ownSentence)].join(' Also: ') + whose
}

function counting(unit: string): string {
  return `One ${unit} of the log counts as one person.`
}

function ownSentence(of: Numbers): string {
  switch (of.kind) {
    case 'k-users-per-query':
      return `Every query in this release was asked${of.same === 'words' ? ', in the same stemmed words in any order,' : ''} by at least ${of.k} distinct persons${pairs(of.hostK)}.`
    case 'k-users-per-ngram':
      if (of.items === 'phrases')
        return `Every phrase in this release was used by at least ${of.k} distinct persons; none has more than ${of.n} ${of.n === 1 ? 'word' : 'words'}, and of each text the first ${TEXT_WORDS} words were read.`
      return `Every ${of.n === 1 ? 'word' : `run of at most ${of.n} words`} of a query in this release was used by at least ${of.k} distinct persons${pairs(of.hostK)}; no query has more than ${of.maxTerms} words.`
    case 'dp':
      return differentialPrivacy(of)
    case 'k-m':
      return `Every combination of at most ${of.m} ${of.hosts ? 'terms and hosts' : 'terms'} of a ${stretch(of)} in this release stands in those of at least ${of.k} distinct persons.`
    case 'identical-users':
      return `Every history in this release is that of at least ${of.k} persons, to the last column${of.minUsers > 1 ? `, and every query in it was asked by at least ${of.minUsers} persons of the log` : ''}${diversity(of)}.`
    case 'threshold-reveal':
      return `Without the key a query of this release can be read only if at least ${of.t} distinct persons asked it${of.epoch === undefined ? '' : ` within one epoch (${of.epoch})`}.`
    case 'none':
      return of.experiment
        ? 'Nothing is promised: this is an experiment, made with repeatable chance, and not to be published.'
        : 'Nothing is promised.'
  }
}

function pairs(hostK: number): string {
  return hostK === 0 ? '' : `, and every pair of a query and a clicked host belongs to at least ${hostK}`
}

const CHANGE = {
  'add-remove': 'one person is added to the log or taken out of it',
  replace: 'one person of the log is replaced by another',
} as const

function differentialPrivacy(of: NumbersOf<DifferentiallyPrivate>): string {
  const [epsilon, delta] = [atMost(of.epsilon), atMost(of.delta)]
  if (of.series !== undefined) return seriesSentence(of, of.series)
  const kind =
    of.definition === 'approximate'
      ? ''
      : ` of the probabilistic kind${of.usersBound === undefined ? '' : `, for logs of at most ${of.usersBound} persons`}`
  const beyond =
    of.definition === 'approximate'
      ? ` and an amount of ${delta}`
      : `, but for releases that come out with probability ${delta} at most`
  const least = of.minUsers > 1 ? ` No item is released that fewer than ${of.minUsers} persons gave.` : ''
  const phrases =
    of.words === undefined
      ? ''
      : ` Items are runs of at most ${of.words} ${of.words === 1 ? 'word' : 'words'}, of the first ${TEXT_WORDS} words of each text.`
  const madeUp = of.synthetic ? ' Its persons do not exist, and its rows are made up from counts with noise.' : ''
  return `(${epsilon}, ${delta})-differential privacy${kind}: when ${CHANGE[of.neighbours]}, the chance of whatever can be seen in this release changes by a factor of at most e^${epsilon}${beyond}.${least}${phrases}${madeUp}`
}

/** A promise about all releases of a series. */
function seriesSentence(of: NumbersOf<DifferentiallyPrivate>, { every, window, horizon, year }: SeriesPromise): string {
  const [epsilon, delta] = [atMost(of.epsilon), atMost(of.delta)]
  const rows = window === 'ever' ? 'rows' : `rows of any ${window} consecutive ${every}s (by arrival)`
  const all =
    window === 'ever' ? `all releases of at most ${horizon} ${every}s` : 'all releases of the series, for ever,'
  const active =
    window === 'ever'
      ? 'Who is active all the time risks no more.'
      : `Who is active all year risks (${atMost(year.epsilon)}, ${atMost(year.delta)}).`
  const least = of.minUsers > 1 ? ` No item is released that fewer than ${of.minUsers} persons gave.` : ''
  const phrases =
    of.words === undefined
      ? ''
      : ` Items are runs of at most ${of.words} ${of.words === 1 ? 'word' : 'words'}, of the first ${TEXT_WORDS} words of each text.`
  return `(${epsilon}, ${delta})-differential privacy of a series: for two streams of logs that differ in all of one person's ${rows}, there in one and missing in the other, the chance of whatever can be seen in ${all} changes by a factor of at most e^${epsilon} and an amount of ${delta}. ${active}${least}${phrases}`
}

/** Four digits are enough for people, and never fewer than the number: a rounded promise must not promise more. */
export function atMost(value: number): string {
  const near = Number(value.toPrecision(4))
  const last = 10 ** (Math.floor(Math.log10(near)) - 3)
  const up = near < value ? Number((near + last).toPrecision(4)) : near
  return up > 0 && up < 1e-3 ? up.toExponential() : String(up)
}

function stretch({ per, window, within }: NumbersOf<KM>): string {
  if (per !== 'window') return per
  return `history within ${[window, within]
    .filter((part) => part !== undefined)
    .map((part) => `the same ${part}`)
    .join(' and ')}`
}

const TOP_LEVEL = {
  wordnet: 'top-level categories of WordNet',
  own: 'top-level categories of a tree of the custodian',
  queries: 'different queries',
} as const

function diversity({ l, categories = 'wordnet' }: NumbersOf<IdenticalUsers>): string {
  return l > 1 ? `; it touches at least ${l} ${TOP_LEVEL[categories]}` : ''
}

/** Is `claim` at least as strong as `wanted`? Only claims of one kind compare. */
export function atLeastAsStrong(claim: Guarantee, wanted: Guarantee): boolean {
  if (wanted.kind === 'none') return true
  if (claim.unit !== wanted.unit) return false
  if (claim.kind === 'k-users-per-query' && wanted.kind === 'k-users-per-query')
    return claim.k >= wanted.k && claim.hostK >= wanted.hostK && (claim.same ?? wanted.same) === wanted.same
  if (claim.kind === 'k-users-per-ngram' && wanted.kind === 'k-users-per-ngram') {
    return (
      claim.k >= wanted.k &&
      (claim.hostK >= wanted.hostK || claim.items === 'phrases') &&
      claim.n >= wanted.n &&
      claim.maxTerms <= wanted.maxTerms &&
      (wanted.items !== 'phrases' || claim.items === 'phrases')
    )
  }
  // Whoever has k persons for a whole query has them for each of its words; its length is another matter.
  if (claim.kind === 'k-users-per-query' && wanted.kind === 'k-users-per-ngram')
    return (
      claim.k >= wanted.k &&
      claim.hostK >= wanted.hostK &&
      claim.same === undefined &&
      wanted.maxTerms === Number.MAX_SAFE_INTEGER &&
      wanted.items !== 'phrases'
    )
  if (claim.kind === 'dp' && wanted.kind === 'dp')
    return (
      claim.epsilon <= wanted.epsilon &&
      claim.delta <= wanted.delta &&
      claim.neighbours === wanted.neighbours &&
      claim.definition === wanted.definition &&
      (claim.usersBound ?? Number.POSITIVE_INFINITY) >= (wanted.usersBound ?? Number.POSITIVE_INFINITY) &&
      claim.minUsers >= wanted.minUsers &&
      isDeepStrictEqual(claim.series, wanted.series)
    )
  if (claim.kind === 'k-m' && wanted.kind === 'k-m')
    return (
      claim.k >= wanted.k &&
      claim.m >= wanted.m &&
      claim.per === wanted.per &&
      claim.window === wanted.window &&
      claim.within === wanted.within &&
      (claim.hosts ?? wanted.hosts) === claim.hosts
    )
  if (claim.kind === 'identical-users' && wanted.kind === 'identical-users')
    return (
      claim.k >= wanted.k &&
      claim.minUsers >= wanted.minUsers &&
      claim.l >= wanted.l &&
      (wanted.categories === undefined || claim.categories === wanted.categories)
    )
  if (claim.kind === 'threshold-reveal' && wanted.kind === 'threshold-reveal')
    return claim.t >= wanted.t && claim.scheme === wanted.scheme && claim.epoch === wanted.epoch
  return false
}

/** A promise and those that hold beside it, one by one. */
export function eachPromise(guarantee: Guarantee): readonly Guarantee[] {
  return [guarantee, ...(guarantee.also ?? [])]
}

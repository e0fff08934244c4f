import { generateRows } from './generate.js'
import type { WorldParameters } from './parameters.js'
import { measure, type Statistics } from './statistics.js'

/** A figure of a real log beside ours, which is always simulated. Several numbers where it is told at several places. */
export interface Figure {
  readonly figure: string
  readonly real: readonly number[]
  readonly ours: readonly number[]
  readonly unit?: '%'
}

export interface Comparison {
  readonly title: string
  readonly note: string
  readonly figures: readonly Figure[]
}

/** In web-1 the 1,017 real users are people who ask three times as much as most, all human, of whose pages those with a click count. Web-2 has a profile for them. */
export const CLICKERS: Partial<WorldParameters> = { medianQueries: 55, spread: 1.28, robots: 0 }

const percent = (share: number) => 100 * share
const left = ({ left: at }: Statistics) => [at[2], at[3], at[5], at[10]].map(percent)

/** How each figure is told of a log of ours. */
const TOLD = {
  users: (s) => [s.users],
  rows: (s) => [s.rows],
  'distinct queries': (s) => [s.distinct],
  'of them issued once': (s) => [percent(s.once)],
  'of them by one person': (s) => [percent(s.onePerson)],
  'of them by at most three': (s) => [percent(s.atMostThreePersons)],
  'rows left without those of one': (s) => [percent(s.left[2])],
  'pairs of person and query left without those of one': (s) => [percent(s.leftPairs[2])],
  'rows left without those of at most three': (s) => [percent(s.left[4])],
  'rows left at k = 2, 3, 5, 10 persons': left,
  'queries a user: median, mean, max': ({ perUser: { median, mean, max } }) => [median, mean, max],
  'queries a user, median': (s) => [s.perUser.median],
  'words a query': (s) => [s.words],
  'term occurrences': (s) => [s.terms * s.rows],
  'distinct terms': (s) => [s.distinctTerms],
} satisfies Record<string, (s: Statistics) => readonly number[]>
type Name = keyof typeof TOLD

/** Those that are shares. */
const SHARES: ReadonlySet<string> = new Set<Name>([
  'of them issued once',
  'of them by one person',
  'of them by at most three',
  'rows left without those of one',
  'pairs of person and query left without those of one',
  'rows left without those of at most three',
  'rows left at k = 2, 3, 5, 10 persons',
])

/** Figures of a real log, as they were published, beside those of ours. */
function beside(s: Statistics, real: Readonly<Partial<Record<Name, readonly number[]>>>): Figure[] {
  return (Object.keys(real) as Name[]).map((figure) => ({
    figure,
    real: real[figure]!,
    ours: TOLD[figure](s),
    ...(SHARES.has(figure) ? { unit: '%' as const } : {}),
  }))
}

/** The whole of AOL beside so many people of a world. */
export function compareWhole(world: string, users: number): Comparison {
  const s = measure(generateRows({ users, seed: 1, world }), 'lines', false)
  return {
    title: `AOL whole${users === 657_000 ? '' : ` (at ${users.toLocaleString('en-US')} users)`}`,
    note:
      'Counted by lines alone the real figures contradict each other: 9.2 million once-only lines of 36 million leave 74%, not 46%. ' +
      'They agree if "once" means by one person; so counted here. ' +
      'Nor can 31% be met with the rest: the 7% of two or three hold at most 13% of the pairs, which leaves at least 33%.',
    figures: beside(s, {
      users: [657_000],
      rows: [36_000_000],
      'distinct queries': [10_200_000],
      'of them by one person': [90],
      'of them by at most three': [97],
      'rows left without those of one': [46],
      'pairs of person and query left without those of one': [46],
      'rows left without those of at most three': [31],
    }),
  }
}

/** The 1,017 users of the real sample, as a world has them. */
export const clickersOf = (world: string) =>
  world === 'web-1' ? ({ world: CLICKERS } as const) : ({ world, profile: 'clicks' } as const)

export function compareClickers(world: string): Comparison {
  const s = measure(generateRows({ users: 1017, seed: 1, ...clickersOf(world) }), 'clicked pages')
  return {
    title: '1,017 AOL users, clicked queries',
    note: 'A row is a result page that was clicked. Words stand between blanks, terms are runs of letters and digits.',
    figures: beside(s, {
      rows: [61_468],
      'distinct queries': [36_819],
      'of them issued once': [80.5],
      'rows left at k = 2, 3, 5, 10 persons': [15.8, 11.5, 8.6, 6.1],
      'queries a user: median, mean, max': [27, 60, 1491],
      'words a query': [2.7],
      'term occurrences': [177_375],
      'distinct terms': [26_485],
    }),
  }
}

export function compareHeavy(world: string): Comparison {
  const s = measure(generateRows({ users: 1000, seed: 1, profile: 'heavy', world }), 'clicked pages')
  return {
    title: '1,000 heavy users',
    note: 'Profile heavy; a row is a result page that was clicked.',
    figures: beside(s, {
      rows: [318_023],
      'distinct queries': [160_852],
      'of them issued once': [77.8],
      'rows left at k = 2, 3, 5, 10 persons': [25.2, 19.3, 15.3, 11.8],
      'words a query': [3.05],
      'distinct terms': [55_032],
    }),
  }
}

export function compareSiteSearch(world: string): Comparison {
  const s = measure(generateRows({ users: 8034, seed: 1, profile: 'site-search', world }), 'pages')
  return {
    title: "A week of a medical library's site search",
    note: 'Profile site-search; a row is a result page.',
    figures: beside(s, {
      rows: [20_638],
      users: [8034],
      'distinct queries': [15_252],
      'rows left at k = 2, 3, 5, 10 persons': [16, 9.1, 4.9, 2.4],
      'queries a user, median': [1],
      'words a query': [3.46],
    }),
  }
}

import { generateRows } from './generate.js'
import type { WorldParameters } from './parameters.js'
import { measure, type Statistics } from './statistics.js'

/** One figure of a real log beside ours. Ours is always simulated. */
export interface Figure {
  readonly figure: string
  readonly real: string
  readonly simulated: string
}

export interface Comparison {
  readonly title: string
  readonly note: string
  readonly figures: readonly Figure[]
}

/** The 1,017 real users were busier than most: three times the web's queries, all human. */
export const CLICKERS: Partial<WorldParameters> = { medianQueries: 55, spread: 1.28, robots: 0 }

const percent = (share: number) => `${(100 * share).toFixed(1)}%`
const count = (n: number) => Math.round(n).toLocaleString('en-US')
const left = ({ left: at }: Statistics) =>
  [at[2], at[3], at[5], at[10]].map((x) => (100 * x).toFixed(1)).join(', ') + '%'

/** How each figure is told of a log of ours. */
const TOLD = {
  users: (s) => count(s.users),
  rows: (s) => count(s.rows),
  'distinct queries': (s) => count(s.distinct),
  'of them issued once': (s) => percent(s.once),
  'of them by one person': (s) => percent(s.onePerson),
  'of them by at most three': (s) => percent(s.atMostThreePersons),
  'left without those of one': (s) => `${percent(s.left[2])}; ${percent(s.leftPairs[2])}`,
  'left without those of at most three': (s) => `${percent(s.left[4])}; ${percent(s.leftPairs[4])}`,
  'rows left at k = 2, 3, 5, 10 persons': left,
  'queries a user: median, mean, max': ({ perUser: { median, mean, max } }) =>
    `${median}, ${mean.toFixed(0)}, ${count(max)}`,
  'queries a user, median': (s) => String(s.perUser.median),
  'words a query': (s) => s.words.toFixed(2),
  'term occurrences': (s) => count(s.terms * s.rows),
  'distinct terms': (s) => count(s.distinctTerms),
} satisfies Record<string, (s: Statistics) => string>

/** Figures of a real log, as they were published, beside those of ours. */
function beside(s: Statistics, real: Readonly<Partial<Record<keyof typeof TOLD, string>>>): Figure[] {
  return Object.entries(real).map(([figure, value]) => ({
    figure,
    real: value,
    simulated: TOLD[figure as keyof typeof TOLD](s),
  }))
}

function wholeWeb(users: number): Comparison {
  const s = measure(generateRows({ users, seed: 1 }), 'lines', false)
  const scale = users === 657_000 ? '' : ` (at ${count(users)} users)`
  return {
    title: `AOL whole${scale}`,
    note:
      'Counted by lines alone the real figures contradict each other: 9.2 million once-only lines of 36 million leave 74%, not 46%. ' +
      'They agree if "once" means by one person; so counted here, by lines first and by pairs of person and query second. ' +
      'Nor can 31% be met with the rest: the 7% of two or three hold at most 13% of the pairs, which leaves at least 33%.',
    figures: beside(s, {
      users: '657,000',
      rows: '36 million',
      'distinct queries': '10.2 million',
      'of them by one person': '90%',
      'of them by at most three': '97%',
      'left without those of one': '46%',
      'left without those of at most three': '31%',
    }),
  }
}

function clickers(): Comparison {
  const s = measure(generateRows({ users: 1017, seed: 1, world: CLICKERS }), 'clicked pages')
  return {
    title: '1,017 AOL users, clicked queries',
    note: 'A row is a result page that was clicked. Words stand between blanks, terms are runs of letters and digits.',
    figures: beside(s, {
      rows: '61,468',
      'distinct queries': '36,819',
      'of them issued once': '80.5%',
      'rows left at k = 2, 3, 5, 10 persons': '15.8, 11.5, 8.6, 6.1%',
      'queries a user: median, mean, max': '27, 60, 1,491',
      'words a query': '2.70',
      'term occurrences': '177,375',
      'distinct terms': '26,485',
    }),
  }
}

function heavy(): Comparison {
  const s = measure(generateRows({ users: 1000, seed: 1, profile: 'heavy' }), 'clicked pages')
  return {
    title: '1,000 heavy users',
    note: 'Profile heavy; a row is a result page that was clicked.',
    figures: beside(s, {
      rows: '318,023',
      'distinct queries': '160,852',
      'of them issued once': '77.8%',
      'rows left at k = 2, 3, 5, 10 persons': '25.2, 19.3, 15.3, 11.8%',
      'words a query': '3.05',
      'distinct terms': '55,032',
    }),
  }
}

function siteSearch(): Comparison {
  const s = measure(generateRows({ users: 8034, seed: 1, profile: 'site-search' }), 'pages')
  return {
    title: "A week of a medical library's site search",
    note: 'Profile site-search; a row is a result page.',
    figures: beside(s, {
      rows: '20,638',
      users: '8,034',
      'distinct queries': '15,252',
      'rows left at k = 2, 3, 5, 10 persons': '16.0, 9.1, 4.9, 2.4%',
      'queries a user, median': '1',
      'words a query': '3.46',
    }),
  }
}

/** Generated logs beside real ones; `users` is the size for the comparison with the whole of AOL. */
export function* compareWithReal(users = 657_000): Generator<Comparison> {
  yield clickers()
  yield heavy()
  yield siteSearch()
  yield wholeWeb(users)
}

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

function wholeWeb(users: number): Comparison {
  const s = measure(generateRows({ users, seed: 1 }), 'lines', false)
  const scale = users === 657_000 ? '' : ` (at ${count(users)} users)`
  return {
    title: `AOL whole${scale}`,
    note:
      'Counted by lines alone the real figures contradict each other: 9.2 million once-only lines of 36 million leave 74%, not 46%. ' +
      'They agree if "once" means by one person; so counted here, by lines first and by pairs of person and query second. ' +
      'Nor can 31% be met with the rest: the 7% of two or three hold at most 13% of the pairs, which leaves at least 33%.',
    figures: [
      { figure: 'users', real: '657,000', simulated: count(s.users) },
      { figure: 'rows', real: '36 million', simulated: count(s.rows) },
      { figure: 'distinct queries', real: '10.2 million', simulated: count(s.distinct) },
      { figure: 'of them by one person', real: '90%', simulated: percent(s.onePerson) },
      { figure: 'of them by at most three', real: '97%', simulated: percent(s.atMostThreePersons) },
      {
        figure: 'left without those of one',
        real: '46%',
        simulated: `${percent(s.left[2])}; ${percent(s.leftPairs[2])}`,
      },
      {
        figure: 'left without those of at most three',
        real: '31%',
        simulated: `${percent(s.left[4])}; ${percent(s.leftPairs[4])}`,
      },
    ],
  }
}

function clickers(): Comparison {
  const s = measure(generateRows({ users: 1017, seed: 1, world: CLICKERS }), 'clicked pages')
  return {
    title: '1,017 AOL users, clicked queries',
    note: 'A row is a result page that was clicked. Words stand between blanks, terms are runs of letters and digits.',
    figures: [
      { figure: 'rows', real: '61,468', simulated: count(s.rows) },
      { figure: 'distinct queries', real: '36,819', simulated: count(s.distinct) },
      { figure: 'of them issued once', real: '80.5%', simulated: percent(s.once) },
      { figure: 'rows left at k = 2, 3, 5, 10 persons', real: '15.8, 11.5, 8.6, 6.1%', simulated: left(s) },
      {
        figure: 'queries a user: median, mean, max',
        real: '27, 60, 1,491',
        simulated: `${s.perUser.median}, ${s.perUser.mean.toFixed(0)}, ${count(s.perUser.max)}`,
      },
      { figure: 'words a query', real: '2.70', simulated: s.words.toFixed(2) },
      { figure: 'term occurrences', real: '177,375', simulated: count(s.terms * s.rows) },
      { figure: 'distinct terms', real: '26,485', simulated: count(s.distinctTerms) },
    ],
  }
}

function heavy(): Comparison {
  const s = measure(generateRows({ users: 1000, seed: 1, profile: 'heavy' }), 'clicked pages')
  return {
    title: '1,000 heavy users',
    note: 'Profile heavy; a row is a result page that was clicked.',
    figures: [
      { figure: 'rows', real: '318,023', simulated: count(s.rows) },
      { figure: 'distinct queries', real: '160,852', simulated: count(s.distinct) },
      { figure: 'of them issued once', real: '77.8%', simulated: percent(s.once) },
      { figure: 'rows left at k = 2, 3, 5, 10 persons', real: '25.2, 19.3, 15.3, 11.8%', simulated: left(s) },
      { figure: 'words a query', real: '3.05', simulated: s.words.toFixed(2) },
      { figure: 'distinct terms', real: '55,032', simulated: count(s.distinctTerms) },
    ],
  }
}

function siteSearch(): Comparison {
  const s = measure(generateRows({ users: 8034, seed: 1, profile: 'site-search' }), 'pages')
  return {
    title: "A week of a medical library's site search",
    note: 'Profile site-search; a row is a result page.',
    figures: [
      { figure: 'rows', real: '20,638', simulated: count(s.rows) },
      { figure: 'users', real: '8,034', simulated: count(s.users) },
      { figure: 'distinct queries', real: '15,252', simulated: count(s.distinct) },
      { figure: 'rows left at k = 2, 3, 5, 10 persons', real: '16.0, 9.1, 4.9, 2.4%', simulated: left(s) },
      { figure: 'queries a user, median', real: '1', simulated: String(s.perUser.median) },
      { figure: 'words a query', real: '3.46', simulated: s.words.toFixed(2) },
    ],
  }
}

/** Generated logs beside real ones; `users` is the size for the comparison with the whole of AOL. */
export function* compareWithReal(users = 657_000): Generator<Comparison> {
  yield clickers()
  yield heavy()
  yield siteSearch()
  yield wholeWeb(users)
}

import { type Claim, near } from '../claims.js'
import { type Ground, onGenerated } from '../micro/log.js'
import { table } from '../micro/words.js'

/** What [Erola13] §5.5.2.3 tells of Korolova's removal, by d: per cent of the queries kept, and of the people of whom nothing is left. */
const THEIRS = [
  { d: 1, what: 'queries kept', key: 'kept', value: 12 },
  { d: 20, what: 'queries kept', key: 'kept', value: 10 },
  { d: 1, what: 'people emptied', key: 'emptied', value: 46 },
  { d: 5, what: 'people emptied', key: 'emptied', value: 65 },
] as const
/** Many of our figures are averages over chance; a page shows these pairs, which range from what promises something to what promises nothing. */
const USUAL = [
  [Math.LN10, 1e-4],
  [Math.LN10, 1e-2],
  [10, 1e-4],
  [10, 0.1],
  [100, 0.1],
] as const
/** The share of people from which on a query is shared by many. */
const SHARED = 0.01

/** Rows of a log in order of time within each person, queries as numbers. */
type People = readonly (readonly number[])[]
interface Counted {
  readonly rows: number
  /** How often each query stands among the first d of each person, and in all. */
  readonly counts: ReadonlyMap<number, number>
  readonly rowsOf: ReadonlyMap<number, number>
  readonly asked: readonly (readonly number[])[]
}
interface Left {
  readonly kept: number
  readonly emptied: number
}
interface Setting {
  readonly k: number
  readonly b: number
}

/** K and b by [Korolova09] from epsilon, delta and d. */
const settingOf = (epsilon: number, delta: number, d: number): Setting => ({
  k: d * (1 - Math.log((2 * delta) / d) / epsilon),
  b: d / epsilon,
})

/** What the mechanism leaves on average: a query with M = `count` is shown with the chance that M + Laplace(b) > K. */
function leftOn({ rows, counts, rowsOf, asked }: Counted, { k, b }: Setting): Left {
  const shown = new Map([...counts].map(([query, count]) => [query, above(count - k, b)]))
  let kept = 0
  for (const [query, n] of rowsOf) kept += n * (shown.get(query) ?? 0)
  const emptied = asked.reduce(
    (sum, queries) => sum + queries.reduce((chance, query) => chance * (1 - (shown.get(query) ?? 0)), 1),
    0,
  )
  return { kept: (100 * kept) / rows, emptied: (100 * emptied) / asked.length }
}

/** The chance that x + Laplace(b) > 0. */
const above = (x: number, b: number) => (x > 0 ? 1 - Math.exp(-x / b) / 2 : Math.exp(x / b) / 2)

function counted(people: People, d: number): Counted {
  const [counts, rowsOf] = [new Map<number, number>(), new Map<number, number>()]
  const add = (to: Map<number, number>, query: number) => to.set(query, (to.get(query) ?? 0) + 1)
  for (const queries of people)
    for (const [place, query] of queries.entries()) {
      add(rowsOf, query)
      if (place < d) add(counts, query)
    }
  const rows = people.reduce((sum, queries) => sum + queries.length, 0)
  return { rows, counts, rowsOf, asked: people.map((queries) => [...new Set(queries)]) }
}

/** The four figures of the source on a log, for any epsilon and delta. */
function figuresOf(people: People): (epsilon: number, delta: number) => number[] {
  const by = new Map([1, 5, 20].map((d) => [d, counted(people, d)]))
  return (epsilon, delta) => THEIRS.map(({ d, key }) => leftOn(by.get(d)!, settingOf(epsilon, delta, d))[key])
}

/** The epsilon and delta whose figures lie nearest to the source's, by the largest difference in points. */
function nearest(at: (epsilon: number, delta: number) => number[]) {
  let best = { epsilon: 0, delta: 0, figures: [] as number[], far: Number.POSITIVE_INFINITY }
  for (let e = -1; e <= 2.01; e += 0.2)
    for (let p = -6; p <= -0.25; p += 0.25) {
      const [epsilon, delta] = [10 ** e, 10 ** p]
      const figures = at(epsilon, delta)
      const far = Math.max(...figures.map((value, i) => Math.abs(value - THEIRS[i]!.value)))
      if (far < best.far) best = { epsilon, delta, figures, far }
    }
  return best
}

/** The same log, whose people repeat what many ask: each row of a query that so many people share stands so often. */
function repeating(people: People, times: number): People {
  const persons = new Map<number, number>()
  for (const queries of people) for (const query of new Set(queries)) persons.set(query, (persons.get(query) ?? 0) + 1)
  const often = people.length * SHARED
  return people.map((queries) =>
    queries.flatMap((query) => (persons.get(query)! >= often ? Array<number>(times).fill(query) : [query])),
  )
}

async function peopleOf({ log, session }: Ground): Promise<People> {
  const people = new Map<string, number[]>()
  const codes = new Map<string, number>()
  const rows = await session.engine.all<{ person: string; query: string }>(
    `SELECT person, query FROM ${log.table} WHERE query IS NOT NULL ORDER BY person, time, query`,
  )
  for (const { person, query } of rows) {
    const code = codes.get(query) ?? codes.size
    codes.set(query, code)
    const own = people.get(person)
    if (own) own.push(code)
    else people.set(person, [code])
  }
  return [...people.values()]
}

/** The figures of the source on logs of other people, each at the epsilon and delta that come nearest. */
export async function ofOthers(users: number, seeds: readonly number[]): Promise<(readonly number[])[]> {
  const found: (readonly number[])[] = []
  for (const seed of seeds) found.push(nearest(figuresOf(await onGenerated(users, peopleOf, { seed }))).figures)
  return found
}

export const OF_KOROLOVA = THEIRS

export async function korolovaPart(quick: boolean): Promise<{ text: string; claims: readonly Claim[] }> {
  const people = await onGenerated(quick ? 100 : 1000, peopleOf)
  const at = figuresOf(people)
  const best = nearest(at)
  const heads = (quick ? [4] : [2, 3, 4, 6]).map((times) => ({
    times,
    ...nearest(figuresOf(repeating(people, times))),
  }))
  const told = (figures: readonly number[], epsilon: number, delta: number) => [
    epsilon < 10 ? epsilon.toFixed(1) : epsilon.toFixed(0),
    delta < 0.01 ? delta.toExponential(0) : delta.toPrecision(2),
    ...figures,
  ]
  const rows = [
    ['the source', '?', '?', ...THEIRS.map(({ value }) => value)],
    ...USUAL.map(([epsilon, delta]) => ['ours', ...told(at(epsilon, delta), epsilon, delta)]),
    ['ours, nearest', ...told(best.figures, best.epsilon, best.delta)],
    ...heads.map(({ times, epsilon, delta, figures }) => [
      `ours, what many ask asked ${times} times as often, nearest`,
      ...told(figures, epsilon, delta),
    ]),
  ]
  const most = leftOn(counted(people, 1), { k: 0.5, b: 1e-6 })
  const claims = THEIRS.map(({ d, what, key, value }, i) => ({
    ...near({
      source: '[Erola13]',
      item: '§5.5.2.3',
      what: `${what} by Korolova's removal at d = ${d}, at the epsilon and delta that come nearest`,
      theirs: value,
      ours: best.figures[i]!,
      unit: '%' as const,
    }),
    fitted: true as const,
    // Who is left with nothing it does not change.
    ...(key === 'kept' && { cause: 'people of our log repeat less often what many ask: *Korolova at d = 1*' }),
  }))
  return { text: text(rows, most.kept), claims }
}

function text(rows: (string | number)[][], most: number): string {
  return `## Korolova at d = 1

The source's log has 1,000 users of AOL and 55,666 rows; ours as many. It does not give epsilon and delta. Ours is what the mechanism leaves on average; *nearest* are the epsilon (0.1 to 100) and delta (1e-6 to 0.5) with the smallest largest difference. In per cent:

${table(['log', 'epsilon', 'delta', ...THEIRS.map(({ d, what }) => `${what}, d = ${d}`)], rows)}
At d = 1 no threshold keeps 12% of our log: all first queries of all people, shown without any threshold, are ${most.toFixed(1)}% of its rows. What comes near to the source is a threshold K of about d with next to no noise, which protects nobody, on a log whose people repeat
what many ask (a query of at least 1 person in ${1 / SHARED}) some four times as often. At parameters that promise something nothing is left, in any of these logs.
`
}

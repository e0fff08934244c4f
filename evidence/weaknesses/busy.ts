import type { Comparison } from '../../src/generate/evidence.js'
import { generateRows, type History } from '../../src/generate/generate.js'
import type { GenerateOptions } from '../../src/generate/options.js'

const DAY = 86_400
const HOUR = 3600
const CLICKED = { least: 100, most: 300 } as const

/** People who ask about as much as those of [Adar07] section 3, of whom those with 100 to 300 clicked queries are taken. */
const POPULATION: Readonly<Record<string, Omit<GenerateOptions, 'users' | 'seed'>>> = {
  'web-1': { world: { medianQueries: 380, spread: 0.45, robots: 0 } },
  'web-2': { profile: 'heavy', world: { name: 'web-2', medianQueries: 395, spread: 0.45, routine: 0.22 } },
}

export function* busyPeople(world: string, people: number): Generator<History> {
  let taken = 0
  for (const history of generateRows({ users: 100 * people, seed: 1, ...POPULATION[world] })) {
    const clicked = new Set(history.rows.filter((row) => row.rank > 0).map((row) => row.time)).size
    if (clicked < CLICKED.least || clicked > CLICKED.most) continue
    yield history
    if (++taken === people) return
  }
}

export interface Busy {
  readonly rows: number
  readonly days: number
  readonly sessions: number
  /** Distinct queries, and distinct pairs of a query and a clicked host, of each person. */
  readonly queries: readonly number[]
  readonly clicks: readonly number[]
}

/** What [Adar07] says of its people: rows, active days, sessions by the hour (means); distinct queries and clickthroughs of each. */
export function measureBusy(histories: Iterable<History>): Busy {
  let [people, rows, days, sessions] = [0, 0, 0, 0]
  const [queries, clicks]: [number[], number[]] = [[], []]
  for (const { rows: own } of histories) {
    people++
    rows += own.length
    days += new Set(own.map(({ time }) => Math.floor(time / DAY))).size
    sessions += own.filter(({ time }, i) => i === 0 || time - own[i - 1]!.time > HOUR).length
    queries.push(new Set(own.map(({ asked }) => asked.text)).size)
    clicks.push(
      new Set(own.filter(({ rank }) => rank > 0).map(({ asked, host, rank }) => `${asked.text}\t${host}\t${rank}`))
        .size,
    )
  }
  return { rows: rows / people, days: days / people, sessions: sessions / people, queries, clicks }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

export function compareBusy(world: string, people: number): Comparison {
  const { rows, days, sessions, queries, clicks } = measureBusy(busyPeople(world, people))
  return {
    title: 'People with 100 to 300 clicked queries',
    note: `[Adar07] section 3: 5,546 people; here ${people.toLocaleString('en')}. A row is a line of the log.`,
    figures: [
      { figure: 'rows a person', real: [571], ours: [rows] },
      { figure: 'active days', real: [45.2], ours: [days] },
      { figure: 'sessions by the hour', real: [104.8], ours: [sessions] },
      { figure: 'distinct queries', real: [252], ours: [mean(queries)] },
      { figure: 'distinct clickthroughs', real: [252], ours: [mean(clicks)] },
    ],
  }
}

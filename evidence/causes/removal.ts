import { fresh } from '../../src/engines/sql.js'
import type { Log } from '../../src/log/log.js'
import { QuickChance } from '../../src/random/quick.js'
import { kept, linkage, subjectOf } from '../micro/figures.js'
import { type Ground, onGenerated } from '../micro/log.js'
import { table } from '../micro/words.js'

/** epsilon and delta, from what promises something to what promises nothing: the method itself takes no delta above 0.1. */
const TRIED = [
  [Math.LN10, 1e-4],
  [10, 1e-4],
  [5, 0.1],
  [4, 0.1],
  [3, 0.1],
  [10, 0.32],
] as const
const FIRST = [1, 20] as const

export interface Linked {
  readonly epsilon: number
  readonly delta: number
  readonly d: number
  readonly rl: number
  readonly rows: number
  readonly users: number
}

/** [Erola13] Figure 5.16 for Korolova's removal, whose epsilon and delta the source does not give. */
export function linkedAfterRemoval(users: number): Promise<Linked[]> {
  return onGenerated(users, async (ground) => {
    const found: Linked[] = []
    for (const [epsilon, delta] of TRIED)
      for (const d of FIRST) {
        const released = await shown(ground, epsilon, delta, d)
        const { rl } = await linkage(await subjectOf(ground, released), ground)
        const left = await kept(ground, released)
        found.push({ epsilon, delta, d, rl, rows: 100 * left.rows, users: 100 * left.users })
      }
    return found
  })
}

/** The rows of the queries that [Korolova09] shows: a query that stands M times among the first d of each person is, if M + Laplace(d / epsilon) > K. */
async function shown({ log, session: { engine } }: Ground, epsilon: number, delta: number, d: number): Promise<Log> {
  const [b, k] = [d / epsilon, d * (1 - Math.log((2 * delta) / d) / epsilon)]
  const chance = new QuickChance(3)
  const counts = await engine.all<{ query: string; n: number }>(
    `SELECT query, count(*)::DOUBLE AS n FROM (
      SELECT query, row_number() OVER (PARTITION BY person ORDER BY time, query) AS place FROM ${log.table} WHERE query IS NOT NULL
    ) WHERE place <= ${d} GROUP BY query ORDER BY query`,
  )
  const noise = () => {
    const u = chance.unit() - 0.5
    return -b * Math.sign(u) * Math.log(1 - 2 * Math.abs(u))
  }
  const queries = counts.filter(({ n }) => n + noise() > k).map(({ query }) => `'${query.replaceAll("'", "''")}'`)
  const table = fresh('shown')
  await engine.materialise(table, `SELECT * FROM ${log.table} WHERE query IN (${['NULL', ...queries].join(', ')})`)
  return { ...log, table }
}

export function removalTable(found: readonly Linked[]): string {
  const rows = found.map(({ epsilon, delta, d, ...values }) => [
    ...[epsilon.toFixed(1), String(delta), String(d)],
    ...[values.rl, values.rows, values.users].map((value) => value.toFixed(1)),
  ])
  return table(
    ['epsilon', 'delta', 'd', 'RL', 'rows left', 'users left'],
    [...rows, ['source', '', '1', '25', '12', '54'], ['source', '', '20', 'almost 0', '10', '']],
  )
}

import type { Engine } from '../../src/engines/engine.js'
import { fresh } from '../../src/engines/sql.js'
import type { Log } from '../../src/log/log.js'
import { seededRandom } from '../../src/random/seeded.js'
import { auditDp } from '../../src/trials/audit-dp/audit.js'
import type { DifferentialPrivacy } from '../../src/trials/audit-dp/claim.js'
import type { AuditResult } from '../../src/trials/audit-dp/result.js'
import { makeTables } from './subject.js'

/** A histogram with Laplace noise and a threshold, which can be told to go wrong. For tests: its noise is repeatable. */
export interface Double {
  readonly perUser: number
  readonly lambda: number
  readonly tauPrime: number
  /** Items of a person beyond `perUser` are counted too. */
  readonly unbounded?: boolean
  /** Rows are counted, not persons. */
  readonly rows?: boolean
  /** Counts are not published. */
  readonly bare?: boolean
  readonly minUsers?: number
}

function double(engine: Engine, d: Double, seed: number) {
  const random = seededRandom(1000 + seed)
  // A difference of two geometric draws.
  const noise = () => {
    const geometric = () => Math.floor(-d.lambda * Math.log(1 - random.unit()))
    return geometric() - geometric()
  }
  return async (log: Log) => {
    const bounded = d.unbounded
      ? `SELECT DISTINCT person, query FROM ${log.table}`
      : d.rows
        ? `SELECT person, query FROM ${log.table}`
        : `SELECT person, query FROM (SELECT DISTINCT person, query FROM ${log.table}) QUALIFY row_number() OVER (PARTITION BY person ORDER BY md5(query || person || '${random.uint32()}')) <= ${d.perUser}`
    const found = await engine.all<{ item: string; n: number }>(
      `SELECT query AS item, count(*) AS n FROM (${bounded}) GROUP BY query HAVING count(*) >= ${d.minUsers ?? 1} ORDER BY query`,
    )
    const kept = found.map(({ item, n }) => ({ item, n: n + noise() })).filter(({ n }) => n > d.tauPrime)
    const table = fresh('double')
    const columns = d.bare ? ['item'] : ['item', 'count']
    await engine.append(table, columns, [
      [kept.map(({ item }) => item), kept.map(({ n }) => String(n))].slice(0, columns.length),
    ])
    return { table, columns }
  }
}

export const LN10: DifferentialPrivacy = {
  epsilon: Math.log(10),
  delta: 1e-5,
  neighbours: 'add-remove',
  items: 'queries',
  counts: true,
  minUsers: 1,
}

/** Audits a double. */
export async function auditOf(
  d: Double,
  claim: Partial<DifferentialPrivacy> = {},
  runs = 60,
  rows = 6000,
  seed = 5,
): Promise<AuditResult> {
  let close = async () => {}
  const on = await makeTables((closing) => {
    close = closing
  })
  const log = await on.log([
    ['al', 'tea'],
    ['bo', 'tea'],
    ['bo', 'cake'],
  ])
  const result = await auditDp({
    engine: on.engine,
    random: seededRandom(seed),
    log,
    claim: { ...LN10, ...claim },
    perUser: d.perUser,
    make: double(on.engine, d, seed),
    confidence: 0.95,
    runs,
    rows,
    say: () => {},
  })
  await close()
  return result
}

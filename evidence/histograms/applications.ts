import { join } from 'node:path'
import { withSession } from '../../src/engines/session.js'
import { fresh } from '../../src/engines/sql.js'
import { readLog } from '../../src/ingest/index.js'
import type { Subject } from '../../src/measures/measure.js'
import { seededRandom } from '../../src/random/seeded.js'
import { measure, takeMeasures } from '../../src/run/measure.js'
import { release } from '../../src/run/release/index.js'
import { table } from '../micro/words.js'
import { type Anonymity, byKeywords, byQueries, bySessions } from './anonymity.js'

const DELTA = 1e-6
const PER_USER = 20
const K = 10
const METHODS = ['zealous', 'gaussian-threshold', 'korolova'] as const

/** Ratios to what the log itself gives; undefined where a release cannot serve. */
interface Served {
  readonly caching?: number
  readonly substitution?: number
}

/** [Santhi13] §6 after [Goetz12]: index caching by words, query substitution by pairs of queries; by differential privacy and by k-anonymity. */
export async function applications(log: string, dir: string): Promise<string> {
  const rows: (string | number)[][] = []
  const cells = ({ caching, substitution }: Served) => [caching, substitution].map((x) => x ?? '')
  for (const method of METHODS)
    rows.push([method, 'epsilon = ln 10', ...cells(await privately(log, method, join(dir, method)))])
  const anonymous: readonly (readonly [string, Anonymity])[] = [
    ['k people a query', byQueries],
    ['k sessions alike', bySessions],
    ['k histories a keyword', byKeywords],
  ]
  for (const [name, way] of anonymous) rows.push([name, `k = ${K}`, ...cells(await anonymously(log, way, K))])
  return `## Both applications

*Caching*: the share of held-out queries served by a cache filled by the release (words and their counts), over that of one filled by the log. *Substitution*: NDCG of ten substitutes for a query, ranked by released pairs against those ranked by the log. delta = ${DELTA}, ${PER_USER} items a person; a method that publishes queries alone is given no pairs.
The other three are the baselines that the source names in §2.2.1, made here for comparison (\`evidence/histograms/anonymity.ts\`): none holds against somebody who adds users ([rules](rules.md)). *k sessions alike* takes words out and never adds any; *k histories a keyword* cuts words to prefixes, and a prefix serves no cache.

${table(['', '', 'caching', 'substitution'], rows)}
[Goetz12] sums up that ZEALOUS is of comparable use to k-anonymity; its figures are not in the texts we have.
`
}

async function privately(log: string, method: string, out: string): Promise<Served> {
  const figure = async (items: string, name: string) => {
    const params = { epsilon: Math.LN10, delta: DELTA, perUser: PER_USER, ...(method === 'korolova' ? {} : { items }) }
    const to = `${out}-${items}`
    await release([log], { plan: { steps: [{ method, params }], shows: {} }, out: to, seed: 12, unpublished: true })
    const { measures } = await measure([log], to, { only: [name] })
    return measures[name]?.ratio as number
  }
  if (method === 'korolova') return { caching: await figure('queries', 'index-caching') }
  return {
    caching: await figure('keywords', 'index-caching'),
    substitution: await figure('pairs', 'query-substitution'),
  }
}

async function anonymously(path: string, way: Anonymity, k: number): Promise<Served> {
  return withSession({}, async (session) => {
    const { log } = await readLog([path], {}, session)
    const made = await way(log, k, session)
    const rows = fresh('anonymous')
    await session.engine.materialise(
      rows,
      `SELECT "user" AS pseudonym, query, time::VARCHAR AS time FROM ${made} WHERE query NOT LIKE '%*'`,
    )
    const pairs = way === byQueries
    const columns = ['pseudonym', 'query', ...(pairs ? ['time'] : [])]
    const subject: Subject = {
      original: log,
      released: { manifest: undefined, rows: { table: rows, columns }, side: {} },
    }
    const only = ['index-caching', ...(pairs ? ['query-substitution'] : [])]
    const { measures } = await takeMeasures(subject, { only }, { ...session, random: seededRandom(1) })
    const ratio = (name: string) => measures[name]?.ratio as number
    return { caching: ratio('index-caching'), ...(pairs ? { substitution: ratio('query-substitution') } : {}) }
  })
}

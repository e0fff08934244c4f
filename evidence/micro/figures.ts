import linkRecords from '../../src/attacks/link-records/index.js'
import { parseParams } from '../../src/base/params.js'
import { fresh } from '../../src/engines/sql.js'
import { hostSql } from '../../src/log/host-sql.js'
import type { Log } from '../../src/log/log.js'
import clusters from '../../src/measures/clusters/index.js'
import ilr from '../../src/measures/ilr/index.js'
import informationLoss from '../../src/measures/information-loss/index.js'
import type { Measure, Subject } from '../../src/measures/measure.js'
import pel from '../../src/measures/pel/index.js'
import semanticRemain from '../../src/measures/semantic-remain/index.js'
import topFrequencies from '../../src/measures/top-frequencies/index.js'
import { seededRandom } from '../../src/random/seeded.js'
import type { Ground } from './log.js'

/** A released log beside the original, for those who know who is who. */
export async function subjectOf({ session, log }: Ground, released: Log): Promise<Subject> {
  const [rows, truth] = [fresh('released'), fresh('truth')]
  await session.engine.materialise(
    rows,
    `SELECT person AS pseudonym, query, time::VARCHAR AS time, rank::VARCHAR AS rank, ${hostSql('url')} AS host
    FROM ${released.table} WHERE query IS NOT NULL`,
  )
  await session.engine.materialise(truth, `SELECT DISTINCT pseudonym AS person, pseudonym FROM ${rows}`)
  return {
    original: log,
    released: {
      manifest: undefined,
      rows: { table: rows, columns: ['pseudonym', 'query', 'time', 'rank', 'host'] },
      side: {},
    },
    truth: { table: truth, columns: ['person', 'pseudonym'] },
  }
}

async function take<T>(measure: Measure, subject: Subject, ground: Ground, params: object = {}): Promise<T> {
  const { engine, workspace, threads } = ground.session
  const on = { engine, workspace, threads, signal: undefined, say: () => {}, random: seededRandom(9) }
  const values = parseParams(measure.name, measure.params, params as Record<string, unknown>)
  return (await measure.run(subject, values, on)) as T
}
type Mean = { readonly mean: number }

export const exposure = (subject: Subject, ground: Ground) =>
  take<Mean & { categories: Mean }>(pel, subject, ground, { knowledge: 'wordnet' })
export const exposureOnly = async (subject: Subject, ground: Ground) => (await take<Mean>(pel, subject, ground)).mean
export const entropyLoss = async (subject: Subject, ground: Ground) => (await take<Mean>(ilr, subject, ground)).mean
export const informationLost = (subject: Subject, ground: Ground, users: number) =>
  take<Mean & { clusters: number }>(informationLoss, subject, ground, { clusters: Math.round(users / 12.5) })
export const remains = async (subject: Subject, ground: Ground, count: number) =>
  (await take<{ levels: number[] }>(semanticRemain, subject, ground, { categories: count })).levels
export const sameClusters = (subject: Subject, ground: Ground, number: number, users: number) =>
  take<{ jaccard: number; rand: number }>(clusters, subject, ground, { clusters: number, users })
export const frequencies = (subject: Subject, ground: Ground) =>
  take<Record<'queries' | 'words' | 'categories', { preserved: number; shared: number }>>(
    topFrequencies,
    subject,
    ground,
    {
      knowledge: 'wordnet',
    },
  )

/** RL with queries and with categories, in per cent. */
export async function linkage(subject: Subject, ground: Ground): Promise<{ rl: number; rlCategories: number }> {
  const { engine, workspace, threads } = ground.session
  const on = {
    engine,
    workspace,
    threads,
    signal: undefined,
    say: () => {},
    random: seededRandom(9),
    reference: ground.log,
  }
  const values = parseParams('link-records', linkRecords.params, { knowledge: 'wordnet' })
  const guesses = await linkRecords.run(subject.released, values, on)
  const truth = { tables: { truth: subject.truth ?? { table: '', columns: [] } } }
  return (await linkRecords.score?.(guesses, truth, values, on)) as { rl: number; rlCategories: number }
}

/** Rows kept as a share, and the share of persons of whom something is shown. */
export async function kept({ session, log }: Ground, released: Log): Promise<{ rows: number; users: number }> {
  const [counts] = await session.engine.all<{ rows: number; users: number }>(`
    SELECT (SELECT count(*) FROM ${released.table})::DOUBLE / (SELECT count(*) FROM ${log.table}) AS rows,
      (SELECT count(DISTINCT person) FROM ${released.table})::DOUBLE / (SELECT count(DISTINCT person) FROM ${log.table}) AS users`)
  return counts ?? { rows: 0, users: 0 }
}

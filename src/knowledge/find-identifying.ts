import { availableParallelism } from 'node:os'
import type { Workspace } from '../base/workspace.js'
import type { Batch, Sql } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { BatchOptions, BatchResult } from '../text/identify/batch.js'
import { type IdentifyPool, identifyPool } from '../text/identify/pool.js'
import { siftTexts } from './sift-texts.js'

const BATCH = 1 << 15
/** Below this many distinct texts, threads cost more than they give. */
const WORTH_THREADS = 40_000

export interface FindOptions extends BatchOptions {
  readonly threads?: number
  /** Where a copy of the texts may lie for a while: then those that hold nothing are passed over first. */
  readonly workspace?: Workspace
  /** Is it known that no text of the column has several lines? */
  readonly oneLine?: boolean
}

/**
 * Looks through the distinct texts of a column: a table (value, kinds, masked) of those in which something was found, kinds
 * with commas around them. Texts pass through the threads in batches; memory stays bounded.
 */
export async function findIdentifying(
  engine: Sql,
  from: string,
  column: string,
  options: FindOptions,
): Promise<string> {
  const target = fresh('found')
  const { workspace, oneLine = false, ...rest } = options
  const threads = options.threads ?? availableParallelism()
  const sifted = workspace && (await siftTexts(engine, from, column, { ...rest, threads, workspace, oneLine }))
  const [texts, value] = sifted === undefined ? [from, column] : [sifted, 'value']
  await overTexts(engine, texts, value, rest, (source, pool) =>
    engine.append(target, ['value', 'kinds', 'masked'], hits(engine, source, pool)),
  )
  if (sifted !== undefined) await engine.drop(sifted)
  return target
}

/** Names that occur at least `least` times in a column, as "first last": too many ask for them for it to be a neighbour. */
export async function famousNames(
  engine: Sql,
  from: string,
  column: string,
  least: number,
  options: Pick<FindOptions, 'threads' | 'locales'> = {},
): Promise<string[]> {
  const counts = new Map<string, number>()
  await overTexts(engine, from, column, options, async (source, pool) => {
    for await (const { result } of inOrder(engine, source, pool, true)) {
      for (const [name, n] of result.names) counts.set(name, (counts.get(name) ?? 0) + n)
    }
  })
  return [...counts].filter(([, n]) => n >= least).map(([name]) => name)
}

async function overTexts(
  engine: Sql,
  from: string,
  column: string,
  { threads, ...options }: FindOptions,
  work: (source: string, pool: IdentifyPool) => Promise<void>,
): Promise<void> {
  const source = fresh('texts')
  await engine.materialise(
    source,
    `SELECT ${column} AS value, count(*) AS n FROM ${from} WHERE ${column} IS NOT NULL GROUP BY ${column}`,
  )
  const [counted] = await engine.all<{ size: number }>(`SELECT count(*) AS size FROM ${source}`)
  const size = counted?.size ?? 0
  const pool = identifyPool(options, size < WORTH_THREADS ? 1 : (threads ?? availableParallelism()))
  try {
    await work(source, pool)
  } finally {
    await pool.close()
    await engine.drop(source)
  }
}

async function* hits(engine: Sql, source: string, pool: IdentifyPool): AsyncGenerator<Batch> {
  for await (const { values, result } of inOrder(engine, source, pool, false)) {
    yield [
      result.hits.map((hit) => values[hit.at]!),
      result.hits.map((hit) => `,${hit.kinds.join(',')},`),
      result.hits.map((hit) => hit.masked),
    ]
  }
}

/** Batches of texts with their results, several under way at once, given back in order. */
async function* inOrder(
  engine: Sql,
  source: string,
  pool: IdentifyPool,
  withCounts: boolean,
): AsyncGenerator<{ readonly values: readonly string[]; readonly result: BatchResult }> {
  const under: Promise<{ values: string[]; result: BatchResult }>[] = []
  for await (const [texts, counts] of engine.batchesOf(source, ['value', 'n']))
    for (let start = 0; start < texts!.length; start += BATCH) {
      const values = texts!.slice(start, start + BATCH) as string[]
      const task = { values, ...(withCounts ? { weights: counts!.slice(start, start + BATCH) as number[] } : {}) }
      under.push(pool.run(task).then((result) => ({ values, result })))
      if (under.length >= pool.width) yield await under.shift()!
    }
  for (const last of under) yield await last
}

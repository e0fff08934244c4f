import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from '../base/workspace.js'
import type { Batch, Sql } from '../engines/engine.js'
import { countOf, fresh } from '../engines/sql.js'
import type { LocaleCode } from '../text/identify/index.js'
import { DEFAULT_LOCALES } from '../text/identify/locales/index.js'
import { knownFor, type SiftOptions, sift } from '../text/identify/sift/index.js'
import { siftFile } from '../text/identify/sift/pool.js'

/** Of fewer rows, all texts are looked at as soon. */
const WORTH = 100_000
const SAMPLE = 10_000
/** Where more of a sample is left than that, going through all texts first gains nothing. */
const MOST = 0.25

interface Asked extends SiftOptions {
  readonly locales?: readonly LocaleCode[]
  readonly threads: number
  readonly workspace: Workspace
  /** Is it known that no text of the column has several lines? */
  readonly oneLine?: boolean
  /** The program of the threads, for tests, which run from sources. */
  readonly worker?: URL
}

/**
 * The texts of a column in which something may be found, as a table (value): most of a log holds nothing, which its bytes tell sooner than grouping them would take.
 * Undefined where it would not help: in other languages than English, on a cluster, and of columns that are full of what is looked for, as addresses of the web are.
 */
export async function siftTexts(engine: Sql, from: string, column: string, asked: Asked): Promise<string | undefined> {
  const [only = 'en', ...others] = asked.locales ?? DEFAULT_LOCALES
  if (engine.cluster !== undefined || only !== 'en' || others.length > 0) return undefined
  if ((await countOf(engine, from)) < WORTH) return undefined
  const known = knownFor(asked)
  const [whole, split] = [`NOT contains(${column}, chr(10))`, `contains(${column}, chr(10))`]
  const sample = await engine.all<{ value: string }>(
    `SELECT ${column} AS value FROM ${from} WHERE ${whole} LIMIT ${SAMPLE}`,
  )
  const texts = sample.map(({ value }) => value)
  if (sift(known, texts).length > texts.length * MOST) return undefined
  const target = fresh('sifted')
  const path = join(asked.workspace.dir, target)
  try {
    const value = asked.oneLine ? column : `CASE WHEN ${whole} THEN ${column} END`
    await engine.write(`SELECT ${value} AS value FROM ${from}`, path, 'tsv')
    await engine.append(target, ['value'], batches(siftFile(path, known, asked.threads, asked.worker)))
  } finally {
    rmSync(path, { force: true })
  }
  if (!asked.oneLine) await engine.insert(target, `SELECT DISTINCT ${column} FROM ${from} WHERE ${split}`)
  return target
}

async function* batches(texts: AsyncIterable<readonly string[]>): AsyncGenerator<Batch> {
  for await (const values of texts) yield [values]
}

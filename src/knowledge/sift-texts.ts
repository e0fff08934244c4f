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
/** Texts that are held while the engine is busy. */
const MOST_HELD = 1_000_000

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
  const value = asked.oneLine ? column : `CASE WHEN ${whole} THEN ${column} END`
  try {
    const writing = engine.write(`SELECT ${value} AS value FROM ${from}`, path, 'tsv')
    const sifted = siftFile(path, writing, known, asked.threads, asked.worker)
    await engine.append(target, ['value'], batches(await meanwhile(writing, sifted), sifted))
  } finally {
    rmSync(path, { force: true })
  }
  if (!asked.oneLine) await engine.insert(target, `SELECT DISTINCT ${column} FROM ${from} WHERE ${split}`)
  return target
}

/** What comes of the file while the engine writes it: it can take nothing yet, so this has a limit. */
async function meanwhile(writing: Promise<void>, sifted: AsyncGenerator<string[]>): Promise<readonly string[][]> {
  const early: string[][] = []
  let written = false
  const note = writing.then(() => {
    written = true
  })
  const taking = (async () => {
    for (let texts = 0; !written && texts < MOST_HELD; ) {
      const { value, done } = await sifted.next()
      if (done) return
      early.push(value)
      texts += value.length
    }
  })()
  const ended = await Promise.allSettled([note, taking])
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed === undefined) return early
  await sifted.return(undefined).catch(() => {}) // ended already where it failed itself
  throw failed.reason
}

async function* batches(early: readonly string[][], later: AsyncIterable<string[]>): AsyncGenerator<Batch> {
  for (const values of early) yield [values]
  for await (const values of later) yield [values]
}

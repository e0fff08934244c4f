import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { digitsSql, hmacSql } from '../../engines/dialect/hashes.js'
import { countOf, fresh, name } from '../../engines/sql.js'
import type { CanariesContext, MadeLog } from './context.js'
import type { Planting } from './plant.js'

/** The copy holds at most about this many rows of the log: whole persons are taken until it is reached. */
const MOST_ROWS = 200_000

export interface Copy extends MadeLog {
  /** Rows taken from the log, and rows it has. */
  readonly rows: number
  readonly of: number
}

/** Writes a private copy of the log, one JSON object a line, with what is planted in front. */
export async function writeCopy(on: CanariesContext, planting: Planting): Promise<Copy> {
  const { engine, log, dir } = on
  const of = await countOf(engine, log.table)
  const sample = of <= MOST_ROWS ? '' : `WHERE person IN (SELECT person FROM ${await drawPersons(on, MOST_ROWS / of)})`
  // Further columns get keys of their own, since their names may mean something to the reader.
  const extras = Object.fromEntries(log.extras.map((extra, index) => [extra, `kept_${index}`]))
  const kept = Object.entries(extras).map(([extra, key]) => `, ${name(`x_${extra}`)} AS ${key}`)
  const rows = `SELECT person AS "user", raw AS query, time::VARCHAR AS time, rank, url ${kept.join('')} FROM ${log.table} ${sample}`
  const body = join(dir, 'rows.ndjson')
  await engine.write(rows, body, 'ndjson')
  const taken = await countOf(engine, `${log.table} ${sample}`)
  const path = join(dir, 'copy.ndjson')
  await pipeline(Readable.from(plantedLines(planting, Object.values(extras))), createWriteStream(path, { mode: 0o600 }))
  await pipeline(createReadStream(body), createWriteStream(path, { flags: 'a' }))
  return { path, extras, rows: taken, of }
}

/** A table of persons by lot, about this share of them. */
async function drawPersons({ engine, log, random }: CanariesContext, share: number): Promise<string> {
  const drawn = fresh('drawn')
  const lot = digitsSql(hmacSql(random.bytes(32), 'person'), 0, 8)
  await engine.materialise(
    drawn,
    `SELECT person FROM (SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL) WHERE ${lot} < ${Math.floor(share * 2 ** 32)}`,
  )
  return drawn
}

function* plantedLines({ rows, badLines }: Planting, extras: readonly string[]): Generator<Buffer> {
  for (const { kept, ...row } of rows) {
    const beside = kept === undefined ? {} : Object.fromEntries(extras.map((key) => [key, kept]))
    yield Buffer.from(`${JSON.stringify({ url: null, rank: null, ...row, ...beside })}\n`)
  }
  for (const line of badLines) yield Buffer.concat([line, Buffer.from('\n')])
}

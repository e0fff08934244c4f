import { createHmac } from 'node:crypto'
import { digitsSql, hmacSql, semiJoin } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { Guarantee } from './guarantee.js'

/** Where the private folder has the key of a sample: whoever has it knows who is in the sample. */
export const SAMPLE_KEY_FILE = 'sample.key'

/** The key of a sample from one that makes tags too: whoever draws the sample again can make no tag with it. */
export function sampleKeyOf(key: Uint8Array): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update('lethe sample of persons').digest())
}

/**
 * The rows of about a share of the persons: those whose keyed hash is below it. Whoever is in it is so by the own id and the key alone, never by
 * other persons or by rows, so that no promise about one person suffers.
 */
export async function sampled(engine: Sql, log: Log, share: number, key: Uint8Array): Promise<Log> {
  const [persons, table] = [fresh('sample_persons'), fresh('sample')]
  const lot = digitsSql(hmacSql(key, 'person'), 0, 8)
  await engine.materialise(
    persons,
    `SELECT person FROM (SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL) WHERE ${lot} < ${Math.ceil(share * 2 ** 32)}`,
  )
  await engine.materialise(table, `SELECT * FROM ${log.table} ${semiJoin(persons, 'USING (person)')}`)
  await engine.drop(persons)
  const { stored: _, ...rest } = log
  return { ...rest, table }
}

/** What is promised of a log, promised of a sample of its persons. It is no stronger for that: who is in the sample may be known. */
export function promisedOfSample<G extends Guarantee>(guarantee: G, share: number | undefined): G {
  if (share === undefined) return guarantee
  return {
    ...guarantee,
    sentence: `${guarantee.sentence} This release is of a sample of about ${percentOf(share)} of the persons of the log, each with all rows or none; persons are counted in the sample alone.`,
    assumptions: [
      ...guarantee.assumptions,
      'Who is in the sample was drawn by a keyed hash of the person; nothing is claimed for the chance of not being in it.',
    ],
    notProtected: [...guarantee.notProtected, 'Who is in the sample, from whoever has its key.'],
  }
}

/** A share as it was given, not rounded. */
export function percentOf(share: number): string {
  return `${Number((share * 100).toPrecision(12))}%`
}

import { digitsSql, hmacSql } from '../../../engines/dialect/hashes.js'
import { fresh } from '../../../engines/sql.js'
import type { Log } from '../../../log/log.js'
import type { Context } from '../../method.js'

/** Tables that number what the kernel takes for one only if it is one: (person, number), and (url, number) where clicks count. */
export interface Numbers {
  readonly persons: string
  readonly urls: string | undefined
}

/**
 * Numbers persons and clicked pages by their whole texts. The upper half of a person's number says which part of the log the history goes to: there it
 * is HMAC-SHA-256 under a key that is drawn for the run, so that nobody can send all histories to one part.
 */
export async function drawNumbers(log: Log, clicks: boolean, on: Context): Promise<Numbers> {
  const [persons, urls] = [fresh('persons'), fresh('urls')]
  const part = `${digitsSql(hmacSql(on.random.bytes(32), 'person'), 0, 8)}::UBIGINT`
  await on.engine.materialise(
    persons,
    `SELECT person, (${part} << 32) | row_number() OVER ()::UBIGINT AS number FROM (SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL)`,
  )
  if (!clicks) return { persons, urls: undefined }
  await on.engine.materialise(
    urls,
    `SELECT url, row_number() OVER ()::UBIGINT AS number FROM (SELECT DISTINCT url FROM ${log.table} WHERE url IS NOT NULL)`,
  )
  return { persons, urls }
}

export async function dropNumbers({ persons, urls }: Numbers, on: Context): Promise<void> {
  await on.engine.drop(persons, ...(urls === undefined ? [] : [urls]))
}

import { createHash } from 'node:crypto'
import { bytesIn, cast, digitsSql, sha256Sql } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import type { Digest } from './input-file.js'

/** Where the digits of a digest are cut: the sum of seven over 34 billion rows is a number of 64 bits, which every engine has and is fast with. 140 bits tell logs apart. */
const PIECES = [0, 7, 14, 21, 28] as const

/**
 * A digest of the rows of a log, whatever their order and however they are spread over files: those of the rows added up, and a digest of the sums. Every
 * engine finds the same one, so that it tells a log where a cluster shows no bytes. It tells logs apart for those who made them, and is no proof against one who
 * makes a log to have it.
 */
export async function digestOfRows(engine: Sql, from: string, columns: readonly string[]): Promise<Digest> {
  const row = columns.map((column) => `coalesce(${cast(column, 'text')}, chr(30))`).join(' || chr(31) || ')
  const sums = PIECES.map((at, i) => `${cast(`sum(${digitsSql('h', at, 7)})`, 'text')} AS s${i}`)
  const [found] = await engine.all<Record<string, unknown>>(
    `SELECT ${sums.join(', ')}, count(*) AS n, coalesce(sum(size), 0) AS size FROM (
      SELECT ${sha256Sql('r')} AS h, ${bytesIn('r')} AS size FROM (SELECT ${row} AS r FROM ${from}))`,
  )
  const sha256 = createHash('sha256')
    .update(JSON.stringify([...PIECES.map((_, i) => found?.[`s${i}`]), found?.n]))
    .digest('hex')
  return { sha256, bytes: Number(found?.size ?? 0), rows: columns }
}

import { createHash } from 'node:crypto'
import { bytesIn, cast, digitsSql, sha256Sql } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import type { Digest } from './input-file.js'

/**
 * Where the digits of a digest are cut: the sum of seven over 34 billion rows is a number of 64 bits, which every engine has and is fast with. 56 bits, with the
 * number of rows, tell logs apart; on a cluster each piece costs as much as two hashes.
 */
const PIECES = [0, 7] as const

/** The parts of a digest of rows, for whoever has more to ask of the same rows. */
export interface DigestSql {
  /** SQL for the text of a row, which is to be called `whole`, */
  readonly whole: string
  /** then for its hash, `hash`, */
  readonly hash: string
  /** and for what is summed up over rows. */
  readonly sums: readonly string[]
  /** The digest, from these sums and the number of rows. */
  told(found: object, rows: number): Digest
}

/**
 * A digest of the rows of a log, whatever their order and however they are spread over files: those of the rows added up, and a digest of the sums. Every
 * engine finds the same one, so that it tells a log where a cluster shows no bytes. It tells logs apart for those who made them, and is no proof against one who
 * makes a log to have it.
 */
export function digestSql(columns: readonly string[]): DigestSql {
  const whole = columns.map((column) => `coalesce(${cast(column, 'text')}, chr(30))`).join(' || chr(31) || ')
  const sums = PIECES.map((at, i) => `${cast(`sum(${digitsSql('hash', at, 7)})`, 'text')} AS s${i}`)
  return {
    whole: `${whole} AS whole`,
    hash: `${sha256Sql('whole')} AS hash`,
    sums: [...sums, `coalesce(sum(${bytesIn('whole')}), 0) AS size`],
    told(found, rows) {
      const { size, ...pieces } = found as Readonly<Record<string, unknown>>
      const sha256 = createHash('sha256')
        .update(JSON.stringify([...PIECES.map((_, i) => pieces[`s${i}`]), rows]))
        .digest('hex')
      return { sha256, bytes: Number(size ?? 0), rows: columns }
    },
  }
}

/** The digest of columns of all rows of what may stand after FROM. */
export async function digestOfRows(engine: Sql, from: string, columns: readonly string[]): Promise<Digest> {
  const { whole, hash, sums, told } = digestSql(columns)
  const [found] = await engine.all<Record<string, unknown> & { n: number }>(
    `SELECT ${sums.join(', ')}, count(*) AS n FROM (SELECT whole, ${hash} FROM (SELECT ${whole} FROM ${from}))`,
  )
  return told(found ?? {}, found?.n ?? 0)
}

import type { Person } from './log.js'

/** Stands for "no query" and "no URL" among the codes. */
export const NONE = 0xffffffff

/**
 * A log in memory, for kernels that SQL cannot say: texts are coded by dictionaries, rows are typed arrays, sorted by user
 * and time, so that a history is a slice.
 */
export interface ColumnarLog {
  readonly rows: number
  readonly users: readonly Person[]
  readonly queries: readonly string[]
  readonly urls: readonly string[]
  /** Rows of user u: from offsets[u] to offsets[u + 1]. */
  readonly offsets: Uint32Array
  /** Code of the query of each row, NONE where there is none. */
  readonly query: Uint32Array
  readonly url: Uint32Array
  /** Seconds since 1970, NaN where there is no time. */
  readonly time: Float64Array
  /** 0 where there is no rank. */
  readonly rank: Int32Array
}

/** What a columnar log takes in memory, about: 20 bytes a row, and the dictionaries. */
export function columnarBytes(rows: number, users: number, texts: number): number {
  return rows * 20 + users * 60 + texts * 80
}

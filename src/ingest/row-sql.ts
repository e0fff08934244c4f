import { name } from '../engines/sql.js'
import type { Role } from './columns.js'
import { normaliseSql } from './normalise-sql.js'

/** Why a row that did split into columns is set aside all the same; the index stands in its `reason` column. */
export const REASONS = ['', 'no user', 'time not understood', 'rank is no number'] as const

/** SQL text expressions for the known columns of a source, and for further ones. */
export interface Fields {
  readonly roles: Readonly<Partial<Record<Role, string>>>
  readonly extras: readonly { readonly name: string; readonly sql: string }[]
  /** The parsed time, as timestamp. */
  readonly parsedTime: string | undefined
  /** Where rows are not one to one with the records of a file: the number of the record. */
  readonly record?: string
}

/** The select list that turns text columns into rows of a log, with `reason` 0 for good ones. */
export function rowSelect(fields: Fields, keepRaw: boolean): string {
  const { user, query, time, rank, url } = fields.roles
  const parsedRank = rank && `try_cast(nullif(${rank}, '') AS INTEGER)`
  const checks = [
    user !== undefined && { good: `${user} <> ''`, reason: 1 },
    time !== undefined && { good: `(${fields.parsedTime} IS NOT NULL OR ${time} = '')`, reason: 2 },
    rank !== undefined && { good: `(${parsedRank} IS NOT NULL OR ${rank} = '')`, reason: 3 },
  ].filter((check) => check !== false)
  // One test passes nearly every row; which of them failed is asked only of the others.
  const reason = `CASE WHEN ${checks.map((check) => check.good).join(' AND ')} THEN 0
    ${checks.map((check) => `WHEN NOT coalesce(${check.good}, false) THEN ${check.reason}`).join(' ')} END`
  return [
    '__file AS file',
    ...(fields.record ? [`${fields.record} AS record`] : []),
    `${user ?? 'NULL::VARCHAR'} AS person`,
    `nullif(nullif(${normaliseSql(query as string)}, ''), '-') AS query`,
    ...(keepRaw ? [`${query} AS raw`] : []),
    `${time ? fields.parsedTime : 'NULL'}::TIMESTAMP AS time`,
    `${parsedRank ?? 'NULL::INTEGER'} AS rank`,
    `${url ? `nullif(${url}, '')` : 'NULL::VARCHAR'} AS url`,
    ...fields.extras.map((extra) => `nullif(${extra.sql}, '') AS ${name(`x_${extra.name}`)}`),
    `${checks.length === 0 ? '0' : reason}::UTINYINT AS reason`,
  ].join(',\n')
}

/** What of a log is kept: the query as it stood as well (raw), or nothing but persons and normal queries (texts). */
export interface Keeping {
  readonly keepRaw: boolean
  readonly textsOnly: boolean
}

/**
 * The same for files read strictly: time and rank are typed already, and every row is good, since reading would have ended
 * else. So there is no `reason`, and no `file` to number bad rows by: two columns less to write for every log that is clean.
 */
export function strictSelect({ roles, extras }: Fields, { keepRaw, textsOnly }: Keeping): string {
  const { user, query, time, rank, url } = roles
  const texts = [
    `${user ?? 'NULL::VARCHAR'} AS person`,
    `nullif(nullif(${normaliseSql(query as string)}, ''), '-') AS query`,
    ...(keepRaw ? [`${query} AS raw`] : []),
  ]
  if (textsOnly) {
    // What is not kept is read all the same, so that a row is good or bad whatever is made of it.
    const others = [
      time && `isinf(${time})`,
      rank && `${rank} < -2147483647`,
      ...[url, ...extras.map((extra) => extra.sql)].map((sql) => sql && `${sql} = chr(1)`),
    ].filter((test) => test !== undefined)
    return [...texts, `coalesce(${others.join(' OR ') || 'false'}, false) AS odd`].join(',\n')
  }
  return [
    ...texts,
    `${time ?? 'NULL::TIMESTAMP'} AS time`,
    `${rank ?? 'NULL::INTEGER'} AS rank`,
    `${url ?? 'NULL::VARCHAR'} AS url`,
    ...extras.map((extra) => `${extra.sql} AS ${name(`x_${extra.name}`)}`),
  ].join(',\n')
}

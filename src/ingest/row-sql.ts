import { cast, none, tryCast } from '../engines/dialect/index.js'
import { name } from '../engines/sql.js'
import type { Role } from './columns.js'
import { normaliseSql } from './normalise-sql.js'
import { personSql } from './person-sql.js'
import { oddTime } from './times.js'

/** Why a row that did split into columns is set aside all the same; the index stands in its `reason` column. */
export const REASONS = [
  '',
  'no user',
  'time not understood',
  'rank is no number',
  'an object or a list where a value should be',
  'a text of more than 1 MiB',
] as const

/** Why a line is not even text. */
export const INVALID = 'invalid UTF-8'

/** SQL text expressions for the known columns of a source, and for further ones. */
export interface Fields {
  readonly roles: Readonly<Partial<Record<Role, string>>>
  readonly extras: readonly { readonly name: string; readonly sql: string }[]
  /** The parsed time, as timestamp. */
  readonly parsedTime: string | undefined
  /** The parsed rank, where it was made before. */
  readonly parsedRank?: string | undefined
  /** Where rows are not one to one with the records of a file: the number of the record. */
  readonly record?: string
  /** Where a known column may hold something that is no value: SQL for that it does. */
  readonly noValue?: string | undefined
  /** Where nothing bounds the length of texts: SQL for that one is too long. */
  readonly tooLong?: string
  /** How texts and persons are told, where the engine cannot tell them by itself. */
  readonly forms?: TextForms | undefined
}

/** SQL for the normal form of a query, and for the form in which persons are told apart. */
export interface TextForms {
  query(value: string): string
  person(value: string): string
}

const BY_ENGINE: TextForms = { query: normaliseSql, person: personSql }

/** What of a log is kept: the query as it stood as well (raw), or nothing but persons and normal queries (texts); and whether the case of user ids counts. */
export interface Keeping {
  readonly keepRaw: boolean
  readonly textsOnly: boolean
  readonly foldUsers: boolean
}

/** A rank as a number; null where it is none. */
export function rankSql(rank: string): string {
  return tryCast(`nullif(${rank}, '')`, 'integer')
}

function personOf(user: string, { foldUsers }: Keeping, { person }: TextForms): string {
  return foldUsers ? `lower(${person(user)})` : person(user)
}

/** The select list that turns text columns into rows of a log, with `reason` 0 for good ones. */
export function rowSelect(fields: Fields, keeping: Keeping): string {
  const { user, query, time, rank, url } = fields.roles
  const parsedRank = rank && (fields.parsedRank ?? rankSql(rank))
  const forms = fields.forms ?? BY_ENGINE
  const person = user && personOf(user, keeping, forms)
  const checks = [
    fields.noValue !== undefined && { good: `NOT (${fields.noValue})`, reason: 4 },
    person !== undefined && { good: `${person} <> ''`, reason: 1 },
    time !== undefined && { good: `(${fields.parsedTime} IS NOT NULL OR ${time} = '')`, reason: 2 },
    rank !== undefined && { good: `(${parsedRank} IS NOT NULL OR ${rank} = '')`, reason: 3 },
  ].filter((check) => check !== false)
  // One test passes nearly every row; which of them failed is asked only of the others.
  const reason = `CASE WHEN ${checks.map((check) => check.good).join(' AND ')} THEN 0
    ${checks.map((check) => `WHEN NOT coalesce(${check.good}, false) THEN ${check.reason}`).join(' ')} END`
  return [
    '__file AS file',
    ...(fields.record ? [`${fields.record} AS record`] : []),
    `${person ?? none('text')} AS person`,
    `nullif(nullif(${forms.query(query!)}, ''), '-') AS query`,
    ...(keeping.keepRaw ? [`${query} AS raw`] : []),
    `${cast((time && fields.parsedTime) ?? 'NULL', 'time')} AS time`,
    `${parsedRank ?? none('integer')} AS rank`,
    `${url ? `nullif(${url}, '')` : none('text')} AS url`,
    ...fields.extras.map((extra) => `nullif(${extra.sql}, '') AS ${name(`x_${extra.name}`)}`),
    `${cast(checks.length === 0 ? '0' : reason, 'code8')} AS reason`,
  ].join(',\n')
}

/**
 * The same for files read strictly: time and rank are typed already, and every row is good, since reading would have ended
 * else. So there is no `reason`, and no `file` to number bad rows by: two columns less to write for every log that is clean.
 */
export function strictSelect({ roles, extras }: Fields, { keepRaw, textsOnly, foldUsers }: Keeping): string {
  const { user, query, time, rank, url } = roles
  const texts = [
    `${user === undefined ? none('text') : foldUsers ? `lower(${user})` : user} AS person`,
    `nullif(nullif(${normaliseSql(query!)}, ''), '-') AS query`,
    ...(keepRaw ? [`${query} AS raw`] : []),
  ]
  if (textsOnly) {
    // What is not kept is read all the same, so that a row is good or bad whatever is made of it.
    const others = [
      time && oddTime(time),
      rank && `${rank} < -2147483647`,
      ...[url, ...extras.map((extra) => extra.sql)].map((sql) => sql && `${sql} = chr(1)`),
    ].filter((test) => test !== undefined)
    return [...texts, `coalesce(${others.join(' OR ') || 'false'}, false) AS odd`].join(',\n')
  }
  return [
    ...texts,
    `${time ?? none('time')} AS time`,
    `${rank ?? none('integer')} AS rank`,
    `${url ?? none('text')} AS url`,
    ...extras.map((extra) => `${extra.sql} AS ${name(`x_${extra.name}`)}`),
  ].join(',\n')
}

/**
 * The same where no row may be lost for what others need it to be: a row needs a person and nothing else. A time or a rank that does not read is none,
 * which `reason` tells (2, 3) without the row's being bad.
 */
export function fixedSelect(fields: Fields, keeping: Keeping): string {
  const { keepRaw, textsOnly } = keeping
  const { user, query, time, rank, url } = fields.roles
  const forms = fields.forms ?? BY_ENGINE
  const person = user && personOf(user, keeping, forms)
  const parsedRank = rank && !textsOnly ? (fields.parsedRank ?? rankSql(rank)) : undefined
  const parsedTime = textsOnly ? undefined : fields.parsedTime
  const bad = [
    fields.noValue && `WHEN ${fields.noValue} THEN 4`,
    fields.tooLong && `WHEN ${fields.tooLong} THEN 5`,
    person && `WHEN coalesce(${person}, '') = '' THEN 1`,
    parsedTime && `WHEN ${time} <> '' AND ${parsedTime} IS NULL THEN 2`,
    parsedRank && `WHEN ${rank} <> '' AND ${parsedRank} IS NULL THEN 3`,
  ].filter((test) => test !== undefined)
  return [
    '__file AS file',
    ...(fields.record ? [`${fields.record} AS record`] : []),
    `${person ?? none('text')} AS person`,
    `nullif(nullif(${forms.query(query!)}, ''), '-') AS query`,
    ...(keepRaw ? [`${query} AS raw`] : []),
    `${cast(parsedTime ?? 'NULL', 'time')} AS time`,
    `${parsedRank ?? none('integer')} AS rank`,
    `${url && !textsOnly ? `nullif(${url}, '')` : none('text')} AS url`,
    ...(textsOnly ? [] : fields.extras.map((extra) => `nullif(${extra.sql}, '') AS ${name(`x_${extra.name}`)}`)),
    `${cast(bad.length === 0 ? '0' : `CASE ${bad.join(' ')} ELSE 0 END`, 'code8')} AS reason`,
  ].join(',\n')
}

/** Reasons that tell something of a row which is read all the same, where nothing is lost for it. */
export const TOLD = [2, 3] as const

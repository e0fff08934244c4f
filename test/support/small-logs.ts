import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { noRows } from '../../src/engines/dialect/index.js'
import { fresh, text } from '../../src/engines/sql.js'
import type { Log } from '../../src/log/log.js'
import type { Context } from '../../src/methods/method.js'
import { makeTables } from './subject.js'

// Thresholds are counted in SQL. With this they are counted again in plain code, on small logs of every shape.

export interface Row {
  readonly person: string
  readonly raw: string | null
  readonly host: string | null
  readonly device: string | null
}
/** What a row shows: person, query or tag, host, rank, device. */
type Shown = readonly (string | number | null)[]
export interface Before {
  readonly asked: readonly Row[]
  readonly shown: readonly { readonly query: string | null; readonly host: string | null }[]
}
export interface Rule {
  readonly k: number
  readonly hostK: number
  readonly within: boolean
}

const tables = makeTables((close) => afterAll(close))
const KEY = new Uint8Array(32).fill(7)
export const queryOf = ({ raw }: { readonly raw: string | null }) => (raw === null ? null : raw.toLowerCase())

const value = (cell: string | null) => (cell === null ? 'NULL' : text(cell))
const urlOf = (host: string | null) => (host === null ? null : `http://${host}/page?of=it`)
const RANK = 3

export async function makeLog(rows: readonly Row[], session: boolean): Promise<Log> {
  const { engine } = await tables
  const table = fresh('small')
  await engine.materialise(
    table,
    noRows({
      person: 'text',
      query: 'text',
      raw: 'text',
      time: 'time',
      rank: 'integer',
      url: 'text',
      session: 'text',
      x_device: 'text',
    }),
  )
  const values = rows.map(
    (row) =>
      `(${[row.person, queryOf(row), row.raw].map(value).join(', ')}, NULL, ${RANK}, ${value(urlOf(row.host))}, ${value(`s${row.person}`)}, ${value(row.device)})`,
  )
  if (rows.length > 0) await engine.insert(table, `VALUES ${values.join(', ')}`)
  const has = { time: true, rank: true, url: true, raw: true, tag: false, session }
  return { table, unit: 'user', has, extras: ['device'] }
}

async function insert(table: string, rows: readonly (readonly (string | null)[])[]): Promise<void> {
  const values = rows.map((row) => `(${row.map(value).join(', ')})`)
  if (values.length > 0) await (await tables).engine.insert(table, `VALUES ${values.join(', ')}`)
}

export async function context(before?: Before): Promise<Context> {
  const { engine, workspace, context: base } = await tables
  const rest = { ...base, engine, workspace, key: KEY }
  if (!before) return rest
  const [asked, shown] = [fresh('asked'), fresh('shown')]
  await engine.materialise(asked, noRows({ query: 'text', person: 'text', url: 'text' }))
  await engine.materialise(shown, noRows({ query: 'text', host: 'text' }))
  await insert(
    asked,
    before.asked.map((row) => [queryOf(row), row.person, urlOf(row.host)]),
  )
  await insert(
    shown,
    before.shown.map(({ query, host }) => [query, host]),
  )
  return { ...rest, since: { asked, shown } }
}

export async function rowsOf(made: Log): Promise<string[]> {
  const { engine } = await tables
  const tag = made.has.tag ? 'tag' : 'NULL::VARCHAR AS tag'
  const session = made.has.session ? 'session' : 'NULL::VARCHAR AS session'
  const rows = await engine.all<Record<string, string | number | null>>(
    `SELECT person, query, ${tag}, url, rank, ${session}, x_device FROM ${made.table}`,
  )
  return sorted(
    rows.map((row) => [row.person, row.query, row.tag, row.url, row.rank, row.session, row.x_device] as Shown),
  )
}
const sorted = (rows: readonly Shown[]) => rows.map((row) => JSON.stringify(row)).sort()

export const persons = (rows: readonly Row[], of: (row: Row) => boolean) =>
  new Set(rows.filter(of).map(({ person }) => person))

/** The rule in plain code: `textOf` says what a row may show, if anything; hosts, ranks and devices follow. */
export function expected(
  rows: readonly Row[],
  textOf: (row: Row) => string | undefined,
  { hostK, within }: Rule,
  more: { readonly tags?: boolean; readonly session?: boolean; readonly before?: Before | undefined } = {},
): string[] {
  const { before } = more
  const shown = rows.filter((row) => textOf(row) !== undefined)
  const isCommon = (row: Row) => {
    if (row.host === null && !within) return false
    const same = (other: Row) =>
      textOf(other) === textOf(row) && other.host === row.host && (!within || other.device === row.device)
    if (persons(shown, same).size < hostK) return false
    if (!before || before.shown.some(({ query, host }) => query === textOf(row) && host === row.host)) return true
    const had = persons(before.asked, (other) => queryOf(other) === textOf(row) && other.host === row.host)
    return [...persons(shown, same)].filter((person) => !had.has(person)).length >= hostK
  }
  return sorted(
    rows.flatMap((row): Shown[] => {
      const session = more.session ? `s${row.person}` : null
      if (textOf(row) === undefined) {
        const query = queryOf(row)
        return more.tags && query !== null ? [[row.person, null, tagOf(query), null, null, session, null]] : []
      }
      const common = isCommon(row)
      const host = common ? row.host : null
      return [
        [
          row.person,
          textOf(row)!,
          null,
          host,
          host === null ? null : RANK,
          session,
          within && !common ? null : row.device,
        ],
      ]
    }),
  )
}
const tagOf = (query: string) => createHmac('sha256', KEY).update(query).digest('hex').slice(0, 32)

const row = (texts: readonly string[]) =>
  fc.record({
    person: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
    raw: fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...texts) }, { weight: 1, arbitrary: fc.constant(null) }),
    host: fc.constantFrom(null, 'a.example', 'b.example'),
    device: fc.constantFrom(null, 'phone', 'watch'),
  })
const TEXTS = ['red car', 'Red Car', 'news', 'the sea']
export const logs = (texts = TEXTS) => fc.array(row(texts), { minLength: 1, maxLength: 28 })
export const rules = fc.record({
  k: fc.integer({ min: 2, max: 4 }),
  hostK: fc.integer({ min: 2, max: 3 }),
  within: fc.boolean(),
})
export const before = fc.record({
  asked: fc.array(row(TEXTS), { maxLength: 12 }),
  shown: fc.array(
    fc.record({
      query: fc.constantFrom(null, 'red car', 'news', 'the sea'),
      host: fc.constantFrom(null, 'a.example', 'b.example'),
    }),
    { maxLength: 4 },
  ),
})

import { fail } from '../base/errors.js'
import { type Batch, columnsIn } from '../engines/engine.js'
import { fresh, name } from '../engines/sql.js'
import type { Knowledge } from '../knowledge/knowledge.js'
import { hostSql } from '../log/host-sql.js'
import { loadColumnar } from '../log/load-columnar.js'
import type { Log } from '../log/log.js'
import type { Random } from '../random/random.js'
import type { Context } from '../release/context.js'
import type { Made } from '../release/made.js'
import { diverse } from './aggregate/diversity.js'
import { type Pick as Picked, type SafeQueries, safeQueries } from './aggregate/pool.js'
import { sidesOf } from './aggregate/sides.js'
import type { Topics } from './aggregate/topics.js'
import { type Histories, historiesOf, personsPerQuery } from './histories.js'
import type { Partition } from './mdav.js'
import { type Partitioned, partition } from './partition.js'
import type { Population } from './task.js'

/** What the three ways to make k users identical differ in. */
export interface Way {
  /** What users are compared by. */
  population(histories: Histories): Population
  /** What the queries of the log are about. */
  readonly topics: Topics
  /** The queries of a group's representative; undefined where nothing may be shown. */
  picks(group: Uint32Array, safe: SafeQueries): readonly (Picked | undefined)[]
  readonly knowledge: Knowledge | undefined
}
export interface Numbers {
  readonly k: number
  readonly minUsers: number
  readonly l: number
  readonly centroid: 'exact' | 'sample' | 'average'
}

/** The histories of a log, with the hosts of clicked URLs. */
export async function loadHistories(log: Log, on: Pick<Context, 'engine'>): Promise<Histories> {
  const view = fresh('with_hosts')
  await on.engine.view(view, `SELECT person, query, time, rank, ${hostSql('url')} AS url FROM ${log.table}`)
  const columnar = await loadColumnar(on.engine, { ...log, table: view }, columnsIn(on.engine).limit)
  await on.engine.drop(view)
  return historiesOf(columnar)
}

/** Groups like users and gives each member the rows of the group's representative. */
export async function microaggregate(
  log: Log,
  histories: Histories,
  way: Way,
  values: Numbers,
  on: Context,
): Promise<Made> {
  const { k, centroid } = values
  if (histories.size < k)
    fail(
      'refused',
      `fewer than ${k} persons have a query in the log, or in what earlier steps left of it, so that no ${k} of them can be made identical`,
      'Choose a smaller --k, or take more of the log.',
    )
  on.say('comparing histories')
  const { threads, random, signal } = on
  const population = way.population(histories)
  const found = await partition(population, histories.size, { k, threads, random, signal, centroid })
  return represent(log, histories, way, found, values, on)
}

/** Gives each member of a group the rows of its representative. */
export async function represent(
  log: Log,
  histories: Histories,
  way: Way,
  found: Partitioned,
  { k, minUsers, l, centroid }: Numbers,
  on: Context,
): Promise<Made> {
  on.say('making representatives')
  const counted = asked(histories)
  const safe = safeQueries(way.topics, counted, minUsers)
  const loss: Loss = { rows: 0, replaced: 0, leftOut: 0, emptyGroups: 0, emptyPersons: 0 }
  let leastPersons = Number.POSITIVE_INFINITY // for whoever verifies with the private folder, and without the log
  const representative = (group: Uint32Array): readonly RepresentativeRow[] => {
    const picks = way.picks(group, safe)
    loss.rows += picks.length
    loss.leftOut += picks.filter((pick) => pick === undefined).length
    loss.replaced += picks.filter((pick) => pick?.instead).length
    const picked = picks.flatMap((pick) => pick?.query ?? [])
    const shown = picked.length > 0 ? picked : anyOf(histories, group, safe, on.random)
    const kept =
      l > 1 ? diverse(shown, l, categoriesOf(histories, group, way.topics), way.topics, safe, on.random) : shown
    if (kept === undefined || kept.length === 0) {
      loss.emptyGroups++
      loss.emptyPersons += group.length
      return []
    }
    for (const query of kept) leastPersons = Math.min(leastPersons, counted.persons[query]!)
    const sides = sidesOf(histories, group, k, new Set(kept))
    return kept.map((query) => ({ query, ...sides(query) }))
  }
  const made = await asLog(log, histories, found.groups, representative, on)
  return {
    log: made,
    ...told(found, { ...loss, leastPersons }, { k, minUsers, l, centroid }, way.knowledge, histories, way.topics),
    more: way.knowledge === undefined ? {} : { knowledge: `${way.knowledge.name} ${way.knowledge.version}` },
  }
}

function asked(histories: Histories): { readonly persons: Uint32Array; readonly rows: Uint32Array } {
  const rows = new Uint32Array(histories.queries.length)
  for (const query of histories.query) rows[query]!++
  return { persons: personsPerQuery(histories), rows }
}

function* categoriesOf({ offsets, query }: Histories, group: Uint32Array, topics: Topics): Generator<number> {
  for (const user of group)
    for (let row = offsets[user]!; row < offsets[user + 1]!; row++) yield* topics.of(query[row]!)
}

/** One of a group's own queries that may be shown, where its representative would have none. */
function anyOf({ offsets, query }: Histories, group: Uint32Array, safe: SafeQueries, random: Random): number[] {
  const own: number[] = []
  for (const user of group)
    for (let row = offsets[user]!; row < offsets[user + 1]!; row++) if (safe.has(query[row]!)) own.push(query[row]!)
  return own.length === 0 ? [] : [own[random.below(own.length)]!]
}

interface Loss {
  rows: number
  replaced: number
  leftOut: number
  emptyGroups: number
  emptyPersons: number
}

/** What the custodian should know: how it was done and what it cost. */
function told(
  { groups, approximate, loss: apart }: Partitioned,
  { leastPersons, ...loss }: Loss & { readonly leastPersons: number },
  { minUsers, l, centroid }: Numbers,
  knowledge: Knowledge | undefined,
  histories: Histories,
  topics: Topics,
): Pick<Made, 'notes' | 'facts'> {
  const notes: string[] = []
  const percent = (part: number, all: number) => `${all === 0 ? 0 : Math.round((1000 * part) / all) / 10}%`
  const known = { queries: 0, rows: 0 }
  if (knowledge !== undefined) {
    const seen = new Uint8Array(histories.queries.length) // 1: known, 2: not
    for (const query of histories.query) {
      if (seen[query] === 0) {
        seen[query] = topics.known(query) ? 1 : 2
        if (seen[query] === 1) known.queries++
      }
      if (seen[query] === 1) known.rows++
    }
    notes.push(
      `${percent(known.queries, histories.queries.length)} of the queries (${percent(known.rows, histories.query.length)} of the rows) lead to a category of ${knowledge.name} ${knowledge.version}.`,
    )
  }
  if (approximate && apart)
    notes.push(
      `The groups are approximate: users were compared within blocks of like ones. On a sample of ${apart.users} users the mean distance within groups is ${apart.exact.toFixed(4)} exact and ${apart.blocks.toFixed(4)} by blocks.`,
    )
  else if (centroid === 'sample') notes.push('The centroid of MDAV was taken from a sample of 200 users.')
  notes.push(
    `Of ${loss.rows} rows of representatives ${percent(loss.replaced, loss.rows)} show another query, of the same category or from under the one above it, and ${percent(loss.leftOut, loss.rows)} were left out, because fewer than ${minUsers} persons had asked what stood there.`,
  )
  if (loss.emptyGroups > 0)
    notes.push(
      `${loss.emptyPersons} persons in ${loss.emptyGroups} ${loss.emptyGroups === 1 ? 'group' : 'groups'} have no row: there is no query of theirs that enough persons asked${l > 1 ? `, or none for ${l} top-level categories` : ''}.`,
    )
  const microaggregation = {
    groups: groups.length,
    largest: groups.reduce((most, group) => Math.max(most, group.length), 0),
    approximate,
    ...(apart ? { sample: apart } : {}),
    representatives: loss,
    ...(Number.isFinite(leastPersons) ? { leastPersons } : {}),
    ...(knowledge === undefined ? {} : { coverage: known }),
  }
  return { notes, facts: { microaggregation } }
}

interface RepresentativeRow {
  readonly query: number
  readonly time: number
  readonly rank: number
  readonly host: string | undefined
}
const BATCH = 1 << 14

/** The released log: each member of a group with the rows of its representative, which are made as they are written. */
async function asLog(
  log: Log,
  histories: Histories,
  groups: Partition,
  representative: (group: Uint32Array) => readonly RepresentativeRow[],
  { engine, signal }: Context,
): Promise<Log> {
  const [rows, members, table] = [fresh('representatives'), fresh('members'), fresh('identical')]
  const flat = function* (): Generator<(string | null)[]> {
    for (const [group, users] of groups.entries()) {
      signal?.throwIfAborted()
      for (const { query, time, rank, host } of representative(users))
        yield [String(group), histories.queries[query]!, moment(time), rank === 0 ? null : String(rank), host ?? null]
    }
  }
  const persons = function* (): Generator<(string | null)[]> {
    for (const [group, users] of groups.entries())
      for (const user of users) yield [histories.persons[user]!, String(group)]
  }
  await engine.append(rows, ['in_group', 'query', 'time', 'rank', 'url'], batches(flat(), 5))
  await engine.append(members, ['person', 'in_group'], batches(persons(), 2))
  // Further columns say nothing of a representative: they stay empty.
  const bare = log.extras.map((extra) => `, NULL::VARCHAR AS ${name(`x_${extra}`)}`).join('')
  await engine.materialise(
    table,
    `SELECT m.person, r.query, r.time::TIMESTAMP AS time, r.rank::INTEGER AS rank, r.url ${bare}
    FROM ${members} m JOIN ${rows} r ON m.in_group = r.in_group`,
  )
  await engine.drop(rows, members)
  const { time, rank, url } = log.has
  return { ...log, table, has: { time, rank, url, raw: false, tag: false, session: false } }
}

function* batches(rows: Iterable<(string | null)[]>, width: number): Generator<Batch> {
  let columns = Array.from({ length: width }, (): (string | null)[] => [])
  for (const row of rows) {
    for (const [i, value] of row.entries()) columns[i]!.push(value)
    if ((columns[0] as unknown[]).length < BATCH) continue
    yield columns
    columns = Array.from({ length: width }, () => [])
  }
  if ((columns[0] as unknown[]).length > 0) yield columns
}

/** Seconds since 1970 as a text that SQL takes for a timestamp; null for none, and for years that have no four digits. */
function moment(seconds: number): string | null {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return null
  const text = date.toISOString()
  return /^\d{4}-/.test(text) ? text.slice(0, 19).replace('T', ' ') : null
}

import { fail } from '../../base/errors.js'
import {
  cast,
  endsWith,
  isAt,
  sampleOf,
  some,
  startsWith,
  tryCast,
  valuesAt,
  withoutLast,
} from '../../engines/dialect/index.js'
import type { Sql } from '../../engines/engine.js'
import type { BadRow } from '../../log/log.js'
import { refuseNoValues } from '../json-paths.js'
import { personSql } from '../person-sql.js'
import { inFile, MAX_BAD_ROWS } from '../row-numbers.js'
import { fixedSelect, rowSelect } from '../row-sql.js'
import type { Reading } from '../text-source.js'
import { fixedTimeExpression, type TimeReading, timeExpression } from '../times.js'
import type { Documents, Reader, ReadOptions } from './format.js'
import { loadJsonLines, sampleDocuments } from './ndjson.js'

const at = (path: string) => valuesAt('doc', `$.${path}`)
/** A single value; an object or a list is none. */
const value = (path: string) =>
  `CASE WHEN ${startsWith(at(path), `'{'`)} OR ${startsWith(at(path), `'['`)} THEN (CASE WHEN NOT ${isAt('doc', `$.${path}`, ['object', 'list'])} THEN ${at(path)} END) ELSE ${at(path)} END`
/** The same for an id: numbers are written as whole ones. */
const id = `CASE WHEN ${endsWith(at('client_id'), `'.0'`)} AND ${isAt('doc', '$.client_id', ['fraction'])} THEN ${withoutLast(at('client_id'), 2)} ELSE ${value('client_id')} END`

/**
 * OpenSearch User Behavior Insights: query documents and event documents, in one file or two, with or without the lines of a
 * bulk request between them. A click becomes a row of the query that it names by `query_id`; its position is the rank. In a fixed reading only of a query of
 * the same client: else one person's clicks would change what another asked.
 */
export const ubi: Reader = async (reading, options) => {
  const { engine } = reading
  const samples = options.fixed ? [] : await sampleDocuments(reading)
  for (const [role, path] of [
    ['user', 'client_id'],
    ['query', 'user_query'],
    ['time', 'timestamp'],
  ] as const)
    refuseNoValues(samples, role, path, '--format ndjson ')
  const loaded = await loadJsonLines(reading, 'documents', options.fixed)
  await splitDocuments(engine, options.fixed)
  const badClicks = options.fixed ? [] : await setAside(engine, loaded.passedOver)
  const sizes = await sizesOf(engine)
  if (sizes.queries === 0 && !options.fixed)
    fail(
      'input',
      'the files hold no UBI query documents',
      'Give the queries as well as the events; or name another format with --format.',
    )
  const time = options.fixed ? fixedTimeExpression('sent', options) : await guessedTime(engine, options)
  await stage(reading, time, options)
  const notes =
    sizes.unasked > 0 ? [`${sizes.unasked} clicks name a query that is not in the files and were left out`] : []
  return {
    ...loaded,
    rejects: [...loaded.rejects, ...badClicks],
    documents: (table, good) => documentsOf(engine, table, good, sizes.documents - badClicks.length),
    has: { user: true, time: true, rank: true, url: true },
    extras: [],
    notes: [...time.notes, ...notes],
    notation: time.notation,
    unread: ['other fields of the documents'],
    found: { columns: {}, ...(time.dateOrder === undefined ? {} : { dateOrder: time.dateOrder }) },
  }
}

/** Documents become queries and clicks. */
async function splitDocuments(engine: Sql, fixed: boolean | undefined): Promise<void> {
  const own = fixed ? `, ${personSql(id)}` : ''
  await engine.materialise(
    'queries',
    `SELECT __file, "row", ${at('query_id')} AS query_id, ${id} AS client_id, ${value('user_query')} AS user_query,
      ${value('timestamp')} AS sent, row_number() OVER (PARTITION BY ${at('query_id')}${own} ORDER BY __file, "row") AS nth
    FROM documents WHERE ${at('user_query')} IS NOT NULL AND ${at('action_name')} IS NULL`,
  )
  await engine.materialise(
    'clicks',
    `SELECT __file, "row", ${at('query_id')} AS query_id, ${id} AS clicker, ${at('event_attributes.position.ordinal')} AS position,
      coalesce(${at('event_attributes.object.url')}, ${at('event_attributes.object.object_id')}) AS target
    FROM documents WHERE ${at('action_name')} IN ('click', 'item_click', 'product_click') AND ${at('query_id')} IS NOT NULL`,
  )
  await engine.materialise('how_many', `SELECT count(doc) AS n FROM documents`)
  await engine.drop('documents')
}

/** Documents, queries, and clicks that name a query that is not there. */
async function sizesOf(engine: Sql) {
  const [sizes] = await engine.all<{ documents: number; queries: number; unasked: number }>(
    `SELECT (SELECT n FROM how_many) AS documents, (SELECT count(*) FROM queries) AS queries, (SELECT count(*) FROM clicks WHERE query_id NOT IN (SELECT query_id FROM queries WHERE query_id IS NOT NULL)) AS unasked`,
  )
  return sizes ?? { documents: 0, queries: 0, unasked: 0 }
}

/** Rows of the log: a query with each of its clicks, or alone. */
async function stage({ engine, into }: Reading, time: TimeReading, options: ReadOptions): Promise<void> {
  const fields = {
    roles: {
      user: 'client_id',
      query: 'user_query',
      time: `coalesce(sent, '')`,
      rank: `coalesce(position, '')`,
      url: `coalesce(target, '')`,
    },
    extras: [],
    parsedTime: time.sql,
    record: '"row"',
    noValue: 'user_query IS NULL',
  }
  const select = options.fixed ? fixedSelect(fields, options) : rowSelect(fields, options)
  const same = options.fixed ? `AND ${personSql('c.clicker')} = ${personSql('q.client_id')}` : ''
  // A search that was sent again (paging, facets) keeps its id: its clicks join the first of its documents only.
  await engine.materialise(
    into,
    `SELECT ${select}, clicked FROM (SELECT q.*, c.position, c.target, c.query_id IS NOT NULL AS clicked FROM queries q
      LEFT JOIN clicks c ON q.nth = 1 AND c.query_id = q.query_id ${same} ORDER BY q.__file, q."row", ${tryCast('c.position', 'integer')})`,
  )
  await engine.drop('queries', 'clicks', 'ranked_clicks', 'how_many')
}

const RANKED = `(coalesce(position, '') = '' OR ${tryCast('position', 'integer')} IS NOT NULL)`

/** Sets clicks aside whose rank is no number: the queries that they name stay. */
async function setAside(engine: Sql, passedOver: readonly BadRow[]): Promise<BadRow[]> {
  const bad = await engine.all<{ file: number; nth: number }>(
    `SELECT __file AS file, "row" AS nth FROM clicks WHERE NOT ${RANKED} ORDER BY ALL LIMIT ${MAX_BAD_ROWS + 1}`,
  )
  if (bad.length === 0) return []
  if (bad.length > MAX_BAD_ROWS)
    fail('input', 'the ranks of more than a million clicks are no numbers', 'Read the documents as --format ndjson.')
  await engine.materialise('ranked_clicks', `SELECT * FROM clicks WHERE ${RANKED}`)
  await engine.drop('clicks')
  await engine.view('clicks', 'SELECT * FROM ranked_clicks')
  return inFile(bad, passedOver).map((at) => ({ ...at, reason: 'the rank of a click is no number' }))
}

/**
 * What became of the documents: a query is read if a row came of it, a click if its row is read. Whatever else there is (events of other kinds, clicks of
 * queries that are not there, lines of a bulk request) is no search.
 */
async function documentsOf(engine: Sql, table: string, good: string, all: number): Promise<Documents> {
  const [counted] = await engine.all<{ read: number; seen: number }>(`
    SELECT ${cast('count(*) FILTER (WHERE some_good) + coalesce(sum(good_clicks), 0)', 'long')} AS read, ${cast('count(*) + coalesce(sum(clicks), 0)', 'long')} AS seen FROM (
      SELECT ${some(good)} AS some_good, count(*) FILTER (WHERE clicked AND ${good}) AS good_clicks, count(*) FILTER (WHERE clicked) AS clicks
      FROM ${table} GROUP BY file, record)`)
  const { read = 0, seen = 0 } = counted ?? {}
  return { read, bad: seen - read, notSearches: all - seen }
}

async function guessedTime(engine: Sql, options: ReadOptions): Promise<TimeReading> {
  const sample = await engine.all<{ sent: string | null }>(`SELECT sent FROM ${sampleOf('queries', 1000)}`)
  return timeExpression(
    'sent',
    sample.map((row) => row.sent ?? ''),
    options,
  )
}

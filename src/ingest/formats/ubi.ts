import { fail } from '../../errors.js'
import { rowSelect } from '../row-sql.js'
import { timeExpression } from '../times.js'
import type { Reader } from './format.js'
import { loadJsonLines } from './ndjson.js'

const at = (path: string) => `json_extract_string(doc, '$.${path}')`

/**
 * OpenSearch User Behavior Insights: query documents and event documents, in one file or two, with or without the lines of a
 * bulk request between them. A click becomes a row of the query that it names by `query_id`; its position is the rank.
 */
export const ubi: Reader = async (reading, options) => {
  const { engine } = reading
  const loaded = await loadJsonLines(reading, 'documents')
  await engine.run(`
    CREATE TABLE queries AS SELECT __file, "row", ${at('query_id')} AS query_id, ${at('client_id')} AS client_id, ${at('user_query')} AS user_query,
      ${at('timestamp')} AS sent, row_number() OVER (PARTITION BY ${at('query_id')} ORDER BY __file, "row") AS nth
    FROM documents WHERE ${at('user_query')} IS NOT NULL AND ${at('action_name')} IS NULL;
    CREATE TABLE clicks AS SELECT ${at('query_id')} AS query_id, ${at('event_attributes.position.ordinal')} AS position,
      coalesce(${at('event_attributes.object.url')}, ${at('event_attributes.object.object_id')}) AS target
    FROM documents WHERE ${at('action_name')} IN ('click', 'item_click', 'product_click') AND ${at('query_id')} IS NOT NULL;
    DROP TABLE documents`)
  const [sizes] = await engine.all<{ queries: number; unasked: number }>(
    `SELECT (SELECT count(*) FROM queries) AS queries, (SELECT count(*) FROM clicks WHERE query_id NOT IN (SELECT query_id FROM queries WHERE query_id IS NOT NULL)) AS unasked`,
  )
  if (sizes?.queries === 0)
    fail(
      'input',
      'the files hold no UBI query documents',
      'Give the queries as well as the events; or name another format with --format.',
    )
  const sample = await engine.all<{ sent: string | null }>('SELECT sent FROM queries USING SAMPLE 1000 ROWS')
  const time = timeExpression(
    'sent',
    sample.map((row) => row.sent ?? ''),
    options.zone,
    options.timeFormat,
  )
  const select = rowSelect(
    {
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
    },
    options.keepRaw,
  )
  // A search that was sent again (paging, facets) keeps its id: its clicks join the first of its documents only.
  await engine.run(`
    CREATE TABLE staged AS SELECT ${select} FROM (SELECT q.*, c.position, c.target FROM queries q
      LEFT JOIN clicks c ON q.nth = 1 AND c.query_id = q.query_id ORDER BY q.__file, q."row", try_cast(c.position AS INTEGER));
    DROP TABLE queries; DROP TABLE clicks`)
  const notes =
    sizes && sizes.unasked > 0
      ? [`${sizes.unasked} clicks name a query that is not in the files and were left out`]
      : []
  return {
    ...loaded,
    has: { user: true, time: true, rank: true, url: true },
    extras: [],
    notes: [...time.notes, ...notes],
    unread: ['other fields of the documents'],
  }
}

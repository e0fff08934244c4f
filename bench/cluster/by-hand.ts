import { parseAddress } from '../../src/engines/spark/address.js'
import { connectTo } from '../../src/engines/spark/client.js'
import { K, PER_USER } from './plans.js'

/** What somebody who knows Spark would type for the same rows, with Spark's own lower case in place of our normalisation. */
export function rareQueriesByHand(log: string, out: string): string[] {
  return [
    view(log),
    `INSERT OVERWRITE DIRECTORY '${out}' USING parquet
     SELECT l.query, CASE WHEN p.query IS NOT NULL THEN l.host END AS host, CAST(l.time AS DATE) AS day FROM log l
     LEFT SEMI JOIN (SELECT query FROM log GROUP BY query HAVING count(DISTINCT person) >= ${K}) k ON l.query = k.query
     LEFT JOIN (SELECT query, host FROM log GROUP BY query, host HAVING count(DISTINCT person) >= ${K}) p
       ON l.query = p.query AND l.host = p.host
     ORDER BY 1, 2, 3`,
  ]
}

/** The counting alone: a bounded number of items of each person, and how many persons have an item. */
export function zealousByHand(log: string, out: string): string[] {
  return [
    view(log),
    `INSERT OVERWRITE DIRECTORY '${out}' USING parquet
     SELECT query, count(*) AS persons FROM (
       SELECT query, row_number() OVER (PARTITION BY person ORDER BY xxhash64(person, query)) AS nth FROM (SELECT DISTINCT person, query FROM log)
     ) WHERE nth <= ${PER_USER} GROUP BY query HAVING count(*) >= ${K}`,
  ]
}

/** The figures that stand in the private folder of a release: rows, persons and queries of the log, and what of them is left. After the rows. */
export function countsByHand(out: string): string[] {
  const figures = 'count(*) AS n, count(DISTINCT l.person) AS persons, count(DISTINCT l.query) AS queries'
  return [
    `INSERT OVERWRITE DIRECTORY '${out}.counts' USING parquet
     SELECT ${figures} FROM log l UNION ALL
     SELECT ${figures} FROM log l LEFT SEMI JOIN (SELECT DISTINCT query FROM parquet.\`${out}\`) k ON l.query = k.query`,
  ]
}

function view(log: string): string {
  return `CREATE OR REPLACE TEMPORARY VIEW log AS
    SELECT AnonID AS person, lower(Query) AS query, QueryTime AS time, parse_url(ClickURL, 'HOST') AS host FROM parquet.\`${log}\``
}

/** Runs statements in a session of their own; returns how many seconds the first `rows` of them took. */
export async function runByHand(url: string, statements: readonly string[], rows = statements.length): Promise<number> {
  const started = performance.now()
  let seconds = 0
  const client = await connectTo(parseAddress(url), {})
  try {
    for (const [i, query] of statements.entries()) {
      for await (const _ of client.execute({ command: { sqlCommand: { sql: query, input: { sql: { query } } } } })) {
        // nothing is asked of it but that it is done
      }
      if (i < rows) seconds = (performance.now() - started) / 1000
    }
    return seconds
  } finally {
    await client.close()
  }
}

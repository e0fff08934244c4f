import { semiJoin, whereGreatest } from '../../engines/dialect/index.js'
import { mapText } from '../../engines/map-text.js'
import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { wordKey } from '../../text/word-key.js'
import type { Context } from '../method.js'

/**
 * Queries of the same stemmed words, in any order, are one class. A class of k persons must not print a variant that only a
 * few wrote: a variant of k persons stands for itself; the others show the class's most common variant of k persons, or,
 * where there is none, the class key.
 */
export async function releasedVariants(log: Log, k: number, on: Context): Promise<string> {
  const { engine } = on
  const keys = await mapText(engine, log.table, 'query', wordKey)
  const asked = fresh('asked')
  const table = fresh('variants')
  await engine.materialise(
    asked,
    `SELECT DISTINCT l.query, l.person, c.mapped AS class FROM ${log.table} l JOIN ${keys} c ON l.query = c.value`,
  )
  await engine.materialise(
    table,
    `WITH classes AS (SELECT class FROM (SELECT DISTINCT class, person FROM ${asked}) GROUP BY class HAVING count(*) >= ${k}),
      variants AS (SELECT query, class, count(*) AS persons FROM ${asked} ${semiJoin('classes', 'USING (class)')} GROUP BY ALL),
      leaders AS (SELECT class, ${whereGreatest('query', ['persons', 'query'])} AS leader FROM variants WHERE persons >= ${k} GROUP BY class)
    SELECT query AS match, CASE WHEN persons >= ${k} THEN query ELSE coalesce(leader, class) END AS text
    FROM variants LEFT JOIN leaders USING (class)`,
  )
  await engine.drop(asked, keys)
  return table // (match, text)
}

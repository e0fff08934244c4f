import { partsShown, textColumn } from '../attacks/texts.js'
import type { Sql } from '../engines/engine.js'
import type { Log } from '../log/log.js'
import type { Seen } from '../release/seen.js'
import type { TextFigures } from '../report/release-report.js'

const MOST = 20

/** The queries of a log that most persons asked, of those that a release shows and of those that it does not. */
export async function textsOf(engine: Sql, log: Log, seen: Seen): Promise<TextFigures | undefined> {
  const column = textColumn(seen)
  if (column === undefined || partsShown(seen)) return undefined
  const persons = log.unit !== undefined ? 'count(DISTINCT person)' : 'count(*)'
  const most = (which: 'SEMI' | 'ANTI') =>
    engine.all<{ text: string; persons: number }>(
      `SELECT query AS text, ${persons} AS persons FROM ${log.table} ${which} JOIN (SELECT DISTINCT ${column} AS query FROM ${seen.rows.table} WHERE ${column} IS NOT NULL) r USING (query)
       WHERE query IS NOT NULL GROUP BY query ORDER BY persons DESC, text LIMIT ${MOST}`,
    )
  return { shown: await most('SEMI'), withheld: await most('ANTI') }
}

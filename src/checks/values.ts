import { cast, fullMatch } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { name } from '../engines/sql.js'
import { hostSql } from '../log/host-sql.js'
import type { ColumnInfo } from '../release/columns.js'
import type { Rows } from '../release/data.js'
import { type Check, count } from './check.js'

/** What a value of our columns looks like, as SQL: what is no random number, no host and no hour says more than it may. */
const SOUND: Readonly<Record<string, string>> = {
  pseudonym: `coalesce(${fullMatch('pseudonym', '[0-9a-f]{32}')}, false)`,
  tag: `tag IS NULL OR ${fullMatch('tag', '[0-9a-f]{32}')}`,
  seconds: `seconds IS NULL OR ${fullMatch('seconds', '0|[1-9][0-9]{0,11}')}`,
  rank: `rank IS NULL OR ${fullMatch('rank', '-?[0-9]{1,10}')}`,
  host: `host IS NOT DISTINCT FROM ${hostSql('host')}`,
  // A year of five digits or more is none, and room for a number.
  day: `day IS NULL OR ${fullMatch('day', '[0-9]{4}-[0-9]{2}-[0-9]{2}')}`,
  hour: `hour IS NULL OR ${fullMatch('hour', '[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:00:00')}`,
  time: `"time" IS NULL OR ${fullMatch('"time"', '[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?')}`,
}

export async function soundValues(engine: Sql, rows: Rows, described: readonly ColumnInfo[]): Promise<Check> {
  const known = described.filter(({ name: column }) => Object.hasOwn(SOUND, column))
  // A tag stands for a text that is not shown.
  const alone = rows.columns.includes('query') ? 'AND (tag IS NULL OR query IS NULL)' : ''
  const odd = known.map(
    ({ name: column }) =>
      `${cast(`count(*) FILTER (WHERE NOT ((${SOUND[column]}) ${column === 'tag' ? alone : ''}))`, 'long')} AS ${name(column)}`,
  )
  const [found = {}] =
    odd.length === 0 ? [] : await engine.all<Record<string, number>>(`SELECT ${odd.join(', ')} FROM ${rows.table}`)
  const wrong = Object.entries(found).filter(([, n]) => n > 0)
  return {
    name: 'values',
    holds: wrong.length === 0,
    detail:
      wrong.length === 0
        ? 'of the form that each column has'
        : wrong.map(([column, n]) => `${count(n, 'value')} that ${n === 1 ? 'is' : 'are'} no ${column}`).join('; '),
  }
}

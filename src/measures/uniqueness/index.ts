import { percent, table } from '../../base/format.js'
import { fresh } from '../../engines/sql.js'
import { defineMeasure, type Measured } from '../measure.js'
import { figure } from '../released.js'
import { count } from '../words.js'

/** From here on it makes no difference how many share a query. */
const MANY = 10

/**
 * How many persons share a query. Released texts are counted by the persons who asked them in the original, whatever the
 * release did with rows and pseudonyms: a text of one person is that person's text wherever it stands.
 */
export default defineMeasure({
  name: 'uniqueness',
  summary: 'how many persons share a query, and persons with a query that nobody else has, before and after',
  paper: { key: 'Adar07', title: 'User 4XXXXX9: Anonymizing Query Logs' },
  side: 'privacy',
  quick: true,
  params: {},
  fits: ({ original, released: { rows } }) =>
    original.unit === undefined
      ? 'the log has no persons'
      : rows.columns.includes('query')
        ? undefined
        : 'the release has no queries',
  async run({ original, released }, _, { engine }) {
    const asked = fresh('asked') // (query, person)
    const popular = fresh('popular') // (query, persons, times, shown: rows of the release)
    await engine.materialise(
      asked,
      `SELECT query, person, count(*) AS n FROM ${original.table} WHERE query IS NOT NULL AND person IS NOT NULL GROUP BY ALL`,
    )
    await engine.materialise(
      popular,
      `SELECT query, persons, times, coalesce(shown, 0) AS shown
        FROM (SELECT query, count(*) AS persons, sum(n)::BIGINT AS times FROM ${asked} GROUP BY query)
        LEFT JOIN (SELECT query, count(*) AS shown FROM ${released.rows.table} WHERE query IS NOT NULL GROUP BY query) USING (query)`,
    )
    const [all] = await engine.all<{ users: number }>(`SELECT count(DISTINCT person) AS users FROM ${asked}`)
    const side = async (rows: string) => {
      const shared = await engine.all<{ users: number; queries: number; rows: number }>(
        `SELECT least(persons, ${MANY}) AS users, count(*) AS queries, sum(${rows})::BIGINT AS rows FROM ${popular} WHERE ${rows} > 0 GROUP BY 1 ORDER BY 1`,
      )
      const [alone] = await engine.all<{ users: number }>(
        `SELECT count(DISTINCT person) AS users FROM ${asked} SEMI JOIN (SELECT query FROM ${popular} WHERE persons = 1 AND ${rows} > 0) u USING (query)`,
      )
      const queries = shared.reduce((sum, row) => sum + row.queries, 0)
      const unique = shared.find((row) => row.users === 1)?.queries ?? 0
      return {
        queries,
        unique: queries === 0 ? 0 : figure(unique / queries),
        usersWithUnique: all?.users ? figure((alone?.users ?? 0) / all.users) : 0,
        shared, // the last entry is for this many persons or more
      }
    }
    return { original: await side('times'), released: await side('shown') }
  },
  text: inWords,
})

interface Side {
  readonly queries: number
  readonly unique: number
  readonly usersWithUnique: number
  readonly shared: readonly { readonly users: number; readonly queries: number; readonly rows: number }[]
}

/** Before and after beside each other. */
function inWords(measured: Measured): string[] {
  const [before, after] = [measured.original as Side, measured.released as Side]
  const at = (side: Side, users: number) => side.shared.find((row) => row.users === users)
  const levels = [...new Set([...before.shared, ...after.shared].map(({ users }) => users))].sort((a, b) => a - b)
  return table([
    ['', 'log', 'release', 'rows: log', 'release'],
    ['queries', count(before.queries), count(after.queries)],
    ['  that one person asked', percent(before.unique), percent(after.unique)],
    ['persons with such a query', percent(before.usersWithUnique), percent(after.usersWithUnique)],
    ...levels.map((users) => [
      `queries of ${users === 1 ? 'one person' : `${users} persons${users === MANY ? ' or more' : ''}`}`,
      count(at(before, users)?.queries ?? 0),
      count(at(after, users)?.queries ?? 0),
      count(at(before, users)?.rows ?? 0),
      count(at(after, users)?.rows ?? 0),
    ]),
  ]).map((line) => `  ${line}`)
}

import { itemTable } from '../items.js'
import { defineMeasure } from '../measure.js'
import { itemsOf } from '../released.js'
import { runTask, type Task, taskText } from '../task.js'
import { prefixesOf, scoreCompletions } from './completions.js'

/**
 * Most popular completion [BarYossef11]: to the letters that somebody has typed, the most frequent queries that begin with them are offered. The
 * score is the mean reciprocal rank over all prefixes of held-out queries, shorter than the query and of fifteen letters at most: 1 where
 * the query that was meant stands first, a half where it stands second, 0 where it is not among the first ten.
 *
 * Rows are counted as rows, items as the persons of whom they tell, items without counts once each. Of pairs both queries count, of clicks the query.
 */
export default defineMeasure({
  name: 'autocomplete',
  summary:
    'how soon held-out queries are offered while they are typed, if completions come from the release or from the log',
  paper: { key: 'BarYossef11', title: 'Context-Sensitive Query Auto-Completion' },
  side: 'utility',
  quick: true,
  trains: true,
  params: {},
  fits: () => undefined,
  run: (subject, _, on) => runTask(task, subject, on),
  text: taskText,
})

const task: Task = {
  asks: 'query',
  counts: ({ table }) => `SELECT query, count(*) AS n FROM ${table} WHERE query IS NOT NULL GROUP BY query`,
  async taught(engine, released) {
    const kind = itemsOf(released)
    if (kind === 'keywords' || kind === 'phrases')
      return { reason: `its items are ${kind === 'keywords' ? 'words' : kind}, not queries` }
    if (kind !== undefined) {
      const { table } = await itemTable(engine, released)
      const both = kind === 'pairs' ? ` UNION ALL SELECT second, n FROM ${table}` : ''
      return {
        sql: `SELECT query, sum(coalesce(n, 1)) AS n FROM (SELECT first AS query, n FROM ${table}${both}) WHERE query IS NOT NULL GROUP BY query`,
      }
    }
    const { table, columns } = released.rows
    if (!columns.includes('query')) return { reason: 'the release has no queries' }
    return { sql: `SELECT query, count(*) AS n FROM ${table} WHERE query IS NOT NULL GROUP BY query` }
  },
  score: scoreCompletions,
  about: async (engine, asked) => ({ prefixes: (await prefixesOf(engine, asked)).prefixes }),
}

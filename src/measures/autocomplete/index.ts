import { itemTable } from '../items.js'
import { defineMeasure } from '../measure.js'
import { itemsOf } from '../released.js'
import { runTask, type Task, taskText } from '../task.js'
import { LONGEST, prefixesOf, scoreCompletions } from './completions.js'

/**
 * Most popular completion [BarYossef11]: to the letters that somebody has typed, the most frequent queries that begin with them are offered. The
 * score is the mean reciprocal rank over all prefixes of held-out queries, shorter than the query and of fifteen letters at most: 1 where
 * the query that was meant stands first, a half where it stands second, 0 where it is not among the first ten.
 *
 * The task rewards whoever remembers single persons, since people ask the same again: so rows that are new to their person are scored apart as well.
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
  params: {
    longest: { type: 'whole', min: 1, max: LONGEST, default: LONGEST, help: 'letters of the longest prefix' },
  },
  fits: () => undefined,
  run: (subject, { longest }, on) => runTask(taskUpTo(longest), subject, on),
  text: taskText,
})

const taskUpTo = (longest: number): Task => ({
  asks: 'query',
  asked: ({ table, unit }, training) =>
    unit === undefined
      ? `SELECT query, count(*) AS n, NULL::BIGINT AS fresh FROM ${table} WHERE query IS NOT NULL GROUP BY query`
      : `SELECT h.query, count(*) AS n, count(*) FILTER (WHERE k.query IS NULL) AS fresh FROM ${table} h
          LEFT JOIN (SELECT DISTINCT person, query FROM ${training.table} WHERE query IS NOT NULL) k ON h.person = k.person AND h.query = k.query
          WHERE h.query IS NOT NULL GROUP BY h.query`,
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
  score: (engine, learnt, asked) => scoreCompletions(engine, learnt, asked, longest),
  about: async (engine, asked) => ({ prefixes: (await prefixesOf(engine, asked, longest)).prefixes }),
})

import { hostSql } from '../../log/host-sql.js'
import { itemTable } from '../items.js'
import { defineMeasure } from '../measure.js'
import { itemsOf } from '../released.js'
import { runTask, type Task, taskText } from '../task.js'
import { scoreAnswers } from '../task-answers.js'

/**
 * Clicks as a sign of what is wanted [Agichtein06]: the host that was clicked most often after a query is put first. The score is the share of held-out
 * clicks that go to the host that is first; a query that has no host yet counts as wrong.
 */
export default defineMeasure({
  name: 'clicks',
  summary: 'share of held-out clicks that go to the host most clicked after the query in the release or in the log',
  paper: { key: 'Agichtein06', title: 'Improving Web Search Ranking by Incorporating User Behavior Information' },
  side: 'utility',
  quick: true,
  trains: true,
  params: {},
  fits: ({ original }) => (original.has.url ? undefined : 'the log has no clicks'),
  run: (subject, _, on) => runTask(task, subject, on),
  text: taskText,
})

const task: Task = {
  asks: 'click on a host',
  counts: ({ table }) => counted(table, 'query', 'url', 'count(*)'),
  async taught(engine, released) {
    const kind = itemsOf(released)
    if (kind === 'clicks') {
      const { table } = await itemTable(engine, released)
      return { sql: counted(table, 'first', 'second', 'sum(coalesce(n, 1))') }
    }
    if (kind !== undefined) return { reason: 'its items are no clicks' }
    const { table, columns } = released.rows
    if (!columns.includes('query')) return { reason: 'the release has no queries' }
    if (!columns.includes('host')) return { reason: 'the release has no hosts' }
    return { sql: counted(table, 'query', 'host', 'count(*)') }
  },
  score: (engine, learnt, asked) => scoreAnswers(engine, learnt, asked, 1),
}

function counted(table: string, query: string, url: string, n: string): string {
  return `SELECT * FROM (SELECT ${query} AS query, ${hostSql(url)} AS answer, ${n} AS n FROM ${table} WHERE ${query} IS NOT NULL AND ${url} IS NOT NULL GROUP BY ALL)
    WHERE answer IS NOT NULL`
}

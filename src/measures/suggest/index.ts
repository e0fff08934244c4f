import { itemTable, orderedSql, pairsSql } from '../items.js'
import { defineMeasure } from '../measure.js'
import { itemsOf } from '../released.js'
import { runTask, type Task, taskText } from '../task.js'
import { scoreAnswers } from '../task-answers.js'
import { togetherSql } from './together.js'

/** Suggestions that are made to a query. */
const SUGGESTED = 10

/**
 * Suggestions by co-occurrence in sessions [Huang03]: after a query, those are suggested that most often came next. The score is the mean reciprocal
 * rank of the query that did come next in the held-out part: another one, of the same person, within the hour; 0 where it is not among the
 * first ten.
 *
 * Where a release shows what goes together but in no order (pseudonyms with days or hours), any two queries of a pseudonym on one day, or in one hour, count
 * as if each came after the other.
 */
export default defineMeasure({
  name: 'suggest',
  summary: 'how high the next query of a held-out session stands among suggestions from the release or from the log',
  paper: {
    key: 'Huang03',
    title: 'Relevant Term Suggestion in Interactive Web Search Based on Contextual Information in Query Session Logs',
  },
  side: 'utility',
  quick: true,
  trains: true,
  params: {},
  fits: ({ original }) =>
    original.has.time && original.unit !== undefined
      ? undefined
      : 'the log does not tell which query followed which: persons and times are needed',
  run: (subject, _, on) => runTask(task, subject, on),
  text: taskText,
})

const task: Task = {
  asks: 'query that another one followed within the hour',
  counts: ({ table, has }) =>
    counted(pairsSql(table, has.session ? ['person', 'session'] : ['person'], 'time', !has.session)),
  async taught(engine, released) {
    const kind = itemsOf(released)
    if (kind === 'pairs') {
      const { table } = await itemTable(engine, released)
      return { sql: `SELECT first AS query, second AS answer, coalesce(n, 1) AS n FROM ${table}` }
    }
    if (kind !== undefined) return { reason: 'its items are no pairs of queries' }
    const rows = orderedSql(released.rows)
    if (rows !== undefined) return { sql: counted(pairsSql(rows, ['pseudonym'], 'time', true)) }
    return togetherSql(released.rows)
  },
  score: (engine, learnt, asked) => scoreAnswers(engine, learnt, asked, SUGGESTED),
}

function counted(pairs: string): string {
  return `SELECT first AS query, second AS answer, count(*) AS n FROM (${pairs}) GROUP BY ALL`
}

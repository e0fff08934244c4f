import { defineMeasure } from '../measure.js'
import { itemsOf } from '../released.js'
import { runTask, type Task, taskText } from '../task.js'
import { daySql } from '../task-rows.js'
import { scoreForecast, TOP } from './forecast.js'

/**
 * Demand by day [Vlachos04]: how often each of the thousand most frequent queries will be asked on a day to come, by how often it was asked on the same day of the
 * week before. The score is the correlation of forecasts and counts over all these queries and held-out days.
 *
 * The thousand are those of the training part of the log, whoever forecasts; what a release does not show it forecasts as 0. A correlation does
 * not mind the scale, so a sample or a release that leaves out rows evenly loses nothing.
 */
export default defineMeasure({
  name: 'trends',
  summary: 'correlation of daily counts of the top thousand queries with forecasts from the release or from the log',
  paper: { key: 'Vlachos04', title: 'Identifying Similarities, Periodicities and Bursts for Online Search Queries' },
  side: 'utility',
  quick: true,
  trains: true,
  params: {},
  fits: ({ original }) => (original.has.time ? undefined : 'the log has no days'),
  run: (subject, _, on) => runTask(task, subject, on),
  text: taskText,
})

const task: Task = {
  asks: 'query with a day',
  counts: ({ table }) => counted(table, 'time::DATE'),
  async taught(_, released) {
    if (itemsOf(released)) return { reason: 'a table of items has no days' }
    const { table, columns } = released.rows
    if (!columns.includes('query')) return { reason: 'the release has no queries' }
    const day = daySql(columns)
    return day === undefined ? { reason: 'the release shows no days' } : { sql: counted(table, day) }
  },
  score: scoreForecast,
  async about(engine, asked, original) {
    const [row] = await engine.all<{ queries: number; days: number }>(
      `SELECT least(${TOP}, (SELECT count(DISTINCT query) FROM ${original})) AS queries, (SELECT count(DISTINCT day) FROM ${asked} ANTI JOIN ${original} USING (day)) AS days`,
    )
    return { queries: row?.queries ?? 0, days: row?.days ?? 0 }
  },
}

function counted(table: string, day: string): string {
  return `SELECT * FROM (SELECT query, ${day} AS day, count(*) AS n FROM ${table} WHERE query IS NOT NULL GROUP BY ALL) WHERE day IS NOT NULL`
}

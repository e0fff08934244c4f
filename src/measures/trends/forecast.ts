import type { Sql } from '../../engines/engine.js'
import type { Score } from '../task.js'

/** How many queries are followed. */
export const TOP = 1000

/**
 * The correlation of forecasts and counts over queries and days. Tables are (query, day, n). A forecast for a day of the week is the mean over such
 * days in the training part; where there was none yet, over all its days.
 */
export async function scoreForecast(engine: Sql, learnt: string, asked: string, original: string): Promise<Score> {
  const [row] = await engine.all<{ r: number | null; flat: boolean; still: boolean; cells: number }>(`
    WITH top AS (SELECT query FROM ${original} GROUP BY query ORDER BY sum(n) DESC, query LIMIT ${TOP}),
      shown AS (SELECT query, isodow(day) AS weekday, sum(n)::DOUBLE AS n FROM ${learnt} SEMI JOIN top USING (query) GROUP BY ALL),
      whole AS (SELECT query, sum(n) AS n FROM shown GROUP BY query),
      past AS (SELECT DISTINCT day FROM ${original}),
      weekdays AS (SELECT isodow(day) AS weekday, count(*) AS days FROM past GROUP BY 1),
      days AS (SELECT day, weekday, w.days FROM (SELECT DISTINCT day, isodow(day) AS weekday FROM ${asked} ANTI JOIN past USING (day)) LEFT JOIN weekdays w USING (weekday)),
      cells AS (
        SELECT coalesce(a.n, 0)::DOUBLE AS count,
          CASE WHEN d.days IS NULL THEN coalesce(w.n, 0) / (SELECT count(*) FROM past) ELSE coalesce(s.n, 0) / d.days END AS forecast
        FROM top CROSS JOIN days d LEFT JOIN ${asked} a ON a.query = top.query AND a.day = d.day
        LEFT JOIN shown s ON s.query = top.query AND s.weekday = d.weekday LEFT JOIN whole w ON w.query = top.query)
    SELECT count(*) AS cells, min(count) = max(count) AS still, min(forecast) = max(forecast) AS flat,
      CASE WHEN min(count) < max(count) AND min(forecast) < max(forecast) THEN corr(forecast, count) END AS r FROM cells`)
  if (row === undefined || row.cells === 0)
    return { score: null, reason: 'it takes days to learn from and others that are held out' }
  if (row.still) return { score: null, reason: 'on the held-out days every query was asked equally often' }
  // The same forecast for everything tells nothing of what will be asked.
  return { score: row.flat ? 0 : row.r }
}

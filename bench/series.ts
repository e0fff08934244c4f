import { type Outcome, round } from './measure.js'
import { addYear, type DayFigures, SHORT, YEAR, type YearSize } from './series/run.js'

/** What an addition costs with a full window: ten days after the first window against the last ten. */
export function costOf(figures: readonly DayFigures[], window: number) {
  const mean = (days: readonly DayFigures[], of: (one: DayFigures) => number) =>
    days.reduce((sum, one) => sum + of(one), 0) / days.length
  const [early, late] = [figures.slice(window, window + 10), figures.slice(-10)]
  return {
    early: { seconds: mean(early, (one) => one.seconds), cpuSeconds: mean(early, (one) => one.cpuSeconds) },
    late: { seconds: mean(late, (one) => one.seconds), cpuSeconds: mean(late, (one) => one.cpuSeconds) },
  }
}

/** Additions of a year: the last ten against the ten after the first window, in time of the processor. */
export async function seriesBench(rows: number): Promise<Outcome> {
  const size: YearSize = rows < YEAR.days * YEAR.rows ? SHORT : YEAR
  const figures = await addYear(size)
  if (figures === undefined) throw new Error('a year without end was asked for')
  const { early, late } = costOf(figures, size.window)
  return {
    name: 'series',
    ours: round(late.cpuSeconds),
    limit: round(early.cpuSeconds),
    ratio: round(late.cpuSeconds / early.cpuSeconds),
    unit: 's an addition',
    atMost: 1.5,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    detail: { days: size.days, rowsADay: size.rows, seconds: round(late.seconds), limitSeconds: round(early.seconds) },
  }
}

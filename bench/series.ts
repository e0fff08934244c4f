import { type Outcome, round } from './measure.js'
import { addYear, type DayFigures, SHORT, YEAR, type YearSize } from './series/run.js'

/**
 * What an addition costs with a full window: ten days after the first window against the last ten. What is remembered of a stretch grows until it is over, so that days cost alike that have the
 * same places in theirs: `alike` are those of the second stretch that stand where the last ten do.
 */
export function costOf(figures: readonly DayFigures[], window: number) {
  const mean = (days: readonly DayFigures[], of: (one: DayFigures) => number) =>
    days.reduce((sum, one) => sum + of(one), 0) / days.length
  const cost = (days: readonly DayFigures[]) => ({
    seconds: mean(days, (one) => one.seconds),
    cpuSeconds: mean(days, (one) => one.cpuSeconds),
  })
  const ten = (from: number) => cost(figures.slice(from, from + 10))
  const last = figures.length - 10
  return { early: ten(window), alike: ten(window + (last % window)), late: ten(last) }
}

/** Additions of a year: the last ten against the ten after the first window, in time of the processor. */
export async function seriesBench(rows: number): Promise<Outcome> {
  const size: YearSize = rows < YEAR.days * YEAR.rows ? SHORT : YEAR
  const figures = await addYear(size)
  if (figures === undefined) throw new Error('a year without end was asked for')
  const { early, alike, late } = costOf(figures, size.window)
  return {
    name: 'series',
    ours: round(late.cpuSeconds),
    limit: round(early.cpuSeconds),
    ratio: round(late.cpuSeconds / early.cpuSeconds),
    unit: 's an addition',
    atMost: 1.5,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    detail: {
      days: size.days,
      rowsADay: size.rows,
      seconds: round(late.seconds),
      limitSeconds: round(early.seconds),
      samePlacesCpuSeconds: round(alike.cpuSeconds),
    },
  }
}

import { type Outcome, round } from './measure.js'
import { addYear, type Cost, type DayFigures, SHORT, THIN, YEAR, type YearSize } from './series/run.js'

/** What an addition costs with a full window: the ten days after the first window, added to a copy of the series as it stood then, in turns with the last ten. */
export function costOf(figures: readonly DayFigures[]) {
  const mean = (costs: readonly Cost[]) => ({
    seconds: costs.reduce((sum, { seconds }) => sum + seconds, 0) / costs.length,
    cpuSeconds: costs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / costs.length,
  })
  const last = figures.filter((one) => one.early !== undefined)
  return { early: mean(last.map((one) => one.early!)), late: mean(last) }
}

/** Additions of a year: the last ten against the ten after the first window, in turns. */
export function seriesBench(rows: number): Promise<Outcome> {
  return costBench('series', rows < YEAR.days * YEAR.rows ? SHORT : YEAR)
}

/** The same in a tenth of the time: days that no compared addition looks back to have few rows. */
export function seriesCostBench(): Promise<Outcome> {
  return costBench('series-cost', THIN)
}

async function costBench(name: string, size: YearSize): Promise<Outcome> {
  const figures = await addYear(size)
  if (figures === undefined) throw new Error('a year without end was asked for')
  const { early, late } = costOf(figures)
  return {
    name,
    ours: round(late.seconds),
    limit: round(early.seconds),
    ratio: round(late.seconds / early.seconds),
    unit: 's an addition',
    atMost: 1.5,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    detail: {
      days: size.days,
      rowsADay: size.rows,
      cpuSeconds: round(late.cpuSeconds),
      limitCpuSeconds: round(early.cpuSeconds),
      cpuRatio: round(late.cpuSeconds / early.cpuSeconds),
    },
  }
}

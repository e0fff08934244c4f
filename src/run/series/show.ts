import { defined } from '../../base/defined.js'
import { type Standing, standing } from '../../ledger/account.js'
import { openBook } from '../../ledger/ledger.js'
import type { Guarantee } from '../../release/guarantee.js'
import { lastOver, nameOfPeriod } from '../../series/periods.js'
import { nameOf } from '../steps.js'
import { type Difference, knownDifferences } from './differences.js'
import { promiseOfSeries } from './init.js'
import { isShown, membersOf, openSeries } from './settings.js'

export interface ShownPeriod {
  readonly period: string
  /** Items, or rows, of the release. */
  readonly released: number
  readonly empty: boolean
  /** Its release is no longer in the folder of the series; it counts all the same. */
  readonly gone?: true
  readonly differences?: readonly Difference[]
}

/** A series and how it stands. */
export interface SeriesView {
  readonly dir: string
  readonly method: string
  readonly population: string
  readonly every: 'day' | 'week'
  /** In periods. */
  readonly window: number | 'ever'
  readonly horizon?: number
  readonly late: 'join' | 'drop'
  readonly guarantee: Guarantee
  readonly periods: readonly ShownPeriod[]
  /** Periods between the first and the last that nothing was added for. */
  readonly missed: readonly string[]
  /** The last period that is over by the clock, and those up to it that are to be added. */
  readonly over: string
  readonly due: readonly string[]
  readonly ledger: Standing
}

/** How a series stands; reads no log. */
export async function viewSeries(dir: string, now = new Date()): Promise<SeriesView> {
  const series = openSeries(dir)
  const { every, window, horizon, late, population } = series
  const { guarantee } = await promiseOfSeries(series)
  const members = membersOf(series)
  const added = new Set(members.map(({ period }) => period))
  const [first, last] = [members[0]?.period, members.at(-1)?.period]
  const named = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
      .filter((period) => !added.has(period))
      .map((period) => nameOfPeriod(every, period))
  const over = lastOver(every, now)
  // All of them: whoever adds the last ones first can never add the others. Nothing is due once the horizon is over.
  const end = horizon === undefined || first === undefined ? over : Math.min(over, first + horizon - 1)
  return {
    ...{ dir: series.dir, method: nameOf(series.plan), population, every, window, late, guarantee },
    ...defined({ horizon }),
    periods: members.map((member) => {
      const { kept } = member.record.counts
      const released = kept.items ?? kept.rows
      return {
        period: member.name,
        released,
        empty: released === 0,
        ...(isShown(member) ? {} : { gone: true as const }),
        ...defined({ differences: knownDifferences(member) }),
      }
    }),
    missed: first === undefined || last === undefined ? [] : named(first, last),
    over: nameOfPeriod(every, over),
    due: named((last ?? over - 1) + 1, end),
    ledger: standing(population, openBook(series.ledger, population).entries()),
  }
}

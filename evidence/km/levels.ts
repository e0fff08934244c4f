import { COLUMNS, type Column, type Left, leftBy } from '../../bench/km/kept.js'
import type { MadeUp } from '../../bench/km/marketing.js'
import type { Entries } from '../../src/methods/km-deletion/histories.js'
import { TARGETS, type Target } from '../../src/methods/km-deletion/utility.js'

/** Column by target function: each of these is meant to win its own. */
export const OWN: readonly Target[] = ['logsize', 'users', 'bid', 'clicks', 'impressions', 'revenue']

/** What greedy deletion as published leaves at a level, by target function. */
type By = Readonly<Record<Target, Left>>

/** A level as the source tells it. */
export interface Level {
  /** The best of all target functions in each column. */
  readonly best: Readonly<Record<Column, number>>
  /** Points by which random, the worst other target and fis are behind it. */
  readonly behind: Readonly<Record<Column, readonly [random: number, worst: number, fis: number]>>
  /** Which target wins each column that has one of its own; its own within a tenth of a point. */
  readonly winner: Readonly<Partial<Record<Target, Target>>>
  /** What the optimiser leaves of each of these, under its own target. */
  readonly optimised: Readonly<Partial<Record<Target, number>>>
}

interface Asked {
  readonly k: number
  readonly m: number
}

export async function levelOf(entries: Entries, marketing: MadeUp, { k, m }: Asked): Promise<Level> {
  const by = await byTarget(entries, marketing, { k, m })
  const most = (column: Column) => TARGETS.reduce((a, b) => (by[b][column] > by[a][column] ? b : a))
  const each = <T>(of: (column: Column) => T) =>
    Object.fromEntries(COLUMNS.map((column) => [column, of(column)])) as Record<Column, T>
  const optimised: Partial<Record<Target, number>> = {}
  for (const target of OWN) {
    const budget = 20 * entries.term.length
    const left = await leftBy(entries, marketing, { target, k, m, seed: 1, budget })
    optimised[target] = left.optimised![target as Column]
  }
  return {
    best: each((column) => by[most(column)][column]),
    behind: each((column) => {
      const best = by[most(column)][column]
      const worst = Math.min(...TARGETS.filter((target) => target !== 'random').map((target) => by[target][column]))
      return [best - by.random[column], best - worst, best - by.fis[column]] as const
    }),
    winner: Object.fromEntries(
      OWN.map((target) => {
        const column = target as Column
        const winner = most(column)
        return [target, by[target][column] >= by[winner][column] - 0.1 ? target : winner]
      }),
    ),
    optimised,
  }
}

/** All columns by all target functions, without the optimiser. */
export async function byTarget(entries: Entries, marketing: MadeUp, { k, m }: Asked): Promise<By> {
  const by: Partial<Record<Target, Left>> = {}
  for (const target of TARGETS) {
    const of = async (seed: number) => (await leftBy(entries, marketing, { target, k, m, seed, budget: 0 })).greedy
    const one = await of(1)
    // Random is the mean of two runs, as in the source.
    const two = target === 'random' ? await of(2) : one
    by[target] = Object.fromEntries(
      COLUMNS.map((column) => [column, (one[column] + two[column]) / 2]),
    ) as unknown as Left
  }
  return by as By
}

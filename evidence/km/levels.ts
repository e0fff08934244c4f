import { COLUMNS, type Column, type Left, leftBy } from '../../bench/km/kept.js'
import type { MadeUp } from '../../bench/km/marketing.js'
import type { Entries } from '../../src/methods/km-deletion/histories.js'
import { TARGETS, type Target } from '../../src/methods/km-deletion/utility.js'

/** What each target function leaves at a level, by greedy deletion as published. */
export type Level = Readonly<Record<Target, Left>>

export async function levelOf(entries: Entries, marketing: MadeUp, { k, m }: { k: number; m: number }): Promise<Level> {
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
  return by as Level
}

export function best(level: Level, column: Column): { target: Target; value: number } {
  return TARGETS.map((target) => ({ target, value: level[target][column] })).reduce((a, b) =>
    b.value > a.value ? b : a,
  )
}

/** Points by which random, the worst other target and fis are behind the best. */
export function behind(level: Level, column: Column): readonly [random: number, worst: number, fis: number] {
  const { value } = best(level, column)
  const worst = Math.min(...TARGETS.filter((target) => target !== 'random').map((target) => level[target][column]))
  return [value - level.random[column], value - worst, value - level.fis[column]]
}

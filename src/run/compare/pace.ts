import { availableParallelism } from 'node:os'
import type { Resources } from '../../engines/session.js'
import { loadMethod, methodNames } from '../../methods/index.js'
import { type Cell, gridFrom } from '../../plans/grid.js'
import type { CellResult, CellTask } from './cell.js'

/** What a setting takes on a usual machine, roughly: to begin with, and for each row. While a comparison runs, what the settings so far took decides. */
const [SECONDS, SECONDS_A_ROW] = [2, 6e-5]

/** How many times as long as most a setting takes, by its last step. */
async function paceOf({ plan }: Pick<Cell, 'plan'>): Promise<number> {
  const last = plan.steps.at(-1)?.method
  return last !== undefined && methodNames().includes(last) ? ((await loadMethod(last)).pace ?? 1) : 1
}

/** What a grid comes to, before it is run on a log of so many rows: releases to make, and about how many seconds that takes. */
export async function gridCost(
  grid: object,
  rows: number,
  threads = availableParallelism(),
): Promise<{ readonly cells: number; readonly settings: number; readonly seconds: number }> {
  const { cells } = await gridFrom(grid, 'the grid')
  const paces = await Promise.all(cells.map(paceOf))
  const whole = paces.reduce((sum, pace) => sum + pace, 0) * (SECONDS + SECONDS_A_ROW * rows)
  const settings = new Set(cells.map(({ label }) => label)).size
  return { cells: cells.length, settings, seconds: whole / Math.max(1, Math.min(threads, cells.length)) }
}

/** Whoever waits sees something of everything early: the quick ones first, and one setting of each method before the second of any. */
export async function inOrder(tasks: readonly CellTask[]): Promise<CellTask[]> {
  const seen = new Map<string, number>()
  const placed = await Promise.all(tasks.map(async (task) => ({ task, pace: await paceOf(task.cell) })))
  return placed
    .map(({ task, pace }) => {
      const method = task.cell.plan.steps.at(-1)?.method ?? ''
      const nth = seen.get(method) ?? 0
      seen.set(method, nth + 1)
      return { task, place: [Math.round(pace), nth] as const }
    })
    .toSorted((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1])
    .map(({ task }) => task)
}

/** Says how far the work is and how long it will take, by the time that the cells so far took. */
export async function progress(
  tasks: readonly CellTask[],
  width: number,
  { onProgress, onStep }: Resources,
): Promise<(result: CellResult) => void> {
  const paces = new Map(await Promise.all(tasks.map(async ({ cell }) => [cell.id, await paceOf(cell)] as const)))
  let [done, seconds, open] = [0, 0, [...paces.values()].reduce((sum, pace) => sum + pace, 0)]
  const all = open
  onProgress?.(0) // how far the reading was is another matter
  onStep?.(`0 of ${tasks.length} settings`)
  return (result) => {
    done++
    seconds += result.seconds
    open -= paces.get(result.id) ?? 1
    const left = ((seconds / (all - open)) * open) / width
    onProgress?.((all - open) / all)
    onStep?.(
      `${done} of ${tasks.length} settings, about ${left < 90 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`} left`,
    )
  }
}

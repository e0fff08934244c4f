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

/** What a grid comes to. */
export interface GridCost {
  /** Releases to make: a setting with noise is tried several times. */
  readonly cells: number
  readonly settings: number
  /** What people call the settings. */
  readonly labels: readonly string[]
  /** About so long. */
  readonly seconds: number
}

/** What a grid comes to, before it is run on a log of so many rows. What has been tried already is left out. */
export async function gridCost(
  grid: object,
  rows: number,
  threads = availableParallelism(),
  isTried: (cell: Pick<Cell, 'label' | 'seed'>) => boolean = () => false,
): Promise<GridCost> {
  const cells = (await gridFrom(grid, 'the grid')).cells.filter((cell) => !isTried(cell))
  const paces = await Promise.all(cells.map(paceOf))
  const whole = paces.reduce((sum, pace) => sum + pace, 0) * (SECONDS + SECONDS_A_ROW * rows)
  const labels = [...new Set(cells.map(({ label }) => label))]
  const seconds = whole / Math.max(1, Math.min(threads, cells.length))
  return { cells: cells.length, settings: labels.length, labels, seconds }
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

/** How many settings of a grid have been tried, by the cells that are done: a setting counts from its first run on. */
export function triedOf(
  cells: readonly Pick<Cell, 'id' | 'label'>[],
  isDone: (id: string) => boolean,
): { readonly tried: number; readonly of: number } {
  const labels = (list: typeof cells) => new Set(list.map(({ label }) => label)).size
  return { tried: labels(cells.filter(({ id }) => isDone(id))), of: labels(cells) }
}

/** Says how far the work is and how long it will take, by the time that the cells so far took. */
export async function progress(
  cells: readonly Cell[],
  open: readonly CellTask[],
  width: number,
  { onProgress, onStep }: Resources,
): Promise<(result: CellResult) => void> {
  const paces = new Map(await Promise.all(open.map(async ({ cell }) => [cell.id, await paceOf(cell)] as const)))
  const left = new Set(paces.keys())
  let [seconds, pace] = [0, [...paces.values()].reduce((sum, one) => sum + one, 0)]
  const all = pace
  const soFar = () => {
    const { tried, of } = triedOf(cells, (id) => !left.has(id))
    const again =
      tried === of && left.size > 0
        ? ` once, ${left.size} more ${left.size === 1 ? 'run' : 'runs'} of those with noise`
        : ''
    return `${tried} of ${of} settings${again}`
  }
  onProgress?.(0) // how far the reading was is another matter
  onStep?.(soFar())
  return (result) => {
    left.delete(result.id)
    seconds += result.seconds
    pace -= paces.get(result.id) ?? 1
    const time = ((seconds / (all - pace)) * pace) / width
    onProgress?.((all - pace) / all)
    onStep?.(`${soFar()}, about ${time < 90 ? `${Math.ceil(time)} s` : `${Math.ceil(time / 60)} min`} left`)
  }
}

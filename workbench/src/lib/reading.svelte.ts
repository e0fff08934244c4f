import { ask, bench, type Fault, faultOf, jobOf } from './bench.svelte.js'
import { undoable } from './history.svelte.js'

type Named = Record<string, unknown>

/** How the log at hand is read, as the custodian changes it: kept while they are in other rooms. */
export const reading = $state<{
  fault: Fault | undefined
  column: string
  /** Columns as they stood first: a table whose rows change places under the hand is no good. */
  order: readonly string[]
  /** What a column was taken for before another was. */
  moved: string
}>({ fault: undefined, column: '', order: [], moved: '' })

export const history = undoable<Named>((named) => void send(named))

let of = ''

/** What was done about another log cannot be taken back on this one. */
export function follow(): void {
  const files = JSON.stringify(bench.state?.log?.files ?? [])
  if (files === of) return
  of = files
  history.clear()
  reading.fault = undefined
  reading.column = ''
  reading.order = []
  reading.moved = ''
}

export function named(): Named {
  return $state.snapshot(bench.state?.log?.named ?? {}) as Named
}

/** Reads it otherwise, so that it can be undone; `column` is the one whose menu was used. */
export function change(to: Named, column = ''): void {
  history.note(named())
  reading.moved = ''
  reading.column = column
  void send(to)
}

async function send(to: Named): Promise<void> {
  reading.fault = undefined
  try {
    await ask('reading', { reading: to })
  } catch (error) {
    reading.fault = faultOf(error)
  }
}

const EVERY_MS = 100

/** The same from another room: true once the page shows what came of it. */
export async function reread(to: Named): Promise<boolean> {
  const before = jobOf('preview')?.id
  change(to)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    const job = jobOf('preview')
    if (reading.fault !== undefined) return false
    if (job !== undefined && job.id !== before && job.ended !== undefined) return job.state === 'done'
  }
}

/** How the columns are taken as the preview shows them, by what they stand for. */
export function shownColumns(): Record<string, string> {
  const shown = (bench.results.preview?.columns ?? []).filter(({ becomes }) => becomes !== null)
  return Object.fromEntries(shown.map(({ column, becomes }) => [becomes!, place(column)]))
}

/** A column by its name, or by its number where it has none. */
export function place(column: string): string {
  return /^column (\d+)$/.exec(column)?.[1] ?? column
}

import { ask, bench, type Fault, faultOf } from './bench.svelte.js'
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

import { LetheError } from '../../base/errors.js'
import { endWithParent } from '../../base/orphan.js'
import type { Resources } from '../../engines/session.js'
import { type CellTask, runCell } from './cell.js'

/** What the parent sends: a task and what it may use of the machine. */
export interface Message {
  readonly task: CellTask
  readonly resources: Pick<Resources, 'threads' | 'memory' | 'temp'>
}

const stop = new AbortController()
process.once('SIGTERM', () => stop.abort()).once('SIGINT', () => stop.abort())
process.once('disconnect', () => stop.abort()) // nobody waits for the result any more
endWithParent()

process.on('message', async ({ task, resources }: Message) => {
  try {
    process.send?.(await runCell(task, { ...resources, signal: stop.signal }))
  } catch (error) {
    if (!(error instanceof LetheError)) throw error
    process.exitCode = 2
    process.disconnect?.()
  }
})

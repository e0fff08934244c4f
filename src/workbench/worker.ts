import { LetheError, REPORT_FAULT } from '../base/errors.js'
import { endWithParent } from '../base/orphan.js'
import { STAYS } from './stays.js'
import { found, type Work, work } from './work.js'

/** Texts that are asked for, of those that the scan of this process found. */
interface AskedTexts {
  readonly texts: number
  readonly kind: string
  readonly from: number
  readonly count: number
}

let stop = new AbortController()
let busy = false
/** What is under way is the last. */
let ending = false
// Nobody waits for the result any more: the server has gone, and with it what it started.
process.once('disconnect', () => process.exit(1))
endWithParent()
process.once('SIGTERM', () => {
  if (!busy) process.exit(0)
  ending = true
  stop.abort()
})
process.on('SIGINT', () => {}) // Ctrl-C reaches the whole group; the server decides

const tell = (message: object) => void process.send?.(message)

process.on('message', async (message: Work | AskedTexts | { readonly cancel: true }) => {
  if ('cancel' in message) return stop.abort()
  if ('texts' in message) return answer(message)
  const told = {
    step: (step: string) => tell({ step }),
    share: (share: number) => tell({ share }),
    part: (part: unknown) => tell({ part }),
  }
  busy = true
  stop = new AbortController()
  const { signal } = stop
  try {
    const result = await work(message, told, signal)
    busy = false
    tell({ result })
    if (message.kind !== 'scan' && !STAYS.includes(message.kind)) process.disconnect()
  } catch (error) {
    busy = false
    tell({ fault: faultOf(error), cancelled: signal.aborted })
    if (!STAYS.includes(message.kind)) process.disconnect()
  }
  if (ending) process.exit(0)
})

function answer({ texts, kind, from, count }: AskedTexts): void {
  const of = kind === '' ? found : found.filter(({ kinds }) => kinds.includes(kind))
  tell({ texts, all: of.length, rows: of.slice(from, from + count) })
}

/** Only our own errors are told: others may quote the log. */
function faultOf(error: unknown): { readonly message: string; readonly next?: string } {
  if (!(error instanceof LetheError)) return { message: 'something went wrong inside', next: REPORT_FAULT }
  return { message: error.message, ...(error.next === undefined ? {} : { next: error.next }) }
}

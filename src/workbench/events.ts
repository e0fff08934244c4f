import type { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Session } from './session.js'

/** Not more often than this. */
const EVERY_MS = 150
const ALIVE_MS = 20_000

/** Every change of what is at hand, to every tab that listens. */
export function eventRoutes(app: Hono, session: Session): void {
  app.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      let wake = () => {}
      let dirty = true
      const stop = session.listen(() => {
        dirty = true
        wake()
      })
      stream.onAbort(() => {
        stop()
        wake()
      })
      while (!stream.aborted) {
        if (dirty) {
          dirty = false
          await stream.writeSSE({ event: 'state', data: JSON.stringify(session.state()) })
          await stream.sleep(EVERY_MS)
          continue
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ALIVE_MS)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        if (!dirty && !stream.aborted) await stream.writeSSE({ event: 'alive', data: '' })
      }
    }),
  )
}

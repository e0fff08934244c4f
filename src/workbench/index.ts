import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { fail, LetheError, REPORT_FAULT } from '../base/errors.js'
import type { Reading } from '../index.js'
import type { Results } from './api.js'
import { eventRoutes } from './events.js'
import { guardOf } from './guard.js'
import { lastTime, openNotes } from './last-time.js'
import { builtPage, pageRoutes } from './page.js'
import { LOOKS, openRemembered } from './remembered.js'
import { rootsOf } from './roots.js'
import { bodyOf, textOf } from './routes/body.js'
import { compareRoutes } from './routes/compare.js'
import { logRoutes } from './routes/log.js'
import { methodRoutes } from './routes/method.js'
import { releaseRoutes } from './routes/release.js'
import { openSession, type Session } from './session.js'
import { namedLog } from './start-log.js'

export interface WorkbenchOptions extends Pick<Reading, 'threads' | 'memory' | 'temp'> {
  /** A log, a folder with logs, or a configuration; without it a made-up log. */
  readonly log?: string
  /** Folders that the page may look into; the first is where things are made. By default the log's own. */
  readonly roots?: readonly string[]
  /** 0: any that is free. */
  readonly port?: number
  /** Told what takes a while before there is a page. */
  readonly say?: (line: string) => void
}

export interface Workbench {
  /** With the token: whoever has it may do what the page can. */
  readonly url: string
  /** An address that can be used one time, for whoever starts a browser. */
  once(): string
  readonly notices: readonly string[]
  close(): Promise<void>
}

const RESULTS: readonly (keyof Results)[] = ['preview', 'inspect', 'scan', 'compare', 'release', 'verify', 'diff']
const MOST_BYTES = 1 << 20

/** Starts the workbench on the loopback interface. */
export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { threads, memory, temp, say = () => {} } = options
  const named = await namedLog(options.log, say)
  const roots = rootsOf(options.roots ?? named.folders)
  const [notices] = await Promise.all([lastTime(roots.all), builtPage(say)])
  const notes = openNotes()
  const session = openSession({
    ...named,
    roots,
    home: (log) => (options.roots ? roots.all[0]! : roots.home(log)),
    notices,
    remembered: openRemembered(),
    resources: {
      ...(threads === undefined ? {} : { threads }),
      ...(memory === undefined ? {} : { memory }),
      ...(temp === undefined ? {} : { temp }),
    },
    watched: notes.watched,
    placed: notes.place,
  })
  let port = options.port ?? 0
  const guard = guardOf(() => port)
  const app = appOf(session, guard)
  const server = await listening(app, port)
  port = (server.address() as AddressInfo).port
  const at = (path: string, token: string) => `http://127.0.0.1:${port}${path}/?token=${token}`
  return {
    url: at(guard.base, guard.token),
    once: () => at('', guard.once()),
    notices,
    async close() {
      server.closeAllConnections()
      server.close()
      await session.jobs.close()
      notes.close()
    },
  }
}

function appOf(session: Session, { base, check }: ReturnType<typeof guardOf>): Hono {
  const app = new Hono()
  app.use('*', check)
  app.use(
    '*',
    bodyLimit({
      maxSize: MOST_BYTES,
      onError: (context) => context.json({ message: 'that is too much at once' }, 413),
    }),
  )
  const api = new Hono()
  api.get('/state', (context) => context.json(session.state()))
  api.get('/result/:kind', (context) => {
    const kind = RESULTS.find((one) => one === context.req.param('kind')) ?? fail('usage', 'there is no such result')
    return context.json(session.result(kind) ?? null)
  })
  api.post('/cancel', async (context) => {
    const { id } = await bodyOf<{ id: string }>(context)
    session.jobs.cancel(textOf(id, 'the job', 80))
    return context.json({})
  })
  api.post('/look', async (context) => {
    const { look } = await bodyOf<{ look: string }>(context)
    session.look(LOOKS.find((one) => one === look) ?? fail('usage', 'there is no such look'))
    return context.json({})
  })
  eventRoutes(api, session)
  logRoutes(api, session)
  methodRoutes(api, session)
  compareRoutes(api, session)
  releaseRoutes(api, session)
  api.notFound((context) => context.json({ message: 'there is nothing here' }, 404))
  api.onError((error, context) => {
    // Errors of ours quote nothing; others may.
    if (!(error instanceof LetheError))
      return context.json({ message: 'something went wrong inside', next: REPORT_FAULT }, 500)
    return context.json({ message: error.message, ...(error.next === undefined ? {} : { next: error.next }) }, 400)
  })
  app.route(`${base}/api`, api)
  const page = new Hono()
  pageRoutes(page, () => session.state().look)
  app.route(base, page)
  app.notFound((context) => context.text('There is nothing here.', 404))
  app.onError((_, context) => context.text('Something went wrong inside.', 500))
  return app
}

function listening(app: Hono, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => resolve(server as Server)) as Server
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        cause.code === 'EADDRINUSE'
          ? new LetheError('usage', `port ${port} is taken`, { next: 'Name another --port, or none.' })
          : cause,
      ),
    )
  })
}

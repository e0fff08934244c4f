import type { Hono } from 'hono'
import { isAddress } from '../../base/address.js'
import { fail } from '../../base/errors.js'
import { DATE_ORDERS, FORMATS, type InputOptions, readingFrom } from '../../index.js'
import { logWords } from '../commands.js'
import type { Session } from '../session.js'
import { bodyOf, textOf } from './body.js'

/** Room one and two: which log, how it is read, what is in it. */
export function logRoutes(app: Hono, session: Session): void {
  const { roots } = session.start
  app.post('/folder', async (context) => {
    const { path } = await bodyOf<{ path?: string }>(context)
    return context.json(roots.list(textOf(path ?? '', 'the path')))
  })
  app.get('/choices', (context) => context.json({ formats: FORMATS, dateOrders: DATE_ORDERS }))
  app.post('/open', async (context) => {
    const { path, reading = {} } = await bodyOf<{ path: string; reading?: Record<string, unknown> }>(context)
    const asked = textOf(path, 'the path').trim()
    if (asked === '') fail('usage', 'no log was named', 'Choose a file, or paste its path.')
    if (isAddress(asked))
      fail('refused', 'an address is not opened from the page', 'Start the workbench with it: lethe workbench ADDRESS.')
    session.open([roots.readable(asked)], inputOf(reading))
    return context.json({})
  })
  app.post('/reading', async (context) => {
    const { reading } = await bodyOf<{ reading: Record<string, unknown> }>(context)
    const { logs } = session.log()
    session.open(logs, inputOf(reading), session.state().log?.madeUp)
    return context.json({})
  })
  app.post('/inspect', (context) => context.json(session.run('inspect')))
  app.post('/scan', (context) => context.json(session.run('scan')))
  app.post('/findings', async (context) => {
    const { kind, from, count } = await bodyOf<{ kind: string; from: number; count: number }>(context)
    const [first, many] = [whole(from, 1e9), Math.min(whole(count, 1e9), 500)]
    return context.json(await session.jobs.texts(textOf(kind, 'the kind', 40), first, many))
  })
  app.get('/commands', (context) => {
    const words = logWords(session.reading())
    const first = session.state().log === null ? 'LOG' : logWords(session.log())
    return context.json({
      log: `lethe preview ${first}`,
      people: `lethe inspect ${words}\nlethe scan ${words}`,
    })
  })
}

function inputOf({ maxBad, collapsePrefixes, ...reading }: Record<string, unknown>): InputOptions {
  const number = (value: unknown, most: number) =>
    typeof value === 'number' && value >= 0 && value <= most ? value : fail('usage', 'a number is out of bounds')
  return {
    ...readingFrom(reading, 'the page'),
    ...(maxBad === undefined ? {} : { maxBad: number(maxBad, 1) }),
    ...(collapsePrefixes === undefined ? {} : { collapsePrefixes: number(collapsePrefixes, 1e6) }),
  }
}

function whole(value: unknown, most: number): number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
    ? (value as number)
    : fail('usage', 'a whole number is needed')
}

import { describe, expect, test } from 'vitest'
import { EXAMPLES } from '../../test/contract/examples.js'
import { mixedLog, writeLog } from '../../test/support/log.js'
import { scratch } from '../../test/support/scratch.js'
import { columnsIn, type Engine } from '../engines/engine.js'
import { type Session, withSession } from '../engines/session.js'
import { readLog } from '../ingest/index.js'
import { loadMethod } from '../methods/index.js'
import type { Context } from '../methods/method.js'
import { readyStep } from '../plans/derive.js'
import { seededRandom } from '../random/seeded.js'
import type { Made } from '../release/made.js'
import { checkEngine, runSteps } from './steps.js'

const { next } = scratch()
const input = writeLog(next('log.ndjson'), mixedLog())

/** The embedded engine with the verbs of SQL and no others. */
function withoutColumns({ engine, ...session }: Session): Session {
  return { ...session, engine: { ...engine, name: 'sql only', columns: undefined } }
}

/** Everything that a step makes, as text, in an order of its own. */
async function made(
  name: string,
  params: Readonly<Record<string, unknown>>,
  over: (session: Session) => Session,
): Promise<string[]> {
  return withSession({ threads: 2 }, async (opened) => {
    const session = over(opened)
    const { log } = await readLog([input], { keepRaw: true, columns: { device: 'device' } }, session)
    const on: Context = { ...session, random: seededRandom(1), key: new Uint8Array(32) }
    const steps = [readyStep(await loadMethod(name), params)]
    return rowsOf(opened.engine, await runSteps(steps, log, on))
  })
}

async function rowsOf(engine: Engine, { log, tables = [] }: Made): Promise<string[]> {
  const all: string[] = []
  for (const table of [...(log ? [log.table] : []), ...tables.map((one) => one.table)])
    for (const row of await engine.all(`SELECT * FROM ${table}`)) all.push(JSON.stringify(row))
  return all.sort()
}

const SQL: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['rare-queries', { k: 5 }],
  ['rare-queries', { k: 5, same: 'exact' }],
  ['rare-queries', { k: 5, same: 'words', withheld: 'tag' }],
  ['allowlist', { k: 5, n: 2 }],
  ['scrub', {}],
  ['scrub', { action: 'rows', famous: 'log' }],
  ['token-hash', { order: 'shuffled' }],
  ['sessions', { split: 'daily', dayZone: 'America/New_York' }],
  ['sessions', { split: 'gap' }],
  ...(['zealous', 'korolova', 'optimal-selection', 'gaussian-threshold'] as const).map(
    (name) => [name, EXAMPLES[name] ?? {}] as const,
  ),
  ['zealous', { ...EXAMPLES.zealous, items: 'keywords' }],
  ['zealous', { ...EXAMPLES.zealous, items: 'clicks' }],
  ['secret-shares', { t: 5 }],
]

describe('an engine without columns', () => {
  test.each(SQL)('runs %s %o as any other does', async (name, params) => {
    const rows = await made(name, params, withoutColumns)
    expect(rows.length).toBeGreaterThan(0)
    if (name !== 'secret-shares') expect(rows).toEqual(await made(name, params, (session) => session))
  })

  test.each([
    ['km-deletion', { k: 5 }],
    ['poblete', { k: 2 }],
    ['microaggregate-syntactic', { k: 5 }],
    ['sessions', { split: 'interest' }],
  ])('refuses %s before anything is read', async (name, params) => {
    const step = readyStep(await loadMethod(name), params)
    await withSession({ threads: 1 }, async (session) => {
      expect(() => checkEngine([step], withoutColumns(session).engine)).toThrow(
        expect.objectContaining({ code: 'refused', message: expect.stringContaining(name) }),
      )
      expect(() => checkEngine([step], session.engine)).not.toThrow()
      expect(() => columnsIn(withoutColumns(session).engine)).toThrow(expect.objectContaining({ code: 'refused' }))
    })
  })
})

test('a method is given no more than it asks for', async () => {
  const seen: boolean[] = []
  const method = await loadMethod('scrub')
  for (const need of ['sql', 'columns'] as const)
    await withSession({ threads: 1 }, async (session) => {
      const { log } = await readLog([input], {}, session)
      const looks = {
        ...method,
        needs: () => need,
        run: async (_: unknown, __: unknown, on: Context) => {
          seen.push(on.engine.columns !== undefined)
          return { log }
        },
      }
      await runSteps([readyStep(looks, {})], log, { ...session, random: seededRandom(1), key: undefined })
    })
  expect(seen).toEqual([false, true])
})

import { expect, test } from 'vitest'
import type { Engine } from '../engines/engine.js'
import { seededRandom } from '../random/seeded.js'
import { withSession } from '../session.js'
import { countItems, givenItems } from './item-histogram.js'
import type { Context } from './method.js'

const nothing = () => {}

/** An engine in which all persons have one number. */
function colliding(engine: Engine): Engine {
  const collide = (sql: string) => sql.replaceAll('hash(person)', '7::UBIGINT')
  return { ...engine, run: (sql) => engine.run(collide(sql)), all: (sql) => engine.all(collide(sql)) }
}

test.each([
  ['by number', (engine: Engine) => engine],
  ['by name, where two have one number', colliding],
] as const)('persons are told apart %s: each gives what one may', async (_, engineOf) => {
  await withSession({}, async (session) => {
    const engine = engineOf(session.engine)
    await engine.run(
      `CREATE TABLE log_rows AS SELECT 'person ' || (i % 10) AS person, 'query ' || (i // 10) AS query FROM range(50) t(i)`,
    )
    const log = {
      table: 'log_rows',
      unit: 'user',
      has: { time: false, rank: false, url: false, raw: false, tag: false, session: false },
      extras: [],
    }
    const on: Context = {
      ...session,
      engine,
      random: seededRandom(1),
      key: undefined,
      learnt: {},
      note: nothing,
      keep: nothing,
      truth: nothing,
    }
    const given = await givenItems(log, { items: 'queries', m: 3, choose: 'random' }, on, 'zealous')
    expect([given.persons, given.takes, on.learnt.persons]).toEqual([10, 30, 10])
    const { table } = await countItems(given, on)
    const [sums] = await engine.all<{ items: number; given: number; persons: number }>(
      `SELECT count(*) AS items, sum(count)::BIGINT AS given, sum(persons)::BIGINT AS persons FROM ${table}`,
    )
    expect(sums).toEqual({ items: 5, given: 30, persons: 50 })
  })
})

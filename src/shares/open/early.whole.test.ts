import { randomBytes, randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Cells, makeTables } from '../../../test/support/subject.js'
import { shareAgain } from '../seal/again.js'
import { openAll } from './all.js'
import { openEarly } from './early.js'

type Scheme = 'field' | 'shamir' | 'unanimous'

/** Queries of 1, 2, 3, 4 persons, one of them long, and one of very many, shared as `t` says. */
async function shared(scheme: Scheme, t: number) {
  const tables = await makeTables()
  const asked = (query: string, n: number): Cells =>
    Array.from({ length: n }, (_, i) => [`p${i}`, query, '2024-05-01 10:00:00', null])
  const long = 'three persons asked this, and it is longer than the smallest class of texts'
  const log = await tables.log([
    ...asked('one', 1),
    ...asked('two', 2),
    ...asked(long, 3),
    ...asked('four', 4),
    ...asked('many', 60),
  ])
  const key = new Uint8Array(randomBytes(32))
  const { shares, texts } = await shareAgain(
    log,
    { sharing: { scheme, t, n: 1000 }, key, epoch: 'none' },
    tables.context,
  )
  const { engine } = tables
  // Points can collide in two of the schemes, and one share is enough then.
  const opening = (claimed: number) => ({
    sharing: { scheme, t: claimed },
    shares: `SELECT DISTINCT tag, x, y FROM ${shares}`,
    texts: `SELECT tag, text FROM ${texts}`,
    draw: (below: number) => randomInt(below),
    signal: undefined,
  })
  return { engine, opening }
}

describe('texts that open with fewer shares than promised', () => {
  test.each([
    [1, 2, 5],
    [1, 4, 5],
    [2, 3, 4],
    [2, 5, 4],
    [3, 4, 3],
    [4, 5, 2],
    [4, 9, 2],
  ])('field: made for %i, promised for %i: %i of 5 open', async (made, promised, early) => {
    const { engine, opening } = await shared('field', made)
    expect(await openEarly(engine, opening(promised))).toBe(early)
  })

  test.each([2, 3, 4, 9])('field: made for %i and promised for it: none', async (t) => {
    const { engine, opening } = await shared('field', t)
    expect(await openEarly(engine, opening(t))).toBe(0)
    const { opened } = await openAll(engine, opening(t))
    const [found] = await engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${opened}`)
    expect(found?.n).toBe([1, 2, 3, 4, 60].filter((persons) => persons >= t).length)
  })

  test('all points of few: made for 3, promised for 40', async () => {
    const { engine, opening } = await shared('shamir', 3)
    expect(await openEarly(engine, opening(40))).toBeGreaterThanOrEqual(1)
    expect(await openEarly(engine, opening(3))).toBe(0)
  })

  test('sums: made for 2, promised for 3', async () => {
    const { engine, opening } = await shared('unanimous', 2)
    expect(await openEarly(engine, opening(3))).toBeGreaterThanOrEqual(1)
    expect(await openEarly(engine, opening(2))).toBe(0)
  })
})

import { describe, expect, test } from 'vitest'
import { makeTables, manifestWith } from '../../../test/support/subject.js'
import { parseParams } from '../../base/params.js'
import type { AddedRow } from '../attack.js'
import attack from './index.js'
import { ladder } from './ladder.js'

/** Fifty texts of one person each, and releases that show what at least `k` persons asked. */
async function injected(
  k: number,
  params: Readonly<Record<string, unknown>> = {},
  guarantee: object = { kind: 'k-users-per-query', k, hostK: k },
) {
  const on = await makeTables()
  const alone = Array.from({ length: 50 }, (_, i) => [`u${i}`, `text ${i}`, '2024-05-01 08:00:00'])
  const reference = await on.log(alone)
  const manifest = manifestWith(guarantee)
  const remake = async (rows: readonly AddedRow[]) => {
    const persons = new Map<string, Set<string>>()
    for (const [person, query] of [...alone, ...rows.map(({ user, query }) => [user, query])])
      persons.set(query!, (persons.get(query!) ?? new Set()).add(person!))
    const out = [...persons].filter(([, who]) => who.size >= k).map(([query]) => [query])
    return { seen: { manifest, rows: await on.rows(['query'], out), side: {} }, truth: { tables: {} } }
  }
  const { seen } = await remake([])
  const context = { ...on.context, reference, remake }
  const values = parseParams(attack.name, attack.params, params)
  const found = await attack.run(seen, values, context)
  return attack.score?.(found, { tables: {} }, values, context)
}

describe('inject-users', () => {
  test('a threshold of 5 falls to 4 users, and only to 4', async () => {
    const none = { success: 0, appeared: 0, madeUp: 0 }
    const both = { success: 0, appeared: 1, madeUp: 1 }
    const scored = await injected(5)
    expect(scored).toMatchObject([
      { added: 0, ...none },
      { added: 1, ...none },
      { added: 2, ...none },
      { added: 3, ...none },
      { added: 4, success: 1, appeared: 1, madeUp: 0 },
      { added: 5, ...both },
      { added: 10, ...both },
    ])
    // Seven of seven, and none of seven: by few guesses little is known for sure.
    const { interval } = (scored as { interval: [number, number] }[])[4]!
    expect(interval[0]).toBeGreaterThan(0.05)
    expect(interval[0]).toBeLessThan(0.3)
    expect(interval[1]).toBe(1)
  })
  test('in words: how far ten accounts come, and how many are enough', async () => {
    const scored = (await injected(5)) as object[]
    const told = attack.text?.({ attack: 'inject-users', guesses: 1, scored }).join('\n')
    expect(told).toMatch(/with at most 10 accounts: 100\.0% of guesses/)
    expect(told).toMatch(/4 accounts test half of them or more/)
    const high = (await injected(30)) as object[]
    const safe = attack.text?.({ attack: 'inject-users', guesses: 1, scored: high }).join('\n')
    expect(safe).toMatch(/with at most 10 accounts: 0\.0% of guesses/)
    expect(safe).toMatch(/29 accounts test half/)
  })
  test('numbers of users can be chosen', async () => {
    expect(await injected(3, { added: '2, 0', tries: 5 })).toMatchObject([
      { added: 0, success: 0 },
      { added: 2, success: 1 },
    ])
    await expect(injected(3, { added: 'many' })).rejects.toMatchObject({ code: 'usage' })
  })
  test('a high threshold is tried with fewer guesses, and one that takes too many users is refused', async () => {
    const scored = (await injected(4000)) as { added: number; success: number }[]
    expect(scored.find(({ added }) => added === 3999)?.success).toBe(1)
    await expect(injected(100_000)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/added users/),
    })
  })
  test('around the threshold of each kind of promise', () => {
    const of = (guarantee: object) => ladder(undefined, manifestWith(guarantee).guarantee)
    expect(of({ kind: 'k-m', k: 2, m: 2 })).toEqual([0, 1, 2, 5, 10])
    expect(of({ kind: 'threshold-reveal', t: 10 })).toEqual([0, 1, 2, 5, 8, 9, 10])
    expect(of({ kind: 'identical-users', k: 3, minUsers: 5 })).toEqual([0, 1, 2, 3, 4, 5, 10])
    expect(of({ kind: 'dp', minUsers: 30 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 29, 50, 100, 200])
    expect(of({ kind: 'none' })).toEqual([0, 1, 2, 5, 10])
  })
  test('pairs and clicks are not guessed', () => {
    const manifest = manifestWith({ kind: 'dp', items: 'pairs' })
    expect(attack.fits({ manifest, rows: { table: 't', columns: ['item'] }, side: {} })).toMatch(/pairs/)
  })
})

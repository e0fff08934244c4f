import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { asked, writeLog } from '../../../test/support/log.js'
import { scratch } from '../../../test/support/scratch.js'
import { makeTables } from '../../../test/support/subject.js'
import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { seededRandom } from '../../random/seeded.js'
import type { Guarantee } from '../../release/guarantee.js'
import { generate } from '../../run/generate.js'
import { tryPlan } from '../../run/trial.js'
import type { TrialContext } from '../trial.js'
import trial from './index.js'
import { membership } from './membership.js'

const { next } = scratch()
const log = next('log.tsv')
await generate({ users: 120, seed: 1 }, { out: log })

/** Some of its queries pass the threshold of zealous, some lie near it. */
const crowded = writeLog(next('crowded.ndjson'), [
  ...asked('tea', 120, {}, 'a-'),
  ...asked('cake', 40, {}, 'b-'),
  ...asked('pie', 25, {}, 'c-'),
  ...asked('a query of few', 5, {}, 'd-'),
])

const step = (method: string, params: object) => ({ steps: [{ method, params: { ...params } }], shows: {} })
const ZEALOUS = step('zealous', { epsilon: 1, delta: 1e-3, perUser: 1 })

describe('membership, on a generated log', () => {
  test('rows with pseudonyms: far more are found than by guessing', async () => {
    const options = { plan: step('rare-queries', { k: 2 }), shows: { link: 'user' as const }, seed: 1 }
    const result = await tryPlan(trial, [log], { ...options, params: { runs: 64, targets: 40 } })
    expect(result.scored).toMatchObject({ persons: 40, limit: null })
    expect(result.drawn.interval[0]).toBeGreaterThan(0.1)
    expect(result.worst.interval[0]).toBeGreaterThan(result.drawn.interval[1])
    expect(result.worst.persons).toBe(20)
    expect(result.informed.share).toBeGreaterThan(0.2)
    expect(result).toMatchObject({ holds: true, limits: null, drawn: { above: null } })
  })

  test('all texts: everybody is found, by anyone', async () => {
    const result = await tryPlan(trial, [log], { plan: step('scrub', {}), params: { runs: 32, targets: 20 }, seed: 1 })
    expect(result.scored.truePositives).toBeGreaterThan(0.95)
    expect(result.informed).toMatchObject({ persons: 20, changed: 20, share: 1 })
  })

  test('zealous at epsilon 1 stays under its limit, though it shows what they asked', async () => {
    const result = await tryPlan(trial, [crowded], { plan: ZEALOUS, params: { runs: 96 }, seed: 1 })
    expect(result.seen).toBeGreaterThan(0)
    expect(result.scored.limit).toBeCloseTo(Math.E * 0.01 + 1e-3, 9)
    expect(result.drawn.truePositives).toBeLessThan(result.scored.limit!)
    expect(result).toMatchObject({ holds: true, drawn: { above: false }, worst: { above: false } })
    expect(result.informed).toMatchObject({ share: null, reason: expect.stringContaining('chance') })
    expect(result.limits).toMatchObject({ own: null, neighbours: 'add-remove' })
  })

  test('Gaussian noise has a limit of its own; persons who are replaced take turns', async () => {
    const claim = { epsilon: 2, delta: 1e-3, perUser: 1 }
    const params = { runs: 16, targets: 10 }
    const gaussian = await tryPlan(trial, [log], { plan: step('gaussian-threshold', claim), params, seed: 1 })
    expect(gaussian.limits?.own).toBeGreaterThan(0.01)
    expect(gaussian.limits?.own).toBeLessThan(gaussian.scored.limit!)
    const replace = step('zealous', { ...claim, neighbours: 'replace' })
    const swapped = await tryPlan(trial, [log], { plan: replace, params, seed: 1 })
    expect(swapped).toMatchObject({ holds: true, limits: { neighbours: 'replace', own: null } })
  })

  test('the same seed, the same figures', async () => {
    const options = { plan: ZEALOUS, params: { runs: 16, targets: 10 }, seed: 4 }
    expect(await tryPlan(trial, [log], options)).toEqual(await tryPlan(trial, [log], options))
  })

  test('what is sealed is judged by what can be read of it; what shows no text as it was asked, by nothing', async () => {
    const params = { runs: 16, targets: 10 }
    const shared = { plan: step('secret-shares', { t: 2 }), ephemeralKey: true, params, seed: 1 }
    expect((await tryPlan(trial, [log], shared)).seen).toBeGreaterThan(0)
    const hashed = await tryPlan(trial, [log], { plan: step('token-hash', {}), ephemeralKey: true, params, seed: 1 })
    expect(hashed.seen).toBe(0)
    expect(trial.text?.(hashed).join('\n')).toContain('nothing to go by')
  })
})

// A query of two persons goes with either; one that a person alone asked was never there.
test('who knows all other rows: exactly those without whom the release is another one', async () => {
  const small = writeLog(next('small.ndjson'), [
    ...asked('tea', 2, {}, 'shared-'),
    ...asked('cake', 3, {}, 'common-'),
    ...asked('my own secret', 1, {}, 'alone-'),
  ])
  const plan = step('rare-queries', { k: 2 })
  const { informed } = await tryPlan(trial, [small], { plan, params: { runs: 16 }, seed: 1 })
  expect(informed).toMatchObject({ persons: 6, changed: 5, share: 5 / 6 })
})

describe('a claim that is not kept', () => {
  /** Exact counts of all queries, called differentially private. */
  async function claimed(epsilon: number) {
    const on = await makeTables()
    const people = Array.from({ length: 60 }, (_, i) => [`p${i}`, 'tea'] as const)
    const own = people.map(([person], i) => [person, `own ${i}`] as const)
    const table = await on.log([...people, ...own].map(([person, query]) => [person, query, '2024-05-01', null]))
    const show = async (part: Log) => {
      const items = fresh('items')
      await on.engine.materialise(items, `SELECT query AS item, count(*) AS count FROM ${part.table} GROUP BY query`)
      return { tables: [{ table: items, columns: ['item', 'count'] }], readable: undefined, chance: true }
    }
    const guarantee = { kind: 'dp', epsilon, delta: 0, neighbours: 'add-remove', items: 'queries' } as Guarantee
    const context = { ...on.context, random: seededRandom(1), log: table, show, guarantee, derived: {}, steps: [] }
    return membership(context as unknown as TrialContext, { runs: 32, targets: 30, fpr: 0.01 })
  }

  test('is seen: the interval lies above the limit', async () => {
    const result = await claimed(1)
    expect(result).toMatchObject({ holds: false, drawn: { above: true, truePositives: 1 }, worst: { above: true } })
    expect(trial.holds(result)).toBe(false)
    expect(trial.text?.(result).join('\n')).toContain('does NOT hold')
  })
  test('no limit is passed where it is 100%', async () => expect((await claimed(50)).holds).toBe(true))
})

test('it can be stopped, and says how far it is, in words without content', async () => {
  const stop = new AbortController()
  const said: string[] = []
  const onStep = (step: string) => {
    said.push(step)
    if (step.startsWith('release 9 of')) stop.abort()
  }
  const running = tryPlan(
    trial,
    [log],
    { plan: ZEALOUS, params: { runs: 64 }, seed: 1 },
    {},
    { onStep, signal: stop.signal },
  )
  await expect(running).rejects.toMatchObject({ code: 'interrupted' })
  expect(said.at(-1)).toBe('release 9 of 64 of half of the persons')
})

test('a log without persons is refused', async () => {
  const bare = next('bare.ndjson')
  writeFileSync(bare, '{"query":"tea"}\n{"query":"cake"}\n')
  const options = { plan: step('scrub', {}), seed: 1 }
  await expect(tryPlan(trial, [bare], options)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('no user column'),
  })
})

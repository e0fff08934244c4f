import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asked, writeLog } from '../../test/support/log.js'
import { scratch } from '../../test/support/scratch.js'
import { type ReleaseOptions, release } from '../run/release/index.js'
import { enterUnbounded, reserve, reserveOnce, setBudget, standing } from './account.js'
import { openBook } from './ledger.js'

const { next } = scratch()
const spend = (epsilon: number, delta: number) =>
  ({ kind: 'spend', method: 'zealous', neighbours: 'add-remove', dir: '/x', spend: { epsilon, delta } }) as const

describe('a book', () => {
  test('adds up, and refuses to overdraw', () => {
    const book = openBook(next('ledger'), 'people')
    setBudget(book, { epsilon: 3, delta: 1e-5 })
    reserve(book, spend(1, 1e-6))
    expect(reserve(book, spend(2, 1e-6))).toMatchObject({ releases: 2, basic: { epsilon: 3 }, spent: { epsilon: 3 } })
    expect(() => reserve(book, spend(0.1, 1e-6))).toThrow(/would take it to 3\.1/)
    expect(standing('people', book.entries()).releases).toBe(2)
  })

  test('pays for a window of a series once, and for the next one as well', () => {
    const book = openBook(next('ledger'), 'people')
    setBudget(book, { epsilon: 2.5, delta: 1e-5 })
    const window = (n: number) => ({ ...spend(1, 1e-6), part: `series window ${n}` })
    expect(reserveOnce(book, window(0))).toMatchObject({ releases: 1 })
    expect(reserveOnce(book, window(0))).toMatchObject({ releases: 1, basic: { epsilon: 1 } })
    expect(reserveOnce(book, window(1))).toMatchObject({ releases: 2, basic: { epsilon: 2 } })
    expect(() => reserveOnce(book, window(2))).toThrow(/would take it to/)
  })

  test('refuses a delta that is not left', () => {
    const book = openBook(next('ledger'), 'people')
    setBudget(book, { epsilon: 10, delta: 1e-6 })
    expect(() => reserve(book, spend(1, 2e-6))).toThrow(/more than any/)
  })

  test('counts many small releases by the best composition', () => {
    const book = openBook(next('ledger'), 'people')
    for (let day = 0; day < 100; day++) reserve(book, spend(0.05, 1e-9))
    const { basic, spent } = standing('people', book.entries())
    expect(basic.epsilon).toBeCloseTo(5, 9)
    expect(spent.epsilon).toBeLessThan(4)
    expect(spent.by).not.toBe('basic')
  })

  test('has a release that no epsilon bounds as unbounded, and none where there is a budget', () => {
    const book = openBook(next('ledger'), 'people')
    const line = { kind: 'unbounded', method: 'rare-queries', dir: '/x' } as const
    expect(enterUnbounded(book, line)).toMatchObject({ releases: 0, unbounded: 1 })
    setBudget(book, { epsilon: 1, delta: 1e-6 })
    expect(() => enterUnbounded(book, line)).toThrow(/has a budget/)
  })

  test('is not read past a damaged entry, and has no name that is a path', () => {
    const dir = next('ledger')
    const book = openBook(dir, 'people')
    reserve(book, spend(1, 1e-6))
    writeFileSync(join(dir, 'people', '00000002.json'), '{"format"')
    expect(() => reserve(book, spend(1, 1e-6))).toThrow(/cannot be read/)
    for (const name of ['../people', '', '.hidden', 'a/b'])
      expect(() => openBook(dir, name)).toThrow(/named by letters/)
  })

  test('what a crash left half written is no entry', () => {
    const dir = next('ledger')
    mkdirSync(join(dir, 'people'), { recursive: true })
    writeFileSync(join(dir, 'people', '.draft-1-abc'), '{"for')
    expect(openBook(dir, 'people').entries()).toEqual([])
  })
})

describe('a release', () => {
  const log = writeLog(next('log.ndjson'), asked('weather', 40))
  const private_ = { steps: [{ method: 'zealous', params: { epsilon: 1, delta: 1e-9, perUser: 1 } }], shows: {} }
  const threshold = { steps: [{ method: 'rare-queries', params: { k: 5 } }], shows: {} }
  const make = (ledger: string, more: Partial<ReleaseOptions> = {}) =>
    release([log], { plan: private_, out: next('release'), ledger, ...more })

  test('is entered before its noise is drawn; force and failure give nothing back; an experiment is no release of anybody', async () => {
    const ledger = next('ledger')
    setBudget(openBook(ledger, 'people'), { epsilon: 2, delta: 1e-6 })
    const out = next('release')
    expect((await make(ledger, { population: 'people', out })).ledger).toMatchObject({
      population: 'people',
      spent: { epsilon: 1 },
    })
    await expect(make(ledger, { population: 'people', seed: 3 })).rejects.toMatchObject({ code: 'usage' })
    expect(await make(ledger, { seed: 3 })).toMatchObject({
      guarantee: { kind: 'none' },
      experiment: { guarantee: { kind: 'dp' } },
    })
    expect(openBook(ledger, 'default').entries()).toEqual([])
    await make(ledger, { population: 'people', out, force: true })
    await expect(make(ledger, { population: 'people' })).rejects.toMatchObject({ code: 'refused' })
    expect(JSON.parse(readFileSync(join(`${out}.private`, 'record.json'), 'utf8'))).toMatchObject({
      population: 'people',
    })
    expect(readFileSync(join(out, 'manifest.json'), 'utf8')).not.toContain('people"')
  })

  test('without a population is entered under default, and says so', async () => {
    const ledger = next('ledger')
    const { warnings } = await make(ledger)
    expect(warnings.join()).toMatch(/no --population was named.*'default'/)
    expect(openBook(ledger, 'default').entries()).toHaveLength(1)
  })

  test('that is not private is entered as unbounded where its population is named', async () => {
    const ledger = next('ledger')
    await make(ledger, { plan: threshold, population: 'people' })
    await make(ledger, { plan: threshold })
    expect(openBook(ledger, 'people').entries()).toMatchObject([{ kind: 'unbounded' }])
    expect(openBook(ledger, 'default').entries()).toEqual([])
    const { warnings } = await make(ledger, { population: 'people' })
    expect(warnings.join()).toMatch(/not bounded by any epsilon/)
  })
})

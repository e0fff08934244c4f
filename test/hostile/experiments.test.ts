import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { setBudget } from '../../src/ledger/account.js'
import { openBook } from '../../src/ledger/ledger.js'
import { releaseText } from '../../src/report/release.js'
import { attack } from '../../src/run/attack.js'
import { decode } from '../../src/run/decode.js'
import { measure } from '../../src/run/measure.js'
import { explain, type ReleaseOptions, type ReleaseResult, release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { forged } from '../support/forge.js'
import { asked, writeLog } from '../support/log.js'
import { manifestOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), [
  ...asked('weather', 40),
  ...asked('news', 7),
  ...asked('only two', 2),
  ...Array.from({ length: 12 }, (_, i) => ({ user: `lone-${i}`, query: `alone ${i}` })),
])
const plan = (method: string, params: object) => ({
  steps: [{ method, params: params as Record<string, unknown> }],
  shows: {},
})
const RARE = plan('rare-queries', { k: 5 })
const PRIVATE = plan('zealous', { epsilon: 1, delta: 1e-6, perUser: 1 })

const out = next('seeded')
let result: ReleaseResult
beforeAll(async () => {
  result = await make({ plan: RARE, out, shows: { link: 'user' }, seed: 3 })
})

function make(options: Partial<ReleaseOptions>) {
  return release([log], { plan: RARE, out: next('release'), format: 'tsv', ...options })
}

describe('an experiment promises nothing', () => {
  test('in its manifest and its result; what it would have promised stands beside it', async () => {
    const { guarantee } = await explain(RARE, { link: 'user' })
    for (const said of [manifestOf(out), result]) {
      expect(said.guarantee).toMatchObject({ kind: 'none', experiment: true, assumptions: [] })
      expect(said.guarantee.sentence).toMatch(/^Nothing is promised: this is an experiment/)
      expect(said.experiment).toEqual({ guarantee })
    }
  })

  test('for people, too', () => {
    const text = releaseText(result)
    expect(text).toMatch(/promises nothing:\n {2}Nothing is promised: this is an experiment/)
    expect(text).toMatch(/Without --seed it would promise:\n {2}Every query in this release was asked by at least 5/)
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /note: made with repeatable chance .*promises nothing, enters no ledger and must not be published/,
    )
  })

  test('verify never says true, and says why', async () => {
    for (const options of [{}, { against: [log] }]) {
      const { holds, checks } = await verify(out, options)
      expect(holds).toBe(null)
      expect(checks.find(({ name }) => name === 'experiment')).toMatchObject({
        holds: null,
        detail: expect.stringContaining('without a seed'),
      })
    }
  })

  test('not even where nobody asks for more than it would have promised', async () => {
    const { holds, checks } = await verify(out, { expect: 'rare-queries:k=5' })
    expect(holds).toBe(false)
    expect(checks.find(({ name }) => name === 'expected claim')?.holds).toBe(false)
  })

  test('what it would have promised can be refuted', async () => {
    const dir = forged(out, next('broken'), (_, at) => {
      const path = join(at, 'data.tsv')
      const last = readFileSync(path, 'utf8').trimEnd().split('\n').at(-1)?.split('\t') as string[]
      appendFileSync(path, `${last.map((cell) => (cell === 'weather' ? 'zz alone' : cell)).join('\t')}\n`)
    })
    expect((await verify(dir)).holds).toBe(false)
  })

  test('comparisons judge what it would have promised', async () => {
    expect((await verify(out, { experiments: true, against: [log] })).holds).toBe(true)
    const met = await verify(out, { experiments: true, against: [log], expect: 'rare-queries:k=5' })
    expect(met.holds).toBe(true)
    expect((await verify(out, { experiments: true, expect: 'rare-queries:k=6' })).holds).toBe(false)
  })
})

describe('a seed does not go around a budget', () => {
  test('the budget is spent: nothing differentially private is to be had, and a seed gives nothing that verifies', async () => {
    const ledger = next('ledger')
    setBudget(openBook(ledger, 'people'), { epsilon: 1, delta: 1e-5 })
    await make({ plan: PRIVATE, population: 'people', ledger })
    await expect(make({ plan: PRIVATE, population: 'people', ledger })).rejects.toMatchObject({ code: 'refused' })
    await expect(make({ plan: PRIVATE, population: 'people', ledger, seed: 1 })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('experiment'),
    })
    const seeded = await make({ plan: PRIVATE, ledger, seed: 1 })
    expect(seeded).toMatchObject({ guarantee: { kind: 'none' }, experiment: { guarantee: { kind: 'dp', epsilon: 1 } } })
    expect(seeded.ledger).toBeUndefined()
    for (const options of [{}, { against: [log] }]) expect((await verify(seeded.dir, options)).holds).toBe(null)
    expect(openBook(ledger, 'people').entries()).toHaveLength(2)
    expect(openBook(ledger, 'default').entries()).toEqual([])
  })

  test('a release does not go on from what was never published', async () => {
    await expect(make({ since: out })).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('experiment'),
    })
    const published = next('published')
    await make({ out: published })
    expect((await make({ since: published })).guarantee.kind).toBe('k-users-per-query')
  })
})

describe('attacks, measures and readers go by what it would have promised', () => {
  test('shared queries open, and can be guessed at', async () => {
    const shares = next('shares')
    await make({ plan: plan('secret-shares', { t: 5 }), out: shares, ephemeralKey: true, seed: 1 })
    expect(await decode([shares], { out: next('decoded.tsv') })).toMatchObject({ opened: 2 })
    expect(await attack('invert-tokens', shares, { reference: [log] })).toMatchObject({ attack: 'invert-tokens' })
  })

  test('items are items, and thresholds are probed where they are', async () => {
    const items = next('items')
    await make({
      plan: plan('zealous', { epsilon: 50, delta: 1e-3, perUser: 1, items: 'keywords' }),
      out: items,
      seed: 1,
    })
    expect(await measure([log], items, { only: ['kept'] })).toMatchObject({ measures: { kept: {} } })
    const tried = await attack('inject-users', out, { reference: [log], params: { tries: 1 }, seed: 1 })
    const added = (tried.scored as readonly { added: number }[]).map((step) => step.added)
    expect(added).toEqual(expect.arrayContaining([3, 4]))
  })
})

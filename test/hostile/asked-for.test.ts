import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { ROWS } from '../support/honest.js'
import { writeLog } from '../support/log.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), ROWS)
const rare = { method: 'rare-queries', k: 5 }

async function made(steps: readonly { method: string; params: object }[], shows: object = {}): Promise<string> {
  const out = next('release')
  await release([log], { plan: { steps: steps as never, shows: {} }, out, shows })
  return out
}
function plan(content: object): string {
  const path = next('plan.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}
const answered = async (dir: string, asked: object | string) => {
  const expected = typeof asked === 'string' ? asked : plan(asked)
  const { checks } = await verify(dir, { against: [log], expect: expected })
  return checks.find(({ name }) => name === 'expected claim')?.holds
}
const bare = [{ method: 'rare-queries', params: { k: 5 } }]

test('a release that shows no more than the plan and does all that it names is as asked', async () => {
  expect(await answered(await made(bare), { steps: [rare], link: 'none', time: 'day' })).toBe(true)
  expect(await answered(await made(bare), { steps: [{ ...rare, k: 3 }], link: 'user', time: 'exact' })).toBe(true)
})

test.each([{ link: 'user' }, { time: 'exact' }, { rank: true }])('%j is more than was asked for', async (shows) => {
  expect(await answered(await made(bare, shows), { steps: [rare] })).toBe(false)
})

test('steps that promise nothing are asked for too', async () => {
  const scrub = { method: 'scrub' }
  expect(await answered(await made(bare), { steps: [scrub, rare] })).toBe(false)
  expect(await answered(await made([{ method: 'scrub', params: {} }, ...bare]), { steps: [scrub, rare] })).toBe(true)
})

test('a step that is missing hides no other that is', async () => {
  const steps = [{ method: 'poblete', k: 3 }, { method: 'scrub' }, rare]
  expect(await answered(await made(bare), { steps })).toBe(false)
  expect(await answered(await made([{ method: 'scrub', params: {} }, ...bare]), { steps })).toBe(false)
})

test.each(['scrub', 'sessions:gap=30', 'token-hash', 'poblete:k=3'])('%s is not met by anything', async (asked) => {
  expect(await answered(await made(bare), asked)).toBe(false)
})

test('a step that promises nothing is met by the same step, and other parameters are open', async () => {
  const cut = [{ method: 'sessions', params: { split: 'gap', gap: 30 } }, ...bare]
  const dir = await made(cut)
  expect(await answered(dir, 'sessions:split=gap,gap=30')).toBe(true)
  expect(await answered(dir, 'sessions:split=gap,gap=60')).toBeNull()
  expect(await answered(dir, { steps: [{ method: 'sessions', split: 'gap', gap: 10 }, rare] })).toBeNull()
})

describe('columns that the plan does not name are more than was asked for', () => {
  const withPhones = writeLog(
    next('log.ndjson'),
    ROWS.map((row) => ({ ...row, phone: row.user })),
  )
  const columns = { phone: 'phone' }
  const shown = async (params: object, asked: object, reading: object = {}) => {
    const out = next('release')
    const steps = [{ method: 'rare-queries', params: { k: 5, ...params } }]
    await release([withPhones], { plan: { steps: steps as never, shows: {} }, out, ephemeralKey: true }, reading)
    const { checks } = await verify(out, { expect: plan(asked) })
    return checks.find(({ name }) => name === 'expected claim')?.holds
  }
  test('further ones', async () => {
    expect(await shown({}, { steps: [rare] }, { columns })).toBe(false)
    expect(await shown({}, { steps: [rare], reading: { columns } }, { columns })).toBe(true)
    expect(await shown({}, { steps: [{ ...rare, within: 'phone' }] }, { columns })).toBeNull()
  })
  test('tags', async () => {
    expect(await shown({ withheld: 'tag' }, { steps: [rare] })).toBe(false)
    expect(await shown({ withheld: 'tag' }, { steps: [{ ...rare, withheld: 'tag' }] })).toBe(true)
  })
  test('those that its reading leaves out', async () => {
    expect(await shown({}, { steps: [rare], reading: { columns: { url: '' } } })).toBe(false)
    expect(await shown({}, { steps: [rare], reading: { columns: { time: '' } } })).toBe(false)
  })
})

test('what no check counts is the word of the manifest, and stays open', async () => {
  const withCountries = writeLog(
    next('log.ndjson'),
    ROWS.map((row) => ({ ...row, country: 'de' })),
  )
  const out = next('release')
  const steps = [{ method: 'rare-queries', params: { k: 5, within: 'country' } }]
  await release(
    [withCountries],
    { plan: { steps: steps as never, shows: {} }, out },
    { columns: { country: 'country' } },
  )
  for (const expected of ['rare-queries:k=4,within=country', plan({ steps: [{ ...rare, within: 'country' }] })]) {
    const { checks, holds } = await verify(
      out,
      { against: [withCountries], expect: expected },
      { columns: { country: 'country' } },
    )
    const check = checks.find(({ name }) => name === 'expected claim')
    expect([check?.holds, holds, check?.detail]).toEqual([
      null,
      null,
      expect.stringMatching(/verify does not count it/),
    ])
  }
  const exact = await made([{ method: 'rare-queries', params: { k: 5, same: 'exact' } }])
  expect(await answered(exact, 'rare-queries:k=5,same=exact')).toBeNull()
  expect(await answered(exact, 'rare-queries:k=5')).toBe(true)
})

test('where the promise itself says within what was counted, it is compared', async () => {
  const rows = ROWS.map((row) => ({ ...row, country: 'de' }))
  const path = writeLog(next('log.ndjson'), rows)
  const out = next('release')
  const steps = [{ method: 'km-deletion', params: { k: 3, m: 1, within: 'country' } }]
  await release([path], { plan: { steps: steps as never, shows: {} }, out }, { columns: { country: 'country' } })
  const { checks } = await verify(out, { expect: 'km-deletion:k=3,m=1,within=country' })
  expect(checks.find(({ name }) => name === 'expected claim')?.holds).toBe(true)
})

test('what no promise speaks of is not passed over', async () => {
  expect(await answered(await made(bare), 'rare-queries:k=5,withheld=drop')).toBe(true)
  expect(await answered(await made(bare), 'rare-queries:k=5,within=country')).toBeNull()
})

test('the log of the run, read in another way, refutes nothing', async () => {
  const typed = ['n', 'ne', 'new', 'news'].map((query, i) => ({ query, time: `2024-05-01 10:00:0${i}` }))
  const rows = Array.from({ length: 6 }, (_, u) => typed.map((row) => ({ user: `u${u}`, ...row }))).flat()
  const path = writeLog(next('typed.ndjson'), rows)
  const out = next('release')
  await release([path], { plan: { steps: bare, shows: {} }, out }, { collapsePrefixes: 5 })
  const { holds, toShow } = await verify(out, { against: [path] })
  expect([holds, toShow]).toEqual([null, expect.stringContaining('--collapse-prefixes 5')])
  expect((await verify(out, { against: [path] }, { collapsePrefixes: 5 })).holds).toBe(true)
})

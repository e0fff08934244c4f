import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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

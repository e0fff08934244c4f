import { expect, test } from 'vitest'
import { Bench } from '../support/lethe.js'
import { asked, writeLog } from '../support/log.js'

const PHONES = Array.from({ length: 12 }, (_, i) => ({ user: `caller ${i}`, query: `call 415 555 01${10 + i}` }))
const BARE = Array.from({ length: 12 }, (_, i) => ({ user: `asker ${i}`, query: `415 555 01${10 + i}` }))

/** A release by scrub and a threshold of five persons. */
async function released(action: 'mask' | 'rows') {
  const bench = new Bench()
  const log = writeLog(bench.path('log.ndjson'), [...PHONES, ...BARE, ...asked('tea', 6)])
  const steps = [
    { method: 'scrub', action },
    { method: 'rare-queries', k: 5 },
  ]
  const plan = bench.file('plan.json', JSON.stringify({ steps }))
  const words = ['release', '--plan', plan, log, '-o', bench.path('out')]
  return { ...(await bench.lethe(words)), bench, words }
}

test('rows that are masks alone are told as such, by the words that people read and in JSON', async () => {
  const { status, stdout, bench, words } = await released('mask')
  expect(status).toBe(0)
  expect(stdout).toMatch(/Kept: 30 of 30 rows \(100\.0%\), 12 of them masks\s+alone, 1 of 25 queries/)
  expect(stdout).toMatch(/12 of 30 rows hold nothing but a mask/)
  expect(stdout).toMatch(/those of a\s+mask count together/)
  const { kept } = await bench.json<{ kept: object }>(...words, '--force')
  expect(kept).toMatchObject({ rows: 30, masks: 12, queries: 1 })
})

test('with --action rows there is none, and nothing is said', async () => {
  const { status, stdout } = await released('rows')
  expect(status).toBe(0)
  expect(stdout).toMatch(/Kept: 6 of 30 rows/)
  expect(stdout).not.toMatch(/mask/)
})

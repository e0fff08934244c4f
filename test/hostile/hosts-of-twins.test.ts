import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { rowsOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

test('hosts that were never clicked for a query are shown beside it by twins, and no promise speaks of such pairs', async () => {
  const log = next('log.ndjson')
  const rows = Array.from({ length: 12 }, (_, i) => [
    { user: `u${i}`, query: 'alpha' },
    { user: `u${i}`, query: 'alphb', url: 'http://www.beta.example/' },
  ])
  writeFileSync(log, rows.flatMap((both) => both.map((row) => `${JSON.stringify(row)}\n`)).join(''))
  const steps = [
    { method: 'rare-queries', params: { k: 4 } },
    { method: 'microaggregate-syntactic', params: { k: 3 } },
  ]
  const out = next('out')
  const { guarantee } = await release([log], { plan: { steps, shows: { link: 'user' } }, out, format: 'tsv' })
  expect((await rowsOf(out)).some(({ query, host }) => query === 'alpha' && host)).toBe(true)
  expect(guarantee.sentence).not.toContain('host')
  expect((await verify(out, { against: [log] })).holds).toBe(true)
})

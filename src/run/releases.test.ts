import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Bench } from '../../test/support/lethe.js'
import { releases } from './releases.js'

const RECORD = {
  made: '2026-01-02T03:04:05.000Z',
  population: 'shoppers',
  signedOff: { by: 'A', reason: 'B' },
  input: { files: [{ path: 'log.tsv' }] },
  counts: { kept: { rows: 3, items: null } },
}

test('of a record only what has the shape that is shown: a folder may have come from somebody else', () => {
  const bench = new Bench()
  mkdirSync(bench.path('one'))
  mkdirSync(bench.path('one.private'))
  for (const name of ['manifest.json', 'SHA256SUMS']) writeFileSync(join(bench.path('one'), name), '{}')
  const found = (record: unknown) => {
    writeFileSync(bench.path('one.private/record.json'), JSON.stringify(record))
    return releases(bench.dir)[0]?.record
  }
  expect(found(RECORD)).toEqual(RECORD)
  for (const name of Object.keys(RECORD) as (keyof typeof RECORD)[]) {
    const { [name]: _, ...others } = RECORD
    for (const wrong of [5, {}, [null], [{}], { by: {} }, { files: [5] }, { kept: { rows: 'x' } }, null])
      expect({ name, wrong, record: found({ ...RECORD, [name]: wrong }) }).toEqual({ name, wrong, record: others })
  }
  for (const wrong of [null, [], 'x']) expect(found(wrong)).toBeUndefined()
})

test('what is too large to be a manifest or a record is not read', () => {
  const bench = new Bench()
  for (const name of ['one', 'one.private']) mkdirSync(bench.path(name))
  writeFileSync(join(bench.path('one'), 'SHA256SUMS'), '')
  for (const file of ['one/manifest.json', 'one.private/record.json']) {
    writeFileSync(bench.path(file), JSON.stringify(RECORD))
    truncateSync(bench.path(file), 2 ** 25)
  }
  expect(releases(bench.dir)).toMatchObject([{ name: 'one', error: 'its manifest is too large to be one' }])
  expect(releases(bench.dir)[0]).not.toHaveProperty('record')
})

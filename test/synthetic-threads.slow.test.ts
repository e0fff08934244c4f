import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lethe } from './support/program.js'
import { scratch } from './support/scratch.js'

const { next } = scratch()

test('people who do not exist are the same by one thread and by two', () => {
  const log = next('log.tsv')
  expect(lethe('generate', '--users', '3000', '-o', log).status).toBe(0)
  const [one, two] = ['1', '2'].map((threads) => {
    const out = next('release')
    // So many people are made up in several blocks: by two threads, where there are two.
    const asked = ['--epsilon', '8', '--delta', '1e-4', '--people', '60000', '--seed', '1', '--threads', threads]
    expect(lethe('release', 'synthetic', log, '-o', out, ...asked)).toMatchObject({ status: 0 })
    return readFileSync(join(out, 'data.parquet'))
  })
  expect(one!.length).toBeGreaterThan(1_000_000)
  expect(Buffer.compare(one!, two!)).toBe(0)
})

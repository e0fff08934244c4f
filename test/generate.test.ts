import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Bench } from './support/lethe.js'

test('the same arguments give the same bytes, in every format, and all read back as the same log', async () => {
  const bench = new Bench()
  for (const name of ['a.tsv', 'a.csv', 'a.ndjson', 'a.parquet']) {
    const again = `again-${name}`
    for (const out of [name, again]) await bench.json('generate', '--users', '40', '--seed', '3', '-o', bench.path(out))
    expect(readFileSync(bench.path(name)).equals(readFileSync(bench.path(again)))).toBe(true)
  }
  const [first, ...others] = await Promise.all(
    ['a.tsv', 'a.csv', 'a.ndjson', 'a.parquet'].map((name) => bench.json('inspect', bench.path(name))),
  )
  // Each names its own format and columns; what is in it is the same.
  const content = (log: object | undefined) => ({ ...log, format: '', reading: {}, understood: {} })
  for (const other of others) expect(content(other)).toEqual(content(first))
})

test('a file that exists is left alone, and a seed or a size out of range is refused', async () => {
  const bench = new Bench()
  const path = bench.file('kept.tsv', 'mine\n')
  expect((await bench.lethe(['generate', '--users', '5', '-o', path])).status).toBe(2)
  expect(readFileSync(path, 'utf8')).toBe('mine\n')
  expect((await bench.lethe(['generate', '--users', '0', '-o', bench.path('x')])).status).toBe(2)
  expect((await bench.lethe(['generate', '-o', bench.path('x')])).status).toBe(2)
})

test('the truth names a person for every user and a row for every row', async () => {
  const bench = new Bench()
  const { rows, users } = await bench.json<{ rows: number; users: number }>(
    'generate',
    '--users',
    '25',
    '-o',
    bench.path('log.tsv'),
    '--truth',
    bench.path('truth.ndjson'),
  )
  const lines = readFileSync(bench.path('truth.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string })
  expect(lines.filter((line) => line.type === 'person')).toHaveLength(users)
  expect(lines.filter((line) => line.type === 'row')).toHaveLength(rows)
})

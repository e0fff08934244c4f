import { expect, test } from 'vitest'
import type { ScanResult } from '../src/run/scan.js'
import { Bench } from './support/lethe.js'

test('a large log goes through worker threads and comes out the same', async () => {
  const bench = new Bench()
  const rows = Array.from(
    { length: 150_000 },
    (_, i) =>
      `u${i % 977}\t${i % 1000 === 7 ? `call 212 555 01${String(i % 100).padStart(2, '0')} ${i}` : `blue kettle ${i}x`}\n`,
  )
  const log = bench.file('log.tsv', `user\tquery\n${rows.join('')}`)
  const two = await bench.json<ScanResult>('scan', log, '--threads', '2')
  const one = await bench.json<ScanResult>('scan', log, '--threads', '1')
  expect(two).toEqual(one)
  expect(two.kinds.phone.rows.slice(0, 2)).toEqual([8, 1008])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bench } from '../../test/support/lethe.js'
import { records, splitter } from './careful.js'
import { misfits } from './misfits.js'

const cell = fc.oneof(
  fc.constantFrom('', ' ', 'tea', '日本', '"', 'é'),
  fc.constant(Buffer.from([0xff, 0xfe]).toString('latin1')), // written as bytes below: no UTF-8
)
const line = fc.oneof(
  { weight: 5, arbitrary: fc.array(cell, { minLength: 3, maxLength: 3 }) },
  fc.array(cell, { maxLength: 6 }),
)

test('counting delimiters finds the same bad rows as splitting every line', async () => {
  const bench = new Bench()
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 30 }),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      async (rows, header, crlf, ended) => {
        const end = crlf ? '\r\n' : '\n'
        const text = rows.map((cells) => cells.join('\t')).join(end) + (ended ? end : '')
        const bytes = Buffer.concat(
          [...text].map((c) => (c === 'ÿ' ? Buffer.from([0xff]) : c === 'þ' ? Buffer.from([0xfe]) : Buffer.from(c))),
        )
        const file = { path: bench.file('messy.tsv', bytes), label: 'messy.tsv', compression: 'none' as const }
        const options = {
          maxLineBytes: 1 << 20,
          width: 3,
          header,
          lineEnd: 10 as const,
          split: splitter('\t', undefined),
          signal: undefined,
        }
        expect([...(await misfits(file, { ...options, delimiter: '\t' }))]).toEqual([
          ...(await records(file, options)).bad,
        ])
      },
    ),
    { numRuns: 300 },
  )
})

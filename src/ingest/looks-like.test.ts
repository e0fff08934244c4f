import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Bench } from '../../test/support/lethe.js'
import { read } from '../../test/support/read.js'

const tar = Buffer.alloc(1024)
tar.write('log.tsv', 0)
tar.write('ustar', 257)

test.each<[string, string | Buffer, RegExp]>([
  ['an Excel workbook', 'PK\x03\x04\x14\0\x06\0[Content_Types].xml', /Save its sheet as CSV/],
  ['a zip archive', 'PK\x03\x04\x14\0\x06\0log.tsv', /unzip/],
  ['a tar archive', gzipSync(tar), /tar -xf/],
  ['a PDF document', '%PDF-1.7\n1 0 obj, 2\n', /CSV or NDJSON/],
  ['lists in a list of JSON', '[\n  ["1", "tea"]\n]\n', /jq -c/],
  ['a page of HTML', '<!DOCTYPE html>\n<html>, </html>\n', /log itself/],
  ['an ORC file', 'ORC\x01\x02,\n', /Parquet/],
  ['an Avro file', 'Obj\x01\x04\x16avro.codec,\n', /Parquet or NDJSON/],
])('%s is no log', async (what, content, next) => {
  const path = new Bench().file('log', typeof content === 'string' ? Buffer.from(content, 'latin1') : content)
  await expect(read([path])).rejects.toMatchObject({
    message: `${path} looks like ${what}`,
    next: expect.stringMatching(next),
  })
})

test('a log of which a line begins with a bracket is one', async () => {
  const line = (i: number) => `[2024-05-0${i}T10:00:00,000][INFO ][i.s.s.query] [node] [index.search.slowlog.query]\n`
  const path = new Bench().file('log', [1, 2, 3].map(line).join(''))
  await expect(read([path])).rejects.not.toThrow(/looks like/)
})

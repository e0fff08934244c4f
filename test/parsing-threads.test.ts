import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Bench } from './support/lethe.js'

const LINES = 130_000

/** An access log of over 16 MiB, so that several threads read it, with lines of all kinds between the searches. */
function accessLog(): Buffer {
  const odd: readonly (string | Buffer)[] = [
    '',
    '  \t',
    '\uFEFF',
    'cut off',
    Buffer.from([0x47, 0xff, 0xfe]),
    `"${'x'.repeat(300_000)}`,
  ]
  const line = (n: number) => {
    const asked = n % 3 === 0 ? `/search?q=query+${n % 700}%C3%A9` : '/static/logo.png'
    return `${n % 10_000 === 0 ? '\uFEFF' : ''}192.0.2.7 - u${n % 900} [01/Mar/2024:10:00:00 +0000] "GET ${asked} HTTP/1.1" 200 512 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko"${n % 7 === 0 ? '\r' : ''}`
  }
  return Buffer.concat(
    Array.from({ length: LINES }, (_, n) =>
      Buffer.concat([
        Buffer.from(`${line(n)}\n`),
        ...(n % 5000 === 17 ? [Buffer.from(odd[((n / 5000) % odd.length) | 0]!), Buffer.from('\n')] : []),
      ]),
    ),
  )
}

test('an access log is read alike by one thread and by several: rows, bad lines with their numbers, counts', async () => {
  const bench = new Bench()
  const log = bench.file('access.log', accessLog())
  const by = async (threads: number) => {
    const out = bench.path(`out-${threads}`)
    const at = ['--threads', String(threads), '--json']
    const inspected = await bench.lethe(['inspect', log, ...at])
    const released = await bench.lethe(['release', 'rare-queries', log, '--k', '5', '--seed', '1', '-o', out, ...at])
    expect([inspected.status, released.status]).toEqual([0, 0])
    const rows = createHash('sha256')
      .update(readFileSync(`${out}/data.parquet`))
      .digest('hex')
    return { rows, inspected: JSON.parse(inspected.stdout) as { readonly records: unknown } }
  }
  const [one, several] = [await by(1), await by(3)]
  expect(several).toEqual(one)
  expect(one.inspected.records).toMatchObject({ all: LINES + 26, blank: 10 })
}, 120_000)

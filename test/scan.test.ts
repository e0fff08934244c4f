import { readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ScanResult } from '../src/run/scan.js'
import { Bench } from './support/lethe.js'

const SECRETS = ['212-555-0142', '4111 1111 1111 1111', 'jane.roe@example.com', 'dwayne kowalczyk', '10.20.30.40']
const ROWS = [
  ['u1', 'call 212-555-0142 now', '', ''],
  ['u2', 'weather', '', ''],
  ['u3', '4111 1111 1111 1111', '', ''],
  ['u4', 'jane.roe@example.com', '', 'note 10.20.30.40'],
  ['u5', 'dwayne kowalczyk', 'https://shop.example/account?session=8f3a77c1d2', ''],
  ['u6', '2006 ford f150', 'http://www.cars.example', ''],
]
const LOG = `user\tquery\turl\tnote\n${ROWS.map((row) => `${row.join('\t')}\n`).join('')}`

describe('scan', () => {
  test('says where identifying data stands, by kind, in all columns', async () => {
    const bench = new Bench()
    const { kinds, rows } = await bench.json<ScanResult>('scan', bench.file('log.tsv', LOG), '--columns', 'note=note')
    expect(rows).toBe(6)
    expect(kinds.phone.rows).toEqual([1])
    expect(kinds.card.rows).toEqual([3])
    expect(kinds.email.rows).toEqual([4])
    expect(kinds.ip.rows).toEqual([4])
    expect(kinds.name.rows).toEqual([5])
    expect(kinds.url.rows).toEqual([5])
    expect(Object.values(kinds).flatMap((kind) => kind.rows)).not.toContain(6)
  })

  test('never shows a value, on the terminal or in files', async () => {
    const bench = new Bench()
    const log = bench.file('log.tsv', LOG)
    const plain = await bench.lethe([
      'scan',
      log,
      '--columns',
      'note=note',
      '--verbose',
      '--rows',
      bench.path('rows.tsv'),
    ])
    const json = await bench.lethe(['scan', log, '--columns', 'note=note', '--json'])
    const written = readFileSync(bench.path('rows.tsv'), 'utf8')
    for (const text of [plain.stdout, plain.stderr, json.stdout, json.stderr, written]) {
      for (const secret of SECRETS) expect(text).not.toContain(secret)
    }
    expect(written.split('\n')).toContain('phone\t1')
    expect(statSync(bench.path('rows.tsv')).mode & 0o077).toBe(0)
  })

  test('numbers rows over all data rows: several files, and rows that do not parse', async () => {
    const bench = new Bench()
    const one = bench.file('a.tsv', 'user\tquery\nu1\tweather\ntoo\tmany\tcolumns\nu2\t212-555-0142\n')
    const two = bench.file('b.tsv', 'user\tquery\nu3\t212-555-0143\n')
    const { kinds, badRows } = await bench.json<ScanResult>('scan', one, two, '--max-bad', '0.5')
    expect(badRows).toBe(1)
    expect(kinds.phone.rows).toEqual([3, 4])
  })

  test('needs the query column only; kinds and threshold are choices', async () => {
    const bench = new Bench()
    const log = bench.file('q.tsv', 'query\ncall 212-555-0142\n4111 1111 1111 1111\n')
    const cards = await bench.json<ScanResult>('scan', log, '--kinds', 'card')
    expect(cards.kinds.card.rows).toEqual([2])
    expect(cards.kinds.phone.rows).toEqual([])
    const nothing = await bench.json<ScanResult>('scan', log, '--threshold', '1')
    expect(nothing.kinds.phone.count).toBe(0)
    expect((await bench.lethe(['scan', log, '--kinds', 'nonsense'])).status).toBe(2)
  })

  test('[Kumar07] section 4: a name that occurs ten times in the log is a star', async () => {
    const bench = new Bench()
    const asked = Array.from({ length: 10 }, (_, i) => `u${i}\tdwayne kowalczyk\n`).join('')
    const log = bench.file('log.tsv', `user\tquery\n${asked}u99\tthelma vandermeer\n`)
    const byList = await bench.json<ScanResult>('scan', log)
    expect(byList.kinds.name.count).toBe(11)
    const byLog = await bench.json<ScanResult>('scan', log, '--famous', 'log')
    expect(byLog.kinds.name.rows).toEqual([11])
  })
})

describe('scrub', () => {
  const data = (bench: Bench, dir: string) => readFileSync(bench.path(`${dir}/data.tsv`), 'utf8')

  test('masks spans in every released column, and cuts URLs to hosts', async () => {
    const bench = new Bench()
    const log = bench.file('log.tsv', LOG)
    await bench.json('release', 'scrub', log, '--columns', 'note=note', '-o', bench.path('out'), '--out-format', 'tsv')
    const text = data(bench, 'out')
    for (const secret of [...SECRETS, '8f3a77c1d2']) expect(text).not.toContain(secret)
    expect(text).toContain('call [phone] now')
    expect(text).toContain('note [ip]')
    expect(text).toContain('shop.example')
    expect(text).toContain('2006 ford f150')
  })

  test('or removes the rows', async () => {
    const bench = new Bench()
    const log = bench.file('log.tsv', LOG)
    const result = await bench.json<{ kept: { rows: number } }>(
      'release',
      'scrub',
      log,
      '--action',
      'rows',
      '-o',
      bench.path('out'),
      '--out-format',
      'tsv',
    )
    expect(result.kept.rows).toBe(2)
    expect(data(bench, 'out')).not.toContain('[')
  })

  test('stands in front of a threshold, and its guarantee by itself is none', async () => {
    const bench = new Bench()
    const rows = Array.from({ length: 4 }, (_, i) => `u${i}\tcall 212-555-014${i}\n`).join('')
    const log = bench.file('log.tsv', `user\tquery\n${rows}`)
    const plan = bench.file('plan.json', '{"steps": [{"method": "scrub"}, {"method": "rare-queries", "k": 4}]}')
    const result = await bench.json<{ kept: { rows: number; queries: number }; guarantee: { kind: string } }>(
      'release',
      '--plan',
      plan,
      log,
      '-o',
      bench.path('out'),
      '--out-format',
      'tsv',
    )
    expect(result.guarantee.kind).toBe('k-users-per-query')
    expect(result.kept).toMatchObject({ rows: 4, queries: 0 }) // nobody asked for "call [phone]"
    expect(data(bench, 'out')).toContain('call [phone]')
    expect((await bench.lethe(['verify', bench.path('out'), '--against', log])).status).toBe(0)
    const alone = await bench.json<{ guarantee: { kind: string } }>('release', 'scrub', '--explain')
    expect(alone.guarantee.kind).toBe('none')
  })

  test('a plan that removes rows after a threshold is refused; one that masks is not', async () => {
    const bench = new Bench()
    const steps = (action: string) =>
      JSON.stringify({
        steps: [
          { method: 'rare-queries', k: 4 },
          { method: 'scrub', action },
        ],
      })
    const refused = await bench.lethe(['release', '--plan', bench.file('rows.json', steps('rows')), '--explain'])
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('unsound')
    expect((await bench.lethe(['release', '--plan', bench.file('mask.json', steps('mask')), '--explain'])).status).toBe(
      0,
    )
  })
})

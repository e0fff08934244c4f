import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
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

  test('tells what people typed apart from what they clicked', async () => {
    const bench = new Bench()
    const typed =
      'u7\thttps://shop.example/account?session=8f3a77c1d2\thttps://shop.example/account?session=8f3a77c1d3\t\n'
    const log = bench.file('log.tsv', `${LOG}${typed}`)
    const { byColumn, kinds } = await bench.json<ScanResult>('scan', log, '--columns', 'note=note')
    expect(kinds.url.count).toBe(2)
    expect(byColumn).toEqual({
      query: { phone: 1, card: 1, email: 1, name: 1, url: 1 },
      url: { url: 2 },
      note: { ip: 1 },
    })
    const { stdout } = await bench.lethe(['scan', log, '--columns', 'note=note'])
    expect(stdout).toMatch(/^url +2 +query 1, url 2 +5, 7$/m)
    expect(stdout).toMatch(/^ip +1 +note +4$/m)
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

describe('locales', () => {
  const GERMAN =
    `wie wird das wetter und wo, rezept für den kuchen ohne ei, was ist das und wer hat es, wo kann man das kaufen, öffnungszeiten heute,
wie spät ist es, was kosten die eier, wann ist der film aus, wer ist der mann mit dem hut, kann man das essen, die katze und der hund`.split(
      /,\s*/,
    )
  const german = (...more: string[]) =>
    `user\tquery\n${[...GERMAN, ...more].map((query, i) => `u${i % 3}\t${query}\n`).join('')}`

  test('are guessed from the log and said', async () => {
    const bench = new Bench()
    const log = bench.file('log.tsv', german('hauptstraße 12 31134 hildesheim'))
    const { kinds, locales } = await bench.json<ScanResult>('scan', log)
    expect(locales).toEqual(['de'])
    expect(kinds.address.rows).toEqual([12])
    const { stdout } = await bench.lethe(['scan', log])
    expect(stdout).toContain('locale: de (guessed from the log)')
    const english = await bench.lethe(['scan', log, '--locale', 'en-US'])
    expect(english.stdout).toContain('locale: en-US')
    expect(english.stdout).not.toContain('address')
  })

  test('stand in the manifest of a release that scrubs, and verify runs them again', async () => {
    const bench = new Bench()
    const log = bench.file('log.tsv', german('0171 2345678', '0171 2345678', '0171 2345678'))
    const made = await bench.lethe(['release', 'scrub', log, '-o', bench.path('out')])
    expect(made.stdout + made.stderr).toContain('locale: de (guessed from the log)')
    const manifest = JSON.parse(readFileSync(bench.path('out/manifest.json'), 'utf8'))
    expect(manifest.steps[0].params.locale).toBe('de')
    expect(JSON.stringify(manifest.guarantee)).toContain('German (Germany, Austria, Switzerland)')
  })

  test('are not guessed under differential privacy', async () => {
    const bench = new Bench()
    const log = bench.file('log.tsv', german())
    const plan = bench.file(
      'plan.json',
      JSON.stringify({ steps: [{ method: 'scrub' }, { method: 'zealous', epsilon: 5, delta: 0.01 }] }),
    )
    await bench.lethe(['release', '--plan', plan, log, '-o', bench.path('out')])
    const manifest = JSON.parse(readFileSync(bench.path('out/manifest.json'), 'utf8'))
    expect(manifest.steps[0].params).not.toHaveProperty('locale')
    expect(JSON.stringify(manifest.guarantee)).toContain('short English queries')
  })
})

describe('what was found', () => {
  test('is shown to a terminal alone', async () => {
    const bench = new Bench()
    const log = bench.file('log.tsv', LOG)
    const piped = await bench.lethe(['scan', log, '--show'])
    expect(piped.status).not.toBe(0)
    expect(piped.stderr).toContain('--show-to')
    expect(piped.stdout).not.toContain('212-555-0142')
  })

  test.skipIf(spawnSync('script', ['--version']).status !== 0)('is shown on one', () => {
    const bench = new Bench()
    const command = `${process.execPath} ${join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js')} scan ${bench.file('log.tsv', LOG)} --show`
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8' })
    expect(stdout).toContain('phone\tcall 212-555-0142 now')
  })

  test('goes to a new file that nobody else can read', async () => {
    const bench = new Bench()
    const log = bench.file('log.tsv', LOG)
    const { stdout } = await bench.lethe(['scan', log, '--show-to', bench.path('found.tsv')])
    expect(stdout).not.toContain('212-555-0142')
    expect(readFileSync(bench.path('found.tsv'), 'utf8')).toContain('phone\tcall 212-555-0142 now\n')
    expect(statSync(bench.path('found.tsv')).mode & 0o077).toBe(0)
    const again = await bench.lethe(['scan', log, '--show-to', bench.path('found.tsv')])
    expect(again.stderr).toContain('is there already')
  })
})

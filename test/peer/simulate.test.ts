import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Simulation } from '../../src/peer/simulate/index.js'
import { Bench } from '../support/lethe.js'

describe('lethe simulate', () => {
  test('--json is one document, the same for the same seed', async () => {
    const bench = new Bench()
    const run = () =>
      bench.json<Simulation>('simulate', '--users', '300', '--queries', '10', '--selfish', '0.1', '--seed', '5')
    const [one, two] = [await run(), await run()]
    expect(one).toEqual(two)
    expect(one).toMatchObject({ users: 300, queries: 3000, selfish: { users: 30 }, exposedBy: 'own-share' })
    for (const key of ['honestExposed', 'selfishExposed'] as const)
      expect(one[key]).toSatisfy((share: number) => share >= 0 && share <= 1)
    expect(one.position[0]).toMatchObject({ neighbours: 1 })
    const text = await bench.lethe(['simulate', '--users', '300', '--queries', '10', '--colluding', '0.1'])
    expect(text.stdout).toContain('300 peers')
    expect(text.stdout).toContain('30 colluding peers')
  })

  test('--graph takes friendships from a file, packed or not', async () => {
    const bench = new Bench()
    const ring = `# a ring\n${Array.from({ length: 50 }, (_, i) => `p${i} p${(i + 1) % 50}\n`).join('')}`
    for (const path of [bench.file('ring.txt', ring), bench.file('ring.txt.gz', gzipSync(ring))]) {
      const found = await bench.json<Simulation>('simulate', '--graph', path)
      expect(found).toMatchObject({ users: 50, friendships: 50, position: [{ neighbours: 2, users: 50 }] })
    }
    const wrong = await bench.lethe(['simulate', '--graph', bench.file('bad.txt', 'one two\nthree\n')])
    expect([wrong.status, wrong.stderr.split('\n')[0]]).toEqual([
      2,
      `lethe: ${bench.path('bad.txt')} has no two names in line 2`,
    ])
    const missing = await bench.lethe(['simulate', '--graph', bench.path('none.txt')])
    expect([missing.status, missing.stderr.split('\n')[0]]).toEqual([
      2,
      `lethe: ${bench.path('none.txt')} cannot be used (ENOENT)`,
    ])
    const more = await bench.lethe(['simulate', '--graph', bench.path('ring.txt'), '--users', '7'])
    expect([more.status, more.stderr.split('\n')[0]]).toEqual([2, 'lethe: --graph has 50 users'])
  })

  test('--replay asks what persons of a log asked, and measures their exposure', async () => {
    const bench = new Bench()
    await bench.json('generate', '--users', '200', '--days', '30', '-o', bench.path('log.tsv'))
    const all = await bench.json<Simulation>('simulate', '--replay', bench.path('log.tsv'))
    expect(all.exposedBy).toBe('pel')
    expect(all.users).toBeGreaterThan(150)
    expect(all.pel.exposed60).toBeLessThan(0.3)
    const some = await bench.json<Simulation>(
      'simulate',
      '--replay',
      bench.path('log.tsv'),
      '--users',
      '50',
      '--queries',
      '5',
    )
    expect(some.users).toBe(50)
    expect(some.queries).toBeLessThanOrEqual(250)
    const bare = await bench.json<Simulation>('simulate', '--replay', bench.path('log.tsv'), '--baseline', 'none')
    expect(bare.pel.exposed60).toBe(1)
    const nobody = await bench.lethe(['simulate', '--replay', bench.file('bare.tsv', 'query\ntea\n')])
    expect([nobody.status, nobody.stderr.split('\n')[0]]).toEqual([
      2,
      'lethe: a log without persons has no histories to replay',
    ])
  })

  test('--replay asks once what was clicked twice', async () => {
    const bench = new Bench()
    const at = (time: string, query: string) => `u1\t${query}\t2006-03-01 ${time}\n`
    const log = [
      'user\tquery\ttime\n',
      at('10:00:00', 'tea'),
      at('10:00:00', 'tea'),
      at('10:00:09', 'tea'),
      at('10:00:09', 'pot'),
    ]
    const timed = await bench.json<Simulation>('simulate', '--replay', bench.file('timed.tsv', log.join('')))
    expect(timed.queries).toBe(3)
    const bare = await bench.json<Simulation>(
      'simulate',
      '--replay',
      bench.file('bare.tsv', 'user\tquery\nu1\ttea\nu1\ttea\n'),
    )
    expect(bare.queries).toBe(2)
  })

  test('flags that make no sense are refused', async () => {
    const bench = new Bench()
    for (const words of [
      ['--theta', '0.8-0.6'],
      ['--selfish', '2'],
      ['--users', '0'],
      ['--zeta', 'x'],
    ])
      expect((await bench.lethe(['simulate', ...words])).status).toBe(2)
  })
})

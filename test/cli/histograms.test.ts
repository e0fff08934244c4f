import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Bench } from '../support/lethe.js'

const LOG = `user\tquery\ttime\n${Array.from({ length: 300 }, (_, i) => `u${i}\tweather\t2024-05-01 10:00:00\nu${i}\tonly ${i}\t2024-05-01 10:01:00\n`).join('')}`
const PARAMS = ['--epsilon', '2.302585092994046', '--delta', '1e-5', '--per-user', '20', '--items', 'queries']

test('the derived thresholds are stated before anything runs, with the best method for the parameters', async () => {
  const bench = new Bench()
  const explained = await bench.json<{ derived: object }>('release', 'zealous', 'no.tsv', ...PARAMS, '--explain')
  expect(explained.derived).toMatchObject({
    m: 20,
    lambda: expect.closeTo(8.6859, 4),
    tau: 1,
    tauPrime: 121,
    evenChanceAt: 121,
    lowest: 'gaussian-threshold',
  })
  const { stdout } = await bench.lethe(['release', 'zealous', 'no.tsv', ...PARAMS, '--explain'])
  expect(stdout).toMatch(/lowest = gaussian-threshold/)
})

test('a release is made, verified and entered; a budget holds', async () => {
  const bench = new Bench()
  bench.file('log.tsv', LOG)
  const ledger = ['--ledger', bench.path('ledger'), '--population', 'people']
  const [, , ...rest] = PARAMS
  const make = (dir: string, epsilon: string) =>
    bench.lethe([
      'release',
      'gaussian-threshold',
      'log.tsv',
      '--epsilon',
      epsilon,
      ...rest,
      ...ledger,
      '-o',
      dir,
      '--out-format',
      'tsv',
    ])
  expect(
    (
      await bench.lethe([
        'ledger',
        'set',
        'people',
        '--epsilon',
        '4',
        '--delta',
        '1e-4',
        '--ledger',
        bench.path('ledger'),
      ])
    ).status,
  ).toBe(0)
  const first = await make('r1', '3')
  expect(first.status).toBe(0)
  expect(first.stdout).toMatch(/entered under the population 'people'/)
  expect(readFileSync(bench.path('r1/data.tsv'), 'utf8')).toMatch(/^item\tcount\nweather\t\d+\n$/)
  expect((await bench.lethe(['verify', 'r1', '--against', 'log.tsv'])).status).toBe(3) // not refuted, which is all there is
  const second = await make('r2', '3')
  expect(second.status).toBe(2)
  expect(second.stderr).toMatch(/has spent epsilon/)
  const { populations } = await bench.json<{ populations: object[] }>('ledger', '--ledger', bench.path('ledger'))
  expect(populations).toMatchObject([{ population: 'people', releases: 1, budget: { epsilon: 4 } }])
})

test.each([
  [['--epsilon', '0', '--delta', '1e-5'], /--epsilon/],
  [['--epsilon', 'NaN', '--delta', '1e-5'], /--epsilon/],
  [['--epsilon', '1', '--delta', '2'], /--delta/],
  [['--epsilon', '1'], /needs --delta/],
  [['--delta', '1e-5'], /needs --epsilon/],
  [['--epsilon', '1', '--delta', '1e-5', '--per-user', '0'], /--per-user/],
  [['--epsilon', '1', '--delta', '1e-5', '--items', 'clicks'], /needs clicked URLs/],
  [['--epsilon', '1', '--delta', '1e-5', '--link', 'user'], /table of items/],
  [
    ['--epsilon', '2.3025851', '--delta', '1e-5', '--tau-prime', '140', '--lambda', '17.3718', '--per-user', '20'],
    /delta = 0\.0032/,
  ],
  [['--epsilon', '1', '--delta', '1e-5', '--population', '../x'], /population is named/],
])('%j: one clear line, status 2', async (flags, reason) => {
  const bench = new Bench()
  bench.file('log.tsv', LOG)
  const { status, stderr } = await bench.lethe(['release', 'zealous', 'log.tsv', ...flags, '-o', 'out'])
  expect(status).toBe(2)
  expect(stderr).toMatch(reason)
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
})

import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { InputOptions } from '../../src/ingest/index.js'
import { type Plan, planFrom } from '../../src/plans/plan.js'
import { release } from '../../src/run/release/index.js'
import { report } from '../../src/run/report.js'
import { verify } from '../../src/run/verify.js'
import { scratch } from '../support/scratch.js'

// The log of a run that is read in another way than then is another log: nothing counted in it refutes the release.

const { next } = scratch()
const rare = planFrom({ steps: [{ method: 'rare-queries', k: 5 }] }, 'plan')

function file(as: string, content: string): string {
  const path = next(as)
  writeFileSync(path, content)
  return path
}

const NAMES = ['user', 'query', 'time', 'rank', 'url', 'country']
const cells = (time: (u: number) => string) =>
  Array.from({ length: 8 }, (_, u) =>
    ['weather', 'news'].map((query) => [
      `u${u}`,
      query,
      time(u),
      String(1 + (u % 2)),
      `http://${query}.example/`,
      'de',
    ]),
  ).flat()
const written = (time: (u: number) => string, delimiter = '\t', names: readonly string[] = NAMES) =>
  [...(names.length === 0 ? [] : [names]), ...cells(time)].map((row) => `${row.join(delimiter)}\n`).join('')

const late = (u: number) => `2024-05-0${1 + u}T23:30:00+00:00`
const slashed = (u: number) => `0${1 + u}/05/2024 10:00`
const plain = (u: number) => `2024-05-0${1 + u} 10:00:00`

const OTHERWISE: readonly (readonly [string, string, InputOptions, InputOptions, RegExp, { rank?: boolean }])[] = [
  ['the zone', file('z.tsv', written(late)), { zone: 'Europe/Berlin' }, {}, /--zone Europe\/Berlin/, {}],
  ['the order of dates', file('d.tsv', written(slashed)), { dateOrder: 'dmy' }, {}, /--date-order dmy/, {}],
  ['the order of dates, guessed', file('d.tsv', written(slashed)), {}, { dateOrder: 'dmy' }, /--date-order mdy/, {}],
  [
    'the notation of times',
    file('t.tsv', written(plain)),
    { timeFormat: '%Y-%d-%m %H:%M:%S' },
    {},
    /--time-format '%Y-%d-%m %H:%M:%S'/,
    {},
  ],
  ['the column of URLs', file('u.tsv', written(plain)), { columns: { url: 'country' } }, {}, /url=country/, {}],
  ['URLs left out', file('u.tsv', written(plain)), { columns: { url: '' } }, {}, /url=,user=user/, {}],
  ['a further column', file('f.tsv', written(plain)), { columns: { land: 'country' } }, {}, /land=country/, {}],
  [
    'the column of ranks',
    file('r.tsv', written(plain, '\t', ['user', 'query', 'time', 'rank', 'url', 'other'])),
    { columns: { rank: 'rank' } },
    { columns: { rank: '' } },
    /rank=rank/,
    { rank: true },
  ],
  [
    'a header',
    file('h.tsv', written(plain)),
    { header: false, columns: { user: '1', query: '2' } },
    { columns: { user: '1', query: '2' } },
    /--header no/,
    {},
  ],
  [
    'that there is a header',
    file('h.tsv', written(plain, '\t', ['u', 'v', 'w', 'x', 'y', 'z'])),
    { header: true, columns: { user: '1', query: '2' } },
    { columns: { user: '1', query: '2' } },
    /--header yes/,
    {},
  ],
  [
    'the delimiter',
    file('s.csv', 'user,query;more\n'.concat(Array.from({ length: 8 }, (_, u) => `u${u},tea;x\n`).join(''))),
    { columns: { query: '2', user: '1' } },
    { delimiter: ';', columns: { query: '2', user: '1' } },
    /--delimiter ,|--delimiter ','/,
    {},
  ],
]

describe.each(OTHERWISE)('%s', (_, log, then, now, flag, shows) => {
  test('read otherwise is open and names the flags; read as then it is judged', async () => {
    const out = next('release')
    await release([log], { plan: rare, out, shows }, then)
    const { holds, toShow, checks } = await verify(out, { against: [log] }, now)
    expect([holds, toShow, checks.map(({ name }) => name)]).toEqual([null, expect.stringMatching(flag), ['log']])
    expect((await verify(out, { against: [log] }, then)).holds).toBe(true)
  })
})

test('what goes without saying may be said', async () => {
  const log = file('log.tsv', written(plain))
  const out = next('release')
  await release([log], { plan: rare, out })
  const said: InputOptions = { zone: 'UTC', unit: 'user', header: true, dateOrder: 'ymd', columns: { query: '2' } }
  expect((await verify(out, { against: [log] }, said)).holds).toBe(true)
  const without = next('release')
  await release([log], { plan: rare, out: without }, { columns: { time: '', url: '' } })
  const { toShow } = await verify(without, { against: [log] })
  expect(toShow).toContain('time=,url=,user=user')
})

test('a page about a differentially private release reads its log as the release did', async () => {
  const rows = Array.from({ length: 60 }, (_, u) => `${JSON.stringify({ user: `u${u}`, query: 'tea' })}\n`).join('')
  const log = file('log.ndjson', rows)
  const plan: Plan = planFrom({ steps: [{ method: 'zealous', epsilon: 9, delta: 1e-5, perUser: 2 }] }, 'plan')
  const [out, page] = [next('release'), next('page.html')]
  await release([log], { plan, out, ledger: next('ledger') })
  const { checks } = await verify(out, { against: [log] })
  expect(checks.length).toBeGreaterThan(1)
  await report(out, { out: page, logs: [log] })
  expect(readFileSync(page, 'utf8')).not.toContain('read in another way')
})

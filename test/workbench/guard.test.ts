import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { State } from '../../src/workbench/api.js'
import { Bench } from '../support/lethe.js'
import { type StartedWorkbench, startWorkbench } from '../support/workbench.js'

const ends: (() => void)[] = []
const bench = new Bench((end) => void ends.push(end as () => void))
let started: StartedWorkbench
let [origin, base, cookie] = ['', '', '']

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** A request with any headers, as no browser would send it. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}, body?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, origin),
      {
        agent: false, // a line that is cut for one request is none for the next
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      },
    )
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const own = () => ({ cookie, origin })

beforeAll(async () => {
  mkdirSync(bench.path('within'))
  bench.file('within/log.tsv', 'AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n1\tcats\t2006-03-01 10:00:00\t\t\n')
  bench.file('secret.tsv', 'AnonID\tQuery\tQueryTime\n1\tsecret\t2006-03-01 10:00:00\n')
  symlinkSync(bench.path('secret.tsv'), bench.path('within/link.tsv'))
  symlinkSync(bench.dir, bench.path('within/out'))
  bench.file('within/logs/log.tsv', 'AnonID\tQuery\tQueryTime\n1\tcats\t2006-03-01 10:00:00\n')
  symlinkSync(bench.path('secret.tsv'), bench.path('within/logs/link.tsv'))
  for (const where of ['', 'within/']) bench.file(`${where}bids.csv`, 'query,bid\ncats,1\n')
  started = await startWorkbench(bench, bench.path('within/log.tsv'))
  const url = new URL(started.url)
  origin = url.origin
  base = url.pathname
  const entered = await ask(`${base}${url.search}`)
  expect(entered.status).toBe(303)
  expect(entered.headers.location).toBe(base)
  const [set = ''] = entered.headers['set-cookie'] as string[]
  expect(set).toMatch(/HttpOnly/)
  expect(set).toMatch(/SameSite=Strict/)
  expect(set).toContain(`Path=${base}`)
  cookie = set.split(';')[0]!
}, 120_000)
afterAll(async () => {
  await started.stop()
  for (const end of ends) end()
})

describe('who may ask', () => {
  test.each([
    ['without a token', '', {}],
    ['with a wrong token', '?token=nothing', {}],
    ['with a wrong cookie', '', { cookie: 'lethe=nothing' }],
  ])('nobody %s', async (_, query, headers) => {
    const within = ['state', 'events', 'methods', 'releases', 'result/scan', 'file?path=log.tsv', 'commands']
    for (const path of [`${base}${query}`, `/${query}`, ...within.map((one) => `${base}api/${one}`)]) {
      const { status, text } = await ask(path, headers)
      expect(status).toBe(401)
      expect(text).not.toContain('log.tsv')
    }
  })

  test('no other page, by its Origin or by what the browser says of it', async () => {
    for (const foreign of ['http://evil.example', 'null', 'http://127.0.0.1:1']) {
      expect((await ask(`${base}api/inspect`, { cookie, origin: foreign }, {})).status).toBe(403)
      expect((await ask(`${base}api/state`, { cookie, origin: foreign })).status).toBe(403)
    }
    expect((await ask(`${base}api/inspect`, { cookie }, {})).status).toBe(403) // what changes something says where from
    expect((await ask(`${base}api/state`, { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await ask(`${base}api/state`, { cookie, 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await ask(`${base}api/state`, own())).status).toBe(200)
  })

  test('no other Host, as after a rebound name', async () => {
    expect((await ask(`${base}api/state`, { ...own(), host: 'evil.example' })).status).toBe(421)
    expect((await ask(`${base}${new URL(started.url).search}`, { host: 'evil.example' })).status).toBe(421)
  })

  test('what a browser is started with, which others of the machine can read, opens the page one time', async () => {
    const [programs, seen] = [bench.path('programs'), bench.path('opened')]
    bench.file('programs/xdg-open', `#!/bin/sh\nprintf %s "$1" > '${seen}.part' && mv '${seen}.part' '${seen}'\n`)
    chmodSync(bench.path('programs/xdg-open'), 0o755)
    const { child, outcome } = bench.start(['workbench', bench.path('within/log.tsv')], {
      path: `${programs}:${process.env.PATH}`,
    })
    const printed = await new Promise<string>((resolve) => child.stdout?.once('data', (text) => resolve(String(text))))
    await expect.poll(() => existsSync(seen), { timeout: 20_000 }).toBe(true)
    const opened = readFileSync(seen, 'utf8')
    expect(opened).not.toContain(new URL(printed.trim()).pathname.slice(1))
    expect(opened).not.toContain(new URL(printed.trim()).searchParams.get('token'))
    const statuses = [opened, opened, printed.trim(), printed.trim()].map((url) => new URL(url))
    const answers: Answer[] = []
    for (const { origin: at, pathname, search, port } of statuses)
      answers.push(await ask(`${at}${pathname}${search}`, { host: `127.0.0.1:${port}` }))
    expect(answers.map(({ status }) => status)).toEqual([303, 401, 303, 303])
    expect(answers[1]?.text).toContain('If that was not you, end the workbench')
    expect(answers[0]?.headers.location).toBe(new URL(printed.trim()).pathname)
    child.kill('SIGINT')
    expect((await outcome).status).toBe(0)
  })

  test('headers leave nothing to a page of somebody else', async () => {
    for (const path of [base, `${base}api/state`]) {
      const { headers } = await ask(path, { cookie })
      expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'; style-src 'self'/)
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-frame-options']).toBe('DENY')
    }
  })
})

describe('which paths', () => {
  const OUTSIDE = [
    '/etc/passwd',
    '../secret.tsv',
    'link.tsv',
    'out',
    'out/secret.tsv',
    'out/nothing-here',
    '/nothing-here',
  ]

  test.each(OUTSIDE)('not %s, and it is not told whether it is there', async (path) => {
    for (const [verb, body] of [
      ['open', { path }],
      ['folder', { path }],
      ['verify', { dir: path, against: false }],
      ['diff', { earlier: path, later: path }],
      [
        'plan',
        { by: 'test', draft: { shows: {}, steps: [{ method: 'km-deletion', params: { k: 5, marketing: path } }] } },
      ],
    ] as const) {
      const { status, text } = await ask(`${base}api/${verb}`, own(), body)
      expect({ verb, status }).toEqual({ verb, status: 400 })
      expect(text).toContain('outside of the folders')
    }
    const file = await ask(`${base}api/file?path=${encodeURIComponent(path)}`, own())
    expect(file.status).toBe(400)
    expect(file.text).toContain('outside of the folders')
  })

  test('a file within that is none of a release is not handed out, and links do not show in the folder', async () => {
    expect((await ask(`${base}api/file?path=log.tsv`, own())).text).toContain('none of a release')
    const { text } = await ask(`${base}api/folder`, own(), { path: '' })
    expect((JSON.parse(text) as { entries: { name: string }[] }).entries.map(({ name }) => name)).toEqual([
      'logs',
      'bids.csv',
      'log.tsv',
    ])
  })

  test('nor is a folder read as one log where a link in it leads out', async () => {
    expect((await ask(`${base}api/open`, own(), { path: 'logs' })).text).toContain('outside of the folders')
    expect((await ask(`${base}api/open`, own(), { path: 'logs/log.tsv' })).status).toBe(200)
    expect((await ask(`${base}api/open`, own(), { path: 'log.tsv' })).status).toBe(200)
  })

  test('a file of a plan is the one within, and none of that name where the program was started', async () => {
    const steps = [{ method: 'km-deletion', params: { k: 5, marketing: 'bids.csv' } }]
    expect((await ask(`${base}api/plan`, own(), { by: 'test', draft: { shows: {}, steps } })).status).toBe(200)
    const { draft } = JSON.parse((await ask(`${base}api/state`, own())).text) as State
    expect(draft.steps[0]?.params).toMatchObject({ marketing: realpathSync(bench.path('within/bids.csv')) })
  })

  test('a release goes nowhere else, whatever it is called', async () => {
    for (const name of ['../out', '/tmp/x', 'a/b', '.hidden', 'x.private', '']) {
      const asked = { name, format: 'tsv', population: '', by: 'A', reason: 'B', spreadsheetSafe: false }
      expect((await ask(`${base}api/release`, own(), asked)).status).toBe(400)
    }
  })

  test('no address is opened from the page', async () => {
    for (const path of ['https://127.0.0.1:1/log.tsv', 's3://bucket/log', 'sqlite:/etc/passwd?table=x'])
      expect((await ask(`${base}api/open`, own(), { path })).text).toContain('an address is not opened from the page')
  })

  test('nonsense is refused and harms nothing', async () => {
    expect((await ask(`${base}api/plan`, own(), { draft: { steps: 'x' } })).status).toBe(400)
    expect((await ask(`${base}api/plan`, own(), { draft: { steps: [{ method: '__proto__' }] } })).status).toBe(400)
    expect((await ask(`${base}api/cancel`, own(), { id: {} })).status).toBe(400)
    execFileSync('mkfifo', [bench.path('within/pipe.tsv')])
    expect((await ask(`${base}api/open`, own(), { path: 'pipe.tsv' })).text).toContain('no file and no folder')
    const nested = { draft: { steps: [{ method: 'scrub', params: { action: [['mask']] } }] }, by: 'test' }
    expect((await ask(`${base}api/plan`, own(), nested)).status).toBe(400)
    expect((await ask(`${base}api/reading`, own(), { reading: { columns: 3 } })).status).toBe(400)
    expect((await ask(`${base}api/cancel`, own(), { id: 'x' })).status).toBe(400)
    // Too much is refused before it is read to its end: the sender hears a status, or finds the line cut.
    const much = ask(`${base}api/open`, own(), { path: 'x'.repeat(2_000_000) })
    expect(
      await much.then(
        ({ status }) => status,
        () => 413,
      ),
    ).toBe(413)
    expect((await ask(`${base}api/nothing`, own())).status).toBe(404)
    expect((await ask(`${base}../../package.json`, own())).status).toBeGreaterThanOrEqual(400)
    expect((await ask(`${base}api/state`, own())).status).toBe(200)
  })
})

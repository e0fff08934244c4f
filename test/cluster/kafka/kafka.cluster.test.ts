import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../../../src/base/package-root.js'
import { keyedBench, lines } from '../../support/shares.js'
import { freePort } from '../harness/ports.js'
import { readable, T } from './sharing.js'
import { ended, kafkaStage, LOG } from './stage.js'
import { until } from './topics.js'

const { stage, topics } = kafkaStage()

describe('from topic to topic', () => {
  test('a message for each row, without key or person; what t persons asked opens, as from a file', async () => {
    const { bench, from, to, share } = await stage()
    expect(await share.drain(from, to)).toContain(`shared ${LOG.length} of ${LOG.length} messages`)
    const rows = await topics().values(to)
    expect(rows).toHaveLength(LOG.length)
    for (const row of rows) {
      expect(Object.keys(JSON.parse(row) as object)).toEqual(['tag', 'x', `field_t${T}`, 'text', 'day'])
      expect(row).not.toMatch(/question|"p\d/i)
    }
    const { queries, rejected, damaged } = await share.open(to)
    expect(queries).toEqual(readable(LOG))
    expect({ rejected, damaged }).toEqual({ rejected: 0, damaged: 0 })
    const text = LOG.map((row) => JSON.stringify(row)).join('\n')
    const words = ['encode', '--key', 'key', '--t', String(T), '--columns', 'user=user,query=q,time=at']
    const { stdout } = await bench.lethe([...words, '--quiet'], { stdin: text })
    const cells = (row: string) => Object.values(JSON.parse(row) as object).join('\t')
    expect(rows.map(cells).sort()).toEqual(lines(stdout).slice(1).sort())
  })

  test('the same rows twice: no person counts twice, and nothing more opens', async () => {
    const { from, to, share } = await stage()
    await share.drain(from, to)
    const once = await share.open(to)
    await share.drain(from, to, '--group', 'again')
    const twice = await share.open(to)
    expect(twice.rows).toBe(2 * once.rows)
    expect(Object.keys(twice.queries).sort()).toEqual(Object.keys(once.queries).sort())
    expect(Object.keys(twice.queries)).not.toContain(`question number ${T - 1}`)
    expect(twice).toMatchObject({ tags: once.tags, opened: once.opened, rejected: 0, damaged: 0 })
  })

  test('messages that are no rows are counted and set aside by their places; nothing of them is told', async () => {
    const secret = 'do not tell'
    const bad = [`{"${secret}`, '[]', '7', JSON.stringify({ user: 'u', q: { secret } }), JSON.stringify({ q: secret })]
    const { bench, from, to, share } = await stage([...LOG.slice(0, 9), ...bad, { user: 'u', q: '', at: '' }], 1)
    const said = await share.drain(from, to, '--set-aside', 'aside.ndjson')
    expect(said).toContain('5 messages were no rows and were set aside')
    expect(said).toContain('1 rows held no query')
    expect(said).toContain('shared 9 of 15 messages')
    const aside = readFileSync(bench.path('aside.ndjson'), 'utf8')
    expect(lines(aside).map((line) => JSON.parse(line) as object)).toEqual(
      [9, 10, 11, 12, 13, 14].map((offset) => ({ partition: 0, offset })),
    )
    expect(statSync(bench.path('aside.ndjson')).mode & 0o777).toBe(0o600)
    expect(said + aside).not.toContain(secret)
    expect(await topics().values(to)).toHaveLength(9)
  })

  test('at SIGTERM it finishes, commits and leaves the group; metrics tell how far it is', async () => {
    const { from, to, share } = await stage()
    const port = await freePort()
    const running = share.start(from, to, '--metrics', String(port), '--group', `g.${from}`)
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined))?.text() ?? ''
    await until(async () => ((await metrics()) ?? '').includes(`lethe_encode_shared_total ${LOG.length}\n`))
    expect(await metrics()).toMatch(/^lethe_encode_connected 1$/m)
    expect(await metrics()).toMatch(/^lethe_encode_lag\{partition="0"\} 0$/m)
    await topics().put(from, LOG)
    const { status, stderr } = await ended(running)
    expect(status).toBe(0)
    const read = Number(/shared (\d+) of/.exec(stderr)?.[1])
    expect(await topics().committed(from, `g.${from}`)).toBe(read)
    const started = Date.now()
    await share.drain(from, to, '--group', `g.${from}`)
    expect(Date.now() - started).toBeLessThan(15_000)
    expect(await topics().values(to)).toHaveLength(2 * LOG.length)
  })
})

describe('to files', () => {
  const HOUR = 3_600_000
  const noon = Date.UTC(2026, 2, 1, 12)
  const contents = (dir: string) =>
    readdirSync(dir)
      .filter((file) => file.endsWith('.parquet'))
      .sort()
      .map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(`${dir}/${file}`))
          .digest('hex'),
      ])

  test('a file for each hour and partition, whole or not there; killed before the commit, it goes on after them', async () => {
    const { bench, from, share } = await stage([], 2)
    const dir = bench.path('hours')
    for (const hour of [0, 1, 2]) await topics().put(from, LOG, noon + hour * HOUR)
    await share.drain(from, 'hours')
    const files = contents(dir)
    expect(files.map(([name]) => name?.slice(0, 14))).toEqual(
      [12, 12, 13, 13, 14, 14].map((hour) => `2026-03-01T${hour}Z`),
    )
    expect((await share.openFolder('hours')).queries).toEqual(readable([...LOG, ...LOG, ...LOG]))
    // What a kill between the file and the commit leaves: the files, and a group that knows nothing of them.
    expect(await share.drain(from, 'hours', '--group', 'knows-nothing')).toContain('shared 0 of 0')
    expect(contents(dir)).toEqual(files)
    await topics().put(from, LOG, noon + 3 * HOUR)
    await share.drain(from, 'hours', '--group', 'knows-nothing')
    expect((await share.openFolder('hours')).rows).toBe(4 * LOG.length)
  })

  test('killed while it reads, and started again: each row once', async () => {
    const { bench, from, share } = await stage([], 2)
    for (let i = 0; i < 20; i++) await topics().put(from, LOG, noon + i * HOUR)
    const running = share.start(from, 'hours')
    await until(() => filesIn(bench.path('hours')) > 3)
    running.child.kill('SIGKILL')
    await running.outcome
    await share.drain(from, 'hours')
    expect((await share.openFolder('hours')).rows).toBe(20 * LOG.length)
    expect(readdirSync(bench.path('hours/.working'))).toEqual([])
  })

  function filesIn(dir: string): number {
    try {
      return readdirSync(dir).filter((file) => file.endsWith('.parquet')).length
    } catch {
      return 0
    }
  }
})

test('a topic that is missing on either side is told', async () => {
  const { bench, from, to, share } = await stage()
  for (const side of ['--from', '--to']) {
    const words = share.words(from, to, '--drain')
    const edited = words.map((word, i) => (words[i - 1] === side ? `${topics().broker.url}/nowhere` : word))
    const { status, stderr } = await bench.lethe(edited)
    expect(status).toBe(2)
    expect(stderr).toMatch(/kafka:\/\/127\.0\.0\.1:\d+\/nowhere has no such topic\nCreate it first/)
  }
})

test('the commands of the guide work', async () => {
  const bench = await keyedBench()
  const page = readFileSync(join(PACKAGE_ROOT, 'docs/guides/shares-from-kafka.md'), 'utf8')
  const [, commands = ''] = /^```bash\n([\s\S]*?)^```$/m.exec(page) ?? []
  const rows = ['ada', 'bea', 'cem', 'dan'].map((id) => ({ user: { id }, q: 'Weather tomorrow', at: '2026-03-01' }))
  for (const name of ['queries', 'shares']) await topics().make(4, name)
  await topics().put('queries', rows)
  const { status } = await bench.bash(`set -e\n${commands.replaceAll('kafka://127.0.0.1:9092', topics().broker.url)}`)
  expect(status).toBe(0)
  expect(readFileSync(bench.path('opened.tsv'), 'utf8').match(/weather tomorrow/g)).toHaveLength(4)
  expect(await topics().values('shares')).toHaveLength(4)
})

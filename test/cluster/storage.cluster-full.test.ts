import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDuckDB } from '../../src/engines/duckdb/index.js'
import { type Bucket, startBucket } from '../support/bucket.js'
import { Bench } from '../support/lethe.js'
import { scratch } from '../support/scratch.js'
import { settingsFor } from './harness/s3a.js'
import { type Cluster, startSpark } from './harness/spark.js'
import { someLog, until } from './stage.js'

// One cluster that writes events and reaches a bucket; what it shows of keys is looked at in the same file, at its end.
const { dir } = scratch()
const KEY = 'lethe-key-1 4eebcb9a5dc75dd7a84eebcb9a5dc75dd7a84eebcb9a5dc75dd7a84eebcb9a5d\n'
let cluster: Cluster
let bucket: Bucket
let log: string
let here: string

const PLAN = ['rare-queries', '--k', '5']

beforeAll(async () => {
  bucket = await startBucket()
  Object.assign(process.env, bucket.environment)
  const events = { 'spark.eventLog.enabled': 'true', 'spark.eventLog.dir': `file://${dir}` }
  cluster = await startSpark({ conf: { ...(await settingsFor(bucket)), ...events } })
  log = join(cluster.shared, 'log.parquet')
  await someLog(log)
  const bench = new Bench((end) => afterAll(end as () => void))
  here = bench.path('here')
  expect(await bench.lethe(['release', ...PLAN, log, '-o', here])).toMatchObject({ status: 0 })
})
afterAll(async () => {
  await cluster?.stop()
  bucket?.stop()
})
afterEach(() => {
  bucket.refuse = undefined
})

const onCluster = (out: string, ...more: readonly string[]) => [
  ...['release', ...PLAN, `file://${log}`, '--engine', cluster.url, '-o', out],
  ...more,
]

/** Rows of Parquet files in the order of their names. */
async function rowsOf(paths: readonly string[]): Promise<object[]> {
  const engine = await openDuckDB({ spill: dir, threads: 1 })
  try {
    const { columns, from } = await engine.parquet(paths)
    return await engine.all(`SELECT ${columns.map((column) => `"${column}"`).join(', ')} FROM ${from}`)
  } finally {
    await engine.close()
  }
}

test('a folder that all see: parts by the cluster with the rows of a release made here, which holds wherever it is verified', async () => {
  const bench = new Bench()
  const out = join(cluster.shared, 'released')
  expect(await bench.lethe(onCluster(`file://${out}`, '--private', 'private'))).toMatchObject({ status: 0 })
  expect(readdirSync(out).sort()).toEqual(['SHA256SUMS', 'data.parquet', 'manifest.json'])
  const parts = readdirSync(join(out, 'data.parquet')).sort()
  const { parts: stated } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as { parts: object }
  expect(stated).toEqual({ 'data.parquet': parts })
  expect(await rowsOf([join(out, 'data.parquet')])).toEqual(await rowsOf([join(here, 'data.parquet')]))
  expect(statSync(bench.path('private')).mode & 0o77).toBe(0)
  // SHA256SUMS is what everybody's tool reads.
  expect(await bench.bash(`cd '${out}' && sha256sum --check --quiet SHA256SUMS`)).toMatchObject({ status: 0 })
  const against = ['--private', 'private', '--against']
  expect(await bench.lethe(['verify', out, ...against, log])).toMatchObject({ status: 0 })
  const there = await bench.lethe(['verify', `file://${out}`, ...against, `file://${log}`, '--engine', cluster.url])
  expect(there).toMatchObject({ status: 0 })
  // A release that was made here is told to be of the log by its bytes, there too.
  const mine = await bench.lethe(['verify', here, '--against', `file://${log}`, '--engine', cluster.url])
  expect(mine.stdout).not.toContain('note: nothing at hand says')
  expect(mine.status).toBe(0)
})

test('a bucket: the same rows; what is changed there is noticed; what is there already is left alone', async () => {
  const bench = new Bench()
  const place = 's3a://shared/2026/march'
  expect(await bench.lethe(onCluster(place, '--private', 'private'))).toMatchObject({ status: 0 })
  const names = [...bucket.objects.keys()].filter((key) => key.startsWith('2026/'))
  expect(names.filter((key) => !/\/data\.parquet\/part-\d{5}-[^/]+\.parquet$/.test(key)).sort()).toEqual([
    '2026/march/SHA256SUMS',
    '2026/march/manifest.json',
  ])
  const copies = names
    .filter((key) => key.endsWith('.parquet'))
    .sort()
    .map((key) => bench.file(`copy/${key.split('/').at(-1)}`, bucket.objects.get(key)!))
  expect(await rowsOf(copies)).toEqual(await rowsOf([join(here, 'data.parquet')]))
  const verify = ['verify', place, '--private', 'private', '--engine', cluster.url, '--against', `file://${log}`]
  expect(await bench.lethe(verify)).toMatchObject({ status: 0 })
  const again = await bench.lethe(onCluster(place, '--private', 'other'))
  expect(again).toMatchObject({ status: 2, stderr: expect.stringContaining('there is a release at') })
  expect(existsSync(bench.path('other'))).toBe(false)
  bucket.objects.set('2026/march/notes.txt', Buffer.from('more'))
  expect((await bench.lethe(verify)).stdout).toContain('notes.txt is not listed')
  bucket.objects.delete('2026/march/notes.txt')
  const [part = ''] = names.filter((key) => key.endsWith('.parquet'))
  bucket.objects.set(part, readFileSync(join(here, 'data.parquet'))) // the same rows, in other bytes
  const changed = await bench.lethe(verify)
  expect([changed.status, changed.stdout]).toEqual([1, expect.stringContaining('has changed')])
})

test('a manifest that cannot be written: no release, no private folder, nothing in the bucket', async () => {
  const bench = new Bench()
  bucket.refuse = (method, key) => method === 'PUT' && key === 'refused/manifest.json'
  const { status, stderr } = await bench.lethe(onCluster('s3a://shared/refused', '--private', 'private'))
  expect([status, stderr]).toEqual([2, expect.stringContaining('s3a://shared/refused cannot be reached from here')])
  expect([...bucket.objects.keys()].filter((key) => key.startsWith('refused/'))).toEqual([])
  expect(existsSync(bench.path('private'))).toBe(false)
})

test('Ctrl-C while the cluster writes: nothing stays in the bucket, and the place can be taken again', async () => {
  const bench = new Bench()
  const place = 's3a://shared/stopped'
  const running = bench.start(onCluster(place, '--private', 'private'))
  let begun = false
  bucket.refuse = (method, key) => {
    if (!begun && method === 'PUT' && /^stopped\/data\.parquet\/.*part-/.test(key)) begun = running.child.kill('SIGINT')
    return false
  }
  expect((await running.outcome).status).toBe(130)
  expect(begun).toBe(true)
  await until('the end of the work', async () => (await cluster.activeTasks()) === 0)
  expect([...bucket.objects.keys()].filter((key) => key.startsWith('stopped/'))).toEqual([])
  expect(existsSync(bench.path('private'))).toBe(false)
  expect(await bench.lethe(onCluster(place, '--private', 'private'))).toMatchObject({ status: 0 })
})

test('killed while it writes: marked as unfinished, no release to anybody, gone with the next word', async () => {
  const bench = new Bench()
  const place = 's3a://shared/killed'
  const running = bench.start(onCluster(place, '--private', 'private'))
  // Its parts are there when it writes the first small file.
  bucket.refuse = (method, key) => method === 'PUT' && key === 'killed/SHA256SUMS' && running.child.kill('SIGKILL')
  await running.outcome
  const left = () => [...bucket.objects.keys()].filter((key) => key.startsWith('killed/'))
  expect(left()).toContain('killed/lethe-unfinished.json')
  expect(left().some((key) => /^killed\/data\.parquet\/part-/.test(key))).toBe(true)
  expect(left()).not.toContain('killed/manifest.json')
  expect(existsSync(bench.path('private'))).toBe(false)
  const none = await bench.lethe(['verify', place, '--engine', cluster.url])
  expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining('has no manifest.json') })
  // Its run was heard of a moment ago: others leave it alone.
  const early = await bench.lethe(onCluster(place, '--private', 'private'))
  expect(early).toMatchObject({ status: 2, stderr: expect.stringContaining('another run is writing') })
  const cleaned = await bench.json<{ found: object[] }>('engine', 'clean', cluster.url, place, '--all')
  expect(cleaned.found).toContainEqual({ name: place, underWay: true, removed: true })
  expect(left()).toEqual([])
})

test('a server that ended leaves folders that no catalog knows: clean finds and removes them', async () => {
  const bench = new Bench()
  const warehouse = join(cluster.shared, 'warehouse')
  const running = bench.start(onCluster(bench.path('out')))
  // From the first table on one is always whole; what is only begun, workers that end may take away.
  await until(
    'a whole table',
    () => existsSync(warehouse) && filesIn(warehouse).some((name) => !name.includes('_temporary')),
  )
  await cluster.killConnect()
  running.child.kill('SIGKILL')
  await running.outcome
  // Another whose tasks had not ended: what they had written by then stands where Spark looks only when it is told to.
  const midway = join(warehouse, 'lethe_midway_0123456789', 'rows', '_temporary', '0', '_temporary', 'attempt_1')
  mkdirSync(midway, { recursive: true })
  writeFileSync(join(midway, 'part-00000.parquet'), 'rows')
  await cluster.startConnect()
  const looked = await bench.lethe(['engine', 'clean', cluster.url, '--look'])
  expect(looked.stdout).toMatch(/^(lethe_\w+: of a run that may be under way [^\n]*\n){2}$/)
  expect(looked.stdout).toContain('lethe_midway_0123456789:')
  expect(await bench.lethe(['engine', 'clean', cluster.url, '--all'])).toMatchObject({ status: 0 })
  expect(filesIn(warehouse)).toEqual([])
})

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'))
}

test('keys show nowhere: not in statements, plans, events, logs or pages of the cluster', async () => {
  const bench = new Bench()
  bench.file('key', KEY)
  await bench.bash('chmod 600 key')
  const more = ['--withheld', 'tag', '--key', 'key', '--sample-people', '0.5', '--link', 'user']
  expect(await bench.lethe(onCluster(bench.path('out'), ...more))).toMatchObject({ status: 0 })
  const tokens = ['release', 'token-hash', '--key', 'key', `file://${log}`, '--engine', cluster.url, '-o', 'tokens']
  expect(await bench.lethe(tokens)).toMatchObject({ status: 0 })
  const hex = KEY.split(' ')[1]!.trim()
  const pads = [0x36, 0x5c].map((byte) => Buffer.from(Buffer.from(hex, 'hex').map((one) => one ^ byte)).toString('hex'))
  const signs = [hex, ...pads].flatMap((one) => {
    const start = one.slice(0, 24)
    return [
      start,
      start.toUpperCase(),
      Buffer.from(start, 'hex').toString('base64'),
      Buffer.from(start, 'hex').toString('latin1'),
    ]
  })
  const shown = await allShown()
  const all = [...shown.values()].join('\n')
  expect(all).toContain('lethe_pads_1') // it was looked at where statements show
  expect([...shown].filter(([, text]) => signs.some((sign) => text.includes(sign))).map(([name]) => name)).toEqual([])
})

test('rows show nowhere: neither texts nor persons nor addresses, whatever is done with a log', async () => {
  const bench = new Bench()
  const marked = join(cluster.shared, 'marked.ndjson')
  // Some go through our own code on the workers, some come here and go back, and one has a number that scrub masks.
  const texts = ['zqtext', 'Zqtext Ärger', 'zqtext 555-86-7301', 'zqtext mail zq@zqmail.example']
  const row = (i: number) => ({
    user: `zqperson${i % 40}`,
    query: `${texts[i % texts.length]} ${i % 11}`,
    time: `2006-03-0${1 + (i % 9)} 07:00:00`,
    url: `http://zqhost${i % 3}.example/`,
  })
  writeFileSync(marked, Array.from({ length: 800 }, (_, i) => `${JSON.stringify(row(i))}\n`).join(''))
  writeFileSync(join(cluster.shared, 'broken.csv'), 'user,query,time\nzqperson1,zqtext,no time\n')
  const log = `file://${marked}`
  const [there, dp] = [
    ['--engine', cluster.url],
    ['--epsilon', '9', '--delta', '0.01', '--per-user', '5'],
  ]
  bench.file('key', KEY)
  await bench.bash('chmod 600 key')
  const said: string[] = []
  const does = async (status: number, ...words: readonly string[]) => {
    const outcome = await bench.lethe([...words, ...there])
    expect({ words, ...outcome }).toMatchObject({ status })
    said.push(outcome.stderr)
  }
  await does(0, 'release', 'rare-queries', '--k', '5', log, '-o', 'rare', '--link', 'session', '--time', 'hour')
  await does(0, 'release', 'scrub', log, '-o', 'scrubbed')
  await does(0, 'release', 'zealous', ...dp, '--items', 'keywords', log, '-o', 'items')
  await does(0, 'release', 'secret-shares', '--t', '5', '--key', 'key', log, '-o', 'shares')
  await does(0, 'verify', 'rare', '--against', log)
  await does(0, 'measure', log, 'rare', '--only', 'kept')
  await does(2, 'inspect', `file://${join(cluster.shared, 'broken.csv')}`)
  expect(said.join('')).not.toContain('zq')
  const shown = [...(await allShown())]
  expect(shown.some(([, text]) => text.includes('marked.ndjson'))).toBe(true) // it was looked at where plans show
  expect(shown.filter(([, text]) => /zq(text|person|host|mail)/i.test(text)).map(([name]) => name)).toEqual([])
  // Keys that were drawn for these runs and forgotten are in nothing of that either: no digits stand there that are as long.
  expect(
    shown.flatMap(([name, text]) => /.{0,60}[0-9a-f]{64}/i.exec(text)?.map((found) => [name, found]) ?? []),
  ).toEqual([])
})

/** All that a cluster shows and writes down of what it does: its pages, the log of its events, what its processes say. */
async function allShown(): Promise<Map<string, string>> {
  const shown = new Map<string, string>(await pages())
  for (const folder of [dir, join(cluster.shared, '..')])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/events|log$|stderr$|stdout$/.test(name) && statSync(join(folder, name)).isFile())
        shown.set(name, readFileSync(join(folder, name), 'latin1'))
  return shown
}

/** What the interface of the cluster shows to people and programs. */
async function pages(): Promise<[string, string][]> {
  const { ui } = cluster.where()
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${ui}${path}`)).text()
  const [application] = JSON.parse(await get('/api/v1/applications')) as { id: string }[]
  const of = `/api/v1/applications/${application?.id}`
  const paths = ['/connect/', `${of}/sql?details=true&planDescription=true&length=100000`, `${of}/jobs`, `${of}/stages`]
  return Promise.all(paths.map(async (path): Promise<[string, string]> => [path, await get(path)]))
}

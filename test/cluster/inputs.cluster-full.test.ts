import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDuckDB } from '../../src/engines/duckdb/index.js'
import type { Engine } from '../../src/engines/engine.js'
import { openSpark } from '../../src/engines/spark/index.js'
import { name } from '../../src/engines/sql.js'
import { inspect, keygen, measure, preview, release, scan } from '../../src/index.js'
import { normalise } from '../../src/text/normalise.js'
import { scratch } from '../support/scratch.js'
import type { RunningCluster } from './harness/running.js'
import { sharedCluster } from './shared.js'

const { dir, next } = scratch()
let cluster: RunningCluster
let spark: Engine

/** 3,000 rows of 60 persons, with what makes readers stumble: quotes, separators, backslashes, blanks, empty fields. */
const ODD = ['say "hi"', 'a,b', 'c:\\d', '  two  blanks ', 'größe', '', "it's", 'NULL', '007', '1e3', 'tab']
const rows = Array.from({ length: 3000 }, (_, i) => ({
  who: `u${i % 60}`,
  what: i % 3 === 0 ? ODD[(i / 3) % ODD.length]! : `query ${i % 40}`,
  at: `2006-03-${String(1 + (i % 28)).padStart(2, '0')} 07:00:${String(i % 60).padStart(2, '0')}`,
  link: i % 5 === 0 ? `http://www.site${i % 7}.example/x` : '',
}))
const COLUMNS = { user: 'who', query: 'what', time: 'at', url: 'link' }

beforeAll(async () => {
  cluster = await sharedCluster()
  spark = await openSpark(cluster.url, { spill: dir })
})
afterAll(() => spark?.close())

const quoted = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
const csv = (some: typeof rows) =>
  `who,what,at,link\n${some.map((row) => `${Object.values(row).map(quoted).join(',')}\n`).join('')}`
const tsv = (some: typeof rows) =>
  `who\twhat\tat\tlink\n${some.map((row) => `${Object.values(row).join('\t')}\n`).join('')}`
const json = (some: typeof rows) => some.map((row) => `${JSON.stringify(row)}\n`).join('')

function put(name: string, content: string): string {
  const path = join(cluster.shared, 'inputs', name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  return path
}

/** Half of the rows each in two Parquet files of a folder. */
async function parquetFolder(): Promise<string> {
  const local = await openDuckDB({ spill: dir, threads: 1 })
  try {
    const path = put('all.ndjson', json(rows))
    for (const half of [0, 1])
      await local.write(
        `SELECT * FROM read_json('${path}', format = 'newline_delimited', columns = {'who': 'VARCHAR', 'what': 'VARCHAR', 'at': 'VARCHAR', 'link': 'VARCHAR'}) WHERE hash(who) % 2 = ${half}`,
        put(`folder/part-${half}.parquet`, ''),
        'parquet',
      )
    return join(cluster.shared, 'inputs', 'folder')
  } finally {
    await local.close()
  }
}

const INPUTS: Readonly<Record<string, () => Promise<{ there: string; here: string[] }>>> = {
  'a CSV file': async () => both(put('log.csv', csv(rows))),
  'a TSV file': async () => both(put('log.tsv', tsv(rows))),
  'documents of JSON, a line each': async () => both(put('log.ndjson', json(rows))),
  'a folder of Parquet files': async () => {
    const folder = await parquetFolder()
    return { there: `file://${folder}`, here: [folder] }
  },
  'a pattern of Parquet files': async () => {
    const folder = await parquetFolder()
    return { there: `file://${folder}/*.parquet`, here: [`${folder}/*.parquet`] }
  },
  'a table of the catalog': async () => {
    const path = put('table.ndjson', json(rows))
    await spark.materialise('log_of_inputs', `SELECT who, what, at, link FROM json."${path}"`)
    return { there: `table:${spark.cluster!.run}.log_of_inputs`, here: [path] }
  },
}

const both = (path: string) => ({ there: `file://${path}`, here: [path] })

test.each(Object.keys(INPUTS))('%s: read as here, and the release of it is the same', async (kind) => {
  const { there, here } = await INPUTS[kind]!()
  const input = { columns: COLUMNS }
  const known = await inspect(here, { input })
  const seen = await inspect([there], { input, engine: cluster.url })
  const figures = ({ rows, users, queries, badRows }: typeof known) => ({ rows, users, queries, badRows })
  expect(figures(seen)).toEqual(figures(known))
  expect(seen).toMatchObject({ rows: 3000, users: 60, badRows: 0 })
  const made = async (logs: readonly string[], resources: object) => {
    const out = next('out')
    const plan = { steps: [{ method: 'rare-queries', params: { k: 3 } }], shows: {} }
    await release(logs, { plan, out, format: 'tsv', input, ...resources })
    return readFileSync(join(out, 'data.tsv'), 'utf8')
  }
  const expected = await made(here, {})
  expect(await made([there], { engine: cluster.url })).toBe(expected)
  expect(expected).toContain('say "hi"')
  expect(expected).toContain('größe')
})

test('preview and scan say of a log there what they say here', async () => {
  const found = ['mail me@zebra.example', '555-86-7301', 'call 212 555 0147', 'john smith', 'plain words', 'größe']
  const place = (i: number) => (i % 200 === 0 ? 3_000_000_000 : i % 3 === 0 ? null : i % 10) // some are too large for a rank
  const persons = rows
    .slice(0, 600)
    .map((row, i) => ({ ...row, what: found[i % found.length]!, link: '', place: place(i) }))
  const [source, log] = [put('found.ndjson', json(persons)), put('found.parquet', '')]
  const local = await openDuckDB({ spill: dir, threads: 1 })
  await local.write(`SELECT * FROM read_json('${source}', format = 'newline_delimited')`, log, 'parquet')
  await local.close()
  const input = { columns: { ...COLUMNS, rank: 'place' } }
  const seen = async (where: string, engine: object) => {
    const { rows: shown, badRows, columns, reading } = await preview([where], { input, ...engine })
    const { kinds, byColumn, rows: all, badRows: left, locales } = await scan([where], { input, ...engine })
    return { shown, badRows, columns, reading, kinds, byColumn, all, left, locales }
  }
  const here = await seen(log, {})
  expect(await seen(`file://${log}`, { engine: cluster.url })).toEqual(here)
  expect([here.kinds.email.count, here.left]).toEqual([100 - 1, 3])
})

test('CSV with rows that do not split: counted as bad, and refused where they are many', async () => {
  const path = put('broken.csv', `${csv(rows)}u1,one,2006-03-01 07:00:00,,more,and more\n`)
  const input = { columns: COLUMNS }
  expect(await inspect([`file://${path}`], { input, engine: cluster.url })).toMatchObject({ badRows: 1 })
  const worse = put('worse.csv', `${csv(rows.slice(0, 20))}${'x,y,z,,1,2\n'.repeat(20)}`)
  await expect(inspect([`file://${worse}`], { input, engine: cluster.url })).rejects.toThrow(/bad|cannot be read|rows/)
})

test('columns are read by their names, whatever their order in each of several inputs', async () => {
  const turned = (some: typeof rows) =>
    `at,link,what,who\n${some.map((row) => `${[row.at, row.link, row.what, row.who].map(quoted).join(',')}\n`).join('')}`
  const inputs = [put('turned/a.csv', csv(rows.slice(0, 1500))), put('turned/b.csv', turned(rows.slice(1500)))]
  const there = inputs.map((path) => `file://${path}`)
  const input = { columns: COLUMNS }
  const seen = await inspect(there, { input, engine: cluster.url })
  expect([seen.rows, seen.users, seen.badRows]).toEqual([3000, 60, 0])
  // In one folder they are read as one file, by the places of columns.
  await expect(
    inspect([`file://${join(inputs[0]!, '..')}`], { input: { ...input, format: 'csv' }, engine: cluster.url }),
  ).rejects.toMatchObject({ code: 'input', message: expect.stringContaining('other header lines') })
  const parquet = inputs.map((path, i) => ({ path, out: put(`turned/${i}.parquet`, '') }))
  const local = await openDuckDB({ spill: dir, threads: 1 })
  for (const { path, out } of parquet)
    await local.write(`SELECT * FROM read_csv('${path}', all_varchar = true)`, out, 'parquet')
  const other = put('turned/other.parquet', '')
  await local.write(`SELECT 1 AS who, 'x' AS what`, other, 'parquet')
  await local.close()
  const named = parquet.map(({ out }) => `file://${out}`)
  const whole = await inspect(named, { input, engine: cluster.url })
  expect([whole.rows, whole.users]).toEqual([3000, 60])
  await expect(inspect([named[0]!, `file://${other}`], { input, engine: cluster.url })).rejects.toMatchObject({
    code: 'input',
    message: expect.stringContaining('has other columns than'),
  })
})

test('CSV in which a text goes on in the next line: refused, no half of it is read', async () => {
  const path = put('lines.csv', `${csv(rows)}u1,"half of it\nand the rest",2006-03-01 07:00:00,\n`)
  await expect(inspect([`file://${path}`], { input: { columns: COLUMNS }, engine: cluster.url })).rejects.toMatchObject(
    {
      code: 'input',
      message: expect.stringContaining('2 lines'),
      next: expect.stringContaining('Parquet'),
    },
  )
})

/** Documents that readers take in different ways, each with a person and a query of its own beside 50 plain ones. Where nothing is promised, some of them stop the reading on both. */
const DOCUMENTS = [
  '{"who": 1.0, "what": "a"}',
  '{"who": 1e3, "what": "b"}',
  '{"who": -0, "what": "c"}',
  '{"who": 12345678901234567890123, "what": "d"}',
  '{"who": "1.50", "what": 1.50}',
  '{"who": "first", "who": "second", "what": "e"}',
  '{"WHO": "other", "who": "case", "What": "x", "what": "f"}',
  '{"who": "half \\ud800", "what": "g"}',
  '{"who": "whole", "what": "\\ud83d\\ude00 h"}',
  '{"who": "more", "what": "i"},',
  '{"who": "two", "what": "j"} {"who": "two", "what": "k"}',
  "{'who': 'kind', 'what': 'l'}",
  '{"who": {"id": 1}, "what": "m"}',
  '{"who": "list", "what": ["n"]}',
  '{"who": null, "what": "o"}',
  '{"what": "p"}',
  '{"who": "late", "what": "q", "at": "2006-02-28 24:00:00", "link": 7}',
  '{"who": "power", "what": "1.5E9", "at": "2006-02-28 23:00:00"}',
  '[]',
  '7',
  '  ',
  ' {"who": "blanks", "what": "r"} ',
]

test.each([false, true])(
  'documents that are odd are read as here, and none decides about others (promised: %s)',
  async (promised) => {
    const plain = Array.from({ length: 50 }, (_, i) =>
      JSON.stringify({ who: `u${i}`, what: `plain ${i % 5}`, at: '2006-03-01 07:00:00', link: '' }),
    )
    const path = put(
      'odd.ndjson',
      `${[...plain, ...DOCUMENTS.filter((one) => promised || !/WHO|"id"|"list"/.test(one))].join('\n')}\n`,
    )
    const keyFile = next('key')
    await keygen(keyFile)
    const made = async (log: string, resources: object) => {
      const out = next('odd')
      const dp = { epsilon: 99, delta: 0.05, perUser: 30, minUsers: 1, items: 'queries' }
      const step = promised ? { method: 'zealous', params: dp } : { method: 'secret-shares', params: { t: 2 } }
      const input = { columns: COLUMNS, maxBad: 1 }
      const { badRows } = await release([log], {
        plan: { steps: [step], shows: {} },
        out,
        format: 'tsv',
        keyFile,
        seed: 3,
        input,
        ...resources,
      })
      return { badRows, rows: readFileSync(join(out, readdirSync(out).find((file) => file.endsWith('.tsv'))!), 'utf8') }
    }
    const here = await made(path, {})
    expect(await made(`file://${path}`, { engine: cluster.url })).toEqual(here)
    expect(here.rows.split('\n').length).toBeGreaterThan(promised ? 5 : 50)
  },
)

test('times and ids that a column of fractions holds are those of this machine', async () => {
  const path = put('fractions.parquet', '')
  const local = await openDuckDB({ spill: dir, threads: 1 })
  await local.write(
    `SELECT CASE WHEN i % 2 = 0 THEN (i // 4)::DOUBLE ELSE 1e15 + i // 4 END AS who, 'query ' || i % 3 AS what, 1141171200.5 + i AS at, 'http://a.example' AS link FROM range(40) r(i)`,
    path,
    'parquet',
  )
  await local.close()
  const seen = async (log: string, engine: object) => {
    const { rows: all, users, badRows, understood } = await inspect([log], { input: { columns: COLUMNS }, ...engine })
    return { all, users, badRows, time: understood?.time }
  }
  const here = await seen(path, {})
  expect(await seen(`file://${path}`, { engine: cluster.url })).toEqual(here)
  expect(here).toMatchObject({ all: 40, users: 20, badRows: 0 })
})

test('a column that is called as ours are meanwhile is refused by its name', async () => {
  const path = put('ours.parquet', '')
  const local = await openDuckDB({ spill: dir, threads: 1 })
  await local.write(`SELECT 'u' AS "__User", 'q' AS query`, path, 'parquet')
  await local.close()
  const input = { columns: { user: '__User', query: 'query' } }
  await expect(inspect([`file://${path}`], { input, engine: cluster.url })).rejects.toMatchObject({
    code: 'input',
    message: expect.stringContaining('__User'),
  })
})

test('columns may have any name', async () => {
  const odd = ['a`b', 'a"b', `it's`, 'a.b', 'a\\b', '*', 'ORDER BY x', 'x; DROP TABLE t', '\u0024{env:HOME}']
  odd.push('row_number() OVER ()', 'a\u0002b', '(x)', '日本')
  const path = put('odd.parquet', '')
  const local = await openDuckDB({ spill: dir, threads: 1 })
  const columns = odd.map((called, i) => `'${i}-' || (n % ${i + 2}) AS ${name(called)}`)
  await local.write(`SELECT ${columns.join(', ')} FROM range(30) r(n)`, path, 'parquet')
  await local.close()
  for (const [user, query, ...extras] of [odd, odd.toReversed()]) {
    const more = Object.fromEntries(extras.map((called, i) => [`x${i}`, called]))
    const input = { columns: { user: user!, query: query!, ...more } }
    const seen = await inspect([`file://${path}`], { input, engine: cluster.url })
    const distinct = (called = '') => odd.indexOf(called) + 2
    expect([seen.rows, seen.users, seen.queries]).toEqual([30, distinct(user), distinct(query)])
  }
})

test('a table that is not there, and a folder that is not there: refused in our words', async () => {
  for (const place of ['table:nowhere.nothing', 'file:///nowhere/*.parquet', 'file:///nowhere/log.csv'])
    await expect(inspect([place], { engine: cluster.url })).rejects.toMatchObject({ code: 'input' })
})

test('measures of a release are the figures of this machine; others are refused with the size of one', async () => {
  const path = put('measured.tsv', tsv(rows))
  const [input, out] = [{ columns: COLUMNS }, next('measured')]
  const plan = (method: string, params: object) => ({ steps: [{ method, params: { ...params } }], shows: {} })
  await release([path], { plan: plan('rare-queries', { k: 3 }), out, input })
  const items = next('items')
  const dp = { epsilon: 99, delta: 0.05, perUser: 30, minUsers: 3 }
  await release([path], { plan: plan('zealous', { ...dp, items: 'queries' }), out: items, seed: 1, input })
  const only = ['kept', 'top-frequencies', 'counting-error']
  for (const released of [out, items]) {
    const here = await measure([path], released, { only, input })
    const there = await measure([`file://${path}`], released, { only, input, engine: cluster.url })
    expect(there.measures).toEqual(here.measures)
    expect(Object.keys(there.measures).sort()).toEqual(only.toSorted())
  }
  await expect(measure([`file://${path}`], out, { only: ['pel'], input, engine: cluster.url })).rejects.toMatchObject({
    code: 'refused',
    next: expect.stringMatching(/2 GiB of memory for 3,000 rows.*--sample-people/),
  })
})

test('a sample of persons by a key is the same one here and there, and stands in the guarantee', async () => {
  const path = put('sampled.tsv', tsv(rows))
  const keyFile = next('key')
  await keygen(keyFile)
  const made = async (log: string, resources: object) => {
    const out = next('sample')
    const plan = { steps: [{ method: 'rare-queries', params: { k: 3 } }], shows: {} }
    const options = { plan, out, format: 'tsv' as const, keyFile, samplePeople: 0.5, input: { columns: COLUMNS } }
    const { guarantee } = await release([log], { ...options, ...resources })
    return { rows: readFileSync(join(out, 'data.tsv'), 'utf8'), sentence: guarantee.sentence }
  }
  const here = await made(path, {})
  expect(await made(`file://${path}`, { engine: cluster.url })).toEqual(here)
  expect(here.sentence).toContain('a sample of about 50% of the persons')
})

// Many code points a text, each between two letters that no normal form takes away or joins with others.
test('all 1,112,064 code points have the normal form on the workers that they have here', async () => {
  const [all, PER_TEXT] = [0x110000, 2000]
  const isOne = (point: number) => point < 0xd800 || point > 0xdfff
  const texts = Array.from({ length: Math.ceil(all / PER_TEXT) }, (_, nth) => {
    const points = Array.from({ length: PER_TEXT }, (_, i) => nth * PER_TEXT + i).filter((i) => i < all && isOne(i))
    return points.map((point) => `q${String.fromCodePoint(point)}Q`).join('')
  }).filter((text) => text !== '')
  expect(texts.reduce((sum, text) => sum + [...text].length / 3, 0)).toBe(1_112_064)
  await spark.append('points', ['value'], [[texts]])
  const mapped = await spark.cluster!.mapTexts(`SELECT 'query' AS form, value FROM points`)
  const seen: string[] = []
  for await (const [values, forms] of spark.stream(`SELECT hex(value), hex(mapped) FROM ${mapped}`))
    for (const [i, value] of (values as string[]).entries()) {
      const text = Buffer.from(value, 'hex').toString()
      seen.push(text)
      expect(Buffer.from(forms![i] as string, 'hex').toString() === normalise(text), value.slice(0, 40)).toBe(true)
    }
  expect(seen.sort()).toEqual(texts.sort())
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDuckDB } from './duckdb/index.js'
import { columnsIn, type DelimitedFiles, type Engine, type EngineOptions } from './engine.js'
import { name, names, text } from './sql.js'

/** Every engine keeps this contract; a new one is added to the list. */
const ENGINES: readonly (readonly [string, (options: EngineOptions) => Promise<Engine>])[] = [['duckdb', openDuckDB]]

describe.each(ENGINES)('%s', (called, open) => {
  let dir: string
  let engine: Engine
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'lethe-engine-'))
    engine = await open({ spill: dir, threads: 2 })
  })
  afterEach(async () => {
    await engine.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const file = (content: string) => {
    const path = join(dir, `in-${Math.random()}.tsv`)
    writeFileSync(path, content)
    return path
  }
  const tsv = (paths: readonly string[]): DelimitedFiles => ({
    paths,
    delimiter: '\t',
    quote: undefined,
    header: true,
    columns: ['a', 'b'],
  })

  test('has its name, runs statements and gives small results as plain records', async () => {
    expect(engine.name).toBe(called)
    await engine.materialise('t', `SELECT 1 AS n UNION ALL SELECT 2`)
    expect(await engine.all(`SELECT count(*) AS n, sum(n) AS s, 'x' AS t, NULL AS z, true AS b FROM t`)).toEqual([
      { n: 2, s: 3, t: 'x', z: null, b: true },
    ])
  })

  test('makes tables of queries, adds to them and forgets them', async () => {
    const rows = (from: string) => engine.all(`SELECT n FROM ${from} ORDER BY n`)
    await engine.materialise('t', 'SELECT 1 AS n')
    await engine.view('twice', 'SELECT 2 * n AS n FROM t')
    await engine.insert('t', 'SELECT 5 AS other')
    expect(await rows('t')).toEqual([{ n: 1 }, { n: 5 }])
    expect(await rows('twice')).toEqual([{ n: 2 }, { n: 10 }])
    await engine.drop('twice', 'never made', 't')
    for (const gone of ['t', 'twice']) await expect(rows(gone)).rejects.toThrow('the engine failed')
    await engine.materialise('twice', 'SELECT 3 AS n') // a table now
    await engine.drop('twice')
    await expect(rows('twice')).rejects.toThrow('the engine failed')
  })

  test('streams a result of any size in order', async () => {
    let rows = 0
    let last = -1
    for await (const [column] of engine.stream('SELECT range AS n FROM range(50000) ORDER BY range')) {
      for (const n of column ?? []) {
        expect(n).toBe(last + 1)
        last = n as number
        rows++
      }
    }
    expect(rows).toBe(50_000)
  })

  test.each([false, true])(
    'shows the memory of columns: numbers, and texts of any length (at once: %s)',
    async (atOnce) => {
      const texts = ['', 'tea', 'twelve bytes', 'thirteen byte', '日本語日本語', 'x'.repeat(5000)]
      const rows = Array.from({ length: 5000 }, (_, i) => texts[i % texts.length]!)
      await engine.append('t', ['v'], [[rows]])
      const seen: string[] = []
      const numbers: bigint[] = []
      const columns = [
        { sql: 'rowid', bytes: 4 },
        { sql: '-rowid', bytes: 8 },
        { sql: 'v', bytes: 'text' },
      ] as const
      const batches = atOnce
        ? await columnsIn(engine).memoryAtOnce(columns, 't')
        : columnsIn(engine).memory(columns, 't')
      for await (const [ids, negative, views] of batches) {
        const view = new DataView(views!.buffer, views!.byteOffset, views!.byteLength)
        for (let i = 0; i < ids!.length / 4; i++) {
          const length = view.getUint32(16 * i, true)
          const from = length <= 12 ? 16 * i + 4 : view.getUint32(16 * i + 8, true)
          seen.push(Buffer.from(views!.subarray(from, from + length)).toString())
        }
        numbers.push(...new BigInt64Array(negative!.slice().buffer))
      }
      expect(seen).toEqual(rows)
      expect(numbers.every((n, i) => n === BigInt(-i))).toBe(true)
    },
  )

  test('reads an array that JavaScript holds', async () => {
    const numbers = Uint32Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 1000)
    await engine.materialise('t', `SELECT range AS n FROM range(300000)`)
    const [sum] = await columnsIn(engine).lookUp(numbers, (at) =>
      engine.all<{ wrong: number }>(`SELECT count(*) FILTER (${at('rowid')} <> (n * 7919) % 1000) AS wrong FROM t`),
    )
    expect(sum).toEqual({ wrong: 0 })
  })

  test('takes rows that JavaScript made, any text and null among them', async () => {
    const texts = ['tea', '', "it's", 'a\tb\nc', '\u0000', '日本', '😀']
    await engine.append('t', ['v', 'w'], [[texts, texts.map(() => null)]])
    expect((await engine.all<{ v: string }>('SELECT v FROM t WHERE w IS NULL')).map((row) => row.v)).toEqual(texts)
  })

  test('takes numbers that JavaScript made', async () => {
    const a = Uint32Array.from({ length: 5000 }, (_, i) => 2 ** 32 - 1 - i)
    await columnsIn(engine).appendNumbers('t', { a, b: a.map((_, i) => i) })
    expect(await engine.all('SELECT count(*) AS n, max(a) AS a, max(b) AS b, min(a + b) AS s FROM t')).toEqual([
      { n: 5000, a: 2 ** 32 - 1, b: 4999, s: 2 ** 32 - 1 },
    ])
    await columnsIn(engine).appendNumbers('u', { a: new Uint32Array(0) })
    expect(await engine.all('SELECT count(*) AS n FROM u')).toEqual([{ n: 0 }])
  })

  test('reads lines in order, leaves out those that do not split, and says how many it made', async () => {
    const paths = [file('a\tb\n1\tx\n2\n3\ty "z\n'), file('a\tb\n4\t\n')]
    expect(await engine.readDelimited('t', tsv(paths), '__file, a, b')).toBe(3)
    expect(await engine.all('SELECT * FROM t')).toEqual([
      { __file: 0, a: '1', b: 'x' },
      { __file: 0, a: '3', b: 'y "z' },
      { __file: 1, a: '4', b: '' },
    ])
  })

  test('reads strictly: types as asked, empty fields null, and nothing at all where a row is bad', async () => {
    const strict = { types: { a: 'integer' as const } }
    expect(await engine.readDelimited('good', { ...tsv([file('a\tb\n1\tx\n\ty\n')]), strict }, 'a, b')).toBe(2)
    expect(await engine.all('SELECT * FROM good')).toEqual([
      { a: 1, b: 'x' },
      { a: null, b: 'y' },
    ])
    for (const bad of [
      'a\tb\n1\tx\n2\n',
      'a\tb\none\tx\n',
      'a\tb\n1\tx\ty\n',
      `a\tb\n1\t${'x'.repeat(3 << 20)}\n`,
      'a\tb\r\n1\tx\n2\ty\r\n',
    ])
      await expect(engine.readDelimited('bad', { ...tsv([file(bad)]), strict }, 'a, b')).rejects.toThrow()
  })

  test('writes rows in their order, and reads back what it wrote', async () => {
    const rows = `SELECT * FROM (VALUES ('b "q"', 1), ('a', NULL)) t(word, n)`
    await engine.write(rows, join(dir, 'o.tsv'), 'tsv')
    expect(readFileSync(join(dir, 'o.tsv'), 'utf8')).toBe('word\tn\nb "q"\t1\na\t\n')
    await engine.write(rows, join(dir, 'o.csv'), 'csv')
    expect(readFileSync(join(dir, 'o.csv'), 'utf8')).toBe('word,n\n"b ""q""",1\na,\n')
    await engine.write(rows, join(dir, 'o.ndjson'), 'ndjson')
    expect(
      readFileSync(join(dir, 'o.ndjson'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { word: 'b "q"', n: 1 },
      { word: 'a', n: null },
    ])
    await engine.write(rows, join(dir, 'o.parquet'), 'parquet')
    const parquet = await engine.parquet([join(dir, 'o.parquet')])
    expect(parquet.columns).toEqual(['word', 'n'])
    expect(await engine.all(`SELECT word FROM ${parquet.from}`)).toEqual([{ word: 'b "q"' }, { word: 'a' }])
  })

  test('errors never quote the statement or a value', async () => {
    const error = await engine.all(`SELECT 'marker-7f3a'::INTEGER`).then(
      () => undefined,
      (reason: Error) => reason,
    )
    expect(error).toMatchObject({ name: 'LetheError' })
    expect(`${error?.message} ${error?.stack} ${String(error?.cause)}`).not.toContain('marker-7f3a')
  })

  test('stops when asked to', async () => {
    const stop = new AbortController()
    const other = await open({ spill: dir, threads: 2, signal: stop.signal })
    setTimeout(() => stop.abort(), 100)
    await expect(
      other.all('SELECT count(*) FROM range(1000000000) a, range(1000) b WHERE a.range % 7 = b.range % 5'),
    ).rejects.toMatchObject({ code: 'interrupted' })
    await other.close()
  })

  test('names and texts of any kind are safe in SQL', async () => {
    const odd = `x"; DROP TABLE t; --'`
    expect(await engine.all(`SELECT ${text(odd)} AS ${name(odd)}`)).toEqual([{ [odd]: odd }])
    expect(names(['a', 'b"c'])).toBe('"a", "b""c"')
  })
})

import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cast, each, rowNumber, upTo } from '../../src/engines/dialect/index.js'
import type { Batch, DelimitedFiles, Engine, EngineOptions } from '../../src/engines/engine.js'
import { name, names, text } from '../../src/engines/sql.js'
import { scratch } from './scratch.js'

/** The verbs of `Sql`, which every engine keeps, on this machine or on a cluster. `lacks` says what one cannot do, and why; each of these must fail, so that the list stays true. */
export function sqlContract(
  called: string,
  open: (options: EngineOptions) => Promise<Engine>,
  lacks: Readonly<Record<string, string>> = {},
): void {
  const { dir, next } = scratch()
  let engine: Engine
  beforeAll(async () => {
    engine = await open({ spill: dir, threads: 2 })
  })
  afterAll(() => engine?.close())
  afterEach(() => engine.drop('t', 'u', 'twice', 'good', 'bad'))
  const able = (what: string, work: () => Promise<void>) => {
    const why = lacks[what]
    if (why === undefined) test(what, work)
    else test(`not: ${what} (${why})`, () => expect(work()).rejects.toThrow())
  }
  const file = (content: string) => {
    const path = next('in.tsv')
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
  const upToMany = `(SELECT ${each(upTo('50000'))} AS n)`

  describe(`the contract of engines: ${called}`, () => {
    able('has its name, runs statements and gives small results as plain records', async () => {
      expect(engine.name).toBe(called)
      await engine.materialise('t', `SELECT 1 AS n UNION ALL SELECT 2`)
      expect(await engine.all(`SELECT count(*) AS n, sum(n) AS s, 'x' AS t, NULL AS z, true AS b FROM t`)).toEqual([
        { n: 2, s: 3, t: 'x', z: null, b: true },
      ])
    })

    able('makes tables of queries, adds to them and forgets them', async () => {
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

    able('a table holds what it was made of, chance too; its rows have numbers in their order', async () => {
      await engine.materialise('t', `SELECT n, random() AS r FROM ${upToMany} ORDER BY n DESC`)
      const once = await engine.all(`SELECT sum(r) AS s FROM t WHERE n < 3`)
      expect(await engine.all(`SELECT sum(r) AS s FROM t WHERE n < 3`)).toEqual(once)
      expect(await engine.all(`SELECT n FROM (SELECT n, ${rowNumber()} AS i FROM t) ORDER BY i LIMIT 2`)).toEqual([
        { n: 49_999 },
        { n: 49_998 },
      ])
    })

    able('streams a result of any size in order, and the rows of a table while other statements run', async () => {
      let last = -1
      for await (const [column = []] of engine.stream(`SELECT n FROM ${upToMany} ORDER BY n`))
        for (const n of column) expect(n).toBe(++last)
      expect(last).toBe(49_999)
      await engine.materialise('t', `SELECT n, ${cast('n', 'text')} AS w FROM ${upToMany}`)
      let [rows, sum] = [0, 0]
      for await (const [ns = [], words = []] of engine.batchesOf('t', ['n', 'w'])) {
        await engine.all('SELECT 1')
        rows += ns.length
        ns.forEach((n, i) => {
          expect(words[i]).toBe(String(n))
          sum += Number(n)
        })
      }
      expect([rows, sum]).toEqual([50_000, (50_000 * 49_999) / 2])
    })

    able('takes rows that JavaScript made, any text and null among them, many and none', async () => {
      const texts = ['tea', '', "it's", 'a\tb\nc', '\u0000', '日本', '😀']
      await engine.append('t', ['v', 'w'], [[texts, texts.map(() => null)]])
      expect((await engine.all<{ v: string }>('SELECT v FROM t WHERE w IS NULL')).map((row) => row.v)).toEqual(texts)
      const column = Array.from({ length: 60_000 }, (_, i) => `row ${i}`)
      await engine.append('u', ['v'], [[column], [column]] as Batch[])
      expect(await engine.all('SELECT count(*) AS n, count(DISTINCT v) AS d FROM u')).toEqual([
        { n: 120_000, d: 60_000 },
      ])
      await engine.append('twice', ['v'], [])
      expect(await engine.all('SELECT count(*) AS n FROM twice')).toEqual([{ n: 0 }])
    })

    able('says names and types of what a query gives', async () => {
      const select = `SELECT 'x' AS t, ${cast('1', 'integer')} AS i, ${cast('2', 'long')} AS l, ${cast('0.5', 'double')} AS d, true AS b, TIMESTAMP '2024-03-10 23:30:00' AS z`
      expect(await engine.schema(select)).toEqual([
        { name: 't', type: 'VARCHAR' },
        { name: 'i', type: 'INTEGER' },
        { name: 'l', type: 'BIGINT' },
        { name: 'd', type: 'DOUBLE' },
        { name: 'b', type: 'BOOLEAN' },
        { name: 'z', type: 'TIMESTAMP' },
      ])
    })

    able('reads lines in order, leaves out those that do not split, and says how many it made', async () => {
      const paths = [file('a\tb\n1\tx\n2\n3\ty "z\n'), file('a\tb\n4\t\n')]
      expect(await engine.readDelimited('t', tsv(paths), '__file, a, b')).toBe(3)
      expect(await engine.all('SELECT * FROM t')).toEqual([
        { __file: 0, a: '1', b: 'x' },
        { __file: 0, a: '3', b: 'y "z' },
        { __file: 1, a: '4', b: '' },
      ])
    })

    able('reads strictly: types as asked, empty fields null, and nothing at all where a row is bad', async () => {
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

    able('writes rows in their order, and reads back what it wrote', async () => {
      const rows = `SELECT * FROM (VALUES ('b "q"', 1), ('a', NULL)) t(word, n)`
      const path = next('out')
      await engine.write(rows, `${path}.tsv`, 'tsv')
      expect(readFileSync(`${path}.tsv`, 'utf8')).toBe('word\tn\nb "q"\t1\na\t\n')
      await engine.write(rows, `${path}.csv`, 'csv')
      expect(readFileSync(`${path}.csv`, 'utf8')).toBe('word,n\n"b ""q""",1\na,\n')
      await engine.write(rows, `${path}.ndjson`, 'ndjson')
      const lines = readFileSync(`${path}.ndjson`, 'utf8').trim().split('\n')
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
        { word: 'b "q"', n: 1 },
        { word: 'a', n: null },
      ])
      await engine.write(rows, `${path}.parquet`, 'parquet')
      const parquet = await engine.parquet([`${path}.parquet`])
      expect(parquet.columns).toEqual(['word', 'n'])
      expect(await engine.all(`SELECT word FROM ${parquet.from}`)).toEqual([{ word: 'b "q"' }, { word: 'a' }])
      expect((await engine.parquetNotes(`${path}.parquet`)).notes).toBe(0)
    })

    able('errors never quote the statement or a value', async () => {
      const error = await engine.all(`SELECT CAST('marker-7f3a' AS INTEGER)`).then(
        () => undefined,
        (reason: Error) => reason,
      )
      expect(error).toMatchObject({ name: 'LetheError' })
      expect(`${error?.message} ${error?.stack} ${String(error?.cause)}`).not.toContain('marker-7f3a')
    })

    able('stops when asked to', async () => {
      const stop = new AbortController()
      const other = await open({ spill: dir, threads: 2, signal: stop.signal })
      setTimeout(() => stop.abort(), 500)
      const long = `SELECT count(*) FROM ${upToMany} a CROSS JOIN ${upToMany} b CROSS JOIN ${upToMany} c WHERE a.n % 7 = b.n % 5 + c.n % 3`
      await expect(other.all(long)).rejects.toMatchObject({ code: 'interrupted' })
      await other.close()
    })

    able('names and texts of any kind are safe in SQL', async () => {
      const odd = `x"; DROP TABLE t; --'`
      expect(await engine.all(`SELECT ${text(odd)} AS ${name(odd)}`)).toEqual([{ [odd]: odd }])
      expect(names(['a', 'b"c'])).toBe('"a", "b""c"')
    })
  })
}

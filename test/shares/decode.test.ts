import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Bench } from '../support/lethe.js'
import { type Decoded, keyedBench, lines, sharedLog } from '../support/shares.js'

describe('lethe decode', () => {
  const release = async (b: Bench, name: string, text: string, key = 'key') => {
    const words = [
      'release',
      'secret-shares',
      b.file(`${name}.tsv`, text),
      '--key',
      key,
      '--t',
      '3',
      '--out-format',
      'tsv',
    ]
    const { status, stderr } = await b.lethe([...words, '-o', name])
    expect([status, stderr]).toEqual([0, ''])
  }
  const table = (b: Bench, path: string) => lines(readFileSync(b.path(path), 'utf8')).map((line) => line.split('\t'))
  const put = (b: Bench, path: string, rows: readonly (readonly string[])[]) =>
    writeFileSync(b.path(path), rows.map((row) => `${row.join('\t')}\n`).join(''))
  const flip = (digits: string) => `${digits[0] === 'f' ? '0' : 'f'}${digits.slice(1)}`
  const readText = (b: Bench, path: string) => readFileSync(b.path(path), 'utf8')

  test('a release and a stream of the same rows share alike', async () => {
    const b = await keyedBench()
    await release(b, 'r', sharedLog(5))
    const { stdout } = await b.lethe(['encode', '--key', 'key', '--t', '3', '--quiet'], { stdin: sharedLog(5) })
    const streamed = new Set(
      lines(stdout)
        .slice(1)
        .map((row) => row.split('\t').slice(0, 3).join('\t')),
    )
    expect(
      new Set(
        table(b, 'r/shares.tsv')
          .slice(1)
          .map((row) => row.join('\t')),
      ),
    ).toEqual(streamed)
    b.file('stream.tsv', stdout)
    expect(await b.json<Decoded>('decode', 'stream.tsv', '-o', 'open.tsv')).toMatchObject({
      tags: 5,
      opened: 3,
      rows: 45,
      rowsOpened: 36,
    })
  })

  test('the ending of a file names its format; what is no format is refused before anything is read', async () => {
    const b = await keyedBench()
    await release(b, 'r', sharedLog(5))
    for (const words of [
      ['-o', 'open.json'],
      ['-o', 'open.tsv', '--rejected', 'rejected.txt'],
    ]) {
      const { status, stderr } = await b.lethe(['decode', 'r', ...words])
      expect([status, stderr]).toEqual([
        2,
        expect.stringMatching(/no rows are written in a format \.(json|txt)\n.*\.ndjson/),
      ])
      expect(existsSync(b.path(words[1]!))).toBe(false)
    }
    for (const name of ['open.ndjson', 'open.csv', 'open']) await b.json('decode', 'r', '-o', name)
    expect(JSON.parse(lines(readText(b, 'open.ndjson'))[0]!)).toHaveProperty('query')
    expect(lines(readText(b, 'open.csv'))[0]).toMatch(/,/)
    expect(lines(readText(b, 'open'))[0]).toMatch(/\t/)
  })

  test('wrong shares among good ones are found out; what cannot be told apart stays closed', async () => {
    const b = await keyedBench()
    await release(b, 'r', sharedLog(8))
    const [header = [], ...shares] = table(b, 'r/shares.tsv')
    const persons = new Map<string, number>()
    for (const [tag = ''] of shares) persons.set(tag, (persons.get(tag) ?? 0) + 1)
    const tagOf = (n: number) => [...persons].find(([, count]) => count === n)?.[0] as string
    const of = (n: number) => shares.filter(([tag]) => tag === tagOf(n))
    const lie = ([tag, x, y]: readonly string[]) => [tag!, x!, flip(y!)]
    const changed = new Set([...of(8).slice(0, 2), ...of(3).slice(0, 1), ...of(5).slice(0, 2)])
    const extra = [...of(7), ...of(7)] // duplicated rows say nothing new
    const broken = [
      [tagOf(6), 'not hex', '00'],
      [tagOf(6), '0'.repeat(32), '0'.repeat(31) + '1'],
    ]
    put(b, 'r/shares.tsv', [header, ...shares.map((row) => (changed.has(row) ? lie(row) : row)), ...extra, ...broken])
    const decoded = await b.json<Decoded>('decode', 'r', '-o', 'open.tsv', '--rejected', 'rejected.tsv')
    const open = readText(b, 'open.tsv')
    // 8 shares, t = 3: two may be wrong. 5 shares: one may be, and two are. 3 shares: none may be.
    expect([1, 2, 3, 4, 5, 6, 7, 8].filter((q) => open.includes(`question number ${q}\t`))).toEqual([4, 6, 7, 8])
    expect(decoded).toMatchObject({ tags: 8, opened: 4, damaged: 2, rejected: 2 + 5 + 1 + 3 + 1 + 2 })
    expect(readText(b, 'rejected.tsv')).toContain('contradicts the others')
    expect((await b.json<{ holds: boolean }>('verify', 'r').catch(() => ({ holds: false }))).holds).toBe(false)
  })

  test('rows of another key stand for themselves', async () => {
    const b = await keyedBench()
    await b.lethe(['keygen', '-o', 'other'])
    await release(b, 'one', sharedLog(4))
    await release(b, 'two', sharedLog(4), 'other')
    const both = await b.json<Decoded>('decode', 'one', 'two', '-o', 'open.tsv')
    expect(both).toMatchObject({ tags: 8, opened: 4, rejected: 0, damaged: 0 })
  })

  test('a changed bit in a text or a tag opens nothing else', async () => {
    const b = await keyedBench()
    await release(b, 'r', sharedLog(4))
    const [header = [], ...texts] = table(b, 'r/ciphertexts.tsv')
    put(b, 'r/ciphertexts.tsv', [header, ...texts.map(([tag = '', text = '']) => [tag, flip(text)])])
    expect(await b.json<Decoded>('decode', 'r', '-o', 'open.tsv')).toMatchObject({ opened: 0, damaged: 2 })
    put(b, 'r/ciphertexts.tsv', [header, ...texts.map(([tag = '', text = '']) => [flip(tag), text])])
    expect(await b.json<Decoded>('decode', 'r', '-o', 'open.tsv')).toMatchObject({ opened: 0, damaged: 2 })
    expect(readText(b, 'open.tsv')).not.toContain('question')
  })

  test('rows that come later open earlier ones', async () => {
    const b = await keyedBench()
    const rows = (users: readonly number[]) => `user\tquery\n${users.map((user) => `${user}\tlate\n`).join('')}`
    const encode = async (name: string, users: readonly number[]) => {
      const { stdout } = await b.lethe(['encode', '--key', 'key', '--t', '3', '--quiet'], { stdin: rows(users) })
      b.file(name, stdout)
    }
    await encode('monday.tsv', [1, 2, 1])
    await encode('tuesday.tsv', [2, 3])
    expect(await b.json<Decoded>('decode', 'monday.tsv', '-o', 'a.tsv')).toMatchObject({ opened: 0, rows: 3 })
    const later = await b.json<Decoded>('decode', 'monday.tsv', '--with', 'tuesday.tsv', '-o', 'b.tsv')
    expect(later).toMatchObject({ opened: 1, rows: 3, rowsOpened: 3 })
    expect(await b.json<Decoded>('decode', 'monday.tsv', 'tuesday.tsv', '-o', 'c.tsv')).toMatchObject({
      rows: 5,
      rowsOpened: 5,
    })
  })

  test('what is not shared is refused', async () => {
    const b = await keyedBench()
    b.file('plain.tsv', sharedLog(2))
    await b.lethe(['release', 'rare-queries', 'plain.tsv', '--k', '2', '-o', 'rare'])
    await release(b, 'r', sharedLog(2))
    await b
      .lethe(['encode', '--key', 'key', '--t', '4', '--quiet'], { stdin: sharedLog(2) })
      .then(({ stdout }) => b.file('four.tsv', stdout))
    for (const inputs of [['plain.tsv'], ['rare'], ['none'], ['r', 'four.tsv']])
      expect((await b.lethe(['decode', ...inputs, '-o', 'open.tsv'])).status).toBe(2)
    expect((await b.lethe(['decode', 'r'])).stderr).toMatch(/Add -o FILE/)
  })
})

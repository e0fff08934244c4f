import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeKeyFile } from '../../src/crypto/key-file.js'
import { release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { asked, writeLog } from '../support/log.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const keyFile = next('key')
const T = 3
const log = next('log.ndjson')

beforeAll(() => {
  writeKeyFile(keyFile)
  writeLog(log, [...asked('often', 6), ...asked('three', 3), ...asked('rare', 2), ...asked('once', 1)])
})

type Table = string[][]

/** A release whose tables were changed by somebody who also made the sums fit. */
async function changed(
  file: string,
  change: (rows: Table) => Table,
  from = log,
  { shows = {}, ...params }: { readonly shows?: object; readonly scheme?: string; readonly epoch?: string } = {},
): Promise<string> {
  const dir = next('release')
  const plan = { steps: [{ method: 'secret-shares', params: { t: T, ...params } }], shows }
  await release([from], { plan, out: dir, keyFile, format: 'tsv' })
  const path = join(dir, file)
  const [header = [], ...rows] = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  const content = [header, ...change(rows)].map((row) => `${row.join('\t')}\n`).join('')
  writeFileSync(path, content)
  const sums = join(dir, 'SHA256SUMS')
  const sum = createHash('sha256').update(content).digest('hex')
  writeFileSync(sums, readFileSync(sums, 'utf8').replace(new RegExp(`^[0-9a-f]{64}(?=  ${file}$)`, 'm'), sum))
  return dir
}

/** The checks that fail. */
const failing = async (dir: string, against?: string, key?: string) =>
  (
    await verify(dir, {
      ...(against === undefined ? {} : { against: [against] }),
      ...(key === undefined ? {} : { keyFile: key }),
    })
  ).checks
    .filter(({ holds }) => holds === false)
    .map(({ name }) => name)

/** The tag with so many shares. */
const tagOf = (rows: Table, shares: number) =>
  [...new Set(rows.map(([tag]) => tag!))].find((tag) => rows.filter(([other]) => other === tag).length === shares)!

/** A text of 16 letters, as the bytes of a share. */
const spelt = (text: string) => Buffer.from(text.slice(0, 16).padEnd(16)).toString('hex')
const TOLD = [spelt('john smith, hiv+'), spelt('alice@example.or')] as const

const flip = (digits: string) => `${digits[0] === 'f' ? '0' : 'f'}${digits.slice(1)}`

describe('verify: a query can be read only once t persons have asked it', () => {
  test('holds where nobody meddled', async () => {
    expect(await failing(await changed('shares.tsv', (rows) => rows), log)).toEqual([])
  })

  test('a share that stands twice', async () => {
    expect(await failing(await changed('shares.tsv', (rows) => [...rows, rows[0]!]))).toContain('each share once')
  })

  test('a size that is no class', async () => {
    const cut = (rows: Table) => rows.map(([tag = '', text = ''], i) => [tag, i === 0 ? text.slice(2) : text])
    expect(await failing(await changed('ciphertexts.tsv', cut))).toContain('sizes')
  })

  test('a tag with t shares that does not open', async () => {
    const lie = (rows: Table) =>
      rows.map(([tag = '', x = '', y = '']) => (tag === tagOf(rows, T) ? [tag, x, flip(y)] : [tag, x, y]))
    expect(await failing(await changed('shares.tsv', lie))).toContain(`tags with ${T} shares`)
  })

  test('shares without rows, and rows without shares', async () => {
    const without = (rows: Table) => rows.filter(([tag]) => tag !== tagOf(rows, 2))
    expect(await failing(await changed('shares.tsv', without))).toContain('tags')
    const unasked = (rows: Table) => rows.filter(([tag]) => tag !== tagOf(rows, 1))
    expect(await failing(await changed('data.tsv', unasked))).toContain('tags')
  })

  test('against a log in which fewer asked than the shares say, or more', async () => {
    const fewer = writeLog(next('fewer.ndjson'), [
      ...asked('often', 6),
      ...asked('three', 2),
      ...asked('rare', 2),
      ...asked('once', 1),
    ])
    const more = writeLog(next('more.ndjson'), [
      ...asked('often', 6),
      ...asked('three', 3),
      ...asked('rare', 3),
      ...asked('once', 1),
    ])
    const dir = await changed('shares.tsv', (rows) => rows)
    rmSync(`${dir}.private`, { recursive: true }) // it knows that these are other logs
    expect(await failing(dir, fewer)).not.toEqual([])
    expect(await failing(dir, more)).not.toEqual([])
  })
})

describe('verify: shares and rows of a shared log say nothing but who asked', () => {
  const often = next('often.ndjson')
  const dated = next('dated.ndjson')
  beforeAll(() => {
    writeLog(often, [...asked('often', 8), ...asked('second', 7)]) // nothing stays closed
    const at = (day: string, hour: number) => ({ time: `2024-05-${day} ${hour}:00:00` })
    writeLog(dated, [
      ...asked('often', 4, at('01', 10)),
      ...asked('often', 6, at('02', 11)),
      ...asked('rare', 2, at('02', 12)),
    ])
  })
  const withOne = (rows: Table) => [...rows, [rows[0]?.[0] as string, ...TOLD]].sort()
  const lastOfEach = (rows: Table) =>
    rows.map(([tag = '', x = '', y = ''], i) => (rows[i + 1]?.[0] === tag ? [tag, x, y] : [tag, ...TOLD])).sort()

  test.each([
    ['added to an open tag', withOne],
    ['that stands for one of each tag', lastOfEach],
  ])('a share that is text, %s', async (_, change) => {
    const dir = await changed('shares.tsv', change, often)
    expect(await failing(dir)).toEqual(['shares of open tags'])
    expect(await failing(dir, often)).toContain('shares of open tags')
  })

  test.each(['field', 'shamir', 'unanimous'])('nobody meddled with the scheme %s', async (scheme) => {
    const dir = await changed('shares.tsv', (rows) => rows, dated, { scheme, epoch: 'day' })
    expect(await failing(dir)).toEqual([])
    expect(await failing(dir, dated)).toEqual([])
    expect((await verify(dir, { against: [dated], keyFile })).holds).toBe(true)
  })

  test.each([
    ['shamir', 'ffffffffffffffffffffffffffffff62'], // 1 and the prime
    ['shamir', '000000000000000000000000000003e9'], // one more than there are points
    ['unanimous', '00000000000000000000000000000004'],
    ['field', '00000000000000000000000000000000'],
  ])('%s has no point %s', async (scheme, x) => {
    const lie = (rows: Table) => rows.map(([tag = '', was = '', y = ''], i) => [tag, i === 0 ? x : was, y]).sort()
    expect(await failing(await changed('shares.tsv', lie, often, { scheme }))).toContain('points')
  })

  test('a share of nobody on the polynomial of an open tag', async () => {
    const fewer = writeLog(next('fewer.ndjson'), [...asked('often', 7), ...asked('second', 7)])
    const dir = await changed('shares.tsv', (rows) => rows, often)
    rmSync(`${dir}.private`, { recursive: true })
    expect(await failing(dir, fewer)).toContain('shares per person in the log')
    const days = writeLog(next('days.ndjson'), [
      ...asked('often', 5, { time: '2024-05-01 10:00:00' }),
      ...asked('often', 5, { time: '2024-05-02 11:00:00' }),
      ...asked('rare', 2, { time: '2024-05-02 12:00:00' }),
    ])
    const daily = await changed('shares.tsv', (rows) => rows, dated, { epoch: 'day' })
    rmSync(`${daily}.private`, { recursive: true })
    expect(await failing(daily, days)).toContain('shares per person in the log')
  })

  test('points of persons may spell something, which only the key or the run shows', async () => {
    const dir = await changed('shares.tsv', (rows) => rows, often)
    expect((await verify(dir, { against: [often] })).holds).toBe(true)
    rmSync(`${dir}.private`, { recursive: true })
    const { holds, toShow } = await verify(dir, { against: [often] })
    expect([holds, toShow]).toEqual([null, expect.stringContaining('--key')])
    expect((await verify(dir, { against: [often], keyFile })).holds).toBe(true)
  })

  test.each([
    ['hour', (at: string) => at.replace(' 1', ' 2')],
    ['exact', (at: string) => at.replace(':00:00', ':00:07')],
  ])('times of another %s', async (time, other) => {
    const lie = (rows: Table) => rows.map((row) => row.map((cell, i) => (i === 1 ? other(cell) : cell))).sort()
    const dir = await changed('data.tsv', lie, dated, { shows: { time } })
    expect(await failing(dir, dated, keyFile)).toEqual(['rows come from the log'])
    const honest = await changed('data.tsv', (rows) => rows, dated, { shows: { time } })
    expect((await verify(honest, { against: [dated], keyFile })).holds).toBe(true)
  })

  test('forged days of an open query are found with the log alone, rows added to closed ones with the key', async () => {
    const days = await changed('data.tsv', (rows) => rows.map(([tag = '']) => [tag, '1984-01-01']), often)
    expect(await failing(days, often)).toEqual(['rows come from the log'])
    const added = (rows: Table) => [...rows, ...rows.filter(([tag]) => tag === tagOf(rows, 2))].sort()
    const more = await changed('data.tsv', added, dated)
    expect(await failing(more, dated, keyFile)).toEqual(['rows come from the log'])
  })

  test('times from the first row of a pseudonym are held against the time that the log spans', async () => {
    const shows = { link: 'user', time: 'relative' }
    const dir = await changed('data.tsv', (rows) => rows, dated, { shows })
    const { holds, checks } = await verify(dir, { against: [dated], keyFile })
    expect(holds).toBe(true)
    expect(checks.find(({ name }) => name === 'relative times')?.detail).toMatch(/all that can be held against them/)
  })

  test('a column beside tags holds nothing', async () => {
    const told = { ...asked('often', 1)[0], user: 'u9', country: 'de' }
    const path = next('columns.ndjson')
    writeFileSync(path, [...asked('often', 8), told].map((row) => `${JSON.stringify(row)}\n`).join(''))
    const dir = next('release')
    const plan = { steps: [{ method: 'secret-shares', params: { t: T } }], shows: {} }
    const input = { columns: { user: 'user', query: 'query', time: 'time', country: 'country' } }
    await release([path], { plan, out: dir, keyFile, format: 'tsv' }, input)
    expect(await failing(dir)).toEqual([])
    const data = join(dir, 'data.tsv')
    const [header, ...rows] = readFileSync(data, 'utf8').slice(0, -1).split('\n')
    expect(header).toContain('country')
    writeFileSync(data, [header, ...rows.map((row) => `${row}hiv`), ''].join('\n'))
    expect(await failing(dir)).toContain('beside tags')
  })
})

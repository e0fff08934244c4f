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
async function changed(file: string, change: (rows: Table) => Table, from = log): Promise<string> {
  const dir = next('release')
  const plan = { steps: [{ method: 'secret-shares', params: { t: T } }], shows: {} }
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
const failing = async (dir: string, against?: string) =>
  (await verify(dir, against === undefined ? {} : { against: [against] })).checks
    .filter(({ holds }) => holds === false)
    .map(({ name }) => name)

/** The tag with so many shares. */
const tagOf = (rows: Table, shares: number) =>
  [...new Set(rows.map(([tag]) => tag as string))].find(
    (tag) => rows.filter(([other]) => other === tag).length === shares,
  ) as string

const flip = (digits: string) => `${digits[0] === 'f' ? '0' : 'f'}${digits.slice(1)}`

describe('verify: a query can be read only once t persons have asked it', () => {
  test('holds where nobody meddled', async () => {
    expect(await failing(await changed('shares.tsv', (rows) => rows), log)).toEqual([])
  })

  test('a share that stands twice', async () => {
    expect(await failing(await changed('shares.tsv', (rows) => [...rows, rows[0] as string[]]))).toContain(
      'each share once',
    )
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

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTables, manifestWith, take } from '../../../test/support/subject.js'
import utilities from './index.js'
import { correlation } from './pearson.js'

async function measured(params: (path: string) => Readonly<Record<string, unknown>>) {
  const on = await makeTables()
  const original = await on.log([
    ['al', 'red cat'],
    ['al', 'red'],
    ['bo', 'blue cat'],
  ])
  const rows = await on.rows(
    ['pseudonym', 'query'],
    [
      ['p1', 'red'],
      ['p1', 'red'],
    ],
  )
  const manifest = manifestWith({ kind: 'k-m', k: 2, m: 2 }, { shows: { link: 'user', time: 'day', rank: false } })
  const path = join(on.workspace.dir, 'marketing.tsv')
  writeFileSync(path, 'term\tbid\tclicks\nred\t3\t10\ncat\t1\t\nblue\t4\t5\nother\t100\t100\n')
  return take(utilities, { original, released: { manifest, rows, side: {} } }, on, params(path))
}

describe('[Burghardt] §5.3', () => {
  test('shares of terms, log size and users', async () => {
    expect(await measured(() => ({}))).toEqual({ terms: 0.333333, logSize: 0.4, users: 0.5 })
  })

  test('the worth of a term times what is left of its occurrences', async () => {
    const result = (await measured((marketing) => ({ marketing }))) as Record<string, unknown>
    // bid: 2 x 3 of 2 x 3 + 2 x 1 + 1 x 4; clicks: 20 of 25; revenue: 60 of 80.
    expect(result).toMatchObject({ bid: 0.5, clicks: 0.8, impressions: 0, revenue: 0.75 })
    const pairs = result.correlations as { a: string; b: string; r: number; n: number }[]
    expect(pairs).toHaveLength(15)
    expect(pairs.find(({ a, b }) => a === 'bid' && b === 'clicks')).toMatchObject({ n: 2 })
    expect(pairs.find(({ a, b }) => a === 'users' && b === 'bid')).toMatchObject({ n: 3, r: -0.944911 })
  })
})

describe('Pearson, one-tailed', () => {
  // Critical values of r from tables: df 10 at 0.025, df 3 at 0.05, df 100 at 0.005.
  test.each([
    [0.576, 12, 0.025],
    [0.8054, 5, 0.05],
    [0.254, 102, 0.005],
    [-0.576, 12, 0.025],
  ])('r = %d of %d: %d', (r, n, p) => {
    expect(correlation(r, n).p).toBeCloseTo(p, 3)
  })

  test('[Burghardt] Table 3: 0.040 of 64,694 is significant, 0.001 of 117,916 is not', () => {
    expect(correlation(0.04, 64_694).p).toBeLessThan(0.001)
    expect(correlation(0.001, 117_916).p).toBeGreaterThan(0.3)
    expect(correlation(Number.NaN, 10)).toEqual({ r: 0, p: 1, n: 10 })
    expect(correlation(1, 10).p).toBe(0)
  })
})

import { describe, expect, test } from 'vitest'
import { asked, type Row, writeLog } from '../../../test/support/log.js'
import { rowsOf } from '../../../test/support/release.js'
import { scratch } from '../../../test/support/scratch.js'
import { release } from '../../run/release/index.js'
import { verify } from '../../run/verify.js'

const { next } = scratch()

async function kept(rows: readonly Row[], params: Record<string, unknown>): Promise<string[]> {
  const out = next('release')
  const log = writeLog(next('log.ndjson'), rows)
  await release([log], { plan: { steps: [{ method: 'allowlist', params }], shows: {} }, out })
  expect((await verify(out, { against: [log] })).holds).toBe(true)
  return [...new Set((await rowsOf(out)).map((row) => row.query as string))].sort()
}

describe('[EC26] a query stays if each of its parts is common', () => {
  const rows = [...asked('red car', 3), ...asked('blue sky', 3), ...asked('red sky', 1), ...asked('red comet', 1)]

  test('n = 1: words count wherever they stand, so a combination of one person stays', async () => {
    expect(await kept(rows, { k: 3 })).toEqual(['blue sky', 'red car', 'red sky'])
  })

  test('n = 2: so do runs of two', async () => {
    expect(await kept(rows, { k: 3, n: 2 })).toEqual(['blue sky', 'red car'])
    expect(await kept([...rows, ...asked('one red car', 3)], { k: 3, n: 2 })).toEqual([
      'blue sky',
      'one red car',
      'red car',
    ])
  })

  test('n = 4: shorter queries have only shorter runs', async () => {
    const some = ['a', 'b', 'a b', 'a b c', 'a b c d', 'a b c d e'].flatMap((query) => asked(query, 3))
    const all = ['a', 'a b', 'a b c', 'a b c d', 'a b c d e', 'b']
    expect(
      await kept([...some, ...asked('b a', 1), ...asked('d e', 1), ...asked('b c d e', 1)], { k: 3, n: 4 }),
    ).toEqual([...all, 'b c d e', 'd e'].sort())
    expect(await kept([...some, ...asked('e d', 2)], { k: 3, n: 4 })).toEqual(all)
  })

  test('a query of very many words is no burden', async () => {
    const long = { user: 'usr-long', query: 'red car '.repeat(30_000) }
    expect(await kept([...rows, long], { k: 3, n: 2 })).toEqual(['blue sky', 'red car'])
  }, 15_000)

  test('a word that one person uses in many queries has one person', async () => {
    const alone = ['red', 'car', 'sky'].map((word) => ({ user: 'p0', query: `${word} comet` }))
    expect(await kept([...rows, ...alone], { k: 3 })).not.toContain('red comet')
  })

  test('signs between words do not count, and a query of signs alone goes', async () => {
    expect(await kept([...asked('red-car!', 3), ...asked('?!?', 3)], { k: 3 })).toEqual(['red-car!'])
  })

  test('longer than maxTerms goes', async () => {
    const long = asked('one two three', 3)
    expect(await kept(long, { k: 3, maxTerms: 3 })).toEqual(['one two three'])
    expect(await kept(long, { k: 3, maxTerms: 2 })).toEqual([])
  })
})

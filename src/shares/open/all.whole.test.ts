import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { openIndependently } from '../../../test/support/open-independently.js'
import { scratch } from '../../../test/support/scratch.js'
import { openDuckDB } from '../../engines/duckdb/index.js'
import type { Engine } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import type { ShareScheme } from '../scheme.js'
import { rowEncoder } from '../seal/row-encoder.js'
import { openAll } from './all.js'

const engine = await openDuckDB({ spill: scratch().dir, threads: 2 })
afterAll(() => engine.close())

interface Shared {
  readonly tag: string
  readonly x: string
  readonly y: string
  readonly text: string
}

/** Rows as `lethe encode` writes them. */
function shared(rows: readonly { user: string; query: string }[], t: number, scheme: ShareScheme, key = 7): Shared[] {
  const encoder = rowEncoder(
    {
      sharing: { scheme, t, n: 1000 },
      key: new Uint8Array(32).fill(key),
      rotation: 'none',
      shape: { user: 0, query: 1, time: undefined, width: 2 },
      shows: { pseudonym: false, share: true, text: true, time: 'none' },
    },
    { normalise: (bytes) => bytes.slice(), readTime: () => undefined },
  )
  const lines = rows.map(({ user, query }) => `${user}\t${query}\n`).join('')
  return Buffer.from(encoder.encode(Buffer.from(lines), () => {}))
    .toString('latin1')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [tag = '', x = '', y = '', text = ''] = line.split('\t')
      return { tag, x, y, text }
    })
}

async function opened(rows: readonly Shared[], t: number, scheme: ShareScheme = 'field', on: Engine = engine) {
  const table = fresh('rows')
  const column = (name: keyof Shared) => rows.map((row) => row[name])
  await engine.append(table, ['tag', 'x', 'y', 'text'], [[column('tag'), column('x'), column('y'), column('text')]])
  const result = await openAll(on, {
    sharing: { scheme, t },
    shares: `SELECT unhex(tag) AS tag, unhex(x) AS x, unhex(y) AS y FROM ${table}`,
    texts: `SELECT DISTINCT unhex(tag) AS tag, unhex(text) AS text FROM ${table}`,
    draw: (below) => Math.floor(Math.random() * below),
    signal: undefined,
  })
  const found = await engine.all<{ tag: string; query: string }>(
    `SELECT lower(hex(tag)) AS tag, query FROM ${result.opened}`,
  )
  const rejected = await engine.all<{ tag: string; x: string | null; y: string | null; reason: string }>(
    `SELECT * FROM ${result.rejected}`,
  )
  return { ...result, texts: found.map(({ query }) => query).sort(), rejected }
}

/** Queries of every size class there is room for, asked by 1, 2, 3 ... persons, some of them more than once. */
const asked = (queries: number) =>
  Array.from({ length: queries }, (_, q) =>
    Array.from({ length: q + 1 }, (_, p) => ({
      user: `person ${p % (1 + (q % 7))}`,
      query: `${'long '.repeat([0, 0, 0, 6, 30, 200][q % 6]!)}query ${q} ü`,
    })),
  ).flat()

describe('opening all', () => {
  test.each(['field', 'shamir', 'unanimous'] as const)(
    '%s: the same as a reader that is not ours, in one batch and in many',
    async (scheme) => {
      const rows = shared(asked(40), 4, scheme)
      const truth = [
        ...(await openIndependently(
          rows.map(({ tag, x, y, text }) => [tag, x, y, text]),
          scheme,
          4,
        )),
      ].sort()
      expect(truth.length).toBeGreaterThan(5)
      const all = await opened(rows, 4, scheme)
      expect([all.texts, all.rejectedCount, all.damaged]).toEqual([truth, 0, 0])
      const many = await opened(rows, 4, scheme, {
        ...engine,
        columns: { ...engine.columns, limit: 5 * 68 * 30 },
      }) // 30 shares at a time
      expect([many.texts, many.rejectedCount, many.damaged]).toEqual([truth, 0, 0])
    },
  )

  test('any bit of any share, tag or text changed: nothing opens to another text', async () => {
    const rows = shared(asked(14), 3, 'field')
    const truth = new Set(asked(14).map(({ query }) => query))
    const change = fc.record({
      row: fc.nat({ max: rows.length - 1 }),
      what: fc.constantFrom('tag', 'x', 'y', 'text'),
      bit: fc.nat(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const tampered = rows.map((row) => ({ ...row }))
        for (const { row, what, bit } of changes) {
          const one = tampered[row]!
          const bytes = Buffer.from(one[what as keyof Shared], 'hex')
          const at = bit % (bytes.length * 8)
          bytes[at >> 3]! ^= 1 << (at & 7)
          one[what as keyof Shared] = bytes.toString('hex')
        }
        for (const text of (await opened(tampered, 3)).texts) expect(truth).toContain(text)
      }),
      { numRuns: 25 },
    )
  })

  test('a liar among many good ones is named, and so is a text that is not that of its tag', async () => {
    const rows = shared(
      Array.from({ length: 60 }, (_, p) => ({ user: `${p}`, query: 'many' })),
      3,
      'field',
    )
    const liar = { ...rows[17]!, y: '00000000000000000000000000000001' }
    const other = shared([{ user: '1', query: 'other' }], 3, 'field')[0]!
    const long = shared([{ user: '1', query: 'x'.repeat(90) }], 3, 'field')[0]!
    const forged = [other, long].map(({ text }) => ({ ...rows[1]!, text }))
    const found = await opened([...rows.with(17, liar), ...forged], 3)
    expect(found.texts).toEqual(['many'])
    expect(found.rejected).toEqual(
      expect.arrayContaining([
        { tag: liar.tag, x: liar.x, y: liar.y, reason: 'contradicts the others' },
        { tag: liar.tag, x: null, y: null, reason: 'not the text of this tag' },
      ]),
    )
    expect([found.rejectedCount, found.damaged]).toEqual([3, 0])
  })

  test('rows of another key, and duplicated rows, change nothing', async () => {
    const some = asked(12)
    const own = shared(some, 3, 'field')
    const { texts } = await opened(own, 3)
    const mixed = await opened([...own, ...own, ...shared(some.slice(0, 2), 3, 'field', 8), ...own], 3)
    expect([mixed.texts, mixed.rejectedCount, mixed.damaged]).toEqual([texts, 0, 0])
  })

  test('shares of another key under the tag of this one are found out', async () => {
    const persons = (n: number) => Array.from({ length: n }, (_, p) => ({ user: `${p}`, query: 'q' }))
    const own = shared(persons(9), 3, 'field')
    const foreign = shared(persons(3), 3, 'field', 8).map(({ x, y }) => ({ ...own[0]!, x, y }))
    const found = await opened([...foreign, ...own], 3)
    expect([found.texts, found.rejectedCount, found.damaged]).toEqual([['q'], 3, 0])
    const tooMany = await opened([...foreign, ...own.slice(0, 3)], 3)
    expect([tooMany.texts, tooMany.damaged]).toEqual([[], 1])
  })

  test('no share at all, and none that is one', async () => {
    expect(await opened([], 3)).toMatchObject({ texts: [], rejectedCount: 0, damaged: 0 })
    const broken = [{ tag: '00', x: '00', y: '', text: '' }]
    expect(await opened(broken, 3)).toMatchObject({ texts: [], rejectedCount: 1, damaged: 0 })
  })
})

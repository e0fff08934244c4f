import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { manifestWith } from '../../test/support/subject.js'
import { VERSION } from '../base/package-root.js'
import type { ColumnInfo } from '../release/columns.js'
import type { Manifest } from '../release/manifest.js'
import { statedColumns } from './stated-columns.js'
import { statedManifest } from './stated-manifest.js'
import { statedPromise } from './stated-promise.js'

const PERSON: ColumnInfo = { name: 'pseudonym', type: 'text', meaning: 'random, one for a person' }
const SESSION: ColumnInfo = { name: 'pseudonym', type: 'text', meaning: 'random, one for a session' }
const QUERY: ColumnInfo = { name: 'query', type: 'text', meaning: 'normalised query' }
const TAG: ColumnInfo = { name: 'tag', type: 'bytes', meaning: 'stands for a query; see the table of shares' }
const HOST: ColumnInfo = { name: 'host', type: 'text', meaning: 'host of the clicked result' }
const DAY: ColumnInfo = { name: 'day', type: 'date', meaning: 'day of the query' }
const HOUR: ColumnInfo = { name: 'hour', type: 'timestamp', meaning: 'hour of the query' }
const RANK: ColumnInfo = { name: 'rank', type: 'integer', meaning: 'rank of the clicked result' }
const EXTRA: ColumnInfo = { name: 'device', type: 'text', meaning: 'as in the log' }
const ITEM: ColumnInfo = { name: 'item', type: 'text', meaning: 'normalised query' }
const COUNT: ColumnInfo = { name: 'count', type: 'integer', meaning: 'persons who gave the item, with noise' }
const NEXT: ColumnInfo = { name: 'next', type: 'text', meaning: 'the query that followed in the session' }
const CLICKED: ColumnInfo = { name: 'url', type: 'text', meaning: 'the result that was clicked' }
const guarded = (column: ColumnInfo): ColumnInfo => ({
  ...column,
  guarded: true,
  meaning: `${column.meaning}; an apostrophe stands before what would begin a formula`,
})
const MEANINGS: Readonly<Record<string, string>> = {
  tag: 'as in the rows',
  x: 'point of a person who asked the query, as a number',
  y: 'value at that point',
  text: 'the query, encrypted under the secret that its shares hold',
}
const bytes = (...names: string[]): ColumnInfo[] =>
  names.map((name) => ({ name, type: 'bytes', meaning: MEANINGS[name] ?? '' }))
const TABLES = [
  { file: 'shares.tsv', columns: bytes('tag', 'x', 'y') },
  { file: 'ciphertexts.tsv', columns: bytes('tag', 'text') },
]
const SHARING = [{ method: 'secret-shares', params: {} }] as unknown as Manifest['steps']

type Shows = Partial<Manifest['shows']>
const manifest = (columns: readonly ColumnInfo[], shows: Shows = {}, tables?: Manifest['tables']): Manifest =>
  manifestWith(
    { kind: 'none' },
    {
      columns,
      shows: { link: 'none', time: 'day', rank: false, ...shows },
      ...(tables ? { tables, steps: SHARING } : {}),
    },
  )

describe('columns follow from what is said to be shown', () => {
  test.each<[string, ColumnInfo[], Shows, Manifest['tables']?]>([
    ['rows', [QUERY, HOST, DAY], {}],
    ['without times and hosts', [QUERY], {}],
    ['persons', [PERSON, QUERY], { link: 'user' }],
    ['sessions', [SESSION, QUERY], { link: 'session' }],
    ['ranks', [QUERY, HOST, DAY, RANK], { rank: true }],
    ['ranks that the log does not have', [QUERY], { rank: true }],
    ['a column of the custodian', [QUERY, DAY, EXTRA], {}],
    ['hours', [QUERY, HOUR], { time: 'hour' }],
    ['items', [ITEM, COUNT], {}],
    ['items without counts', [ITEM], {}],
    ['pairs of queries', [ITEM, NEXT, COUNT], {}],
    ['clicks', [ITEM, CLICKED, COUNT], {}],
    ['rows with apostrophes', [guarded(QUERY), guarded(HOST), guarded(EXTRA)], {}],
    ['items with apostrophes', [guarded(ITEM), COUNT], {}],
    ['words', [{ ...ITEM, meaning: 'a word of a query' }], {}],
    ['shares', [TAG, DAY], {}, TABLES],
  ])('as they should: %s', (_, columns, shows, tables) => {
    expect(statedColumns(manifest(columns, shows, tables))).toMatchObject([{ holds: true }])
  })

  test('a count is said to be of what its method counts; version 0.1.0 had one word for all', () => {
    const times = 'times that the item was asked, of the first queries of each person, with noise'
    const stated = (method: string, meaning: string, version = VERSION) => {
      const made = manifest([ITEM, { ...COUNT, meaning }])
      const steps = [{ method, params: {} }] as unknown as Manifest['steps']
      return statedColumns({ ...made, steps, software: { name: 'lethe', version } })[0]?.holds
    }
    expect(['zealous', 'korolova'].map((method) => stated(method, COUNT.meaning))).toEqual([true, false])
    expect(['zealous', 'korolova'].map((method) => stated(method, times))).toEqual([false, true])
    expect(['zealous', 'korolova'].map((method) => stated(method, COUNT.meaning, '0.1.0'))).toEqual([true, true])
  })

  test.each<[string, RegExp, ColumnInfo[], Shows, Manifest['tables']?]>([
    ['pseudonyms that are denied', /said not to be linked/, [PERSON, QUERY], {}],
    ['pseudonyms that are missing', /pseudonyms are missing/, [QUERY], { link: 'user' }],
    ['sessions said to be persons', /of something else/, [SESSION, QUERY], { link: 'user' }],
    ['persons said to be sessions', /of something else/, [PERSON, QUERY], { link: 'session' }],
    ['ranks that are denied', /there are ranks/, [QUERY, RANK], {}],
    ['hours said to be days', /finer or coarser/, [QUERY, HOUR], {}],
    ['days and hours', /finer or coarser/, [QUERY, DAY, HOUR], { time: 'day' }],
    ['another order', /another order/, [HOST, QUERY], {}],
    ['a further column in front', /another order/, [EXTRA, QUERY], {}],
    ['a column twice', /query stands there twice/, [QUERY, QUERY], {}],
    ['another meaning', /host is described otherwise/, [QUERY, { ...HOST, meaning: 'where alice went' }], {}],
    ['another type', /day is described otherwise/, [QUERY, { ...DAY, type: 'text' }], {}],
    ['a further column with a meaning', /device is described/, [QUERY, { ...EXTRA, meaning: 'made up' }], {}],
    ['no queries', /queries are missing/, [HOST], {}],
    ['tags without shares', /tag is described otherwise/, [TAG], {}],
    ['shares beside text', /stand there as text/, [QUERY, TAG], {}, TABLES],
    ['a user beside items', /user is no column of items/, [ITEM, { ...EXTRA, name: 'user' }], {}],
    ['items described otherwise', /^item is described otherwise$/, [{ ...ITEM, meaning: 'of alice' }, COUNT], {}],
    ['apostrophes that are not told', /query is described otherwise/, [{ ...QUERY, guarded: true }], {}],
    [
      'something else in the place of apostrophes',
      /query is described otherwise/,
      [{ ...guarded(QUERY), meaning: `normalised query${'x'.repeat(56)}` }],
      {},
    ],
    [
      'the same of items',
      /item is described otherwise/,
      [{ ...guarded(ITEM), meaning: `normalised query${'x'.repeat(56)}` }],
      {},
    ],
    ['a further column that is called like ours', /Query is described/, [QUERY, { ...EXTRA, name: 'Query' }], {}],
    ['a further column of numbers', /device is described/, [QUERY, { ...EXTRA, type: 'integer' }], {}],
    ['a further column by an unreadable name', /is described/, [QUERY, { ...EXTRA, name: 'a\u200bb' }], {}],
    ['a column that every object has', /toString is no column of items/, [ITEM, { ...EXTRA, name: 'toString' }], {}],
    ['counts as text', /count is no column of items/, [ITEM, { ...COUNT, type: 'text' }], {}],
  ])('not: %s', (_, why, columns, shows, tables) => {
    expect(statedColumns(manifest(columns, shows, tables))[0]).toMatchObject({
      holds: false,
      detail: expect.stringMatching(why),
    })
  })

  test.each([
    [[{ file: 'more.tsv', columns: bytes('tag', 'x', 'y') }]],
    [[{ file: 'shares.tsv', columns: bytes('tag', 'x') }]],
    [[{ file: 'shares.tsv', columns: [...bytes('tag', 'x'), { name: 'y', type: 'text' as const, meaning: '' }] }]],
    [[{ file: 'toString.tsv', columns: [] }]],
  ])('tables of another kind leave it open: %j', (tables) => {
    expect(statedColumns(manifest([TAG], {}, tables))[1]).toMatchObject({ name: 'tables', holds: null })
  })
})

describe('a manifest that this software could have written', () => {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-test-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  const honest = { ...manifest([QUERY]), software: { name: 'lethe' as const, version: VERSION } }
  const answers = (change: object, text?: string) => {
    const changed = { ...honest, ...change } as Manifest
    writeFileSync(join(dir, 'manifest.json'), text ?? `${JSON.stringify(changed, null, 2)}\n`)
    return statedManifest({ dir, manifest: changed }).map(({ holds }) => holds)
  }

  test('as it is written', () => {
    expect(answers({})).toEqual([true])
    expect(answers({ software: { name: 'lethe', version: '0.1.0' }, tuned: true, profile: 'p' })).toEqual([true])
    expect(answers({}, `${JSON.stringify(honest, null, 2)}`)).toEqual([false])
    expect(answers({}, `${JSON.stringify(honest)}\n`)).toEqual([false])
  })

  const shares = { t: 3, n: 5, scheme: 'field', epoch: 'day' }
  const sharedBy = (params: object, more: object) => ({ steps: [{ method: 'secret-shares', params }], more })
  const sealed = (more: object) => sharedBy({}, { ...shares, ...more })
  test.each([
    [sharedBy({ t: 3 }, { ...shares, t: 4 }), 't is not what the last step says'],
    [sharedBy({ epoch: 'day' }, { ...shares, epoch: 'none' }), 'epoch is not what the last step says'],
    [sharedBy({ t: 3 }, { ...shares, n: undefined }), 'how queries were shared is not stated: n'],
    [sealed({ scheme: undefined }), 'how queries were shared is not stated: scheme'],
    [sealed({ knowledge: 'wordnet 3.1' }), 'none of the steps writes knowledge'],
    [{ more: {} }, 'no step writes an empty field "more"'],
    [{ more: { knowledge: 'wordnet 3.1' } }, 'none of the steps writes knowledge'],
    [{ more: { keyId: 'the key of alice' } }, 'none of the steps writes keyId'],
    [{ steps: [{ method: 'rare-queries', params: {} }], more: { t: 3 } }, 'none of the steps writes t'],
    [{ steps: [{ method: 'secret-shares-2', params: {} }], more: { t: 3 } }, 'none of the steps writes t'],
  ])('%j is a lie', (change, why) => {
    const changed = { ...honest, ...change } as Manifest
    writeFileSync(join(dir, 'manifest.json'), `${JSON.stringify(changed, null, 2)}\n`)
    expect(statedManifest({ dir, manifest: changed })).toEqual([{ name: 'manifest', holds: false, detail: why }])
  })

  test('steps that write what stands beside the data', () => {
    expect(answers(sealed({ serverKey: 'x', keyId: 'x' }))).toEqual([true])
    for (const way of ['categories', 'semantic', 'syntactic'])
      expect(answers({ steps: [{ method: `microaggregate-${way}`, params: {} }], more: { knowledge: 'x' } })).toEqual([
        true,
      ])
    const before = [
      { method: 'secret-shares', params: {} },
      { method: 'scrub', params: {} },
    ]
    expect(answers({ steps: before })).toEqual([true]) // only the last step writes them
  })

  test('in words: as it is written, or not', () => {
    const told = (text: string) => {
      writeFileSync(join(dir, 'manifest.json'), text)
      return statedManifest({ dir, manifest: honest })[0]?.detail
    }
    expect(told(`${JSON.stringify(honest, null, 2)}\n`)).toBe('as Lethe writes it')
    expect(told(JSON.stringify(honest))).toContain('not written as Lethe writes it')
  })

  test.each([
    [{ certified: true }],
    [{ software: { name: 'lethe', version: '9.9.9' } }],
    [{ software: { name: 'lethe', version: VERSION, by: 'x' } }],
    [{ steps: [{ method: 'm', params: {}, by: 'x' }] }],
    [{ shows: { ...honest.shows, by: 'x' } }],
    [{ columns: [{ ...QUERY, by: 'x' }] }],
    [{ tables: [{ file: 'f', columns: [], by: 'x' }] }],
    [{ tables: [{ file: 'f', columns: [{ ...QUERY, by: 'x' }] }] }],
    [{ more: { by: 'x' } }],
    [{ guarantee: { ...honest.guarantee, by: 'x' } }],
  ])('%j is not known, and leaves the promise open', (change) => {
    const promised = (manifest: object) =>
      statedPromise({ dir, manifest: manifest as Manifest }, honest.guarantee).holds
    expect(promised(honest)).toBe(true)
    expect(promised({ ...honest, ...change })).toBeNull()
  })

  test('what is said twice may be the same', () => {
    const steps = [{ method: 'secret-shares', params: { t: 3, n: 5, scheme: 'field', epoch: 'day' } }]
    const more = { t: 3, n: 5, scheme: 'field', epoch: 'day', keyId: '0123456789abcdef' }
    expect(answers({ steps, more })).toEqual([true])
  })
})

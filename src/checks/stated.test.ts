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

  test.each([
    [{ steps: [{ method: 'secret-shares', params: { t: 3 } }], more: { t: 4 } }],
    [{ steps: [{ method: 'secret-shares', params: { epoch: 'day' } }], more: { epoch: 'none' } }],
    [{ more: { knowledge: 'wordnet 3.1' } }],
    [{ more: { keyId: 'the key of alice' } }],
  ])('%j is a lie', (change) => {
    expect(answers(change)[0]).toBe(false)
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

import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDuckDB } from '../../engines/duckdb/index.js'
import type { Engine } from '../../engines/engine.js'
import { text } from '../../engines/sql.js'
import { seededRandom } from '../../random/seeded.js'
import { DEFAULT_COLUMNS } from '../../release/columns.js'
import type { Guarantee } from '../../release/guarantee.js'
import type { Made } from './context.js'
import { tryCanaries } from './try.js'

const words = { sentence: 'made up', assumptions: [], notProtected: [], unit: 'user' }
const perQuery: Guarantee = { kind: 'k-users-per-query', k: 4, hostK: 4, ...words }
const perWord: Guarantee = { kind: 'k-users-per-ngram', k: 4, hostK: 4, n: 1, maxTerms: 9, ...words }
const ofPhrases: Guarantee = {
  ...{ kind: 'dp', epsilon: 1, delta: 1e-6, neighbours: 'add-remove', definition: 'approximate' },
  ...{ items: 'phrases', counts: false, minUsers: 1, ...words },
}
const nothing: Guarantee = { kind: 'none', ...words }

interface Planted {
  readonly user: string
  readonly query: string
  readonly url: string | null
  readonly note?: string
}

/** What a fake release lets out, given the rows of the planted copy. */
type Leaky = (rows: readonly Planted[], place: string) => Out | Promise<Out>
interface Out {
  readonly data?: string | Buffer
  readonly manifest?: string
  readonly stderr?: string
  readonly private?: string
  /** Leave out what every release may show. */
  readonly bare?: true
}

let dir: string
let engine: Engine
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lethe-test-'))
  engine = await openDuckDB({ spill: dir, threads: 1 })
  await engine.materialise(
    'log_rows',
    `SELECT 'someone' AS person, 'a query' AS query, 'A query' AS raw,
    TIMESTAMP '2024-05-01 10:00:00' AS time, NULL::INTEGER AS rank, NULL::VARCHAR AS url`,
  )
})
afterEach(async () => {
  await engine.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Runs the trial on a release that shows the common query and its host, and whatever `leaky` adds. */
function tryOut(leaky: Leaky, guarantee: Guarantee = perQuery, shows = DEFAULT_COLUMNS) {
  const log = {
    table: 'log_rows',
    unit: 'user',
    has: { time: true, rank: true, url: true, raw: true, tag: false, session: false },
    extras: [],
  }
  return tryCanaries({
    engine,
    random: seededRandom(7),
    dir,
    log,
    guarantee,
    shows,
    mostPersons: 4,
    say: () => {},
    release: async ({ path }) => {
      const rows = readFileSync(path, 'utf8').split('\n').flatMap(parsed)
      const place = join(dir, 'made')
      rmSync(place, { recursive: true, force: true })
      for (const folder of ['', 'release', 'private', 'temp']) mkdirSync(join(place, folder))
      const out = await leaky(rows, place)
      const [first] = rows as [Planted]
      const host = rows.find(({ url }) => url?.endsWith(':8443/'))?.url?.slice('http://'.length, -':8443/'.length)
      const common = out.bare ? '' : `${first.query}\t${host}\n`
      writeFileSync(join(place, 'release', 'data.tsv'), `query\thost\n${common}`)
      appendFileSync(join(place, 'release', 'data.tsv'), out.data ?? '')
      writeFileSync(join(place, 'release', 'manifest.json'), out.manifest ?? '{}')
      writeFileSync(join(place, 'private', 'record.json'), out.private ?? '{}')
      return [made(place, out.stderr ?? '')]
    },
  })
}

function made(place: string, stderr: string): Made {
  const [release, privateDir, temp] = ['release', 'private', 'temp'].map((folder) => join(place, folder)) as [
    string,
    string,
    string,
  ]
  return {
    label: 'fake',
    status: 0,
    stdout: Buffer.from('done\n'),
    stderr: Buffer.from(stderr),
    dir: release,
    privateDir,
    temp,
    tempNames: [],
  }
}

function parsed(line: string): Planted[] {
  try {
    const row = JSON.parse(line) as Planted
    return Array.isArray(row) ? [] : [row]
  } catch {
    return []
  }
}

const rare = (rows: readonly Planted[]) =>
  rows.find(({ query }) => query.startsWith('visit '))?.query.slice('visit '.length) ?? ''
const seen = async (leaky: Leaky, guarantee?: Guarantee, shows?: typeof DEFAULT_COLUMNS) => {
  const { leaks, scored } = await tryOut(leaky, guarantee, shows)
  expect(scored.found > 0).toBe(leaks.length > 0)
  return leaks.map(({ secret, where, form }) => `${secret} | ${where} | ${form}`)
}

describe('what canaries finds', () => {
  test('nothing where nothing leaks', async () => {
    const { leaks, scored, controls, guesses, copy } = await tryOut(() => ({}))
    expect({ leaks, found: scored.found, controls, copy }).toEqual({
      leaks: [],
      found: 0,
      controls: true,
      copy: { rows: 1, of: 1 },
    })
    expect(guesses).toBeGreaterThan(1000)
  })

  test.each<[string, (secret: string) => string | Buffer, string]>([
    ['as it is', (s) => s, 'plain'],
    ['in capitals', (s) => s.toUpperCase(), 'upper case'],
    ['in hex', (s) => `x${Buffer.from(`ab${s}cd`).toString('hex')}`, 'hex'],
    ['in base64, first alignment', (s) => Buffer.from(`abc${s}def`).toString('base64'), 'base64'],
    ['in base64, second alignment', (s) => Buffer.from(`a${s}def`).toString('base64'), 'base64'],
    ['in base64url, third alignment', (s) => Buffer.from(`ab${s}def`).toString('base64url'), 'base64'],
    ['in UTF-16', (s) => Buffer.from(s, 'utf16le'), 'UTF-16'],
    ['as md5', (s) => createHash('md5').update(s).digest('hex'), 'md5, hex'],
    ['as sha1 in base64', (s) => createHash('sha1').update(s).digest('base64'), 'sha1, base64'],
    [
      'as sha256, cut, of the whole query',
      (s) => createHash('sha256').update(`visit ${s}`).digest('hex').slice(0, 20),
      'sha256, hex',
    ],
  ])('a rare query %s', async (_, encode, form) => {
    const leaks = await seen((rows) => ({ data: encode(rare(rows)) }))
    expect(leaks).toContain(`rare query: of one person | data.tsv (fake) | ${form}`)
  })

  test.each([
    ['NUL byte', '\u0000tail'],
    ['zero-width characters', '\u200b'],
    ['combining characters', '\u0301'],
    ['HTML', '<script>'],
    ['very long query', 'lorem'],
  ])('unusual bytes, in whatever form they come out: %s', async (kind, sign) => {
    const query = (rows: readonly Planted[]) => rows.find((row) => row.query.includes(sign))?.query ?? ''
    const expected = expect.stringContaining(`unusual bytes: ${kind} | data.tsv`)
    expect(await seen((rows) => ({ data: query(rows) }))).toContainEqual(expected)
    expect(await seen((rows) => ({ data: encodeURIComponent(query(rows)) }))).toContainEqual(expected)
    expect(
      await seen((rows) => ({
        data: query(rows)
          .normalize('NFC')
          .toLowerCase()
          .replace(/[\p{Cc}\p{Cf}]/gu, ''),
      })),
    ).toContainEqual(expected)
  })

  test('user ids and parts of URLs, whatever is promised', async () => {
    for (const guarantee of [perQuery, perWord, nothing]) {
      const leaks = await seen((rows) => ({ data: `${rows[0]?.user}\n${rows[0]?.url}\n${rows[0]?.note}` }), guarantee)
      for (const kind of ['user id', 'URL: password', 'URL: path', 'column: not asked for'])
        expect(leaks).toContain(`${kind} | data.tsv (fake) | plain`)
    }
  })

  test('anything of the log outside the data, even what the data may show', async () => {
    const leaks = await seen((rows, place) => {
      writeFileSync(join(place, 'temp', 'spilled'), rare(rows))
      return { manifest: rare(rows), stderr: `cannot read ${rows[0]?.query}`, private: rare(rows) }
    }, nothing)
    expect(leaks).toEqual(
      expect.arrayContaining([
        'common query | error output (fake) | plain',
        'rare query: of one person | manifest.json (fake) | plain',
        'rare query: of one person | private/record.json (fake) | plain',
        'rare query: of one person | temporary/spilled (fake) | plain',
      ]),
    )
  })

  test('what is packed in Parquet', async () => {
    const leaks = await seen(async (rows, place) => {
      const path = join(place, 'release', 'data.parquet')
      // The extremes of a column stand in the file as they are, so the secret must not be one of them.
      const value = `CASE i WHEN 1000 THEN ${text(rare(rows))} WHEN 1001 THEN 'zz' ELSE hash(i)::VARCHAR END`
      await engine.write(`SELECT ${value} AS query FROM range(5000) AS r(i)`, path, 'parquet')
      expect(readFileSync(path, 'latin1')).not.toContain(rare(rows))
      return {}
    })
    expect(leaks).toContain('rare query: of one person | data.parquet (fake) | plain')
  })

  test('the exact time, unless exact times are shown', async () => {
    const moment = (place: string) =>
      /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}/.exec(readFileSync(join(place, '..', 'copy.ndjson'), 'utf8'))?.[0] ?? ''
    const leaky: Leaky = (_, place) => ({ data: moment(place) })
    expect((await seen(leaky)).join()).toContain('exact time | data.tsv')
    expect(await seen(leaky, perQuery, { ...DEFAULT_COLUMNS, time: 'exact' })).toEqual([])
  })

  test('a promise about words does not cover pairs of them, and that is counted apart', async () => {
    const pair = (rows: readonly Planted[]) => {
      const common = rows[0]?.query.split(' ')[0] ?? ''
      return rows.find(({ query }) => query.startsWith(`${common} `) && query !== rows[0]?.query)?.query ?? ''
    }
    expect((await seen((rows) => ({ data: pair(rows) }))).join()).toContain('rare combination: pair of common words')
    const { leaks, kinds } = await tryOut((rows) => ({ data: pair(rows) }), perWord)
    expect(leaks).toEqual([])
    expect(kinds.find(({ kind }) => kind.startsWith('rare combination: pair'))).toMatchObject({ allowed: 1, leaked: 0 })
  })

  test('nor does one that composes texts of released words: noise may bring forth any of them', async () => {
    const pair = (rows: readonly Planted[]) =>
      rows.find(({ query }) => query.startsWith(`${rows[0]?.query.split(' ')[0]} `) && query !== rows[0]?.query)?.query
    const composed = { ...ofPhrases, words: 3 }
    const { leaks, kinds } = await tryOut((rows) => ({ data: pair(rows) ?? '' }), composed)
    expect(leaks).toEqual([])
    expect(kinds.find(({ kind }) => kind.startsWith('rare combination: pair'))).toMatchObject({ allowed: 1, leaked: 0 })
    expect((await tryOut((rows) => ({ data: pair(rows) ?? '' }), { ...ofPhrases, words: 1 })).leaks).not.toEqual([])
  })

  test('no value of a secret stands in the result', async () => {
    let value = ''
    const result = await tryOut((rows) => {
      value = rare(rows)
      return { data: value }
    })
    expect(value.length).toBeGreaterThan(8)
    expect(JSON.stringify(result)).not.toContain(value)
  })
})

test('canaries says that it is broken if what must stay is not found', async () => {
  await expect(tryOut(() => ({ bare: true }))).rejects.toThrow(/broken.*common query.*common host/)
  expect((await tryOut(() => ({ bare: true }), nothing)).controls).toBeNull()
})

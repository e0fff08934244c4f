import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withSession } from '../../src/engines/session.js'
import { digest } from '../../src/release/digest.js'
import { verify } from '../../src/run/verify.js'
import { normalisePerson } from '../../src/text/person.js'
import { honestReleases } from '../support/honest.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const ASSUME = 'pseudonyms-are-persons'

function foreign(header: string, rows: readonly string[]): string {
  const path = next('foreign.csv')
  writeFileSync(path, `${[header, ...rows].join('\n')}\n`)
  return path
}
const asked = (text: string, n: number, more = '') => Array.from({ length: n }, (_, i) => `u${i},${text}${more}`)

test.each([
  ['km-deletion:k=3,m=2', [...asked('news', 3), 'u9,ⓙⓞⓗⓝ ⓢⓜⓘⓣⓗ ☎']],
  ['km-deletion:k=3,m=2', ['u1,⠍⠽ ⠕⠺⠝ ⠎⠞⠗⠑⠑⠞']],
  ['allowlist:k=3', [...asked('news', 3), 'u9,news ⓙⓞⓗⓝ']],
  ['rare-queries:k=3', [...asked('news', 3), 'u9,\u200b\u200c\u200d\u2060\u200b']],
])('%s does not hold of what can be read though it has no letters', async (claim, rows) => {
  const { holds } = await verify(foreign('user,query', rows), { claim, assume: ASSUME })
  expect(holds).not.toBe(true)
})

const unseen = (text: string) =>
  [...text].map((sign) => String.fromCodePoint(0xe0000 + (sign.codePointAt(0) ?? 0))).join('')
test.each([
  ['letters that nobody sees', `news${unseen(' john smith hiv')}`],
  ['Morse in dots and dashes', 'news -.-. .- .-.'],
  ['money and sums', 'news $$ +++'],
  ['blanks that count', 'news  news   news'],
  ['a blank in front', ' news'],
])('an allowlist says nothing of %s', async (_, text) => {
  const claim = { claim: 'allowlist:k=3', assume: ASSUME }
  const { holds, checks } = await verify(foreign('user,query', [...asked('news', 3), `u9,${text}`]), claim)
  expect(holds).toBeNull()
  expect(checks.find(({ name }) => name === 'texts')?.detail).toBe(
    '1 text with more than words, of which the claim says nothing',
  )
  expect((await verify(foreign('user,query', [...asked('news', 3), 'u9,news news']), claim)).holds).toBe(true)
})

test('columns that were taken for a time and a rank by their names are no part of a claim; named ones are', async () => {
  const rows = Array.from({ length: 5 }, (_, i) => `u${i},news,12345678${i},196${i}-03-01`)
  const path = foreign('user,query,position,date', rows)
  const claim = { claim: 'rare-queries:k=5', assume: ASSUME }
  const { holds, checks } = await verify(path, claim)
  expect(holds).toBeNull()
  expect(checks.find(({ name }) => name === 'columns')?.detail).toMatch(/time.*rank/)
  const columns = { user: 'user', query: 'query', time: 'date', rank: 'position' }
  expect((await verify(path, claim, { columns })).holds).toBe(true)
})

test('what a file carries beside its rows is no part of a claim: notes, what packs it, what stands above a column', async () => {
  const claim = { claim: 'rare-queries:k=3', assume: ASSUME }
  const unread = async (path: string, columns?: Record<string, string>) => {
    const { holds, checks } = await verify(path, claim, columns ? { columns } : {})
    return [holds, checks.find(({ name }) => name === 'columns')?.detail]
  }
  const plain = foreign('user,query', asked('news', 3))
  expect(await unread(plain)).toEqual([true, 'all are part of the claim'])
  const packed = next('foreign.csv.gz')
  writeFileSync(packed, gzipSync(readFileSync(plain)))
  expect(await unread(packed)).toEqual([null, expect.stringContaining('what its packing carries')])
  const named = foreign('john smith has hiv,query', asked('news', 3))
  expect(await unread(named, { user: '1', query: 'query' })).toEqual([null, expect.stringContaining('above column 1')])
  const [bare, noted] = [next('bare.parquet'), next('noted.parquet')]
  const rows = `SELECT 'u' || i AS "user", 'news' AS query FROM range(3) t(i)`
  await withSession({}, async ({ engine }) => {
    await engine.all(`COPY (${rows}) TO '${bare}' (FORMAT parquet)`)
    await engine.all(`COPY (${rows}) TO '${noted}' (FORMAT parquet, KV_METADATA {note: 'john smith has hiv'})`)
  })
  expect(await unread(bare)).toEqual([true, 'all are part of the claim'])
  expect(await unread(noted)).toEqual([null, expect.stringContaining('the notes of the Parquet file')])
})

test('what is asked of releases cannot be asked of a file, and nobody is told to give it', async () => {
  const path = foreign('user,query', asked('news', 3))
  const claim = 'rare-queries:k=3'
  for (const more of [
    { expect: 'rare-queries:k=100' },
    { against: [path] },
    { keyFile: 'nosuch' },
    { privateDir: 'nosuch' },
  ])
    await expect(verify(path, { claim, assume: ASSUME, ...more })).rejects.toMatchObject({ code: 'usage' })
  const { holds, checks } = await verify(path, { claim })
  expect(holds).toBeNull()
  const advice = checks.flatMap(({ toShow }) => toShow ?? [])
  expect(new Set(advice)).toEqual(new Set([`Take it for granted: --assume ${ASSUME}.`]))
})

const JOINED = {
  steps: [
    { method: 'allowlist', k: 9, maxTerms: 1 },
    { method: 'rare-queries', k: 3 },
  ],
}
function plan(): string {
  const path = next('plan.json')
  writeFileSync(path, JSON.stringify(JOINED))
  return path
}

test('of a plan with two promises both must hold, of data of others', async () => {
  const path = foreign('user,query', asked('my own street', 3))
  expect((await verify(path, { claim: plan(), assume: ASSUME })).holds).not.toBe(true)
})

test('of an expected plan with two promises both must be made', async () => {
  const honest = honestReleases(next)
  const given = { against: [honest.log], expect: plan() }
  expect((await verify(await honest.of('rare'), given)).holds).toBe(false)
})

test('a private folder that somebody made up is none, and what a good one is worth is said', async () => {
  const honest = honestReleases(next)
  const from = await honest.of('linked')
  const dir = next('shipped')
  cpSync(from, dir, { recursive: true })
  const digests = Object.fromEntries(
    await Promise.all(['data.tsv', 'manifest.json'].map(async (file) => [file, await digest(join(dir, file))])),
  )
  mkdirSync(`${dir}.private`)
  writeFileSync(join(`${dir}.private`, 'record.json'), JSON.stringify({ digests, facts: {} }))
  expect((await verify(dir)).holds).toBeNull()
  const known = await verify(from)
  expect(known.holds).toBe(true)
  expect(known.notes?.join()).toMatch(/worth as much as where you have it from/)
})

test.each(['a\u2800', 'a\u2065', 'a\ufff5', 'a\u{e0fff}', 'a\u{1d159}'])('%j is the person a', (id) => {
  expect(normalisePerson(id)).toBe('a')
})

test('one blank or several inside an id are one person', () => {
  expect(normalisePerson('a \u00a0 b')).toBe(normalisePerson('a b'))
})

test('rows that --collapse-prefixes would leave out are shown all the same', async () => {
  const path = foreign('user,query', asked('news', 3))
  const claimed = verify(path, { claim: 'rare-queries:k=3', assume: ASSUME }, { collapsePrefixes: 5 })
  await expect(claimed).rejects.toMatchObject({ code: 'usage' })
})

test.each(['rare-queries:k=5,k=2', 'rare-queries:k=3,within=country'])(
  '%s cannot be asked of a file',
  async (claim) => {
    const path = foreign('user,query', asked('news', 3))
    await expect(verify(path, { claim, assume: ASSUME })).rejects.toMatchObject({ code: 'usage' })
  },
)

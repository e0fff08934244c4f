import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeKeyFile } from '../../src/crypto/key-file.js'
import { verdictText } from '../../src/report/verdict.js'
import { release } from '../../src/run/release/index.js'
import { type VerifyOptions, verify } from '../../src/run/verify.js'
import { forge } from '../support/forged.js'
import { FORGERIES } from '../support/forgeries/index.js'
import { honestReleases } from '../support/honest.js'
import { asked, writeLog } from '../support/log.js'
import { lethe } from '../support/program.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const honest = honestReleases(next)
const ASSUME = 'pseudonyms-are-persons'
const holds = async (dir: string, options: VerifyOptions = {}) => (await verify(dir, options)).holds

/** A copy of a release, as somebody gets it who has no private folder. */
async function published(name: Parameters<typeof honest.of>[0]): Promise<string> {
  const dir = next('published')
  cpSync(await honest.of(name), dir, { recursive: true })
  return dir
}

describe('rows are not persons, and pseudonyms are persons only where that is known', () => {
  test('without pseudonyms: open alone, also for the custodian; shown with the log', async () => {
    const dir = await honest.of('rare')
    const alone = await verify(dir)
    expect(alone).toMatchObject({ holds: null, toShow: expect.stringContaining('--against LOG') })
    expect(verdictText(alone)).toMatch(/cannot be shown from what was given\. .*--against LOG\.$/)
    expect(await holds(dir, { assume: ASSUME })).toBeNull()
    expect(await holds(dir, { against: [honest.log] })).toBe(true)
  })

  test('pseudonyms of sessions: the same', async () => {
    const dir = await honest.of('sessions')
    expect(await holds(dir)).toBeNull()
    expect(await holds(dir, { assume: ASSUME })).toBeNull()
    expect(await holds(dir, { against: [honest.log] })).toBe(true)
  })

  test('pseudonyms of persons: with the private folder, beside the release or elsewhere', async () => {
    expect(await holds(await honest.of('linked'))).toBe(true)
    const dir = await published('linked')
    expect(await verify(dir)).toMatchObject({ holds: null, toShow: expect.stringContaining('--private DIR') })
    expect(await holds(dir, { privateDir: `${await honest.of('linked')}.private` })).toBe(true)
    await expect(holds(dir, { privateDir: next('nowhere') })).rejects.toMatchObject({ code: 'input' })
  })

  test('what the private folder was believed is said, and only where it was', async () => {
    const said = async (name: Parameters<typeof honest.of>[0], options: VerifyOptions = {}) =>
      (await verify(await honest.of(name), options)).notes?.join()
    const log = { against: [honest.log] }
    expect(await said('linked')).toMatch(/^who is one person was taken from the private folder/)
    expect(await said('km', log)).toMatch(/who is one person was taken/)
    expect(await said('tagged')).toMatch(/^what tags stand for was taken/)
    expect(await said('tagged', { ...log, keyFile: honest.keyFile })).toBeUndefined()
    for (const name of ['rare', 'sessions', 'items', 'shared'] as const) expect(await said(name)).toBeUndefined()
    expect(await said('linked', log)).toBeUndefined()
  })

  test('on the word of the caller it holds with that word', async () => {
    const answer = await verify(await published('linked'), { assume: ASSUME })
    expect(answer).toMatchObject({ holds: true, assuming: [ASSUME] })
    expect(verdictText(answer)).toMatch(/true, assuming that every pseudonym is one person\.$/)
    expect((await verify(await honest.of('linked'), { assume: ASSUME })).assuming).toBeUndefined()
    await expect(verify(await published('linked'), { assume: 'all-is-well' })).rejects.toMatchObject({ code: 'usage' })
  })

  test('a private folder of other files, or without digests, does not count, and it is said', async () => {
    const dir = await published('linked')
    cpSync(`${await honest.of('rare')}.private`, `${dir}.private`, { recursive: true })
    expect(await verify(dir)).toMatchObject({ holds: null, notes: [expect.stringContaining('other files than these')] })
    const record = join(`${dir}.private`, 'record.json')
    const { digests, ...old } = JSON.parse(readFileSync(record, 'utf8'))
    expect(Object.keys(digests)).toEqual(['data.tsv', 'manifest.json'])
    writeFileSync(record, JSON.stringify(old))
    expect(await verify(dir)).toMatchObject({ holds: null, notes: [expect.stringContaining('which files')] })
    writeFileSync(record, 'null')
    expect(await verify(dir)).toMatchObject({ holds: null, notes: [expect.stringContaining('cannot be read')] })
    // One byte of the data, or one digest too many, is another release.
    const { digests: own, ...rest } = JSON.parse(
      readFileSync(join(`${await honest.of('linked')}.private`, 'record.json'), 'utf8'),
    )
    writeFileSync(record, JSON.stringify({ ...rest, digests: own }))
    expect(await holds(dir)).toBe(true)
    writeFileSync(record, JSON.stringify({ ...rest, digests: { ...own, 'more.tsv': own['data.tsv'] } }))
    expect(await holds(dir)).toBeNull()
  })

  test.each(['km', 'twins'] as const)('%s: by the private folder, not without', async (name) => {
    expect(await holds(await honest.of(name))).toBe(true)
    expect(await holds(await honest.of(name), { against: [honest.log] })).toBe(true)
    const dir = await published(name)
    expect(await holds(dir)).toBeNull()
    expect(await holds(dir, { against: [honest.log] })).toBeNull() // who is who, the log does not say
    expect(await holds(dir, { against: [honest.log], assume: ASSUME })).toBe(true)
  })

  test('of several promises the weakest answer counts', async () => {
    const { holds: whole, checks } = await verify(await published('joined'), { assume: ASSUME })
    expect(whole).toBe(true)
    expect(checks.filter(({ name }) => name.startsWith('also: ')).length).toBeGreaterThan(0)
    expect(await holds(await published('joined'))).toBeNull()
  })

  test('the exit status and JSON say it', async () => {
    const dir = await honest.of('rare')
    expect(lethe('verify', dir).status).toBe(3)
    expect(lethe('verify', dir, '--against', honest.log).status).toBe(0)
    const linked = await published('linked')
    const { status, stdout } = lethe('verify', linked, '--assume', ASSUME, '--json')
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { holds: true, assuming: [ASSUME] }])
  })
})

describe('the log', () => {
  test('another log than the release was made from is told before anything is counted', async () => {
    const other = writeLog(next('other.ndjson'), asked('weather', 2))
    const answer = await verify(await honest.of('rare'), { against: [other] })
    expect(answer).toMatchObject({ holds: null, checks: [{ name: 'log', holds: null }] })
    expect(answer.checks).toHaveLength(1)
    expect(verdictText(answer)).toMatch(/not the log that the release was made from/)
    expect(lethe('verify', await honest.of('rare'), '--against', other).status).toBe(3)
  })

  test('without the private folder persons are counted in the log that was given, and it is said', async () => {
    const dir = await published('rare')
    const { holds: whole, notes } = await verify(dir, { against: [honest.log] })
    expect([whole, notes?.join()]).toEqual([true, expect.stringContaining('is said of this one')])
    expect((await verify(await honest.of('rare'), { against: [honest.log] })).notes).toBeUndefined()
  })

  test('read by another unit than the promise counts by, nothing is counted in it', async () => {
    const { holds: whole, notes } = await verify(
      await published('rare'),
      { against: [honest.log] },
      { unit: 'session', columns: { session: 'user' } },
    )
    expect([whole, notes?.join()]).toEqual([null, expect.stringContaining('counts by user')])
  })

  test('read without URLs, pairs with hosts stay open', async () => {
    const { holds: whole, toShow } = await verify(
      await published('rare'),
      { against: [honest.log] },
      { columns: { url: '' } },
    )
    expect([whole, toShow]).toEqual([null, expect.stringContaining('url=')])
  })

  test('what cannot be made again is not counted; what can is', async () => {
    const { holds: whole, notes } = await verify(await published('hashed'), { against: [honest.log] })
    expect([whole, notes?.join()]).toEqual([null, expect.stringContaining('token-hash')])
    const steps = [
      { method: 'scrub', params: {} },
      { method: 'rare-queries', params: { k: 5 } },
    ]
    const dir = next('scrubbed')
    const log = writeLog(
      next('log.ndjson'),
      Array.from({ length: 6 }, (_, i) => ({ user: `u${i}`, query: `call 555-0${100 + i} now` })),
    )
    await release([log], { plan: { steps, shows: {} }, out: dir, format: 'tsv' })
    expect(readFileSync(join(dir, 'data.tsv'), 'utf8')).toContain('[phone]')
    expect(await holds(dir, { against: [log] })).toBe(true)
  })

  test('in words: 1 of 2, not "1 s of 2"', async () => {
    const lie = FORGERIES.find(({ lie: name }) => name === 'k rows of one person')
    const dir = await forge(await honest.of('rare'), next('forged'), (forged) => lie?.forge(forged))
    const { checks } = await verify(dir, { against: [honest.log] })
    const counted = checks.find(({ name }) => name === 'persons in the log per query')
    expect(counted?.detail).toMatch(/^1 of \d+ queries have fewer than 5 persons in the log$/)
    for (const { detail } of checks) expect(detail).not.toMatch(/\d s /)
  })
})

describe('shared queries', () => {
  const { log, keyFile } = honest
  test('alone and with the log they stay open; log and key together show them', async () => {
    const dir = await honest.of('shared')
    expect(await verify(dir)).toMatchObject({ holds: null, toShow: expect.stringContaining('--key FILE') })
    expect(await holds(dir, { against: [log] })).toBeNull()
    expect(await holds(dir, { against: [log], keyFile })).toBe(true)
  })

  test('shares of persons who never asked are found by the key', async () => {
    const lie = FORGERIES.find(({ lie: name }) => name.startsWith('shares of persons who never asked'))
    const dir = await forge(await honest.of('shared'), next('forged'), (forged) => lie?.forge(forged))
    expect(await holds(dir, { against: [log] })).toBeNull()
    expect(await holds(dir, { against: [log], keyFile })).toBe(false)
  })

  test('a key without a log, of another release, or for a release without shares is refused', async () => {
    const other = next('other-key')
    writeKeyFile(other)
    const dir = await honest.of('shared')
    await expect(holds(dir, { keyFile })).rejects.toMatchObject({ code: 'usage' })
    await expect(holds(dir, { against: [log], keyFile: other })).rejects.toMatchObject({ code: 'input' })
    await expect(holds(await honest.of('rare'), { against: [log], keyFile })).rejects.toMatchObject({ code: 'usage' })
  })

  test('behind a threshold: each promise has its answer, and the engine none of its own', async () => {
    const dir = await honest.of('rareShared')
    const { holds: alone, checks } = await verify(dir)
    expect(alone).toBeNull()
    expect(checks.map(({ name }) => name)).toContain('also: rows per tag')
    expect(await holds(dir, { against: [log] })).toBeNull()
    const shown = await verify(dir, { against: [log], keyFile })
    expect(shown.holds).toBe(true)
    expect(shown.checks.map(({ name }) => name)).toContain('also: persons in the log per query')
  })
})

describe('data that somebody else made', () => {
  const foreign = (name: string, text: string) => {
    const path = next(name)
    writeFileSync(path, text)
    return path
  }
  const claim = (path: string, columns: Record<string, string> = {}) =>
    verify(path, { claim: 'rare-queries:k=2', assume: ASSUME }, { columns })
  const listed = async (path: string, columns: Record<string, string> = {}) => {
    const { holds: whole, checks } = await claim(path, columns)
    return [whole, checks.find(({ name }) => name === 'columns')?.detail]
  }

  test('columns of which the claim says nothing are listed, and leave it open', async () => {
    const rows = '1\tweather\ta@example.org\n2\tweather\tb@example.org\n'
    const email = [null, 'the claim says nothing of email']
    expect(await listed(foreign('f.tsv', `user\tquery\temail\n${rows}`))).toEqual(email)
    expect(await listed(foreign('f.tsv', `user\tquery\temail\n${rows}`), { email: 'email' })).toEqual(email)
    expect(await listed(foreign('f.csv', `user,query,email\n${rows.replaceAll('\t', ',')}`))).toEqual(email)
    expect(await listed(foreign('f.tsv', rows), { user: '1', query: '2' })).toEqual([
      null,
      'the claim says nothing of column 3',
    ])
    const bare = rows.replaceAll(/\t\w@example.org/g, '')
    expect(await listed(foreign('f.tsv', `user\tquery\n${bare}`))).toEqual([true, 'all are part of the claim'])
  })

  test('keys of NDJSON that appear late, stand twice, or stand in a record', async () => {
    const line = (more: string) => `{"user":"1","query":"weather"${more}}\n{"user":"2","query":"weather"}\n`
    const many = line('').repeat(2000)
    expect(await listed(foreign('f.ndjson', many))).toEqual([true, 'all are part of the claim'])
    expect(await listed(foreign('f.ndjson', many + line(',"email":"a"')))).toEqual([
      null,
      'the claim says nothing of email',
    ])
    expect((await listed(foreign('f.ndjson', many + line(',"query":"weather"'))))[0]).toBeNull()
    const record = '{"user":{"id":"1","mail":"a"},"query":"x"}\n{"user":{"id":"2","mail":"b"},"query":"x"}\n'
    expect(await listed(foreign('f.ndjson', record), { user: 'user.id' })).toEqual([
      null,
      'the claim says nothing of user',
    ])
    const plain = '{"user":{"id":"1"},"query":"x"}\n{"user":{"id":"2"},"query":"x"}\n'.repeat(2000)
    const late = foreign('f.ndjson', `${plain}{"user":{"id":"1","mail":"a"},"query":"x"}\n`)
    expect((await listed(late, { user: 'user.id' }))[0]).toBeNull()
  })

  test('a row without a query may not tell where somebody went', async () => {
    const head = 'user\tquery\turl\n1\tweather\t\n2\tweather\t\n'
    expect((await claim(foreign('f.tsv', head))).holds).toBe(true)
    expect((await claim(foreign('f.tsv', `${head}1\t-\t\n`))).holds).toBe(true)
    expect((await claim(foreign('f.tsv', `${head}1\t-\thttp://clinic.example/alice\n`))).holds).toBe(false)
    expect((await claim(foreign('f.tsv', `${head}1\t\thttp://clinic.example/alice\n`))).holds).toBe(false)
    const two = `${head}1\t-\thttp://a.example/\n2\t-\thttp://a.example/\n`
    expect((await claim(foreign('f.tsv', two))).holds).toBe(true)
  })

  test('twins are compared in every column', async () => {
    const path = foreign('f.tsv', 'user\tquery\ttime\n1\ta\t2024-05-01\n2\ta\t2024-05-02\n')
    const twins = (columns: Record<string, string>) =>
      verify(path, { claim: 'microaggregate-semantic:k=2,minUsers=1', assume: ASSUME }, { columns })
    expect((await twins({})).holds).toBe(false)
    expect((await twins({ time: '' })).holds).toBeNull() // there is a column that was not read
  })
})

describe('what is not there', () => {
  test('a name that leads nowhere is told as such', async () => {
    await expect(verify(next('nosuch'))).rejects.toMatchObject({
      code: 'input',
      message: expect.stringMatching(/^there is no file or folder /),
    })
  })
})

describe('names are no patterns', () => {
  test.each(['goo[d]', 'go*', 'g??d', '[!x]ood', 'good{1}', 'k=v', 'a\\b'])(
    'a release called %s is read itself, not its neighbours',
    async (name) => {
      const home = next('home')
      const [neighbour, odd] = [join(home, 'good'), join(home, name)]
      cpSync(await honest.of('linkedParquet'), neighbour, { recursive: true })
      const lie = FORGERIES.find(({ lie: called }) => called === 'one person under k pseudonyms, in Parquet')
      await forge(await honest.of('linkedParquet'), odd, () => {})
      expect(await holds(odd, { against: [honest.log] })).toBe(true)
      rmSync(odd, { recursive: true })
      await forge(await honest.of('linkedParquet'), join(home, 'plain'), (forged) => lie?.forge(forged))
      cpSync(join(home, 'plain'), odd, { recursive: true })
      expect(await holds(odd, { against: [honest.log] })).toBe(false)
    },
  )

  test('nor are those of text files, and of a log', async () => {
    const home = next('home')
    for (const name of ['good', 'goo[d]']) cpSync(await honest.of('rare'), join(home, name), { recursive: true })
    rmSync(join(home, 'good', 'data.tsv'))
    writeFileSync(join(home, 'good', 'data.tsv'), 'query\thost\tday\nothers\t\t2024-05-01\n')
    expect(await holds(join(home, 'goo[d]'), { against: [honest.log] })).toBe(true)
  })
})

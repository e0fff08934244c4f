import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeKeyFile } from '../../src/crypto/key-file.js'
import type { Plan } from '../../src/plans/plan.js'
import { release } from '../../src/run/release/index.js'
import { type VerifyOptions, verify } from '../../src/run/verify.js'
import { P } from '../../src/shares/scheme.js'
import { forge } from '../support/forged.js'
import { asked, type Row, writeLog } from '../support/log.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const keyFile = next('key')
beforeAll(() => {
  writeKeyFile(keyFile)
})

interface Shared {
  readonly dir: string
  readonly log: string
}

interface Sharing {
  readonly shows?: object
  readonly before?: Plan['steps']
  readonly t?: number
  readonly epoch?: string
  readonly scheme?: string
}

async function shared(rows: readonly Row[], { shows = {}, before = [], ...params }: Sharing = {}): Promise<Shared> {
  const [log, dir] = [writeLog(next('log.ndjson'), rows), next('release')]
  const plan = { steps: [...before, { method: 'secret-shares', params: { t: 3, ...params } }], shows }
  await release([log], { plan, out: dir, keyFile, format: 'tsv' })
  return { dir, log }
}

/** All that is said of shares, of the claim and beside it, by name. */
async function told(dir: string, options: VerifyOptions = {}) {
  const { checks } = await verify(dir, options)
  return Object.fromEntries(
    checks.slice(checks.findIndex(({ name }) => name === 'sizes')).map(({ name, ...said }) => [name, said]),
  )
}

const FOUR = [...asked('often', 6), ...asked('three', 3), ...asked('rare', 2), ...asked('once', 1)]
const BY_SHARES = {
  sizes: { holds: true, detail: 'tags, shares and texts have the sizes that exist' },
  'each share once': { holds: true, detail: 'no share stands twice, and each tag has one text' },
  points: { holds: true, detail: 'shares are numbers that the scheme has' },
  'shares of open tags': {
    holds: true,
    detail: 'each share and text of an open tag agrees with the others',
    onClaim: true,
  },
  tags: { holds: true, detail: 'every tag has rows, shares and a text' },
  'beside tags': { holds: true, detail: 'nothing of a row is shown but when it was asked' },
  'tags with 3 shares': { holds: true, detail: 'each of 2 tags with 3 shares or more opens to an authentic text' },
  'tags with fewer than 3 shares': {
    holds: true,
    detail: 'no polynomial of a smaller degree opens any',
    onClaim: true,
  },
}
const IN_THE_LOG = {
  'persons in the log per open query': {
    holds: true,
    detail: 'each of 2 open queries has 3 persons or more in the log, and reads as there',
    onClaim: true,
  },
  'queries that should open': { holds: true, detail: 'every query of 3 persons or more opens' },
  'shares per person in the log': {
    holds: true,
    detail: 'no open query has more shares than persons',
    onClaim: true,
  },
}
const behind = 'persons behind the shares'
const toShow = 'Give the original and the key: --against LOG --key FILE.'

describe('of honest shares', () => {
  test('alone, with the log, with log and key', async () => {
    const { dir, log } = await shared(FOUR)
    expect(await told(dir)).toEqual({
      ...BY_SHARES,
      [behind]: {
        holds: null,
        detail: 'how many persons are behind the shares of a tag, the release cannot show',
        onClaim: true,
        toShow,
      },
    })
    const rows = { holds: true, detail: 'no open query has more rows than in the log at any time' }
    expect(await told(dir, { against: [log] })).toEqual({
      ...BY_SHARES,
      ...IN_THE_LOG,
      'rows come from the log': rows,
      [behind]: {
        holds: null,
        detail: '2 tags of 4 stay closed; who is behind their shares, only the key shows',
        onClaim: true,
        toShow,
      },
    })
    expect(await told(dir, { against: [log], keyFile })).toEqual({
      ...BY_SHARES,
      ...IN_THE_LOG,
      'rows come from the log': { ...rows, detail: 'no tag has more rows than in the log at any time' },
      [behind]: {
        holds: true,
        detail: 'every share and every text is what the key makes of the log',
        onClaim: true,
      },
    })
  })

  test('of persons, and of nothing', async () => {
    const linked = await shared(FOUR, { shows: { link: 'user' } })
    expect(await told(linked.dir)).toMatchObject({
      'shares per person': { holds: true, detail: 'no person has two shares of a query' },
    })
    const nothing = await shared([{ user: 'u', query: '-' }])
    expect(await told(nothing.dir)).toMatchObject({
      [behind]: { holds: true, detail: 'nothing is shown', onClaim: true },
    })
  })

  test('where no query stays closed: with its private folder all is shown, without it only the key shows the rest', async () => {
    const { dir, log } = await shared([...asked('often', 6), ...asked('three', 3)])
    expect((await told(dir, { against: [log] }))[behind]).toEqual({
      holds: true,
      detail: 'no query stays closed, and what is open was counted',
      onClaim: true,
    })
    const bare = await forge(dir, next('bare'), () => {})
    expect((await told(bare, { against: [log] }))[behind]).toEqual({
      holds: null,
      detail: 'what is open was counted; that shares tell of persons and of nothing else, only the key shows',
      onClaim: true,
      toShow,
    })
  })

  const LATE = 'queries that should open'
  test.each<[string, Sharing, boolean]>([
    ['behind scrub', { before: [{ method: 'scrub', params: {} }] }, true],
    ['behind a threshold, which took some out', { before: [{ method: 'rare-queries', params: { k: 2 } }] }, false],
    ['at points that persons may share', { scheme: 'shamir' }, false],
  ])('%s: whether all that should open do is told where it can be', async (_, sharing, isTold) => {
    const { dir, log } = await shared(FOUR, sharing)
    const said = await told(dir, { against: [log] })
    expect(said[LATE]).toEqual(isTold ? IN_THE_LOG[LATE] : undefined)
    expect(said).not.toHaveProperty('undefined')
    expect(said['persons in the log per open query']).toMatchObject({ holds: true })
  })

  test('epochs cannot be told in a log without times', async () => {
    const { dir } = await shared(asked('often', 3, { time: '2024-01-01 10:00:00' }), { epoch: 'day' })
    const bare = await forge(dir, next('bare'), () => {})
    const log = next('timeless.ndjson')
    writeFileSync(
      log,
      asked('often', 3)
        .map(({ user, query }) => `${JSON.stringify({ user, query })}\n`)
        .join(''),
    )
    expect((await told(bare, { against: [log] }))['persons in the log']).toEqual({
      holds: null,
      detail: 'this version does not know epochs of that length',
      onClaim: true,
    })
  })

  test.each(['day', 'week', 'month', 'year', '2d'])('of keys that last a %s', async (epoch) => {
    const at = (time: string) => ({ time: `${time} 10:00:00` })
    const { dir, log } = await shared(
      // Three persons in each of two days, weeks, months, years; two more in a third.
      [
        ...asked('often', 3, at('2023-12-31')),
        ...asked('often', 3, at('2024-01-01')),
        ...asked('often', 2, at('2025-06-01')),
      ],
      { epoch },
    )
    const said = await told(dir, { against: [log] })
    expect(said['persons in the log per open query']).toMatchObject({ holds: true })
    expect(said['queries that should open']).toMatchObject({ holds: true })
    expect(said['shares per person in the log']).toMatchObject({ holds: true })
  })
})

describe('of shares that were meddled with', () => {
  type Cells = Record<string, string>
  const meddled = async (file: string, change: (rows: Cells[]) => Cells[], options: VerifyOptions = {}) => {
    const { dir } = await shared(FOUR, { shows: { link: 'user' } })
    return told(await forge(dir, next('forged'), (forged) => forged.rows(change, file)), options)
  }
  const withShares = (rows: Cells[], n: number) =>
    rows.find(({ tag }) => rows.filter((other) => other.tag === tag).length === n)?.tag
  const digits = 'f'.repeat(32)

  test('shares and texts twice', async () => {
    expect((await meddled('shares.tsv', (rows) => [...rows, rows[0]!]))['each share once']).toEqual({
      holds: false,
      detail: '1 share and 0 texts stand more than once',
    })
    expect((await meddled('ciphertexts.tsv', (rows) => [...rows, rows[0]!]))['each share once']).toEqual({
      holds: false,
      detail: '0 shares and 1 text stand more than once',
    })
  })

  test('sizes that are no class', async () => {
    const cut = (rows: Cells[]) => rows.map((row, i) => (i === 0 ? { ...row, text: row.text!.slice(2) } : row))
    expect(await meddled('ciphertexts.tsv', cut)).toEqual({
      sizes: { holds: false, detail: '1 value of another size' },
    })
  })

  test('points and values that do not exist', async () => {
    const other = (change: Cells) => (rows: Cells[]) => rows.map((row, i) => (i === 0 ? { ...row, ...change } : row))
    const first = P.toString(16).padStart(32, '0') // the first number that is none
    for (const change of [{ x: digits }, { x: '0'.repeat(32) }, { x: first }, { y: digits }, { y: first }])
      expect((await meddled('shares.tsv', other(change))).points).toEqual({
        holds: false,
        detail: '1 share that the scheme has not',
      })
  })

  test('tags that lack something, and shares of nobody', async () => {
    const lone = { holds: false, detail: '1 tag without rows, shares or a text' }
    const without = (n: number) => (rows: Cells[]) => rows.filter(({ tag }) => tag !== withShares(rows, n))
    expect((await meddled('shares.tsv', without(2))).tags).toEqual(lone)
    expect((await meddled('ciphertexts.tsv', (rows) => rows.slice(1))).tags).toEqual(lone)
    expect((await meddled('data.tsv', without(1))).tags).toEqual({
      holds: false,
      detail: '2 tags without rows, shares or a text', // once for its shares, once for its text
    })
    const fewer = (rows: Cells[]) =>
      rows.toSpliced(
        rows.findIndex(({ tag }) => tag === withShares(rows, 2)),
        1,
      )
    expect((await meddled('shares.tsv', fewer))['shares per person']).toEqual({
      holds: false,
      detail: '1 tag with shares of nobody',
    })
  })

  test('what does not open, and what contradicts itself', async () => {
    const flip = (cell = '') => `${cell.slice(0, -1)}${cell.endsWith('0') ? '1' : '0'}`
    const spoil = (n: number, most: number) => (rows: Cells[]) => {
      const tag = withShares(rows, n)
      let left = most
      return rows.map((row) => (row.tag === tag && left-- > 0 ? { ...row, y: flip(row.y) } : row))
    }
    expect((await meddled('shares.tsv', spoil(3, 3)))['tags with 3 shares']).toEqual({
      holds: false,
      detail: '1 tag of 2 with 3 shares or more do not open',
    })
    expect((await meddled('shares.tsv', spoil(6, 1)))['shares of open tags']).toEqual({
      holds: false,
      detail: '1 share or text of open tags contradict the others',
      onClaim: true,
    })
  })

  test('shares that open too early for what is said', async () => {
    const [two, three] = [await shared(FOUR, { t: 2 }), await shared(FOUR)]
    const manifest = readFileSync(join(three.dir, 'manifest.json'), 'utf8')
    const forged = await forge(two.dir, next('forged'), ({ edit }) => edit('manifest.json', () => manifest))
    expect((await told(forged))['tags with fewer than 3 shares']).toEqual({
      holds: false,
      detail: '3 tags can be opened with fewer than 3 shares',
      onClaim: true,
    })
  })

  test('against another log: too few, too many, and who is not there', async () => {
    const { dir } = await shared(FOUR)
    const bare = await forge(dir, next('bare'), () => {}) // without its private folder, which knows its log
    const against = async (rows: readonly Row[], options: VerifyOptions = {}) =>
      told(bare, { against: [writeLog(next('other.ndjson'), rows)], ...options })
    const fewer = await against([...asked('often', 5), ...asked('three', 2), ...asked('rare', 2), ...asked('once', 1)])
    expect(fewer['persons in the log per open query']).toEqual({
      holds: false,
      detail: '1 open text without 3 persons in the log',
      onClaim: true,
    })
    expect(fewer['shares per person in the log']).toEqual({
      holds: false,
      detail: '2 open tags with more shares than the log has persons who asked',
      onClaim: true,
    })
    const more = await against([...FOUR, ...asked('rare', 3), ...asked('other', 4)])
    expect(more['queries that should open']).toEqual({
      holds: false,
      detail: '2 queries of 3 persons or more stay closed',
    })
    const keyed = await against(
      [...asked('often', 6), ...asked('three', 3), ...asked('rare', 1), ...asked('once', 1)],
      {
        keyFile,
      },
    )
    expect(keyed[behind]).toEqual({
      holds: false,
      detail: '1 share or text are not what the key makes of the log',
      onClaim: true,
    })
    const unasked = await against([...asked('often', 6), ...asked('three', 3), ...asked('rare', 2)], { keyFile })
    expect(unasked[behind]).toMatchObject({
      holds: false,
      detail: '2 shares and texts are not what the key makes of the log',
    })
  })
})

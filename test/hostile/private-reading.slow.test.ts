import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withSession } from '../../src/engines/session.js'
import type { InputOptions } from '../../src/ingest/index.js'
import { openBook } from '../../src/ledger/ledger.js'
import { planFrom } from '../../src/plans/plan.js'
import type { PrivateRecord } from '../../src/release/manifest.js'
import { inspectionText } from '../../src/report/inspection.js'
import { inspect } from '../../src/run/inspect.js'
import { explain, type ReleaseOptions, release } from '../../src/run/release/index.js'
import { read } from '../support/read.js'
import { filesOf, manifestOf, rowsOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'

// Under differential privacy everything is part of the mechanism, from the first byte that is read to the exit status.

const { next } = scratch()

function file(as: string, content: string | Buffer): string {
  const path = next(as)
  writeFileSync(path, content)
  return path
}

const WIDE = { epsilon: 99, delta: 1e-5, perUser: 30 }
const plan = (method = 'zealous', params: object = WIDE) => planFrom({ steps: [{ method, ...params }] }, 'plan')

/** Makes a private release; gives its folder, its result and what its ledger holds after, also where it is refused. */
async function attempt(log: string, input: InputOptions = {}, options: Partial<ReleaseOptions> = {}) {
  const [out, ledger] = [next('release'), next('ledger')]
  const outcome = await release([log], { plan: plan(), out, ledger, ...options }, input).catch((cause: Error) => cause)
  const spent = openBook(ledger, 'default').entries().length
  if (outcome instanceof Error)
    return { refused: `${outcome.message}\n${(outcome as { next?: string }).next}`, spent, out }
  const record = JSON.parse(readFileSync(join(outcome.privateDir, 'record.json'), 'utf8')) as PrivateRecord
  return { result: outcome, spent, out, record, items: (await rowsOf(out)).map(({ item }) => item) }
}

/** With repeatable chance, so that what is public can be compared byte by byte. */
const publicFiles = async (log: string, input: InputOptions = {}, options: Partial<ReleaseOptions> = {}) =>
  filesOf((await attempt(log, input, { seed: 7, format: 'tsv', ...options })).out)

const HEAD = 'user\tquery\ttime\n'
const people = (n: number, time = (i: number) => `2024-05-0${1 + (i % 9)} 10:00:00`) =>
  Array.from({ length: n }, (_, i) => `p${i}\tgreen tea\t${time(i)}\n`).join('')

describe('the order of dates', () => {
  const slashed = people(40, (i) => `0${1 + (i % 9)}/05/2024`)
  const pairs = Array.from({ length: 40 }, (_, i) => `p${i}\tblack tea\t0${1 + (i % 9)}/05/2024\n`).join('')
  const byPairs = { plan: plan('zealous', { ...WIDE, items: 'pairs' }) }

  test('one row with a day above 12 changes no other', async () => {
    const log = file('log.tsv', HEAD + slashed + pairs)
    const more = file('log.tsv', `${HEAD}x\ttea\t13/04/2024\n${slashed}${pairs}`)
    const { items } = await attempt(log, { dateOrder: 'mdy' }, byPairs)
    expect(items).toHaveLength(1)
    expect((await attempt(more, { dateOrder: 'mdy' }, byPairs)).items).toEqual(items)
    expect(await publicFiles(more, { dateOrder: 'mdy' }, byPairs)).toEqual(
      await publicFiles(log, { dateOrder: 'mdy' }, byPairs),
    )
  })

  test('it is taken from the flag, never from the rows', async () => {
    const log = file('log.tsv', `${HEAD}a\tx\t03/04/2024\nb\tx\t13/04/2024\nc\tx\t2024-04-05\n`)
    const times = async (options: InputOptions) =>
      (await read([log], { fixed: true, ...options })).rows.map(({ time }) => time?.slice(0, 10) ?? null)
    expect(await times({})).toEqual([null, null, '2024-04-05'])
    expect(await times({ dateOrder: 'dmy' })).toEqual(['2024-04-03', '2024-04-13', '2024-04-05'])
    expect(await times({ dateOrder: 'mdy' })).toEqual(['2024-03-04', null, '2024-04-05'])
  })

  test('where times do not count they lose nobody', async () => {
    const { items, record } = await attempt(file('log.tsv', HEAD + slashed))
    expect(items).toEqual(['green tea'])
    expect(record?.counts.of.bad).toBe(0)
  })

  test('a plan can say it', async () => {
    const reading = { dateOrder: 'dmy', columns: { user: 'who', query: 'asked', time: 'at' } }
    const said = planFrom({ steps: [{ method: 'zealous', ...WIDE, items: 'pairs' }], reading }, 'plan')
    const log = file('log.tsv', `who\tasked\tat\n${slashed}${pairs}`)
    expect((await attempt(log, {}, { plan: said })).items).toHaveLength(1)
    const wrong = planFrom({ steps: [{ method: 'zealous', ...WIDE }], reading: { dateOrder: 'never' } }, 'plan')
    expect(await attempt(log, {}, { plan: wrong })).toMatchObject({
      refused: expect.stringMatching(/dateOrder/),
      spent: 0,
    })
  })
})

describe('rows that do not read', () => {
  const good = people(40)
  const bad = 'x\n"\n\tnobody\t2024-05-01\n\0\nx\ttoo\tmany\tcolumns\n'.repeat(40)

  test('are no gate, however many, and show nowhere but in the private record', async () => {
    const [log, dirty] = [file('log.tsv', HEAD + good), file('log.tsv', HEAD + bad + good)]
    const { result, record, out } = await attempt(dirty, { maxBad: 0 })
    expect([result?.badRows, record?.counts.of.bad]).toEqual([200, 200])
    expect(readFileSync(join(`${out}.private`, 'bad-rows.tsv'), 'utf8').split('\n')).toHaveLength(202)
    expect(result?.warnings.join('\n')).toMatch(/200 rows did not parse[\s\S]*--max-bad does not count here/)
    expect(await publicFiles(dirty)).toEqual(await publicFiles(log))
  })

  test('a quote that never closes swallows no other row', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `p${i},green tea\n`).join('')
    const [log, open] = [
      file('log.csv', `user,query\n${rows}`),
      file('log.csv', `user,query\nx,"tea\n${rows}x,"more\n`),
    ]
    expect((await attempt(open)).items).toEqual(['green tea'])
    expect(await publicFiles(open)).toEqual(await publicFiles(log))
  })

  test('all of them: an empty release, status and all', async () => {
    const { result, spent, items } = await attempt(file('log.tsv', HEAD + bad))
    expect([items, spent]).toEqual([[], 1])
    expect(result?.warnings.join('\n')).toMatch(/the release is empty/)
  })
})

describe('nothing to release is a release of nothing', () => {
  test.each([
    ['a header and no rows', file('log.tsv', HEAD), {}],
    ['a file of no bytes, without a header', file('log.tsv', ''), { format: 'excite' }],
    ['no document', file('log.ndjson', ''), {}],
    ['no transaction', file('log.dat', '\n'), { format: 'transactions' }],
    ['only events', file('log.json', '{"action_name":"click","query_id":"1"}\n'), { format: 'ubi' }],
    ['queries of one person', file('log.tsv', `${HEAD}${'p\ttea\t2024-05-01\n'.repeat(50)}`), {}],
  ] as const)('%s', async (_, log, input) => {
    for (const method of ['zealous', 'set-union', 'gaussian-threshold', 'optimal-selection', 'korolova']) {
      const outcome = await attempt(log, input, { plan: plan(method, { epsilon: 1, delta: 1e-6 }) })
      if (method === 'korolova' && 'format' in input && input.format === 'transactions') continue // it has no times
      expect(outcome).toMatchObject({ items: [], spent: 1 })
      expect(outcome.result?.warnings.join('\n')).toMatch(/the release is empty/)
    }
  })
})

describe('what is refused is refused for names, and costs nothing', () => {
  const rows = people(5)
  test.each([
    [
      'a name that tells no format',
      'log.txt',
      rows,
      {},
      {},
      /format of .*log\.txt cannot be told.*\nName it: --format/,
    ],
    ['no header where one must be', 'log.tsv', rows, {}, {}, /no column holds the query/],
    ['a header that lacks the users', 'log.tsv', `query\n${rows}`, {}, {}, /has no user column/],
    ['a column that is not there', 'log.tsv', HEAD + rows, { columns: { user: 'id' } }, {}, /no column 'id'/],
    ['no header and no places', 'log.tsv', rows, { header: false }, {}, /no column holds the query/],
    ['carriage returns alone', 'log.tsv', (HEAD + rows).replaceAll('\n', '\r'), {}, {}, /end with carriage returns/],
    [
      'UTF-16 without a mark',
      'log.tsv',
      Buffer.from(`${HEAD}${rows}é\n`, 'utf16le'),
      {},
      {},
      /no column holds the query|is no UTF-8 text/,
    ],
    ['an empty file', 'log.tsv', '\n', {}, {}, /is empty/],
    ['clicks without URLs', 'log.tsv', HEAD + rows, {}, { ...WIDE, items: 'clicks' }, /needs clicked URLs/],
    ['pairs without times', 'log.tsv', 'user\tquery\na\tb\n', {}, { ...WIDE, items: 'pairs' }, /needs times/],
  ])('%s', async (_, as, content, input, params, message) => {
    const options = Object.keys(params).length === 0 ? {} : { plan: plan('zealous', params) }
    expect(await attempt(file(as, content), input as InputOptions, options)).toMatchObject({
      refused: expect.stringMatching(message),
      spent: 0,
    })
  })

  test('a list of results that is not there', async () => {
    const params = { ...WIDE, results: next('none'), epsilonClicks: 1 }
    const log = file('log.tsv', 'user\tquery\ttime\turl\na\tb\t2024-05-01\tc\n')
    const options = { plan: plan('korolova', params) }
    expect(await attempt(log, {}, options)).toMatchObject({
      refused: expect.stringMatching(/cannot be read/),
      spent: 0,
    })
  })

  test('an object as user, by the schema of a Parquet file; in documents, which have none, such rows are bad', async () => {
    const path = next('log.parquet')
    await withSession({}, ({ engine }) =>
      engine.write(`SELECT {'id': 'p' || i} AS "user", 'tea' AS query FROM range(40) t(i)`, path, 'parquet'),
    )
    expect(await attempt(path)).toMatchObject({ refused: expect.stringMatching(/--columns user=user\.id/), spent: 0 })
    expect((await attempt(path, { columns: { user: 'user.id' } })).items).toEqual(['tea'])
    const docs = Array.from({ length: 40 }, (_, i) => JSON.stringify({ user: `p${i}`, query: 'tea' })).join('\n')
    const objects = file('log.ndjson', `{"user":{"id":"x"},"query":"tea"}\n${docs}\n`)
    expect((await attempt(objects)).items).toEqual(['tea'])
    expect(await publicFiles(objects)).toEqual(await publicFiles(file('log.ndjson', `${docs}\n`)))
  })
})

describe('what was guessed can be named', () => {
  const ROWS = [
    ['p1', 'tea', '25/12/2024 10:00'],
    ['p2', 'cake', '03/04/2024 11:30'],
  ]
  const dated = (time: string) => ROWS.map(([user, query]) => [user, query, time] as const)
  test.each([
    [
      'aol.txt',
      ROWS.map(([u, q]) => `${u}\t${q}\t2006-03-01 10:00:00\t\t`).join('\n'),
      'AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n',
      /--format aol --columns user=AnonID,query=Query,time=QueryTime,/,
    ],
    [
      'log.txt',
      ROWS.map((row) => row.join(';')).join('\n'),
      'user;query;time\n',
      /--format csv .*--delimiter ';' --date-order dmy/,
    ],
    [
      'bare.txt',
      ROWS.map(([u, q]) => `${u}\t${q}`).join('\n'),
      '',
      /--format tsv --columns user=1,query=2 --header no/,
    ],
    [
      'excite',
      dated('970916105432')
        .map(([u, q, t]) => `${u}\t${t}\t${q}`)
        .join('\n'),
      '',
      /--format excite/,
    ],
    [
      'docs',
      ROWS.map(([id, q, at]) => JSON.stringify({ who: { id }, q, at })).join('\n'),
      '',
      /--format ndjson --columns user=who\.id,query=q,time=at --date-order dmy/,
    ],
  ])('%s: the flags that inspect prints read the same rows without a guess', async (as, rows, header, flags) => {
    const log = file(as, `${header}${rows}\n`)
    const chosen: InputOptions =
      as === 'docs'
        ? { columns: { user: 'who.id', query: 'q', time: 'at' } }
        : as === 'bare.txt'
          ? { columns: { user: '1', query: '2' } }
          : {}
    const inspection = await inspect([log], chosen)
    expect(inspectionText(inspection)).toMatch(flags)
    const { flags: _, ...reading } = inspection.reading!
    expect((await read([log], { fixed: true, ...reading })).rows).toEqual((await read([log], chosen)).rows)
  })
})

describe('what else is public', () => {
  const log = () => file('log.tsv', HEAD + people(40))

  test('a manifest has no time, no count, no digest, no place', async () => {
    const path = log()
    const { out } = await attempt(path)
    const manifest = readFileSync(join(out, 'manifest.json'), 'utf8')
    expect(manifest).not.toMatch(/\d{4}-\d\d-\d\d|\b40\b|[0-9a-f]{32}/)
    expect(manifest).not.toContain(path)
    expect(Object.keys(filesOf(out)).sort()).toEqual(['SHA256SUMS', 'data.parquet', 'manifest.json'])
  })

  test.each(['parquet', 'tsv'] as const)(
    'a %s file follows what is released, and nothing that is not',
    async (format) => {
      // Without noise, so that two logs release the same: what differs between them is hidden.
      const bare = { plan: plan('zealous', { tauPrime: 5, lambda: 0 }), format }
      const hidden = Array.from({ length: 3000 }, (_, i) => `h${i}\tnobody else ${i}\t2024-05-01\n`).join('')
      const [some, more] = [file('log.tsv', HEAD + people(40)), file('log.tsv', HEAD + hidden + people(40))]
      expect(filesOf((await attempt(more, {}, bare)).out)).toEqual(filesOf((await attempt(some, {}, bare)).out))
    },
  )

  test('how long it took is named as not protected', async () => {
    for (const method of ['zealous', 'set-union', 'gaussian-threshold', 'optimal-selection', 'korolova']) {
      const { guarantee } = await explain(plan(method))
      expect(guarantee.notProtected.join('\n')).toMatch(/How long the run took/)
    }
  })

  test('settings that were chosen on the log are told', async () => {
    const tuned = planFrom({ tuned: true, steps: [{ method: 'zealous', ...WIDE }] }, 'plan')
    expect(manifestOf((await attempt(log(), {}, { plan: tuned })).out).tuned).toBe(true)
    expect(manifestOf((await attempt(log())).out).tuned).toBeUndefined()
  })

  test('names that are famous in the log itself cannot decide what is masked before noise', async () => {
    const steps = (famous: string) =>
      planFrom(
        {
          steps: [
            { method: 'scrub', famous },
            { method: 'zealous', ...WIDE },
          ],
        },
        'plan',
      )
    expect(await attempt(log(), {}, { plan: steps('log') })).toMatchObject({
      refused: expect.stringMatching(/unsound/),
      spent: 0,
    })
    expect((await attempt(log(), {}, { plan: steps('list') })).items).toEqual(['green tea'])
  })
})

describe('chance is drawn once, and paid for', () => {
  test('a run that ends after it was entered has spent, and leaves no release', async () => {
    const stop = new AbortController()
    const [out, ledger] = [next('release'), next('ledger')]
    const log = file('log.tsv', HEAD + people(40))
    const run = release(
      [log],
      { plan: plan(), out, ledger },
      {},
      {
        signal: stop.signal,
        onStep: (step) => {
          if (step === 'adding noise') stop.abort()
        },
      },
    )
    await expect(run).rejects.toThrow(/stopped/)
    expect([openBook(ledger, 'default').entries().length, existsSync(out)]).toEqual([1, false])
  })

  test('a retry costs again, and draws again', async () => {
    const ledger = next('ledger')
    const log = file('log.tsv', HEAD + people(2000))
    const counts: string[] = []
    // Noise of deviation 28: five equal counts come by chance less than once in 10^6 runs.
    for (let i = 0; i < 5; i++) {
      const out = next('release')
      await release([log], { plan: plan('zealous', { epsilon: 1, delta: 1e-6, perUser: 20 }), out, ledger })
      counts.push(String((await rowsOf(out))[0]?.count))
    }
    expect(openBook(ledger, 'default').entries()).toHaveLength(5)
    expect(new Set(counts).size).toBeGreaterThan(1)
  })
})

test("ubi: a click that names somebody else's query, or takes its id first, changes nothing of theirs", async () => {
  const asked = (client: string, id: string) => ({
    query_id: id,
    client_id: client,
    user_query: 'tea',
    timestamp: 1737703891000,
  })
  const click = (client: string, id: string) => ({
    action_name: 'click',
    query_id: id,
    client_id: client,
    event_attributes: { object: { object_id: `of ${client}` }, position: { ordinal: 1 } },
  })
  const others = [asked('a', 'q1'), asked('b', 'q2'), click('a', 'q1')]
  const evil = [asked('x', 'q1'), click('x', 'q1'), click('x', 'q2')]
  const rowsWith = async (docs: readonly object[]) => {
    const log = file('log.json', docs.map((doc) => `${JSON.stringify(doc)}\n`).join(''))
    const { rows } = await read([log], { fixed: true, format: 'ubi' })
    return rows.filter(({ person }) => person !== 'x')
  }
  const alone = await rowsWith(others)
  expect(alone.map(({ person, url }) => [person, url])).toEqual([
    ['a', 'of a'],
    ['b', null],
  ])
  expect(await rowsWith([...evil, ...others])).toEqual(alone)
})

test('an id that begins like a packed file packs nothing', async () => {
  const rows = (n: number) => Array.from({ length: n }, (_, i) => `{"user":"p${i}","query":"green tea"}\n`).join('')
  const packed = Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from(`\n${rows(40)}`)])
  const { items, refused } = await attempt(file('log.ndjson', packed), { format: 'ndjson' })
  expect([refused, items]).toEqual([undefined, ['green tea']])
})

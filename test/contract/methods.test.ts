import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { attackNames } from '../../src/attacks/index.js'
import { LetheError } from '../../src/base/errors.js'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'
import { parseParams } from '../../src/base/params.js'
import { writeKeyFile } from '../../src/crypto/key-file.js'
import { loadMethods, methodNames } from '../../src/methods/index.js'
import { defaultGrid } from '../../src/plans/default-grid.js'
import { gridFrom } from '../../src/plans/grid.js'
import { judged } from '../../src/release/experiment.js'
import { explain, type ReleaseOptions, release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { everyOther } from '../support/every-other.js'
import { asked, HOSTILE, mixedLog, type Row, shuffled, writeLog } from '../support/log.js'
import { filesOf, manifestOf, rowsOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'
import { EXAMPLES } from './examples.js'
import { COLUMNS, narrowed, repeats, SOME_SHAPES, verified } from './shapes.js'

const { next } = scratch()
const K = 5
const KEY = next('key')
writeKeyFile(KEY)
const mixed = writeLog(next('mixed.ndjson'), mixedLog())
const methods = await loadMethods()

describe.each(methods)('$name', (method) => {
  const plan = { steps: [{ method: method.name, params: EXAMPLES[method.name] ?? {} }], shows: {} }
  const example = parseParams(method.name, method.params, EXAMPLES[method.name] ?? {})
  /** Methods that promise nothing by themselves have no threshold to hold. */
  const { kind } = method.guarantee(example, 'user')
  const promises = kind !== 'none'
  /** A table of items has neither rows nor persons: what a row may show beside its text does not apply. */
  const items = method.makes?.(example) === 'items'
  // What takes histories apart refuses to join them again: the widest it shows are sessions.
  const widest = method.shows?.(example).link === 'session' ? ('session' as const) : ('user' as const)
  /** All rows stay, with tags; texts are in tables beside them, for t persons to open. */
  const shares = method.makes?.(example) === 'shares'
  /** Rows of people who do not exist: nobody became them, and what is shown of them is nobody's. */
  const madeUp = method.makes?.(example) === 'synthetic'
  const make = async (log: string, more: Partial<ReleaseOptions> = {}, input: object = COLUMNS) => {
    const out = more.out ?? next('release')
    const key = method.writesTags(example) ? { keyFile: KEY } : {}
    const { shows, ...rest } = more
    await release([log], { plan, out, seed: 1, ...key, ...rest, ...(items || !shows ? {} : { shows }) }, input)
    return out
  }
  const ofRows = (rows: readonly Row[], more: Partial<ReleaseOptions> = {}) =>
    make(writeLog(next('log.ndjson'), rows), more)

  test('is called like its folder, and says in a README what it is', () => {
    const readme = readFileSync(join(PACKAGE_ROOT, 'src', 'methods', method.name, 'README.md'), 'utf8')
    const headings = [...readme.matchAll(/^(?:## (.+)$|\*\*(.+?)\.\*\*)/gm)].map((match) => match[1] ?? match[2])
    expect(headings).toEqual(['Source', 'Guarantee', 'Why it holds', 'Not protected', 'Deviations', 'Cost'])
    expect(methodNames()).toContain(method.name)
  })

  test('names attacks that its releases should be put to', () => {
    expect(method.attacks.length).toBeGreaterThan(0)
    expect(method.attacks.filter((attack) => !attackNames().includes(attack))).toEqual([])
  })

  test('takes its defaults, and gives advice where there is none', () => {
    expect(Object.keys(example)).toEqual(Object.keys(method.params))
    const required = Object.entries(method.params).filter(
      ([, param]) => param.type === 'whole' && param.default === undefined && !param.optional,
    )
    for (const [key, param] of required) {
      const without = { ...EXAMPLES[method.name], [key]: undefined }
      const error = thrown(() => parseParams(method.name, method.params, without))
      expect(error).toMatchObject({ code: 'usage', next: param.advice })
      expect(param.advice).toBeTruthy()
    }
  })

  test('takes the settings at which it is usually compared', async () => {
    const { cells } = await gridFrom(await defaultGrid(['histories', 'sessions']), 'the default grid')
    const own = cells.filter(({ plan: { steps } }) => steps.at(-1)?.method === method.name)
    expect(own.length).toBeGreaterThanOrEqual(method.usual.length)
    for (const { plan: usual } of own) expect((await explain(usual)).steps?.at(-1)?.method).toBe(method.name)
  })

  test('states its guarantee before anything is read, and the manifest says the same', async () => {
    const before = await explain(plan, {}, COLUMNS)
    expect(await explain(plan, {}, COLUMNS)).toEqual(before)
    expect(judged(manifestOf(await make(mixed)))).toEqual(before.guarantee)
    if (promises) expect(before.guarantee.sentence).toContain(String(K))
    expect(before.guarantee.notProtected.length).toBeGreaterThan(0)
  })

  test('nothing in the manifest depends on the data', async () => {
    const one = filesOf(await make(mixed, { seed: 987_654 }))
    const other = filesOf(await ofRows(asked('something else', 7), { seed: 123_456 }))
    expect(one['manifest.json']).toBe(other['manifest.json'])
    expect(one['manifest.json']).not.toMatch(/987654|[0-9a-f]{32}/)
  })

  // Each format with one choice of columns; formats.slow.test.ts has them all.
  test.each(everyOther(SOME_SHAPES, methods.indexOf(method)).map((shape) => narrowed(shape, widest)))(
    '$format $shows: a seed repeats, the order of rows does not show, the promise is verified',
    async (shape) => {
      const other = writeLog(next('shuffled.ndjson'), shuffled(mixedLog()))
      await repeats(make, [mixed, other], shape)
      await verified(make, mixed, shape, shares ? { keyFile: KEY } : {})
    },
  )

  test('who is called what does not show', async () => {
    const renamed = mixedLog().map((row) => ({ ...row, user: `other ${[...row.user].reverse().join('')}` }))
    const shows = { link: 'none', time: 'day' } as const // a pseudonym is drawn for a name
    const [other, one] = [await ofRows(shuffled(renamed), { shows }), await make(mixed, { shows })].map(filesOf)
    // The point of a share is a keyed hash of who asked, so that the same person is one person in every release of a key.
    if (shares)
      for (const files of [other, one]) for (const file of ['shares.parquet', 'SHA256SUMS']) delete files?.[file]
    expect(other).toEqual(one)
  })

  test('an empty log is refused or gives nothing, one person gives nothing away, odd text survives', async () => {
    // Under differential privacy a refusal would tell that nobody is there.
    if (method.guarantee(example, 'user').kind === 'dp') expect(await rowsOf(await ofRows([]))).toEqual([])
    else await expect(ofRows([])).rejects.toMatchObject({ code: 'input' })
    const single = Array.from({ length: 30 }, (_, i) => ({ user: 'usr-single', query: `q${i % 3}` }))
    if (method.guarantee(example, 'user').kind === 'identical-users') {
      await expect(ofRows(single)).rejects.toMatchObject({ code: 'refused' }) // nobody can be made identical to nobody
    } else {
      const nothing = await ofRows(single)
      if (promises) expect((await rowsOf(nothing)).filter((row) => !shares || row.query)).toEqual([])
      expect((await verify(nothing, { experiments: true })).holds).toBe(
        promises && kind !== 'dp' && !shares ? true : null,
      )
    }
    const odd = await ofRows(HOSTILE.flatMap((query) => asked(query, 7)))
    expect((await verify(odd)).holds).not.toBe(false)
  })

  if (promises)
    test('one person is one person, on however many days and in however many sessions', async () => {
      for (const link of ['none', 'session', 'user'] as const) {
        const rows = await rowsOf(await make(mixed, { shows: { link } }))
        expect(rows.length).toBeGreaterThan(0)
        expect(JSON.stringify(rows)).not.toMatch(/onepersonrepeats|secretword|lonely|repeat\.example/)
      }
    })

  test('a host stays only where enough persons share the pair; whatever is withheld is bare', async () => {
    const dir = await make(mixed, { shows: { link: widest, rank: true } })
    const persons = new Map<string, Set<string | null>>()
    for (const { query, host, pseudonym, rank } of await rowsOf(dir)) {
      expect(host === null && (rank ?? null) !== null).toBe(false)
      if (host === null || host === undefined) continue
      const pair = `${query} @ ${host}`
      persons.set(pair, (persons.get(pair) ?? new Set()).add(pseudonym ?? null))
    }
    // Where combinations of terms are counted, hosts are terms too, and by default none is released; tags have nothing beside them.
    expect(persons.size > 0).toBe(kind !== 'k-m' && !items && !shares)
    if (promises && !madeUp) expect([...persons].filter(([, those]) => those.size < K)).toEqual([])
    expect([...persons.keys()].join()).not.toMatch(/8080|today/)
  })

  test('no user id comes out, and no count of the data', async () => {
    const dir = await make(mixed, { shows: { link: widest } })
    const rows = JSON.stringify(await rowsOf(dir))
    const written = [...Object.values(filesOf(dir)), rows, ...Object.values(filesOf(`${dir}.private`))]
    for (const text of written) expect(text).not.toContain('usr-made-up')
    expect(Object.keys(filesOf(`${dir}.private`)).sort()).toEqual(['.gitignore', 'bad-rows.tsv', 'record.json'])
  })

  test('the private folder is for its owner only', async () => {
    const dir = await make(mixed, { truth: true })
    const mode = (path: string) => statSync(path).mode & 0o777
    expect(mode(`${dir}.private`)).toBe(0o700)
    for (const file of readdirSync(`${dir}.private`))
      expect([file, mode(join(`${dir}.private`, file))]).toEqual([file, 0o600])
    if (!items)
      expect(readFileSync(join(`${dir}.private`, 'truth.tsv'), 'utf8').includes('usr-made-up-1')).toBe(!madeUp)
    expect(Object.values(filesOf(dir)).join()).not.toContain('usr-made-up')
  })

  test.each([
    ...(widest === 'user' ? [[{ link: 'user' }, /one pseudonym/] as const] : []),
    [{ link: 'session' }, /session/],
    [{ time: 'hour' }, /hour/],
    [{ time: 'exact' }, /[Ee]xact times/],
    [{ time: 'relative', link: 'session' }, /rhythm/],
    [{ rank: true }, /[Rr]ank/],
  ] as const)('%j is entered under "not protected"', async (shows, words) => {
    if (items) {
      await expect(explain(plan, shows)).rejects.toMatchObject({ code: 'usage' })
      return
    }
    const narrow = (await explain(plan, { link: 'none', time: 'day' })).guarantee.notProtected
    const wide = (await explain(plan, shows)).guarantee.notProtected
    if (madeUp) {
      expect(wide).toEqual(narrow)
      return
    }
    expect(wide.filter((line) => !narrow.includes(line)).join()).toMatch(words)
    expect((await explain(plan, {}, COLUMNS)).guarantee.notProtected.join()).toContain('device')
  })

  test('a release is replaced only by force, and then whole', async () => {
    const out = await make(mixed)
    const before = filesOf(out)
    await expect(make(mixed, { out })).rejects.toMatchObject({ code: 'refused' })
    expect(filesOf(out)).toEqual(before)
    writeFileSync(join(out, 'stray.txt'), 'of mine')
    await expect(make(mixed, { out, force: true })).rejects.toMatchObject({ code: 'refused' })
    rmSync(join(out, 'stray.txt'))
    await make(mixed, { out, force: true, format: 'csv' })
    const counted = ['bigrams', 'hosts', 'lexicon', 'pairs', 'shape'].map((table) => `${table}.csv`)
    const beside = shares ? ['ciphertexts.csv', 'shares.csv'] : madeUp ? counted : []
    expect(readdirSync(out).sort()).toEqual(['SHA256SUMS', 'data.csv', 'manifest.json', ...beside].sort())
    expect(readdirSync(join(out, '..')).filter((file) => file.includes('.lethe-partial-'))).toEqual([])
  })

  test('force does not remove what is no release', async () => {
    const mine = next('mine')
    writeFileSync(mine, 'something of mine')
    await expect(make(mixed, { out: mine, force: true })).rejects.toMatchObject({ code: 'refused' })
    expect(existsSync(mine)).toBe(true)
    const out = next('release')
    await expect(make(mixed, { out, privateDir: join(out, 'private') })).rejects.toMatchObject({ code: 'usage' })
  })
})

function thrown(work: () => unknown): LetheError | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof LetheError) return error
    throw error
  }
  return undefined
}

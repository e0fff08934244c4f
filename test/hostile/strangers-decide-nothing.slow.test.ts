import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attackNames, loadAttacks } from '../../src/attacks/index.js'
import { LetheError } from '../../src/base/errors.js'
import { writeKeyFile } from '../../src/crypto/key-file.js'
import { loadMethods } from '../../src/methods/index.js'
import { openRelease } from '../../src/release/reader.js'
import { attack } from '../../src/run/attack.js'
import { decode } from '../../src/run/decode.js'
import { measure } from '../../src/run/measure.js'
import { recommend } from '../../src/run/recommend.js'
import { release } from '../../src/run/release/index.js'
import { report } from '../../src/run/report.js'
import { verify } from '../../src/run/verify.js'
import { EXAMPLES, WITH_PRIVATE } from '../contract/examples.js'
import { asked, type Row, writeLog } from '../support/log.js'
import { manifestOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'
import { answering, listener, lookedAt, reseal } from '../support/strangers.js'

const { next } = scratch()
/** A place that only forged manifests name. */
const trap = mkdtempSync(join(tmpdir(), 'lethe-trap-'))
const TRAP = trap.split('/').at(-1)!
afterAll(() => rmSync(trap, { recursive: true, force: true }))
const away = await listener()

const log = writeLog(next('log.ndjson'), [
  ...asked('weather', 9, { url: 'http://weather.example' }),
  ...asked('news today', 8),
  ...asked('cat food', 7),
  ...Array.from({ length: 40 }, (_, i): Row => ({ user: `usr-made-up-${i % 9}`, query: `rare made up ${i}` })),
])
const made = { rows: next('rows'), shares: next('shares') }
const methods = await loadMethods()

beforeAll(async () => {
  const plan = (method: string, params: object) => ({ steps: [{ method, params: params as never }], shows: {} })
  const shows = { link: 'user' } as const
  await release([log], { plan: plan('rare-queries', { k: 5 }), out: made.rows, format: 'tsv', shows, truth: true })
  await release([log], {
    plan: plan('secret-shares', { t: 5 }),
    out: made.shares,
    format: 'tsv',
    truth: true,
    ephemeralKey: true,
  })
  writeFileSync(join(trap, 'list.tsv'), 'term\tbid\tclicks\timpressions\nweather\t1\t1\t1\n')
  writeFileSync(join(trap, 'tree.tsv'), 'Weather/Rain\tweather\n')
  writeKeyFile(join(trap, 'key'))
  cpSync(made.rows, join(trap, 'release'), { recursive: true })
})

/** What a stranger would have opened or asked, by kind. */
const bait = (is: string) =>
  ({
    URL: `http://127.0.0.1:${away.port}/?q={query}`,
    FILE: join(trap, 'list.tsv'),
    DIR: join(trap, 'release'),
    KEY: join(trap, 'key'),
    KNOWLEDGE: `table:${join(trap, 'tree.tsv')}`,
  })[is]!

/** A copy of a release whose manifest says that other steps made it. */
function forged(steps: readonly object[], of: keyof typeof made = 'rows'): string {
  const dir = next('forged')
  cpSync(made[of], dir, { recursive: true })
  cpSync(`${made[of]}.private`, `${dir}.private`, { recursive: true })
  const manifest = manifestOf(dir)
  const shows = { ...manifest.shows, link: of === 'rows' ? 'session' : manifest.shows.link } // no step would refuse it
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, shows, steps }))
  reseal(dir)
  return dir
}

/** Every private parameter of every method, in a step where it counts. */
const STEPS = Object.entries(WITH_PRIVATE).flatMap(([method, params]) =>
  Object.entries(params).map(([key, more]) => {
    const { is } = methods.find(({ name }) => name === method)!.params[key] as { is: string }
    return {
      name: `${method} ${key}`,
      key,
      step: { method, params: { ...EXAMPLES[method], ...more, [key]: bait(is) } },
    }
  }),
)

/** What happens is one thing; whatever it is, nobody was asked and nothing was opened. */
async function harmless(work: () => Promise<unknown>): Promise<unknown> {
  const before = away.came()
  let failure: unknown
  const opened = await lookedAt(TRAP, async () => {
    try {
      await work()
    } catch (error) {
      failure = error
    }
  })
  expect(opened).toEqual([])
  expect(away.came() - before).toBe(0)
  if (failure !== undefined && !(failure instanceof LetheError)) throw failure
  return failure
}

const remaking = (await loadAttacks()).filter(({ remakes }) => remakes).map(({ name }) => name)
const SMALL = { 'inject-users': { added: '1', tries: 3 }, 'mark-user': { users: 3 } } as Record<string, object>

describe.each(STEPS)('a manifest that names $name', ({ key, step }) => {
  test.each(remaking)('%s makes no such release, and names the flag', async (name) => {
    const dir = forged([step])
    const options = { reference: [log], params: SMALL[name] as never }
    const failure = await harmless(() => attack(name, dir, options))
    expect(failure).toMatchObject({ code: 'refused', next: expect.stringMatching(/--with [a-z-]+=/) })
    expect((failure as LetheError).message).toContain(key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
  })
})

const WHOLE = [
  ['rows', STEPS.filter(({ key }) => key === 'resultsApi').map(({ step }) => step)],
  ['shares', STEPS.filter(({ key }) => key === 'server').map(({ step }) => step)],
] as const

describe.each(WHOLE)('every verb that reads a release of %s, forged', (of, steps) => {
  const dir = () => forged(steps, of)

  test.each(attackNames())('attack %s', async (name) => {
    const target = dir()
    const options = {
      reference: [log],
      other: target,
      truth: `${target}.private`,
      params: (SMALL[name] ?? {}) as never,
    }
    await harmless(() => attack(name, target, options))
    await harmless(() => attack(name, target, { params: (SMALL[name] ?? {}) as never }))
  })

  test('verify, alone, against the log, and with an expectation', async () => {
    expect(await harmless(() => verify(dir()))).toBeUndefined()
    await harmless(() => verify(dir(), { against: [log] }))
    await harmless(() => verify(dir(), { expect: 'rare-queries:k=5' }))
  })

  test('report, for the custodian and for all', async () => {
    for (const more of [{}, { logs: [log] }, { logs: [log], public: true }])
      await harmless(() => report(dir(), { out: next('report.html'), ...more }))
  })

  test('measure', async () => {
    expect(await harmless(() => measure([log], dir(), { only: ['kept', 'uniqueness'] }))).toBeUndefined()
    expect(await harmless(() => measure([log], dir()))).toBeUndefined()
  })

  test('decode', async () => {
    await harmless(() => decode([dir()], { out: next('open.tsv') }))
  })

  test('release --since', async () => {
    const plan = { steps: [{ method: 'rare-queries', params: { k: 5 } }], shows: {} }
    await harmless(() => release([log], { plan, out: next('later'), since: dir() }))
  })
})

describe("a stranger's comparison", () => {
  const results = (steps: readonly object[], more: object = {}) => {
    const out = next('compared')
    mkdirSync(out)
    const figures = { attacks: {}, measures: { kept: { logSize: 0.9 } }, leftOut: {}, columns: ['query'] }
    const cell = { id: 'x', label: 'rare-queries k=5', method: 'rare-queries', params: { k: 5 }, shows: {}, seed: 1 }
    const guarantee = manifestOf(made.rows).guarantee
    const result = { ...cell, steps, guarantee, holds: true, seconds: 1, ...figures, ...more }
    writeFileSync(join(out, 'results.json'), JSON.stringify({ results: [result] }))
    return out
  }
  const wishes = { fears: [] }

  test.each(STEPS)('that names $name gives no plan with it', async ({ step }) => {
    const [out, planFile] = [results([step]), next('plan.json')]
    expect(await harmless(() => recommend([], { ...wishes, out, planFile }))).toMatchObject({ code: 'refused' })
    expect(() => readFileSync(planFile)).toThrow()
  })

  test('cannot smuggle steps in by what is shown, or by the name of a parameter', async () => {
    const evil = STEPS.find(({ key }) => key === 'resultsApi')!.step
    const planFile = next('plan.json')
    const out = results([{ method: 'rare-queries', params: { k: 5 } }], {
      shows: { link: 'user', steps: [{ method: evil.method, ...evil.params }] },
    })
    await recommend([], { ...wishes, out, planFile })
    expect(JSON.parse(readFileSync(planFile, 'utf8'))).toEqual({
      tuned: true,
      steps: [{ method: 'rare-queries', k: 5 }],
      link: 'user',
    })
    const named = results([{ method: 'rare-queries', params: { k: 5, method: 'sessions' } }])
    await expect(recommend([], { ...wishes, out: named, planFile: next('p.json') })).rejects.toMatchObject({
      code: 'refused',
    })
  })
})

describe("the custodian's own", () => {
  const engine = answering()
  const step = () => STEPS.find(({ key }) => key === 'resultsApi')!.step

  test('is asked where it is given, and the stranger is not', async () => {
    const { port, asked: questions } = await engine
    const own = { resultsApi: `http://127.0.0.1:${port}/?q={query}` }
    const options = { reference: [log], own, params: { users: 3 } }
    expect(await harmless(() => attack('mark-user', forged([step()]), options))).toBeUndefined()
    expect(questions.length).toBeGreaterThan(40)
  })

  test('is refused where it is of no use', async () => {
    const own = { resultsApi: 'http://127.0.0.1:9/{query}' }
    const plain = [{ method: 'rare-queries', params: { k: 5 } }]
    const tries = [
      attack('mark-user', forged(plain), { reference: [log], own }),
      attack('partial-knowledge', forged(plain), { reference: [log], own }),
      attack('mark-user', log, { plan: { steps: [{ method: 'scrub', params: {} }], shows: {} }, own }),
    ]
    for (const one of await Promise.allSettled(tries)) expect(one).toMatchObject({ reason: { code: 'usage' } })
  })
})

describe('nothing outside the folder is opened', () => {
  test.each([
    '../list.tsv',
    '/etc/passwd',
    '..',
    '.',
    'sub/data.tsv',
    '*.tsv',
    'da[t]a.tsv',
    'data',
    's3:x.tsv',
    'a\0.tsv',
  ])('a manifest that names the file %j is none', async (file) => {
    const dir = forged([])
    writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ ...manifestOf(dir), files: [file] }))
    expect(await harmless(async () => openRelease(dir))).toMatchObject({ code: 'input' })
  })

  test.each(['data.tsv', 'SHA256SUMS', 'more.tsv'])('a link in the place of %s is not followed', async (file) => {
    const dir = forged([{ method: 'rare-queries', params: { k: 5 } }])
    rmSync(join(dir, file), { force: true })
    symlinkSync(join(trap, 'list.tsv'), join(dir, file))
    for (const work of [() => verify(dir), () => measure([log], dir), () => attack('mark-user', dir)])
      expect(await harmless(work)).toMatchObject({ code: 'refused', message: expect.stringContaining(file) })
  })

  test('a record that names another file than the one that was counted has it hashed at most, never read', async () => {
    const dir = forged([{ method: 'rare-queries', params: { k: 5 } }])
    const path = join(`${dir}.private`, 'record.json')
    const record = JSON.parse(readFileSync(path, 'utf8'))
    const plan = { steps: [{ method: 'rare-queries', params: { k: 5 } }], shows: {} }
    const since = () => release([log], { plan, out: next('later'), since: dir })
    const name = (file: string) => {
      writeFileSync(
        path,
        JSON.stringify({ ...record, input: { ...record.input, files: [{ ...record.input.files[0], path: file }] } }),
      )
    }
    name(`http://127.0.0.1:${away.port}/log.parquet`)
    expect(await harmless(since)).toMatchObject({ code: 'input' })
    name('-')
    expect(await harmless(since)).toMatchObject({ code: 'input' })
    name(join(trap, 'list.tsv'))
    await expect(since()).rejects.toMatchObject({ code: 'refused', next: expect.stringMatching(/--before/) })
  })
})

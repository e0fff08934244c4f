import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeKeyFile } from '../../src/crypto/key-file.js'
import { attack } from '../../src/run/attack.js'
import { diff } from '../../src/run/diff/index.js'
import { ledger } from '../../src/run/ledger.js'
import { explained, type ReleaseOptions, release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { forged } from '../support/forge.js'
import { asked, type Row, writeLog } from '../support/log.js'
import { filesOf, manifestOf, rowsOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

/** Three hundred persons with three rows each, one of them of their own; 'nearly' is asked by ten. */
const ROWS: readonly Row[] = [
  ...asked('weather', 300),
  ...asked('news', 300),
  ...Array.from({ length: 300 }, (_, i) => asked(`own ${i}`, 1, {}, `usr-made-up-${i}-`)[0]!).map((row, i) => ({
    ...row,
    user: `usr-made-up-${i}`,
  })),
  ...asked('nearly', 10),
]
const log = writeLog(next('log.ndjson'), ROWS)

const rare = (k: number) => ({ steps: [{ method: 'rare-queries', params: { k } }], shows: { link: 'user' as const } })

/** Shows every row. */
const ALL = { steps: [{ method: 'scrub', params: {} }], shows: { link: 'user' as const } }

/** A key that draws four of the ten who ask 'nearly'. */
const KEY = next('key')
writeFileSync(KEY, `lethe-key-1 ${'08'.repeat(32)}\n`, { mode: 0o600 })

async function made(options: Partial<ReleaseOptions> = {}): Promise<string> {
  const out = next('release')
  await release([log], { plan: rare(5), out, format: 'tsv', samplePeople: 0.3, ...options })
  return out
}

describe('who is in a sample', () => {
  test('is there with all rows, or not at all, and about the share is', async () => {
    const out = await made({ plan: ALL, truth: true })
    const rows = await rowsOf(out)
    const perPerson = new Map<string, number>()
    for (const { pseudonym } of rows) perPerson.set(pseudonym ?? '', (perPerson.get(pseudonym ?? '') ?? 0) + 1)
    // 90 in the mean, 7.9 the deviation: out of these bounds once in a billion times.
    expect(perPerson.size).toBeGreaterThan(40)
    expect(perPerson.size).toBeLessThan(140)
    const [, ...truth] = readFileSync(join(`${out}.private`, 'truth.tsv'), 'utf8')
      .trimEnd()
      .split('\n')
    for (const [person = '', pseudonym = ''] of truth.map((line) => line.split('\t')))
      expect(perPerson.get(pseudonym)).toBe(ROWS.filter(({ user }) => user === person).length)
  })

  test('is the same under the same key, and others under another', async () => {
    const keys = [next('key'), next('key')]
    for (const key of keys) writeKeyFile(key)
    const texts = async (keyFile: string) =>
      (await rowsOf(await made({ plan: ALL, keyFile }))).map(({ query }) => query).sort()
    const [first, again, other] = [await texts(keys[0]!), await texts(keys[0]!), await texts(keys[1]!)]
    expect(first).toEqual(again)
    expect(first).not.toEqual(other)
  })

  test('counts alone: a text of the log whose persons are left out is not shown', async () => {
    const key = next('key')
    writeKeyFile(key)
    const [few, many] = [
      await rowsOf(await made({ plan: rare(9), keyFile: key, samplePeople: 0.2 })),
      await rowsOf(await made({ plan: rare(9), keyFile: key, samplePeople: 0.999999 })),
    ]
    expect(few.some(({ query }) => query === 'nearly')).toBe(false) // ten ask it, of whom nine are hardly ever drawn
    expect(many.some(({ query }) => query === 'nearly')).toBe(true)
  })

  test('an experiment draws the same persons again', async () => {
    const files = async () => filesOf(await made({ seed: 7 }))
    expect(await files()).toEqual(await files())
  })
})

describe('a sample says so', () => {
  test('in the manifest, its sentence, what it rests on, and in --explain; the key is private', async () => {
    const key = next('key')
    writeKeyFile(key)
    const out = await made({ keyFile: key, samplePeople: 0.125 })
    const { sample, guarantee } = manifestOf(out)
    expect(sample).toBe(0.125)
    expect(guarantee.sentence).toContain('a sample of about 12.5% of the persons of the log')
    expect(guarantee.assumptions.join()).toContain('nothing is claimed for the chance of not being in it')
    const told = await explained(rare(5), { samplePeople: 0.125 })
    expect(told.guarantee).toEqual(guarantee)
    const secret = readFileSync(join(`${out}.private`, 'sample.key'), 'utf8').slice(12, 76)
    expect(statSync(join(`${out}.private`, 'sample.key')).mode & 0o777).toBe(0o600)
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(readFileSync(key, 'utf8')).not.toContain(secret)
    for (const text of Object.values(filesOf(out))) expect(text).not.toContain(secret)
  })

  test('whatever is promised, and where nothing is', async () => {
    const nothing = await made({ plan: { steps: [{ method: 'scrub', params: {} }], shows: {} } })
    expect(manifestOf(nothing).guarantee.sentence).toMatch(/^Nothing is promised\. This release is of a sample/)
  })

  test('what it cost is what the whole log would', async () => {
    const books = next('books')
    const plan = {
      steps: [{ method: 'zealous', params: { epsilon: 2, delta: 1e-4, perUser: 2, items: 'queries' } }],
      shows: {},
      reading: { format: 'ndjson' },
    }
    for (const samplePeople of [0.1, undefined])
      await release([log], {
        plan,
        out: next('counted'),
        ledger: books,
        population: 'people',
        ...(samplePeople === undefined ? {} : { samplePeople }),
      })
    const { entries = [] } = ledger({ ledger: books, population: 'people' })
    expect(entries.map((entry) => entry.kind === 'spend' && entry.spend.epsilon)).toEqual([2, 2])
  })
})

describe('verify of a sample', () => {
  const against = [log]

  test('with its private folder it is drawn again: the claim is shown', async () => {
    const verdict = await verify(await made({ shows: { link: 'none' } }), { against })
    expect(verdict).toMatchObject({ holds: true })
    expect(verdict.checks).toContainEqual(expect.objectContaining({ name: 'sample', holds: true }))
    expect(verdict.notes?.join()).toContain('who is in the sample')
  })

  test('without it nothing is counted in the log, which has more persons: open, with what would show it', async () => {
    const out = await made({ shows: { link: 'none' } })
    rmSync(`${out}.private`, { recursive: true })
    const verdict = await verify(out, { against })
    expect(verdict).toMatchObject({ holds: null, toShow: expect.stringContaining('--private DIR') })
    expect(verdict.checks.map(({ name }) => name)).not.toContain('persons in the log per query')
  })

  test.each(['forgotten', 'removed', 'another'] as const)('a key that is %s draws nothing', async (how) => {
    const out = await made({ shows: { link: 'none' }, ...(how === 'forgotten' ? { ephemeralKey: true } : {}) })
    const key = join(`${out}.private`, 'sample.key')
    if (how === 'forgotten') expect(readdirSync(`${out}.private`)).not.toContain('sample.key')
    else rmSync(key)
    if (how === 'another') writeKeyFile(key)
    const verdict = await verify(out, { against })
    expect(verdict).toMatchObject({ holds: null, toShow: expect.stringContaining('no key of the sample') })
  })

  test('a text that too few of the sample asked is found, though the log has enough persons', async () => {
    const unlinked = { keyFile: KEY, shows: { link: 'none' as const } }
    const [out, claims] = [await made({ plan: rare(2), ...unlinked }), await made(unlinked)]
    expect((await rowsOf(out)).filter(({ query }) => query === 'nearly')).toHaveLength(4)
    // Its maker says k = 5 of what was made with k = 2, and has a record that fits.
    const lie = forged(out, next('lie'), (manifest) => {
      const { steps, guarantee } = manifestOf(claims)
      Object.assign(manifest, { steps, guarantee })
    })
    const record = JSON.parse(readFileSync(join(`${out}.private`, 'record.json'), 'utf8'))
    const sums = readFileSync(join(lie, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
    record.digests = Object.fromEntries(sums.map((line) => line.split('  ').reverse()))
    writeFileSync(join(`${out}.private`, 'record.json'), JSON.stringify(record))
    const verdict = await verify(lie, { against, privateDir: `${out}.private` })
    expect(verdict).toMatchObject({ holds: false })
    expect(verdict.checks).toContainEqual(expect.objectContaining({ name: 'sample', holds: true }))
  })

  test('noisy counts of a sample are held against the sample, and not refuted by the whole log', async () => {
    const plan = {
      steps: [{ method: 'zealous', params: { epsilon: 2, delta: 1e-4, perUser: 2, items: 'queries' } }],
      shows: {},
      reading: { format: 'ndjson' },
    }
    const input = { format: 'ndjson' as const }
    const out = next('counted')
    await release([log], { plan, out, ledger: next('books'), samplePeople: 0.3 })
    expect(await verify(out, { against }, input)).toMatchObject({ holds: null })
    // The whole log is not what was counted: without the sample these counts are far too small.
    const whole = forged(out, next('whole'), (manifest) => {
      delete manifest.sample
      manifest.guarantee = dpOfTheLog(manifest.guarantee)
    })
    expect(await verify(whole, { against }, input)).toMatchObject({ holds: false })
    rmSync(`${out}.private`, { recursive: true })
    expect(await verify(out, { against }, input)).toMatchObject({ holds: null })
  })

  test.each([
    ['the share is another', (manifest: Record<string, unknown>) => (manifest.sample = 0.6)],
    ['the sample is gone', (manifest: Record<string, unknown>) => delete manifest.sample],
  ])('a manifest is not believed where %s', async (_, change) => {
    const lie = forged(await made(), next('lie'), change)
    for (const given of [{}, { against }, { assume: 'pseudonyms-are-persons' }])
      expect(await verify(lie, given)).toMatchObject({ holds: false })
  })

  test.each([0, 1, -0.1, 1.5, '0.1', null])('a manifest with the share %j is none', async (sample) => {
    const lie = forged(await made(), next('lie'), (manifest) => (manifest.sample = sample))
    await expect(verify(lie)).rejects.toThrow(/no manifest that this version reads/)
  })
})

/** The promise of the same numbers for a whole log. */
// biome-ignore lint/suspicious/noExplicitAny: a liar is not held to types
function dpOfTheLog(guarantee: any) {
  return {
    ...guarantee,
    sentence: guarantee.sentence.replace(/ This release is of a sample.*$/, ''),
    assumptions: guarantee.assumptions.slice(0, -1),
    notProtected: guarantee.notProtected.slice(0, -1),
  }
}

describe('what cannot be done with a sample', () => {
  test.each([0, 1, -1, 2, Number.NaN])('a share of %s', async (samplePeople) => {
    await expect(made({ samplePeople })).rejects.toThrow(/a share between 0 and 1/)
  })

  test('a log without persons has none to draw', async () => {
    const texts = next('texts.tsv')
    writeFileSync(texts, 'query\nweather\nnews\n')
    const plan = { steps: [{ method: 'scrub', params: {} }], shows: {} }
    await expect(
      release([texts], { plan, out: next('none'), samplePeople: 0.5 }, { format: 'tsv', columns: { query: 'query' } }),
    ).rejects.toThrow(/the log has no user column/)
  })

  test('--since neither starts from one nor makes one', async () => {
    const before = await made()
    await expect(made({ since: before })).rejects.toThrow(/a sample leaves most of them out/)
    const later = { plan: rare(5), out: next('later'), since: before }
    await expect(release([log], later)).rejects.toThrow(/is of a sample of persons/)
  })

  test('attacks that make a release again do not make this one', async () => {
    const out = await made({ truth: true })
    await expect(attack('inject-users', out, { reference: [log] })).rejects.toThrow(/of a sample of persons/)
  })

  test('a subscriber is told that one of two releases is of a sample', async () => {
    const whole = next('whole')
    await release([log], { plan: rare(5), out: whole, format: 'tsv' })
    const { stated } = await diff(whole, await made())
    expect(stated).toContainEqual({ what: 'sample of the persons', earlier: 'no', later: 'about 30%' })
  })
})

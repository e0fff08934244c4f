import { beforeAll, describe, expect, test } from 'vitest'
import { parseParams } from '../../src/base/params.js'
import { loadMethods } from '../../src/methods/index.js'
import { sentenceOf } from '../../src/release/guarantee.js'
import { release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { EXAMPLES } from '../contract/examples.js'
import { forged, type Loose } from '../support/forge.js'
import { asked, writeLog } from '../support/log.js'
import { manifestOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), [...asked('red cars', 9), ...asked('cars red', 2), ...asked('news', 7)])
const made = { rare: next('rare'), tuned: next('tuned'), words: next('words'), shares: next('shares') }

beforeAll(async () => {
  const rare = { method: 'rare-queries', params: { k: 5 } }
  const words = { method: 'rare-queries', params: { k: 5, same: 'words' } }
  const shares = { method: 'secret-shares', params: { t: 5, epoch: 'month' } }
  const shows = { link: 'user' } as const
  const common = { format: 'tsv', shows } as const
  await release([log], { plan: { steps: [rare], shows: {} }, out: made.rare, ...common })
  await release([log], { plan: { steps: [rare], shows: {}, tuned: true }, out: made.tuned, ...common })
  await release([log], { plan: { steps: [words], shows: {} }, out: made.words, ...common })
  await release([log], { plan: { steps: [shares], shows: {} }, out: made.shares, ephemeralKey: true, ...common })
})

const forge = (of: keyof typeof made, change: (manifest: Loose) => void) => forged(made[of], next('forged'), change)
const stated = async (dir: string) => {
  const { holds, checks } = await verify(dir, { against: [log] })
  return { holds, stated: checks.find(({ name }) => name === 'stated promise')?.holds }
}

test('nothing forged: the promise follows from the steps', async () => {
  for (const dir of Object.values(made)) expect((await stated(dir)).stated).toBe(true)
})

describe('a promise that the steps do not make is refuted', () => {
  test.each<[string, keyof typeof made, (manifest: Loose) => void]>([
    [
      'a sentence of its own: on each day',
      'rare',
      (m) => Object.assign(m.guarantee, { sentence: `On each day: ${m.guarantee.sentence}` }),
    ],
    ['nothing is left unprotected', 'rare', (m) => Object.assign(m.guarantee, { notProtected: [] })],
    ['it rests on nothing', 'rare', (m) => Object.assign(m.guarantee, { assumptions: [] })],
    ['a larger k', 'rare', (m) => Object.assign(m.guarantee, { k: 7 })],
    ['another kind', 'rare', (m) => Object.assign(m.guarantee, { kind: 'k-users-per-ngram', n: 1, maxTerms: 9 })],
    [
      'the very words that were asked, where variants were put together',
      'words',
      (m) => Reflect.deleteProperty(m.guarantee, 'same'),
    ],
    ['for ever, where keys change', 'shares', (m) => Reflect.deleteProperty(m.guarantee, 'epoch')],
    ['another epoch beside the promise', 'shares', (m) => Object.assign(m.more, { epoch: 'none' })],
    ['another t beside the promise', 'shares', (m) => Object.assign(m.more, { t: 2 })],
    ['another scheme beside the promise', 'shares', (m) => Object.assign(m.more, { scheme: 'oblivious' })],
    ['settings chosen on the log, and no word of it', 'tuned', (m) => Reflect.deleteProperty(m, 'tuned')],
    ['a step behind it that undoes it', 'rare', (m) => m.steps.push({ method: 'scrub', params: { action: 'rows' } })],
    ['a step behind it that is no threshold', 'rare', (m) => m.steps.push({ method: 'km-deletion', params: { k: 2 } })],
  ])('%s', async (_, of, change) => {
    expect(await stated(forge(of, change))).toEqual({ holds: false, stated: false })
  })
})

describe('what this version does not know cannot be shown', () => {
  test.each<[string, (manifest: Loose) => void]>([
    ['a field of the promise', (m) => Object.assign(m.guarantee, { each: 'day' })],
    ['a field of the manifest', (m) => Object.assign(m, { certified: 'by nobody' })],
    ['a field of what is shown', (m) => Object.assign(m.shows, { email: true })],
    ['a field of a column', (m) => Object.assign(m.columns[0], { hashed: true })],
    ['a field of a step', (m) => Object.assign(m.steps[0], { note: 'audited' })],
    ['a field of the software', (m) => Object.assign(m.software, { certified: true })],
    ['a field of what a reader must know', (m) => Object.assign(m, { more: { emails: ['x'] } })],
    ['a kind of promise', (m) => Object.assign(m.guarantee, { kind: 'nobody-is-known', sentence: 'Nobody is known.' })],
    ['a method', (m) => Object.assign(m.steps[0], { method: 'magic' })],
    ['a parameter', (m) => Object.assign(m.steps[0].params, { each: 'day' })],
    ['a value of a parameter', (m) => Object.assign(m.steps[0].params, { same: 'spirit' })],
    ['a version', (m) => Object.assign(m.software, { version: '9.9.9' })],
    [
      'words of another version',
      (m) => {
        m.software.version = '0.1.0'
        m.guarantee.sentence = 'Nobody can be recognised.'
      },
    ],
    [
      'a unit that is a sentence',
      (m) => {
        const unit = 'person, whom nobody can recognise,'
        Object.assign(m.guarantee, { unit, sentence: sentenceOf({ ...m.guarantee, unit }) })
        m.guarantee.assumptions[0] = `One ${unit} of the log counts as one person.`
      },
    ],
  ])('%s', async (_, change) => {
    expect(await stated(forge('rare', change))).toEqual({ holds: null, stated: null })
  })

  test('the names of foreign fields are told, but not what pretends to be one', async () => {
    const dir = forge('rare', (m) => Object.assign(m, { certified: 1, 'all is well\u001b[2J': 1 }))
    const { checks } = await verify(dir)
    const { detail = '' } = checks.find(({ name }) => name === 'stated promise') ?? {}
    expect(detail).toContain('certified')
    expect(detail).not.toContain('all is well')
  })
})

describe('what no version has written is no manifest', () => {
  test.each<[string, (manifest: Loose) => void]>([
    ['a step without parameters', (m) => Reflect.deleteProperty(m.steps[0], 'params')],
    ['parameters in a list', (m) => Object.assign(m.steps[0], { params: [] })],
    ['a rank that is a word', (m) => Object.assign(m.shows, { rank: 'yes' })],
    ['no rank', (m) => Reflect.deleteProperty(m.shows, 'rank')],
    ['a link of another kind', (m) => Object.assign(m.shows, { link: 'family' })],
    ['a profile that is a number', (m) => Object.assign(m, { profile: 5 })],
    ['tuned that is a word', (m) => Object.assign(m, { tuned: 'no' })],
    ['no software', (m) => Reflect.deleteProperty(m, 'software')],
    ['other software', (m) => Object.assign(m.software, { name: 'styx' })],
    ['a version that is a number', (m) => Object.assign(m.software, { version: 0.1 })],
    ['a column of another type', (m) => Object.assign(m.columns[0], { type: 'blob' })],
    ['a column without a meaning', (m) => Reflect.deleteProperty(m.columns[0], 'meaning')],
    ['a table that is no file of it', (m) => Object.assign(m, { tables: [{ file: 'x.tsv', columns: [] }] })],
    ['more that is a list', (m) => Object.assign(m, { more: ['x'] })],
    ['no promise beside it', (m) => Object.assign(m.guarantee, { also: [] })],
    [
      'a promise beside one beside it',
      (m) => Object.assign(m.guarantee, { also: [{ ...m.guarantee, also: [{ ...m.guarantee }] }] }),
    ],
    ['a k that is a fraction', (m) => Object.assign(m.guarantee, { k: 2.5 })],
    ['variants of another kind', (m) => Object.assign(m.guarantee, { same: 'spirit' })],
    ['an experiment that promises', (m) => Object.assign(m, { experiment: { guarantee: m.guarantee } })],
    ['the stamp of 0.1.0', (m) => Object.assign(m, { experiment: true })],
    ['an experiment without its promise', (m) => Object.assign(m, { experiment: {} })],
    ['an experiment in the promise alone', (m) => Object.assign(m.guarantee, { kind: 'none', experiment: true })],
  ])('%s', async (_, change) => {
    await expect(verify(forge('rare', change))).rejects.toMatchObject({ code: 'input' })
  })
})

describe('methods write no sentences', async () => {
  test.each(await loadMethods())('$name', ({ name, params, guarantee }) => {
    const promised = guarantee(parseParams(name, params, EXAMPLES[name] ?? {}), 'user')
    expect(promised.sentence).toBe(sentenceOf(promised))
  })
})

describe('what narrows a promise stands in its numbers', () => {
  test('variants that were put together', async () => {
    expect(manifestOf(made.words).guarantee).toMatchObject({ same: 'words' })
    const asked = { against: [log], expect: 'rare-queries:k=5' }
    expect((await verify(made.words, asked)).checks.find(({ name }) => name === 'expected claim')?.holds).toBe(false)
    expect((await verify(made.words, { ...asked, expect: 'rare-queries:k=5,same=words' })).holds).toBe(true)
  })

  test('epochs', () => expect(manifestOf(made.shares).guarantee).toMatchObject({ epoch: 'month' }))

  test('settings that were chosen on the log', () => {
    expect(manifestOf(made.tuned).guarantee.notProtected.join()).toContain('chosen by looking at this very log')
  })
})

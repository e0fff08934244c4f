import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'
import { judged } from '../../src/release/experiment.js'
import { openRelease } from '../../src/release/reader.js'
import { asOfToday } from '../../src/release/version-0-1-0.js'
import { decode } from '../../src/run/decode.js'
import { verify } from '../../src/run/verify.js'
import { scratch } from '../support/scratch.js'

/** Releases that version 0.1.0 made of a log of three queries, with the verdict that they get against it. */
const VECTORS = join(PACKAGE_ROOT, 'test', 'vectors', 'releases-0.1.0')
const log = join(VECTORS, 'log.ndjson')
const { next } = scratch()

const of = async (name: string) => {
  const { holds, checks } = await verify(join(VECTORS, name), { against: [log] })
  return { holds, open: checks.filter((check) => check.holds === null).map((check) => check.name) }
}

test('the same promise in the same words holds', async () => {
  expect(await of('rare')).toEqual({ holds: true, open: [] })
})

test.each([
  ['scrubbed', ['stated promise']], // of scrub it said less
  ['words', ['stated promise']], // variants put together, of which the sentence said nothing
  ['shares', ['stated promise', 'persons behind the shares']], // keys that change, of which the numbers said nothing
  ['seeded', ['experiment']], // the stamp `true`, under a promise
  ['sessions', ['stated promise', 'claim']],
])('%s: what it said is more than it meant, or nothing', async (name, open) => {
  expect(await of(name)).toEqual({ holds: null, open })
})

test('a table of items reads', async () => {
  expect((await of('dp')).holds).not.toBe(false)
})

test('what parameters narrow is filled in', async () => {
  const guaranteeOf = (name: string) => openRelease(join(VECTORS, name)).manifest.guarantee
  expect(guaranteeOf('words')).toMatchObject({ kind: 'k-users-per-query', same: 'words' })
  expect(guaranteeOf('shares')).toMatchObject({ kind: 'threshold-reveal', epoch: 'day' })
  expect(guaranteeOf('rare')).not.toHaveProperty('same')
  expect(await decode([join(VECTORS, 'shares')], { out: next('decoded.tsv') })).toMatchObject({ opened: 0 })
})

test('what it said of one user in the plural reads as this version says it', () => {
  const { manifest } = openRelease(join(VECTORS, 'rare'))
  const said = (words: string) => {
    const guarantee = { ...manifest.guarantee, notProtected: [words] }
    return asOfToday({ ...manifest, guarantee }).guarantee.notProtected
  }
  expect(said('Someone who can add 1 users to the log')).toEqual(['Someone who can add 1 user to the log'])
  expect(said('Someone who can add 11 users to the log')).toEqual(['Someone who can add 11 users to the log'])
})

test('an experiment promises nothing, whatever it says', () => {
  const { manifest } = openRelease(join(VECTORS, 'seeded'))
  expect(manifest.guarantee).toMatchObject({ kind: 'none', experiment: true })
  expect(judged(manifest)).toMatchObject({ kind: 'k-users-per-query', k: 5 })
})

import { writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { asked, writeLog } from '../support/log.js'
import { lethe } from '../support/program.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

describe('--expect: the claim that somebody needs', () => {
  const dir = next('release')
  const log = writeLog(next('log.ndjson'), asked('weather', 40))
  beforeAll(async () => {
    await release([log], { plan: { steps: [{ method: 'rare-queries', params: { k: 30 } }], shows: {} }, out: dir })
  })

  test.each([
    ['rare-queries:k=30', true],
    ['rare-queries:k=5', true],
    ['rare-queries:k=31', false],
    ['rare-queries:k=30,hostK=31', false],
    ['google-eu', true],
    ['ec-draft-2026', false],
  ])('%s: %s', async (expected, holds) => {
    expect((await verify(dir, { expect: expected, against: [log] })).holds).toBe(holds)
    expect((await verify(dir, { expect: expected })).holds).toBe(holds ? null : false) // rows are not persons
  })

  test('a claim of sessions is not one of users', async () => {
    expect((await verify(dir, { expect: 'rare-queries:k=5' }, { unit: 'session' })).holds).toBe(false)
  })

  test.each(['rare-queries:k', 'rare-queries:k=30,hostK'])(
    '%s: a name alone would mean the default, which nobody asked for',
    async (words) => {
      await expect(verify(dir, { expect: words })).rejects.toThrow(/has no value/)
    },
  )

  test('the exit status says it', () => {
    expect(lethe('verify', dir, '--expect', 'google-eu', '--against', log).status).toBe(0)
    expect(lethe('verify', dir, '--expect', 'google-eu').status).toBe(3)
    expect(lethe('verify', dir, '--expect', 'rare-queries:k=31').status).toBe(1)
    expect(lethe('verify', dir, '--expect', 'nonsense').status).toBe(2)
  })
})

describe('--claim: data that somebody else made', () => {
  const csv = (rows: readonly (readonly string[])[]) => {
    const path = next('foreign.csv')
    writeFileSync(path, `${[['id', 'text', 'when'], ...rows].map((row) => row.join(',')).join('\n')}\n`)
    return path
  }
  const persons = (text: string, n: number, from = 0) =>
    Array.from({ length: n }, (_, i) => [`p${from + i}`, text, '2024-05-01'])
  const claim = (
    path: string,
    words: string,
    columns: Record<string, string> = { user: 'id', query: 'text', time: 'when' },
    assume = true,
  ) => verify(path, { claim: words, ...(assume ? { assume: 'pseudonyms-are-persons' } : {}) }, { columns })

  test('holds if pseudonyms are persons, which nobody can see', async () => {
    const { holds, assuming } = await claim(csv(persons('weather', 30)), 'google-eu')
    expect([holds, assuming]).toEqual([true, ['pseudonyms-are-persons']])
    expect((await claim(csv(persons('weather', 30)), 'google-eu', undefined, false)).holds).toBeNull()
    expect((await claim(csv(persons('weather', 30)), 'rare-queries:k=31')).holds).toBe(false)
  })

  test('one person in many rows is one person', async () => {
    const rows = Array.from({ length: 50 }, () => ['p1', 'weather', '2024-05-01'])
    expect((await claim(csv(rows), 'rare-queries:k=2')).holds).toBe(false)
  })

  test('texts are compared to the letter: what a reader sees apart is apart', async () => {
    const rows = [...persons('weather', 3), ...persons('Weather', 3, 3)]
    expect((await claim(csv(rows), 'rare-queries:k=3')).holds).toBe(true)
    expect((await claim(csv(rows), 'rare-queries:k=6')).holds).toBe(false)
  })

  test('without persons the claim can be refuted, not shown', async () => {
    const columns = { user: '', query: 'text', time: 'when' }
    expect((await claim(csv(persons('weather', 9)), 'rare-queries:k=5', columns)).holds).toBeNull()
    expect((await claim(csv(persons('weather', 4)), 'rare-queries:k=5', columns)).holds).toBe(false)
  })

  test('rows that do not parse leave the claim open', async () => {
    const rows = [...persons('weather', 200), ['', 'who asked this', '2024-05-01']]
    expect((await claim(csv(rows), 'rare-queries:k=5')).holds).toBeNull()
  })

  test('runs of words', async () => {
    const rows = [...persons('red car', 5), ...persons('blue car', 5)]
    expect((await claim(csv(rows), 'allowlist:k=5')).holds).toBe(true)
    const rare = [...rows, ...persons('red blue', 1)]
    expect((await claim(csv(rare), 'allowlist:k=5')).holds).toBe(true)
    expect((await claim(csv(rare), 'allowlist:k=5,n=2')).holds).not.toBe(true)
    expect((await claim(csv(persons('one two three', 5)), 'allowlist:k=5,maxTerms=2')).holds).toBe(false)
  })

  test('the exit status says it', () => {
    const path = csv(persons('weather', 9))
    const status = (words: string, columns = 'user=id,query=text,time=when') =>
      lethe('verify', path, '--claim', words, '--columns', columns, '--assume', 'pseudonyms-are-persons').status
    expect([
      status('rare-queries:k=9'),
      status('rare-queries:k=10'),
      status('rare-queries:k=5', 'query=text,time=when'),
    ]).toEqual([0, 1, 3])
    expect([
      status('rare-queries'),
      status('no-such-claim'),
      status('rare-queries:k=5', 'user=id,query=nowhere'),
    ]).toEqual([2, 2, 2])
    expect(lethe('verify', path).status).toBe(2)
  })
})

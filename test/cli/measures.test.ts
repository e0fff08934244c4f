import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { asked, type Row, writeLog } from '../support/log.js'
import { lethe } from '../support/program.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

/** Forty persons: five texts that all ask, one of their own each, and one that a last person lifts to five on the second day. */
const rows: Row[] = [
  ...['tea', 'green tea', 'milk', 'black bread', 'soup'].flatMap((query) => asked(query, 40)),
  ...Array.from({ length: 40 }, (_, i) => asked(`own words ${i}`, 1, { user: `usr-made-up-${i}` })).flat(),
  ...Array.from({ length: 5 }, (_, i) => ({
    user: `usr-made-up-${i}`,
    query: 'lifted',
    time: `2024-05-0${i === 4 ? 9 : 2} 12:00:00`,
  })),
]
const log = writeLog(next('log.ndjson'), rows)
const earlier = writeLog(
  next('earlier.ndjson'),
  rows.filter((row) => (row.time ?? '') < '2024-05-09'),
)

function json(...words: readonly string[]) {
  const { status, stdout, stderr } = lethe(...words, '--json')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout)
}

function release(from: string, ...words: readonly string[]): string {
  const dir = next('release')
  json('release', 'rare-queries', from, '--k', '5', '-o', dir, '--truth', ...words)
  return dir
}

const linked = release(log, '--link', 'user')

describe('lethe measure', () => {
  test('takes every measure of a release of shared queries that applies to it', () => {
    const [key, dir] = [next('key'), next('release')]
    json('keygen', '-o', key)
    json('release', 'secret-shares', log, '--t', '5', '--key', key, '-o', dir, '--truth')
    const measured = json('measure', log, dir, '--only', 'pel,clusters,information-loss,semantic-remain')
    expect(Object.keys(measured)).toEqual(expect.arrayContaining(['clusters', 'information-loss', 'semantic-remain']))
  })

  test('gives an object by measure, in the promised shapes', () => {
    const measured = json('measure', log, linked)
    // 200 + 5 of 245 rows; 6 of 46 texts; all persons
    expect(measured).toMatchObject({
      kept: { rows: 0.836735, users: 1, queries: 0.130435, terms: expect.any(Number), logSize: expect.any(Number) },
      pel: { mean: expect.any(Number), exposed60: 1 },
      ilr: { mean: expect.any(Number) },
      uniqueness: { original: { usersWithUnique: 1 }, released: { usersWithUnique: 0 } },
      'top-frequencies': { queries: { preserved: expect.any(Number) } },
      'counting-error': { unit: 'rows' },
      'index-caching': { hit: expect.any(Number) },
    })
    expect(measured).not.toHaveProperty('query-substitution')
  })
  test('says in words what was left out, and refuses what does not fit if it is asked for', () => {
    expect(lethe('measure', log, linked).stdout).toMatch(/left out: query-substitution, since .*exact times/)
    const { status, stderr } = lethe('measure', log, linked, '--only', 'query-substitution')
    expect([status, stderr]).toEqual([2, expect.stringMatching(/cannot be taken here/)])
  })
})

describe('lethe attack', () => {
  test('link-records', () => {
    // 35 persons have the same five texts, 5 of them one more.
    expect(json('attack', 'link-records', linked, '--reference', log, '--truth', `${linked}.private`)).toMatchObject({
      attack: 'link-records',
      guesses: 40,
      scored: { rl: expect.closeTo((100 * (35 / 40 + 5 / 5)) / 40, 4) },
    })
  })
  test('link-records, on a file that somebody else released', () => {
    const [file, truth] = [next('released.tsv'), next('truth.tsv')]
    writeFileSync(file, 'id\tq\nA\tOwn words 3\nB\ttea\n')
    writeFileSync(truth, 'person\tpseudonym\nusr-made-up-3\tA\nusr-made-up-4\tB\n')
    const known = ['--columns', 'user=id,query=q', '--reference', log, '--truth', truth]
    expect(json('attack', 'link-records', file, ...known)).toMatchObject({ scored: { rl: 51.25 } })
  })
  test('inject-users, on a release and on a log', () => {
    const expected = {
      attack: 'inject-users',
      scored: expect.arrayContaining([expect.objectContaining({ added: 4, success: 1 })]),
    }
    expect(json('attack', 'inject-users', linked, '--reference', log)).toMatchObject(expected)
    const shares = json('attack', 'inject-users', log, '--method', 'secret-shares', '--t', '5', '--added', '3,4')
    expect(shares.scored).toMatchObject([
      { added: 3, success: 0 },
      { added: 4, success: 1 },
    ])
  })
  test('difference-releases points at the last who came', () => {
    const found = json(
      'attack',
      'difference-releases',
      linked,
      '--other',
      release(earlier),
      '--truth',
      `${linked}.private`,
    )
    expect(found).toMatchObject({
      attack: 'difference-releases',
      guesses: 1,
      scored: { appeared: 1, attributable: 1 },
    })
  })
})

describe('lethe attack audit-dp', () => {
  const claim = ['--epsilon', '2.3', '--delta', '1e-5', '--per-user', '2']
  test('passes zealous', () => {
    const result = json('attack', 'audit-dp', log, '--method', 'zealous', ...claim, '--runs', '20', '--seed', '1')
    expect(result).toMatchObject({
      attack: 'audit-dp',
      scored: { claimed: 2.3, lowerBound: expect.any(Number), confidence: 0.95 },
      holds: true,
      runs: 20,
    })
    expect(result.scored.lowerBound).toBeLessThanOrEqual(2.3)
  })
  test.each<[string[], RegExp]>([
    [['--method', 'rare-queries', '--k', '5'], /claim of differential privacy/],
    [['--method', 'zealous', ...claim, '--confidence', '2'], /--confidence must be/],
  ])('%j is refused', (words, reason) => {
    const { status, stderr } = lethe('attack', 'audit-dp', log, ...words)
    expect(stderr).toMatch(reason)
    expect(status).toBe(2)
  })
})

describe('lethe attack membership', () => {
  const few = ['--runs', '16', '--targets', '5', '--fpr', '0.1', '--seed', '1']
  test('zealous: figures beside the limit', () => {
    const claim = ['--epsilon', '2.3', '--delta', '1e-5', '--per-user', '2']
    expect(json('attack', 'membership', log, '--method', 'zealous', ...claim, ...few)).toMatchObject({
      attack: 'membership',
      guesses: expect.any(Number),
      scored: {
        persons: expect.any(Number),
        worst: expect.any(Array),
        truePositives: expect.any(Number),
        falsePositives: expect.any(Number),
        limit: expect.closeTo(1 - Math.exp(-2.3) * 0.9, 3),
      },
      holds: true,
      runs: 16,
      fpr: 0.1,
    })
  })
  test('in words, with the figure for methods without chance', () => {
    const { status, stdout } = lethe('attack', 'membership', log, '--method', 'rare-queries', '--k', '2', ...few)
    expect(stdout).toMatch(/Who knows all other rows: without \d+ of \d+ persons/)
    expect(stdout).toContain('promises nothing about who is in the log')
    expect(status).toBe(0)
  })
})

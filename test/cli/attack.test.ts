import { readdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { asked, mixedLog, writeLog } from '../support/log.js'
import { lethe } from '../support/program.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), mixedLog())

describe('lethe attack canaries', () => {
  test('says what it did in one JSON document, and leaves nothing behind', () => {
    const temp = next('temp')
    const { status, stdout, stderr } = lethe(
      'attack',
      'canaries',
      log,
      '--method',
      'rare-queries',
      '--k',
      '3',
      '--json',
      '--temp',
      temp,
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({
      attack: 'canaries',
      scored: { found: 0 },
      leaks: [],
      controls: true,
      guarantee: { k: 3 },
    })
    expect(result.guesses).toBeGreaterThan(result.scored.planted)
    expect(result.copy.rows).toBe(result.copy.of)
    expect(readdirSync(temp)).toEqual([])
  })

  test('prints a short table for people, with wider columns and another format', () => {
    const tsv = next('log.tsv')
    writeFileSync(
      tsv,
      `id\tsearch\twhen\n${asked('weather', 4)
        .map((row) => `${row.user}\t${row.query}\t${row.time}\n`)
        .join('')}`,
    )
    const columns = ['--columns', 'user=id,query=search,time=when']
    const shows = ['--link', 'session', '--time', 'exact', '--rank', '--out-format', 'ndjson', '--seed', '3']
    const { status, stdout } = lethe(
      'attack',
      'canaries',
      tsv,
      '--method=rare-queries',
      '--k',
      '3',
      '--same',
      'words',
      ...columns,
      ...shows,
    )
    expect(status).toBe(0)
    expect(stdout).toMatch(/exact time +1 +1 +0\n/)
    expect(stdout).toMatch(/user id +\d+ +0 +0\n/)
    expect(stdout.split('\n').length).toBeLessThan(20)
    expect(stdout).not.toMatch(/zq[b-w]{9}x/)
  })

  test('tries plans and profiles', () => {
    const { status, stdout } = lethe('attack', 'canaries', log, '--plan', 'ec-draft-2026', '--json')
    expect(status).toBe(0)
    const { kinds } = JSON.parse(stdout) as { kinds: { kind: string; allowed: number }[] }
    expect(kinds.find(({ kind }) => kind === 'rare combination: pair of common words')?.allowed).toBe(1)
  })

  test.each([
    [['attack'], /no attack was named\n.*canaries/],
    [['attack', 'nonsense', log], /there is no attack 'nonsense'\n.*canaries/],
    [['attack', 'canaries', log], /no method was named\n.*rare-queries/],
    [['attack', 'canaries', log, '--method', 'nonsense'], /there is no method 'nonsense'\n.*rare-queries/],
    [['attack', 'canaries', log, '--method', 'rare-queries'], /needs --k\n/],
    [['attack', 'canaries', log, '--method', 'rare-queries', '--k', '5', '--plan', 'google-eu'], /exclude each other/],
    [['attack', 'canaries', '/no/such/log', '--method', 'rare-queries', '--k', '5'], /there is no file/],
    [['attack', 'canaries', log, '--method', 'rare-queries', '--k', '5', '--withheld', 'tag'], /tags need a key/],
    [['attack', 'canaries', log, '--method', 'rare-queries', '--k', '5', '--columns', 'user='], /no user column/],
  ])('%j is refused', (words, reason) => {
    const { status, stderr } = lethe(...words)
    expect(stderr).toMatch(reason)
    expect(status).toBe(2)
  })
})

test('lethe attacks lists what there is', () => {
  expect(lethe('attacks').stdout).toMatch(/^canaries \(trial\)\n {2}plant/m)
  expect(JSON.parse(lethe('attacks', '--json').stdout)).toContainEqual(
    expect.objectContaining({ name: 'canaries', kind: 'trial' }),
  )
})

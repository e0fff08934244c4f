import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { asked, writeLog } from './support/log.js'
import { lethe } from './support/program.js'
import { manifestOf, rowsOf } from './support/release.js'
import { scratch } from './support/scratch.js'

const { next } = scratch()

describe('profiles, from the command line to the verdict', () => {
  test('google-eu: 30 persons a query, 5 a click', async () => {
    const log = writeLog(next('log.ndjson'), [
      ...asked('weather', 30, { url: 'http://common.example' }),
      ...asked('weather', 4, { url: 'http://rare.example' }),
      ...asked('news', 29),
    ])
    const dir = next('release')
    const { status, stdout } = lethe('release', '--plan', 'google-eu', log, '-o', dir, '--json')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      method: 'google-eu',
      guarantee: { kind: 'k-users-per-query', k: 30, hostK: 5 },
      kept: { queries: 1 },
      steps: [{ method: 'rare-queries' }],
    })
    const rows = await rowsOf(dir)
    expect(new Set(rows.map((row) => `${row.query} ${row.host}`))).toEqual(
      new Set(['weather common.example', 'weather null']),
    )
    expect(manifestOf(dir).profile).toBe('google-eu')
    expect(lethe('verify', dir, '--against', log, '--expect', 'google-eu').status).toBe(0)
  })

  test('ec-draft-2026: words of 50 persons, ten at most', async () => {
    const log = writeLog(next('log.ndjson'), [
      ...asked('red car', 50),
      ...asked('blue', 50),
      ...asked('blue car', 1),
      ...asked('red bicycle', 49),
      ...asked(`red ${'car '.repeat(10)}`, 50),
    ])
    const dir = next('release')
    expect(lethe('release', '--plan', 'ec-draft-2026', log, '-o', dir).status).toBe(0)
    expect(new Set((await rowsOf(dir)).map((row) => row.query))).toEqual(new Set(['red car', 'blue', 'blue car']))
    expect(lethe('verify', dir, '--against', log, '--expect', 'ec-draft-2026').status).toBe(0)
  })
})

test('--explain prints the derivation and touches no data', () => {
  const dir = next('never')
  const words = ['release', 'rare-queries', '/nowhere/at/all.tsv', '--k', '5', '-o', dir, '--explain']
  const { status, stdout } = lethe(...words)
  expect(status).toBe(0)
  expect(stdout).toMatch(/step 1 \(rare-queries\) promises: Every query/)
  expect(JSON.parse(lethe(...words, '--json').stdout)).toMatchObject({
    method: 'rare-queries',
    params: { k: 5 },
    guarantee: { k: 5 },
  })
  expect(existsSync(dir)).toBe(false)
})

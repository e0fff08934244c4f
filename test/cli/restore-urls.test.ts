import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asked, writeLog } from '../support/log.js'
import { lethe } from '../support/program.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const XK = 'http://cars.example/jaguar/xk'
const XF = 'http://cars.example/jaguar/xf'
const log = writeLog(next('log.ndjson'), [
  ...asked('jaguar', 6, { url: XK, rank: 1 }),
  ...asked('jaguar', 4, { url: XF, rank: 3 }),
  ...asked('weather', 5, { url: 'http://weather.example/', rank: 1 }),
  ...asked('news', 5),
  ...asked('only me', 1, { url: 'http://me.example/alone', rank: 1 }),
])
const [plain, ranked] = [next('plain'), next('ranked')]
for (const [out, ...more] of [[plain], [ranked, '--rank']] as const)
  expect(lethe('release', 'rare-queries', log, '--k', '3', '-o', out, ...more).status).toBe(0)
const results = next('results.tsv')
writeFileSync(results, `jaguar\t${XK}\njaguar\thttp://zoo.example/jaguar\njaguar\t${XF}\n`)

const attacked = (...words: string[]) => {
  const { status, stdout, stderr } = lethe('attack', 'restore-urls', ...words, '--json')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout)
}

test('rank, host and query give every URL back; host and query the most usual one', () => {
  const cost = { source: 'file', results: 3 }
  expect(attacked(ranked, '--results', results, '--against', log)).toEqual({
    attack: 'restore-urls',
    attacker: 'archivist',
    guesses: 10,
    scored: { tried: 10, restored: 10, clicks: 15, unknown: 0, cost },
    clicks: 15,
    alone: 0,
    cost,
  })
  expect(attacked(plain, '--results', results, '--against', log)).toMatchObject({ scored: { tried: 10, restored: 6 } })
})

test("an attacker's own log will do", () => {
  const other = writeLog(next('other.ndjson'), asked('Jaguar', 2, { url: XF, rank: 2 }))
  expect(attacked(plain, '--reference', other, '--against', log)).toMatchObject({
    scored: { tried: 10, restored: 4, cost: { source: 'log', rows: 2 } },
  })
})

test('without the original guesses are told, and nothing of whether they are right', () => {
  const guesses = next('guesses.tsv')
  expect(attacked(ranked, '--results', results, '-o', guesses)).not.toHaveProperty('scored')
  expect(readFileSync(guesses, 'utf8')).toBe(
    `query\thost\trank\turl\tclicks\turls\njaguar\tcars.example\t1\t${XK}\t6\t2\njaguar\tcars.example\t3\t${XF}\t4\t2\n`,
  )
  const { stdout } = lethe('attack', 'restore-urls', ranked, '--results', results)
  expect(stdout).toMatch(/^restore-urls, by the archivist, .*\n10 of 15 clicks are given a full URL \(66\.7%\)/)
  expect(stdout).toContain('How many are right is not known')
  expect(stdout).not.toContain('http')
})

test('in words, with attacker and cost', () => {
  const { stdout } = lethe('attack', 'restore-urls', plain, '--results', results, '--against', log)
  expect(stdout).toMatch(
    /The attacker, an archivist, has a list of 3 results\.\nRight: 6 of the 10 clicks .* \(60\.0%\)/,
  )
  expect(lethe('attacks', 'restore-urls').stdout).toMatch(/attacker: archivist/)
})

test('report puts a release to it by itself: the attacker has the log', () => {
  const page = next('report.html')
  const { status, stdout } = lethe('report', ranked, '--against', log, '-o', page, '--json')
  expect(status).toBe(0)
  expect(JSON.parse(stdout).attacks['restore-urls']).toMatchObject({ tried: 10, restored: 10 })
  expect(readFileSync(page, 'utf8')).toMatch(/restore-urls.*archivist/)
  const alone = lethe('report', ranked, '-o', next('alone.html'), '--json')
  expect(JSON.parse(alone.stdout).reasons['restore-urls']).toEqual({
    outcome: 'not run',
    reason: 'it needs the log (--against LOG)',
  })
})

test.each([
  [['attack', 'restore-urls', ranked], /needs to know what a query leads to\nGive another log/],
  [['attack', 'restore-urls', ranked, '--results', '/no/such/file'], /there is no file/],
  [['attack', 'restore-urls', ranked, '--results-api', 'http://x.example/'], /does not say where the query goes/],
  [['attack', 'restore-urls', ranked, '--results', results, '--reference', log], /exclude each other/],
  [['attack', 'relink-sessions', ranked, '--against', log], /is not judged by the log itself/],
])('%j is refused', (words, says) => {
  const { status, stderr } = lethe(...words)
  expect(stderr).toMatch(says)
  expect(status).toBe(2)
})

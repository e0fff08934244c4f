import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mixedLog, writeLog } from '../support/log.js'
import { lethe } from '../support/program.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), mixedLog())
const release = next('release')
expect(lethe('release', 'rare-queries', log, '--k', '3', '-o', release).status).toBe(0)

test('measure RELEASE --against LOG; LOG RELEASE, as it was before, is the same', () => {
  const only = ['--only', 'kept,uniqueness', '--json']
  const [now, turned, before] = [
    lethe('measure', release, '--against', log, ...only),
    lethe('measure', '--against', log, release, ...only),
    lethe('measure', log, release, ...only),
  ].map(({ status, stdout }) => ({ status, stdout }))
  expect(now?.status).toBe(0)
  expect(JSON.parse(now?.stdout ?? '')).toMatchObject({ kept: {}, uniqueness: {} })
  expect([turned, before]).toEqual([now, now])
})

test('verify and report take it too, the log first or last', () => {
  for (const words of [
    [release, '--against', log],
    ['--against', log, release],
  ]) {
    expect(JSON.parse(lethe('verify', ...words, '--json').stdout)).toMatchObject({ holds: true })
    const page = next('report.html')
    expect(lethe('report', ...words, '-o', page).status).toBe(0)
    expect(existsSync(page)).toBe(true)
  }
})

test.each([
  [['measure', release], /^lethe: a log and a release are needed\nWrite lethe measure RELEASE --against LOG\./],
  [['measure'], /^lethe: no release was named\nWrite lethe measure RELEASE --against LOG\./],
  [['measure', 'a', 'b', '--against', log], /one release at a time/],
  [['verify'], /^lethe: no release was named\nWrite lethe verify RELEASE/],
  [['verify', 'a', 'b'], /one release at a time/],
  [['report', '-o', 'x.html', '--against', log], /^lethe: no release was named\n/],
])('%j is refused', (words, says) => {
  const { status, stderr } = lethe(...words)
  expect(stderr).toMatch(says)
  expect(status).toBe(2)
})

import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { attackNames } from '../../src/attacks/index.js'
import { publicComparison } from '../../src/report/public-comparison.js'
import { release } from '../../src/run/release/index.js'
import { type ReportOptions, report } from '../../src/run/report.js'
import { cellsOf } from '../support/cell.js'
import { asked, writeLog } from '../support/log.js'
import { bare, barePage, comparisonOf } from '../support/pages.js'
import { scratch } from '../support/scratch.js'
import { attackedLog, ways } from '../support/shown.js'

const { next } = scratch()
const one = writeLog(next('one.ndjson'), attackedLog())
const other = writeLog(next('other.ndjson'), [...asked('quite another log', 25), ...asked('and more of it', 31)])
const dp = (await ways()).filter(({ items, params }) => items && params.items === undefined)

async function pageOf(log: string, way: (typeof dp)[number], options: Omit<ReportOptions, 'out'>) {
  const [out, page] = [next('release'), next('page.html')]
  await release([log], { plan: { steps: [{ method: way.method, params: way.params }], shows: {} }, out })
  const result = await report(out, { ...options, out: page })
  // That a release is empty anyone can see in it; its name and its checksum are those of its files.
  const text = barePage(page).replace(/<p class="stamp">The release is empty[^<]*<\/p>/, '')
  return { text: text.replaceAll(basename(out), 'NAME').replace(/[0-9a-f]{64}/, 'CHECKSUM'), result }
}

describe.each(dp)('public report of $name', (way) => {
  test('the verdict and the reason why there is no more; nothing of it comes from the log', async () => {
    const { text, result } = await pageOf(one, way, { public: true, logs: [one] })
    expect(text).toMatch(/Does it hold\?/)
    expect(text).toMatch(/Nothing is told of such a release that was computed from the log/)
    for (const name of attackNames()) expect(text).not.toContain(name)
    expect(text).not.toMatch(/\d%|Left of the log|(Checks|Each attack|All measures|The log)<\/summary>|<svg/)
    expect(Object.keys(result).sort()).toEqual(['empty', 'holds', 'report'])
    // Another log, the same verdict: the same page, to the letter.
    const elsewhere = await pageOf(other, way, { public: true, logs: [other] })
    expect(elsewhere.result.holds).toBe(result.holds)
    expect(elsewhere.text).toBe(text)
  })
})

test('the custodian still sees all of it', async () => {
  const { text } = await pageOf(one, dp[0]!, { logs: [one] })
  expect(text).toMatch(/Left of the log[\s\S]*inject-users/)
})

test('a threshold tells rough shares, each with its attacker, and no reason that speaks of the log', async () => {
  const [out, page] = [next('release'), next('page.html')]
  await release([one], { plan: { steps: [{ method: 'rare-queries', params: { k: 5 } }], shows: {} }, out })
  await report(out, { out: page, public: true, logs: [one] })
  const text = barePage(page)
  expect(text).toMatch(/<td>inject-users<\/td><td>participant: has accounts[^<]*<\/td><td><b>about 100%<\/b>/)
  expect(text).not.toMatch(/\d\.\d%/)
})

test('a public comparison tells no figure of settings that promise differential privacy', async () => {
  const results = await cellsOf(
    one,
    [
      { method: 'rare-queries', k: 5, link: 'user' },
      { method: 'gaussian-threshold', epsilon: 99, delta: 0.05, perUser: 30, minUsers: 5 },
    ],
    { attacks: ['link-records', 'inject-users'], measures: ['kept', 'uniqueness'] },
  )
  const text = bare(publicComparison(await comparisonOf(one, results)))
  expect(text).toMatch(
    /<td>gaussian-threshold[^<]*<\/td><td>differential privacy<\/td><td>[^<]*<\/td><td>not told<\/td><td>not told<\/td>/,
  )
  expect(text).toMatch(
    /<td>rare-queries[^<]*<\/td><td>k persons per query<\/td><td>yes<\/td><td>(?:about \d+%|under 3%)<\/td>/,
  )
  expect(text).toMatch(/Settings that promise differential privacy/)
})

import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.js'
import { Bench } from '../support/lethe.js'
import {
  compareOnly,
  openWorkbench,
  readAll,
  shopExport,
  signOff,
  startWorkbench,
  toRoom,
} from '../support/workbench.js'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
}, 300_000)
afterAll(() => browser?.close())

/** What a room gives to copy; the last of them where there are several. */
async function command(page: Page): Promise<string> {
  return page.locator('pre[aria-label=command]').last().innerText()
}

test('the command of each room does the same where it is pasted into a shell', async () => {
  const bench = new Bench()
  const log = bench.file("a shop's log.csv", shopExport())
  const started = await startWorkbench(bench, log)
  const { page, wrong } = await openWorkbench(browser, started.url)
  const pasted = async (line: string) => {
    const { status, stdout, stderr } = await bench.bash(line)
    expect({ line, status, stderr: status === 0 ? '' : stderr }).toEqual({ line, status: 0, stderr: '' })
    return stdout
  }
  for (const [column, role] of [
    ['a1', 'user'],
    ['a2', 'query'],
  ] as const) {
    await page.getByLabel(`${column} is taken for`).selectOption(role)
    await page.getByRole('list', { name: 'Who, what and when' }).getByText(`is ${column}.`).waitFor()
  }
  expect(await pasted(await command(page))).toContain('a2')
  await readAll(page)
  expect(await pasted(await command(page))).toMatch(/30/) // persons
  await toRoom(page, 'Method')
  await page.locator('#p1-k').fill('6')
  await page.locator('.sentence').getByText('at least 6 distinct').waitFor()
  await pasted((await command(page)).replace(' -o DIR', ' -o by-method'))
  await toRoom(page, 'Compare')
  await compareOnly(page, 'rare-queries')
  await page.getByText('Tried so far').waitFor({ timeout: 240_000 })
  await page.getByText('What to try').click()
  const comparison = page.getByRole('region', { name: 'The comparison on the command line' }).locator('pre')
  await pasted((await comparison.innerText()).replace(/ -o \S+/, ' -o compared-again'))
  const advice = await page.getByRole('region', { name: 'The advice' }).locator('.sentence').innerText()
  const advised = await pasted(await command(page))
  expect(advised).toContain(advice.startsWith('None') ? 'one' : advice.replace(/.*\+ /, ''))
  await toRoom(page, 'Release')
  await page.getByLabel('Name of the release').fill('typed')
  await page.getByLabel('Who answers for it').fill("O'Hara")
  await page.getByLabel('Why it is made').fill('to paste $HOME')
  await page
    .locator('pre[aria-label=command]')
    .filter({ hasText: 'typed' })
    .filter({ hasText: '$HOME' })
    .first()
    .waitFor()
  await pasted(await command(page))
  expect(JSON.parse(readFileSync(bench.path('typed.private/record.json'), 'utf8'))).toMatchObject({
    signedOff: { by: "O'Hara", reason: 'to paste $HOME' },
  })
  await signOff(page, 'pressed')
  await page.getByText('Verified: it holds.').waitFor({ timeout: 60_000 })
  expect(readFileSync(bench.path('typed/data.parquet')).equals(readFileSync(bench.path('pressed/data.parquet')))).toBe(
    true,
  )
  await toRoom(page, 'Releases')
  await page.getByLabel('compare typed').check()
  await page.getByLabel('compare pressed').check()
  await page.locator('pre[aria-label=command]').getByText('lethe diff').waitFor()
  const said = await pasted(await command(page))
  expect(said).toContain('pressed')
  expect(wrong).toEqual([])
  await started.stop()
})

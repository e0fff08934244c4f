import { existsSync, readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
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

test('from a file to a verified release, on the page alone', async () => {
  const bench = new Bench()
  bench.file('shop.csv', shopExport())
  const started = await startWorkbench(bench, bench.dir)
  const { page, wrong } = await openWorkbench(browser, started.url)

  // Open: the folder is listed, and a file of it picked.
  await page.getByRole('button', { name: 'shop.csv' }).click()
  // Map columns: two menus.
  await page.getByLabel('a1 is taken for').selectOption('user')
  await page.getByText('you named it').first().waitFor()
  await page.getByLabel('a2 is taken for').selectOption('query')
  await expect.poll(() => page.getByText('you named it').count(), { timeout: 20_000 }).toBe(2)
  expect(await page.locator('.examples').first().innerText()).toMatch(/^x9/)
  expect(await page.locator('pre').first().innerText()).toContain('--columns user=a1,query=a2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.getByText('you named it').count(), { timeout: 20_000 }).toBe(1)
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect.poll(() => page.getByText('you named it').count(), { timeout: 20_000 }).toBe(2)

  // A column that is no time: the table and its menus stay, and what is wrong stands on that row.
  await page.getByLabel('a2 is taken for').selectOption('time')
  const refused = page
    .getByRole('row')
    .filter({ has: page.getByLabel('a2 is taken for') })
    .getByRole('alert')
  await refused.waitFor({ timeout: 20_000 })
  expect(await refused.innerText()).not.toContain('--')
  expect(await page.getByLabel('a1 is taken for').inputValue()).toBe('user')
  await toRoom(page, 'People')
  await toRoom(page, 'Log')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.getByText('you named it').count(), { timeout: 20_000 }).toBe(2)

  // Look: everybody asked something of their own.
  await readAll(page)
  expect(await page.getByText('asked something that nobody else did').innerText()).toContain('100%')
  await page.getByRole('button', { name: 'Look for identifying data' }).click()
  const show = page.getByRole('button', { name: 'Show the texts on this screen' })
  await show.waitFor()
  expect(await page.content()).not.toContain('212 555')
  await show.click()
  await page.getByText('212 555 0110').waitFor()
  await page.getByRole('button', { name: 'Hide the texts' }).click()
  expect(await page.content()).not.toContain('212 555')
  expect(await page.evaluate('JSON.stringify([localStorage.length, sessionStorage.length, location.search])')).toBe(
    '[0,0,""]',
  )

  // Choose: the promise follows the number, the curve the slider.
  await toRoom(page, 'Method')
  const promise = page.locator('.sentence')
  await page.locator('#p1-k').fill('7')
  await promise.getByText('asked by at least 7 distinct persons').waitFor()
  const slider = page.getByLabel('Move k')
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await promise.getByText('asked by at least 8 distinct persons').waitFor()
  expect(await page.getByRole('region', { name: 'Would leave' }).innerText()).toContain('xxx xxxx')
  expect(await page.getByRole('region', { name: 'Would not' }).innerText()).toContain('1 person')

  // Compare: the plan at hand and one method.
  await toRoom(page, 'Compare')
  await compareOnly(page, 'rare-queries')
  await page.getByText('Tried so far').waitFor({ timeout: 120_000 })
  await page
    .getByRole('region', { name: 'The advice' })
    .getByText(/fits?\b/)
    .first()
    .waitFor()
  expect(
    await page.getByRole('group', { name: 'Participant with 10 accounts: settings' }).getByRole('button').count(),
  ).toBeGreaterThan(2)
  // Point, pin, filter; a slider is taken back, and is where it was for whoever comes back to the room.
  const picture = page.getByRole('group', { name: 'Participant with 10 accounts: settings' })
  await picture.getByRole('button').first().press('Enter')
  await picture
    .locator('.tip')
    .getByText(/rare-queries k=\d+: [\d.]+%, use/)
    .waitFor()
  await page.getByRole('button', { name: /^unpin / }).waitFor()
  await page.getByLabel('Only settings with').fill('k=30')
  await page.getByText('1 setting', { exact: true }).waitFor()
  await page.getByLabel('Only settings with').fill('')
  const limit = page.getByLabel('how far the participant may come')
  const said = () => limit.getAttribute('aria-valuetext')
  await limit.press('End')
  await expect.poll(said).toBe('100%')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(said).toBe('5%')
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(said).toBe('100%')
  await toRoom(page, 'Method')
  await toRoom(page, 'Compare')
  await expect.poll(said).toBe('100%')
  await page.getByRole('button', { name: /^unpin / }).waitFor()
  await page.getByRole('button', { name: 'Take this plan' }).click()
  await promise.getByText('asked by at least').waitFor()

  // Release, verified at once, with both reports.
  await toRoom(page, 'Release')
  await signOff(page, 'shared')
  await page.getByText('Verified: it holds.').waitFor({ timeout: 60_000 })
  await page.getByText('The person column is not in the file').last().waitFor()
  expect(await page.getByLabel('I have read what it does not protect').isChecked()).toBe(false)
  expect(await page.getByLabel('Who answers for it').inputValue()).toBe('')
  expect(await page.evaluate('document.activeElement.innerText')).toContain('Released: ')
  const link = page.getByRole('link', { name: 'Public report' })
  await link.waitFor({ timeout: 60_000 })
  const [report] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await report.getByText('What is promised').first().waitFor()
  await report.close()

  // Find it under Releases.
  await toRoom(page, 'Releases')
  await page.getByText('Signed off by A. Custodian: to see what comes out', { exact: true }).waitFor()
  await page.getByRole('button', { name: /Verify against shop\.csv\s*: shared/ }).click()
  await page.getByText('Verified: it holds.').waitFor({ timeout: 60_000 })

  expect(wrong).toEqual([])
  const record = JSON.parse(readFileSync(bench.path('shared.private/record.json'), 'utf8')) as { signedOff: unknown }
  expect(record.signedOff).toEqual({ by: 'A. Custodian', reason: 'to see what comes out' })
  for (const file of ['manifest.json', 'SHA256SUMS'])
    expect(readFileSync(bench.path(`shared/${file}`), 'utf8')).not.toContain('Custodian')
  expect(existsSync(bench.path('shared/data.parquet'))).toBe(true)
  expect(await started.stop()).toBe(0)
  expect(started.said()).not.toMatch(/cat food|aunt|212/)
}, 240_000)

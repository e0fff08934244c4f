import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
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

/** Processes that the workbench started, by what the system says. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
      } catch {
        return false
      }
    })
    .map(Number)
}

/** A log whose work takes long enough to be interrupted. */
async function longLog(bench: Bench): Promise<string> {
  const log = bench.path('log.tsv')
  const { status, stderr } = await bench.lethe(['generate', '--users', '1500', '--days', '60', '-o', log])
  expect({ status, stderr }).toMatchObject({ status: 0 })
  return log
}

test('a comparison outlives a reload, is seen by another tab, can be cancelled, and goes on where it was', async () => {
  const bench = new Bench()
  const started = await startWorkbench(bench, await longLog(bench))
  const { page, wrong } = await openWorkbench(browser, started.url)
  await page.getByText('Of the first').waitFor()
  await toRoom(page, 'Compare')
  await compareOnly(page, 'rare-queries', 'km-deletion')
  const progress = page.getByRole('group', { name: 'Comparing, progress' })
  await progress.waitFor()
  await page.reload()
  await progress.waitFor()
  const other = await page.context().newPage()
  await other.goto(new URL('./#/compare', started.url).href.replace(/\?.*#/, '#'))
  await other
    .getByRole('group', { name: 'Comparing, progress' })
    .getByText(/[1-9]\d* of \d+ settings/)
    .waitFor({ timeout: 240_000 })
  // What has been tried is there before the rest is, and stays when that is cancelled.
  await page.getByText(/So far: (?:[2-9]|\d\d+) of \d+ tried/).waitFor({ timeout: 240_000 })
  await page.getByRole('region', { name: 'The advice' }).waitFor()
  await other.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Comparing was cancelled').waitFor({ timeout: 30_000 })
  await expect.poll(() => childrenOf(started.child.pid!).length, { timeout: 20_000 }).toBe(0)
  const cells = readdirSync(bench.path('log.tsv-compared/cells')).filter((name) => name.endsWith('.json')).length
  expect(cells).toBeGreaterThan(0)
  expect(existsSync(bench.path('log.tsv-compared/results.json'))).toBe(false)
  // A plan is taken, also by a tab that has not been in its room.
  const tried = page.getByRole('button', { name: /^take the plan scrub \+ rare-queries k=[1-9]0$/ }).last()
  const k = /k=(\d+)/.exec((await tried.getAttribute('aria-label')) ?? '')?.[1]
  await tried.click()
  await page.locator('.sentence').getByText(`at least ${k} distinct persons`).waitFor()
  await toRoom(page, 'Method')
  await page.waitForTimeout(500)
  expect(await page.locator('#p1-k').inputValue()).toBe(k)
  expect(wrong).toEqual([])
  await started.stop()
})

test('two tabs make one plan together', async () => {
  const bench = new Bench()
  const started = await startWorkbench(
    bench,
    bench.file('shop.csv', shopExport().replace('a1,a2,a3', 'user,query,time')),
  )
  const { page, wrong } = await openWorkbench(browser, started.url)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await toRoom(page, 'Method')
  await toRoom(other, 'Method')
  await page.locator('#p1-k').fill('9')
  await other.locator('.sentence').getByText('at least 9 distinct').waitFor()
  expect(await other.locator('#p1-k').inputValue()).toBe('9')
  await other.locator('#p1-k').fill('4')
  await page.locator('.sentence').getByText('at least 4 distinct').waitFor()
  await toRoom(other, 'People')
  await other.getByRole('button', { name: 'Read the whole log' }).click()
  await page.getByLabel('Move k').waitFor({ timeout: 30_000 })
  expect(wrong).toEqual([])
  await started.stop()
})

test('more tabs than a browser has lines for one address: those out of sight let theirs go, and catch up', async () => {
  const bench = new Bench()
  const started = await startWorkbench(
    bench,
    bench.file('shop.csv', shopExport().replace('a1,a2,a3', 'user,query,time')),
  )
  const { page, wrong } = await openWorkbench(browser, started.url)
  /** As a browser tells a page that another one is before it, or that it is seen again. */
  const seen = (tab: Page, hidden: boolean) =>
    tab.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
      document.dispatchEvent(new Event('visibilitychange'))`)
  const tabs = [page]
  while (tabs.length < 8) {
    await seen(tabs.at(-1)!, true)
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await tab.getByText('Of the first').waitFor({ timeout: 20_000 })
    tabs.push(tab)
  }
  await toRoom(tabs.at(-1)!, 'Method')
  await tabs.at(-1)!.locator('#p1-k').fill('9')
  await tabs.at(-1)!.locator('.sentence').getByText('at least 9 distinct').waitFor()
  await seen(page, false)
  await toRoom(page, 'Method')
  await page.locator('.sentence').getByText('at least 9 distinct').waitFor()
  expect(await page.locator('#p1-k').inputValue()).toBe('9')
  expect(wrong).toEqual([])
  await started.stop()
})

test('a process that dies is told of, and the next one works', async () => {
  const bench = new Bench()
  const started = await startWorkbench(bench, await longLog(bench))
  const { page, wrong } = await openWorkbench(browser, started.url)
  await page.getByText('Of the first').waitFor()
  await toRoom(page, 'Compare')
  await compareOnly(page, 'rare-queries')
  await page.getByRole('group', { name: 'Comparing, progress' }).waitFor()
  await expect.poll(() => childrenOf(started.child.pid!).length, { timeout: 20_000 }).toBe(1)
  process.kill(childrenOf(started.child.pid!)[0]!, 'SIGKILL')
  await page.getByRole('alert').getByText('Its process died, perhaps for lack of memory').waitFor({ timeout: 20_000 })
  await toRoom(page, 'Log')
  await readAll(page)
  expect(wrong).toEqual([])
  expect(await started.stop()).toBe(0)
})

test('killed in mid-release: nothing half-written, its work ends with it, and the next start says what happened', async () => {
  const bench = new Bench()
  const log = await longLog(bench)
  const started = await startWorkbench(bench, log)
  const { page } = await openWorkbench(browser, started.url)
  await page.getByText('Of the first').waitFor()
  await toRoom(page, 'Method')
  await page.getByLabel('method of step 2').selectOption('microaggregate-semantic')
  await page.locator('.sentence').getByText('that of at least').waitFor()
  await toRoom(page, 'Release')
  await signOff(page, 'shared')
  await page.getByRole('group', { name: 'Releasing, progress' }).waitFor()
  await expect.poll(() => childrenOf(started.child.pid!).length, { timeout: 20_000 }).toBe(1)
  const [worker] = childrenOf(started.child.pid!)
  await setTimeout(700)
  started.child.kill('SIGKILL')
  await expect.poll(() => existsSync(`/proc/${worker}`), { timeout: 20_000 }).toBe(false)
  expect(existsSync(bench.path('shared'))).toBe(false)
  expect(existsSync(bench.path('shared.private'))).toBe(false)
  await page.getByText('The workbench does not answer.').waitFor({ timeout: 30_000 })

  const again = await startWorkbench(bench, log)
  const opened = await openWorkbench(browser, again.url)
  await opened.page.getByText('Last time the release shared was cut off').waitFor()
  expect(await opened.page.getByText('Nothing was released').count()).toBe(1)
  expect(readdirSync(bench.dir).filter((name) => /partial|journal/.test(name))).toEqual([])
  expect(again.said()).toContain('Last time the release shared was cut off')
  await again.stop()
  // It is told once.
  const third = await startWorkbench(bench, log)
  expect(third.said()).not.toContain('Last time')
  await third.stop()
})

test("a release is nobody else's to end; cancelled it leaves nothing, and its sign-off stays filled in", async () => {
  const bench = new Bench()
  const started = await startWorkbench(bench, await longLog(bench))
  const { page, wrong } = await openWorkbench(browser, started.url)
  await page.getByText('Of the first').waitFor()
  await toRoom(page, 'Method')
  await page.getByLabel('method of step 2').selectOption('microaggregate-semantic')
  await page.locator('.sentence').getByText('that of at least').waitFor()
  await toRoom(page, 'Release')
  await signOff(page, 'shared')
  const progress = page.getByRole('group', { name: 'Releasing, progress' })
  await progress.waitFor()
  const asked = { name: 'other', format: 'csv', population: '', by: 'B', reason: 'because', spreadsheetSafe: false }
  const refused = await page.evaluate<{ status: number; said: { message: string } }>(`fetch('api/release', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(asked))},
  }).then(async (answer) => ({ status: answer.status, said: await answer.json() }))`)
  expect(refused).toMatchObject({ status: 400, said: { message: 'another release is under way' } })
  await progress.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Releasing was cancelled').waitFor({ timeout: 30_000 })
  expect(readdirSync(bench.dir).filter((name) => /^(?:shared|other)/.test(name))).toEqual([])
  expect(await page.getByLabel('Who answers for it').inputValue()).toBe('A. Custodian')
  expect(await page.getByLabel('Name of the release').inputValue()).toBe('shared')
  expect(await page.getByRole('button', { name: 'Release', exact: true }).isEnabled()).toBe(false) // to be read anew
  expect(wrong.filter((one) => !one.includes('400'))).toEqual([])
  await started.stop()
})

test.each(['SIGINT', 'SIGKILL'] as const)('%s in mid-work ends it, and what it started', async (signal) => {
  const bench = new Bench()
  const started = await startWorkbench(bench, await longLog(bench))
  const { page } = await openWorkbench(browser, started.url)
  await page.getByText('Of the first').waitFor()
  await toRoom(page, 'Compare')
  await compareOnly(page, 'rare-queries', 'km-deletion')
  await page
    .getByRole('group', { name: 'Comparing, progress' })
    .getByText(/\d+ of \d+ settings/)
    .waitFor({ timeout: 60_000 })
  const all = childrenOf(started.child.pid!)
  const below = [...all, ...all.flatMap(childrenOf)]
  expect(below.length).toBeGreaterThan(0)
  if (signal === 'SIGINT') expect(await started.stop()).toBe(0)
  else started.child.kill(signal)
  await expect.poll(() => below.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 20_000 }).toEqual([])
  expect(started.said().replace(/^lethe: building.*\n/, '')).toBe('')
})

test('a hundred thousand texts scroll smoothly: what is out of sight is not there', async () => {
  const bench = new Bench()
  const rows = Array.from(
    { length: 100_000 },
    (_, i) => `u${i % 900}\twrite to person${i}@mail.example.com\t2024-05-01 10:00:00`,
  )
  const log = bench.file('log.tsv', `user\tquery\ttime\n${rows.join('\n')}\n`)
  const started = await startWorkbench(bench, log)
  const { page, wrong } = await openWorkbench(browser, started.url)
  await readAll(page)
  await page.getByRole('button', { name: 'Look for identifying data' }).click()
  await page.getByRole('button', { name: 'Show the texts on this screen' }).click({ timeout: 300_000 })
  const table = page.getByRole('table', { name: 'texts with identifying data' })
  await table.waitFor()
  const all = Number(await table.getAttribute('aria-rowcount')) - 1
  expect(all).toBeGreaterThan(50_000)
  // Frames while it is scrolled from end to end: none may take long.
  const longest = await page.evaluate<number>(`new Promise((resolve) => {
    const box = document.querySelector('[aria-label="texts with identifying data"]')
    let [last, most, step] = [performance.now(), 0, 0]
    const frame = () => {
      const now = performance.now()
      most = Math.max(most, now - last)
      last = now
      box.scrollTop = (box.scrollHeight * ++step) / 60
      if (step < 60) requestAnimationFrame(frame)
      else resolve(most)
    }
    requestAnimationFrame(frame)
  })`)
  expect(longest).toBeLessThan(1000)
  await expect.poll(() => table.getByRole('row').count()).toBeLessThan(60)
  await table
    .locator(`[aria-rowindex="${all + 1}"]`)
    .getByText('write to')
    .waitFor({ timeout: 20_000 })
  expect(wrong).toEqual([])
  await started.stop()
})

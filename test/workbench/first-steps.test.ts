import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.js'
import { Bench } from '../support/lethe.js'
import { openWorkbench, readAll, startWorkbench, toRoom } from '../support/workbench.js'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
}, 300_000)
afterAll(() => browser?.close())

test('without a log: a made-up one, and a tour through all rooms', async () => {
  const bench = new Bench()
  const started = await startWorkbench(bench)
  const { page, wrong } = await openWorkbench(browser, started.url)
  await page.getByText('made up', { exact: true }).waitFor()
  await page.getByText('Of the first').waitFor()
  const tour = page.getByRole('complementary', { name: 'A short tour' })
  for (const room of ['People', 'Method', 'Compare', 'Release', 'Releases']) {
    const before = await tour.innerText()
    await tour.getByRole('button', { name: `Next: ${room}` }).click()
    await page.getByRole('main', { name: room, exact: true }).waitFor()
    expect(await tour.innerText()).not.toBe(before)
  }
  await tour.getByRole('button', { name: 'End the tour' }).click()
  await toRoom(page, 'Log')
  expect(await tour.count()).toBe(0)
  expect(wrong).toEqual([])
  await started.stop()
}, 240_000)

test('dates whose day could be a month: asked about where nothing tells, known where a later row does', async () => {
  const bench = new Bench()
  const rows = (month: string, day: string) =>
    Array.from(
      { length: 1200 },
      (_, i) => `c${i % 40},${['cat food', 'dog lead', 'bird seed'][i % 3]},${day}/${month}/2025 10:${10 + (i % 50)}\n`,
    ).join('')
  const head = 'visitor,search_terms,when\n'
  bench.file('open.csv', `${head}${rows('03', '01')}${rows('03', '02')}`)
  bench.file('told.csv', `${head}${rows('03', '01')}${rows('03', '25')}`)
  const started = await startWorkbench(bench, bench.dir)
  const { page, wrong } = await openWorkbench(browser, started.url)
  const understood = page.getByRole('list', { name: 'Who, what and when' })
  const map = async () => {
    for (const [column, role] of [
      ['visitor', 'person'],
      ['search_terms', 'query'],
      ['when', 'time'],
    ]) {
      await page.getByRole('button', { name: `take ${column} for the ${role}`, exact: true }).click()
      await understood.getByText(`The ${role} is ${column}.`).waitFor()
    }
  }
  await page.getByRole('button', { name: 'open.csv' }).click()
  await map()
  await page.getByText('MM/DD/YYYY hh:mm').waitFor()
  await page.getByRole('button', { name: 'Read it as day/month/year' }).click()
  await page.getByText('DD/MM/YYYY hh:mm').waitFor()
  expect(await page.getByText('Nothing in the log shows it').count()).toBe(0)
  await page.getByRole('button', { name: 'Open another' }).click()
  await page.getByRole('button', { name: 'told.csv' }).click()
  await map()
  await page.getByText('DD/MM/YYYY hh:mm').waitFor()
  await readAll(page)
  await page.getByText('not known: no column of clicks is read').waitFor()
  expect(wrong).toEqual([])
  await started.stop()
}, 240_000)

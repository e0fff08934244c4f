import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Manifest } from '../../src/release/manifest.js'
import { openBrowser } from '../support/browser.js'
import { Bench } from '../support/lethe.js'
import { openWorkbench, readAll, shopExport, signOff, startWorkbench, toRoom } from '../support/workbench.js'

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

test('whoever has looked around opens a log of their own, from the folder where they are, and releases beside it', async () => {
  const bench = new Bench()
  bench.file('mine.csv', shopExport().replace('a1,a2,a3', 'user,query,time'))
  const started = await startWorkbench(bench)
  const { page, wrong } = await openWorkbench(browser, started.url)
  await page.getByText('made up', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Open another' }).click()
  await page.getByRole('button', { name: 'mine.csv' }).click()
  await page.getByText('Open is mine.csv').waitFor()
  expect(await page.getByRole('complementary', { name: 'A short tour' }).count()).toBe(0)
  await readAll(page)
  await toRoom(page, 'Release')
  await page.getByLabel('Why it is made').fill('kept while one looks elsewhere')
  await toRoom(page, 'Method')
  await toRoom(page, 'Release')
  expect(await page.getByLabel('Why it is made').inputValue()).toBe('kept while one looks elsewhere')
  await signOff(page, 'beside')
  await page.getByText('Verified: it holds.').waitFor({ timeout: 60_000 })
  expect(existsSync(bench.path('beside/manifest.json'))).toBe(true)
  expect(wrong).toEqual([])
  await started.stop()
}, 240_000)

test('of several folders that were named each is one press away, and the first is where things are made', async () => {
  const bench = new Bench()
  for (const name of ['first', 'second']) mkdirSync(bench.path(name))
  bench.file('second/shop.csv', shopExport().replace('a1,a2,a3', 'user,query,time'))
  const started = await startWorkbench(bench, bench.path('first'), '--roots', bench.path('first'), bench.path('second'))
  const { page, wrong } = await openWorkbench(browser, started.url)
  await page.getByText('There is nothing in this folder.').waitFor()
  await page.getByRole('button', { name: bench.path('second') }).click()
  await page.getByRole('button', { name: 'shop.csv' }).click()
  await page.getByText('Of the first').waitFor()
  await toRoom(page, 'Release')
  await page.getByLabel('Who answers for it').fill('A. Custodian')
  await page.getByLabel('Why it is made').fill('to see where it goes')
  await page.getByLabel('I have read what it does not protect').check()
  await page.getByText(`into ${bench.path('first')}`).waitFor()
  expect(wrong).toEqual([])
  await started.stop()
}, 240_000)

test('a log without persons: said in each room, and no plan that counts them can be signed off', async () => {
  const bench = new Bench()
  const rows = Array.from({ length: 200 }, (_, i) => `2024-05-01 10:00:00\tbook ${i % 9}\t${i}\t${'NS'[i % 2]}`)
  const log = bench.file('opac.tsv', `time\tquery\tTreffer\tHaus\n${rows.join('\n')}\n`)
  const started = await startWorkbench(bench, log)
  const { page, wrong } = await openWorkbench(browser, started.url)
  await page.getByText('The person was not found. Choose it by the menus below').waitFor()
  await page.getByRole('button', { name: 'Read the whole log' }).click()
  await page.getByText('This log names no persons').waitFor()
  await page.getByRole('button', { name: 'Choose a method' }).click()
  const fault = page.getByRole('alert').getByText('Rare-queries counts persons, and this log names none.')
  await fault.waitFor()
  await page.getByText('Without one there are scrub and token-hash').waitFor()
  expect(await page.getByRole('button', { name: 'Release by this plan' }).isEnabled()).toBe(false)
  await toRoom(page, 'Compare')
  await page.getByText('This log names no persons').waitFor()
  await toRoom(page, 'Release')
  await fault.waitFor()
  await toRoom(page, 'Method')
  await page.getByRole('button', { name: 'remove step 2' }).click()
  await page.locator('.sentence').waitFor()
  expect(await page.getByRole('button', { name: 'Release by this plan' }).isEnabled()).toBe(true)
  expect(wrong).toEqual([])
  await started.stop()
}, 240_000)

test('documents inside of documents: what is inside is chosen by buttons, and read', async () => {
  const bench = new Bench()
  const rows = Array.from({ length: 200 }, (_, i) => ({
    user: { id: `u${i % 20}`, session: `s${i}` },
    search: { text: ['cat food', 'dog lead', `present for aunt ${i}`][i % 3] },
    '@timestamp': '2024-05-01T10:00:00Z',
  }))
  const log = bench.file('log.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const started = await startWorkbench(bench, log)
  const { page, wrong } = await openWorkbench(browser, started.url)
  await page.getByText('holds objects or lists: name one inside it').first().waitFor()
  const understood = page.getByRole('list', { name: 'Who, what and when' })
  for (const [column, role] of [
    ['search.text', 'query'],
    ['user.id', 'person'],
  ]) {
    await page.getByRole('button', { name: `take ${column} for the ${role}`, exact: true }).click()
    await understood.getByText(`The ${role} is ${column}.`).waitFor()
  }
  await understood.getByText('The time is @timestamp.').waitFor()
  await readAll(page)
  await page.locator('dl').getByText('20', { exact: true }).waitFor() // persons, and not one for each session
  expect(wrong).toEqual([])
  await started.stop()
}, 240_000)

test("a shop's export: one list in a document, moments counted in milliseconds, by buttons alone", async () => {
  const bench = new Bench()
  const events = Array.from({ length: 300 }, (_, i) => ({
    id: i,
    visitor: { visitorId: `v${i % 30}`, country: ['US', 'CA'][i % 2] },
    payload: { phrase: ['rain jacket', 'wool socks', `gift for aunt ${i}`][i % 3], results: i % 50 },
    occurred: 1_759_300_000_000 + i * 3_600_000,
  }))
  const log = bench.file('export.json', JSON.stringify({ exported: '2025-11-01', events }, null, 1))
  const started = await startWorkbench(bench, log)
  const { page, wrong } = await openWorkbench(browser, started.url)
  const understood = page.getByRole('list', { name: 'Who, what and when' })
  for (const [column, role] of [
    ['visitor.visitorId', 'person'],
    ['payload.phrase', 'query'],
    ['occurred', 'time'],
  ]) {
    await page.getByRole('button', { name: `take ${column} for the ${role}`, exact: true }).click()
    await understood.getByText(`The ${role} is ${column}.`).waitFor()
  }
  await readAll(page)
  await page.locator('dl').getByText('300', { exact: true }).waitFor()
  await page.locator('dl').getByText('1 Oct 2025').waitFor()
  expect(wrong).toEqual([])
  await started.stop()
}, 240_000)

test('the languages that the log tells: what is signed off names them, as the release will', async () => {
  const bench = new Bench()
  const asked = [
    'und wo ist die Küche',
    'Müll für die Tonne',
    'der Plan für Größe',
    'nicht mit Öl',
    'eine Straße von hier',
  ]
  const rows = Array.from({ length: 300 }, (_, i) => `k${i % 30},${asked[i % 5]} ${i % 10},2024-05-01 10:00:00\n`)
  const started = await startWorkbench(bench, bench.file('log.csv', `user,query,time\n${rows.join('')}`))
  const { page, wrong } = await openWorkbench(browser, started.url)
  await page.getByText('Of the first').waitFor()
  await toRoom(page, 'Release')
  await page.getByText('Until then this speaks of English').waitFor()
  await toRoom(page, 'Log')
  await readAll(page)
  await toRoom(page, 'Release')
  const listed = page.locator('details').filter({ hasText: 'It does not protect' }).getByRole('listitem')
  await listed.getByText('numbers for German (Germany, Austria, Switzerland)').waitFor()
  const read = await listed.allInnerTexts()
  await signOff(page, 'shared')
  await page.getByText('Verified: it holds.').waitFor({ timeout: 60_000 })
  const { guarantee } = JSON.parse(readFileSync(bench.path('shared/manifest.json'), 'utf8')) as Manifest
  expect(guarantee.notProtected.map((one) => one.slice(1, 60))).toEqual(read.map((one) => one.slice(1, 60)))
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

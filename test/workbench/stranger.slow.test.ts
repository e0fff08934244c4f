import { writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.js'
import { Bench } from '../support/lethe.js'
import { compareOnly, openWorkbench, signOff, startWorkbench, toRoom } from '../support/workbench.js'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
}, 300_000)
afterAll(() => browser?.close())

const ASKED = ['Mütze grün', 'Wanderschuhe', 'Zelt für 2', 'Regenjacke', 'Schlafsack', 'Trinkflasche', 'Größe 42']

/** What a German shop's spreadsheet writes: semicolons, windows-1252, a date and a clock in columns of their own. */
function spreadsheet(): string {
  const rows = Array.from({ length: 160 }, (_, person) =>
    ASKED.slice(person % 3).map((query, i) => {
      const clock = `${8 + (person % 12)}:${String((person * 7) % 60).padStart(2, '0')}`
      return [`K-${10_000 + 7 * person}`, query, `0${1 + i}.10.2025`, clock, ['DE', 'AT', 'CH'][person % 3]].join(';')
    }),
  ).flat()
  return `Kd-Nr;Suchbegriff;Datum;Uhrzeit;Land\r\n${rows.join('\r\n')}\r\n`
}

/** What a library's catalogue writes: some ask without a card, and each query has its page. */
function catalogue(): string {
  const rows = Array.from({ length: 120 }, (_, person) =>
    ASKED.slice(person % 3).map((query, i) => {
      const card = (person + i) % 9 === 0 ? '' : `A${40_000 + 7 * person}`
      const at = `0${1 + i}.10.2025 ${8 + (person % 12)}:${String((person * 7) % 60).padStart(2, '0')}:09`
      return [card, query, at, `https://opac.example/titel/${query.length}`].map((value) => `"${value}"`).join(',')
    }),
  ).flat()
  return `"Ausweis","Suchanfrage","Zeitpunkt","Treffer-Link"\n${rows.join('\n')}\n`
}

test("a library's catalogue: rows without a person, and clicks that nobody needs, are left out by one button each", async () => {
  const bench = new Bench()
  const started = await startWorkbench(bench, bench.file('opac.csv', catalogue()))
  const { page, wrong } = await openWorkbench(browser, started.url)
  const understood = page.getByRole('list', { name: 'Who, what and when' })
  for (const [column, role] of [
    ['Ausweis', 'person'],
    ['Suchanfrage', 'query'],
    ['Zeitpunkt', 'time'],
    ['Treffer-Link', 'clicked result'],
  ]) {
    await page.getByRole('button', { name: `take ${column} for the ${role}`, exact: true }).click()
    await understood.getByText(`The ${role} is ${column}.`).waitFor()
  }
  await page.getByRole('button', { name: 'Read the whole log' }).click()
  await page.getByRole('button', { name: 'Leave those rows out, and read the rest' }).click()
  await page.getByText('asked something that nobody else did').waitFor()
  await page.getByText('rows did not parse').waitFor()
  await toRoom(page, 'Compare')
  await compareOnly(page, 'rare-queries')
  await page.getByText('Tried so far').waitFor({ timeout: 240_000 })
  await page.getByRole('button', { name: 'Leave clicks out and compare again' }).first().click()
  await page.getByText('Tried so far').waitFor({ state: 'detached' })
  await page.getByText('Tried so far').waitFor({ timeout: 240_000 })
  expect(await page.getByRole('button', { name: 'Leave clicks out and compare again' }).count()).toBe(0)
  await toRoom(page, 'Log')
  await understood.getByText('The clicked result is left out, as you said.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await understood.getByText('The clicked result is Treffer-Link.').waitFor()
  expect(wrong).toEqual([])
  await started.stop()
})

test("somebody else's spreadsheet, by what the page says alone: encoding, columns, a first look, a release that is shown to hold", async () => {
  const bench = new Bench()
  writeFileSync(bench.path('suchlog.csv'), spreadsheet(), 'latin1')
  const started = await startWorkbench(bench, bench.path('suchlog.csv'))
  const { page, wrong } = await openWorkbench(browser, started.url)
  await page.getByText('Say first which column is the query').waitFor()
  await page.getByRole('button', { name: 'Read it as windows-1252' }).click()
  await page.getByText('Some rows are set aside').waitFor({ state: 'detached' })
  const understood = page.getByRole('list', { name: 'Who, what and when' })
  for (const [column, role] of [
    ['Kd-Nr', 'person'],
    ['Suchbegriff', 'query'],
    ['Datum', 'time'],
  ]) {
    await page.getByRole('button', { name: `take ${column} for the ${role}`, exact: true }).click()
    await understood.getByText(`The ${role} is ${column}.`).waitFor()
  }
  await page.getByRole('button', { name: 'take Datum with Uhrzeit for the time' }).click()
  await understood.getByText('The time is Datum+Uhrzeit.').waitFor()
  await page.getByText('DD.MM.YYYY hh:mm').first().waitFor()
  expect(await page.getByText('which is now left out').count()).toBe(0)
  await page.getByRole('button', { name: 'Read the whole log' }).click()
  await page.getByText('asked something that nobody else did').waitFor()
  await page.getByText('961', { exact: true }).waitFor() // rows: none was lost to the encoding

  await page.getByRole('button', { name: 'Have it advised' }).click()
  await page.getByRole('button', { name: 'Run the comparison' }).click()
  await page.getByText('Tried so far: 7 settings').waitFor({ timeout: 600_000 })
  await page
    .getByRole('region', { name: 'The advice' })
    .getByText(/fits?\b/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'take the plan scrub + rare-queries k=30', exact: true }).click()
  await page.locator('.sentence').getByText('at least 30 distinct persons').waitFor()
  await page.getByText('Say first: who answers for it, why it is made').waitFor()
  await signOff(page, 'shared')
  await page.getByText('Verified: it holds.').waitFor({ timeout: 120_000 })
  await page.getByRole('link', { name: 'Public report' }).waitFor({ timeout: 120_000 })
  await toRoom(page, 'Releases')
  await page.getByText('Signed off by A. Custodian').waitFor()
  expect(wrong).toEqual([])
  expect(await started.stop()).toBe(0)
})

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { generate } from '../src/index.js'
import { startWorkbench } from '../src/workbench/index.js'

/** Takes the pictures of the workbench that stand in the guides: npm run pictures. */

const OUT = join(PACKAGE_ROOT, 'docs', 'pictures')
const SIZE = { width: 1120, height: 780 }
const TALL = { width: 1120, height: 1440 }
const LONG_MS = 900_000

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-pictures-'))
  process.env.LETHE_STATE = join(folder, 'state')
  const work = join(folder, 'work')
  mkdirSync(work)
  const browser = await chromium.launch({
    executablePath: process.env.LETHE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const log = join(work, 'searches.tsv')
    await generate({ users: 300, days: 42, seed: 7, out: log })
    const bench = await startWorkbench({ log })
    mkdirSync(OUT, { recursive: true })
    await take(browser, bench.url)
    await bench.close()
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function take(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light' })
  const page = await context.newPage()
  page.setDefaultTimeout(LONG_MS)
  await page.goto(url)
  await page.getByText('Of the first').waitFor()
  await shot(page, 'log')
  await page.getByRole('button', { name: 'Read the whole log' }).click()
  await page.getByText('asked something that nobody else did').waitFor()
  await page.getByRole('button', { name: 'Look for identifying data' }).click()
  await page.getByRole('button', { name: 'Show the texts on this screen' }).waitFor()
  await shot(page, 'people')
  await room(page, 'method')
  await page.getByLabel('Move k').waitFor()
  await page.setViewportSize(TALL)
  await shot(page, 'method')
  await page.setViewportSize(SIZE)
  await room(page, 'compare')
  await page.getByText('A first look', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Run the comparison' }).click()
  await page.getByRole('region', { name: 'The advice' }).waitFor()
  await page.getByLabel('how far the participant may come').press('End')
  await page.getByText('Tried so far').waitFor()
  await page.getByRole('button', { name: 'Take this plan' }).waitFor()
  await shot(page, 'compare', page.getByRole('heading', { name: 'Whom you fear, and how far they may come' }))
  await room(page, 'release')
  await page.getByLabel('Who answers for it').fill('J. Doe, data protection')
  await page.getByLabel('Why it is made').fill('for the search team, as agreed on 12 March')
  await page.getByLabel('I have read what it does not protect').check()
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await page.getByRole('link', { name: 'Public report' }).waitFor()
  await shot(page, 'release', page.getByRole('region', { name: 'The release', exact: true }))
  await room(page, 'releases')
  await page.getByText('Signed off by').waitFor()
  await page.getByRole('button', { name: /^Verify against/ }).click()
  await page.getByText('Verified: it holds.').waitFor()
  await shot(page, 'releases')
}

async function room(page: Page, id: string): Promise<void> {
  await page.evaluate(`location.hash = '/${id}'`)
}

/** The screen as it is, from the top or with something in sight. */
async function shot(page: Page, name: string, sight?: ReturnType<Page['getByText']>): Promise<void> {
  await page.evaluate('scrollTo(0, 0); document.activeElement?.blur()')
  if (sight) await sight.first().evaluate((one) => one.scrollIntoView())
  await page.waitForTimeout(600)
  await page.screenshot({ path: join(OUT, `workbench-${name}.png`) })
}

await main()

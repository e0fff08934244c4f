import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.js'
import { Bench } from '../support/lethe.js'
import { HOSTILE } from '../support/log.js'
import {
  compareOnly,
  openWorkbench,
  readAll,
  shopExport,
  signOff,
  startWorkbench,
  toRoom,
} from '../support/workbench.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ROOMS = ['Log', 'People', 'Method', 'Compare', 'Release', 'Releases']

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
}, 300_000)
afterAll(() => browser?.close())

/** What axe-core has against a page, and what is wider than it. */
async function against(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const found = await page.evaluate<string[]>(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html].join(" ")))',
  )
  const wide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
  return [...found, ...(wide ? ['the page is wider than the screen'] : [])]
}

/** Goes the whole way, so that every room has something in it. */
async function fill(page: Page): Promise<void> {
  await readAll(page)
  await page.getByRole('button', { name: 'Look for identifying data' }).click()
  await page.getByRole('button', { name: 'Show the texts on this screen' }).click({ timeout: 60_000 })
  await toRoom(page, 'Compare')
  await compareOnly(page, 'rare-queries')
  await page.getByText('Tried so far').waitFor({ timeout: 240_000 })
  await page.getByRole('region', { name: 'The advice' }).waitFor()
  for (const name of ['one', 'two']) {
    await toRoom(page, 'Method')
    await page.locator('#p1-k').fill(name === 'one' ? '3' : '6')
    await page
      .locator('.sentence')
      .getByText(`at least ${name === 'one' ? 3 : 6} distinct`)
      .waitFor()
    await toRoom(page, 'Release')
    await page.getByLabel('Population').fill('shoppers')
    await signOff(page, name)
    await page
      .getByText(`Released: `)
      .and(page.getByText(new RegExp(`/${name}$`)))
      .waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: 'Public report' }).waitFor({ timeout: 120_000 })
  }
  await toRoom(page, 'Releases')
  await page.getByLabel('compare one').check()
  await page.getByLabel('compare two').check()
  await page.getByRole('button', { name: 'What is different between one and two' }).click()
  await page.getByRole('region', { name: 'The difference' }).waitFor({ timeout: 60_000 })
}

test('every room, full and empty, light and dark, at a desk and on a phone: nothing for axe-core to say', async () => {
  const bench = new Bench()
  const log = bench.file('shop.csv', shopExport().replace('a1,a2,a3', 'user,query,time'))
  const empty = await startWorkbench(bench, '--roots', bench.dir, bench.dir)
  const started = await startWorkbench(bench, log)
  const filled = await openWorkbench(browser, started.url)
  await fill(filled.page)
  for (const [url, what] of [
    [empty.url, 'empty'],
    [started.url, 'full'],
  ] as const)
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [1280, 390]) {
        const { page, wrong } = await openWorkbench(browser, url, { width, scheme })
        for (const room of ROOMS) {
          await toRoom(page, room)
          await page.waitForTimeout(700)
          await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
          await page.waitForTimeout(150)
          expect({ what, room, scheme, width, against: await against(page) }).toMatchObject({ against: [] })
        }
        expect(wrong).toEqual([])
        await page.context().close()
      }
  expect(filled.wrong).toEqual([])
  await Promise.all([empty.stop(), started.stop()])
})

test('by keys alone, from the start to a release', async () => {
  const bench = new Bench()
  bench.file('shop.csv', shopExport().replace('a1,a2,a3', 'user,query,time'))
  const started = await startWorkbench(bench, bench.dir)
  const { page, wrong } = await openWorkbench(browser, started.url)
  /** Tabs until something of that name has the focus, as somebody would who does not see the page. */
  const tabTo = async (name: RegExp) => {
    for (let i = 0; i < 80; i++) {
      const named = await page.evaluate<string>(
        `(() => { const at = document.activeElement; return at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText ?? '' })()`,
      )
      if (name.test(named.replace(/\s+/g, ' ').trim())) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`no key leads to ${name}`)
  }
  await page.getByRole('button', { name: 'shop.csv' }).waitFor()
  await tabTo(/^shop\.csv$/)
  await page.keyboard.press('Enter')
  await page.getByText('Of the first').waitFor()
  await tabTo(/^Read the whole log$/)
  await page.keyboard.press('Enter')
  await page.getByText('asked something that nobody else did').waitFor()
  await tabTo(/^Choose a method$/)
  await page.keyboard.press('Enter')
  await page.locator('.sentence').waitFor()
  await tabTo(/^Move k$/)
  await page.keyboard.press('ArrowRight')
  await page.locator('.sentence').getByText('at least 6 distinct').waitFor()
  await page.keyboard.press('Control+z')
  await page.locator('.sentence').getByText('at least 5 distinct').waitFor()
  await tabTo(/^Release by this plan$/)
  await page.keyboard.press('Enter')
  await tabTo(/^Who answers for it/)
  await page.keyboard.type('A. Custodian')
  await tabTo(/^Why it is made/)
  await page.keyboard.type('to see whether keys are enough')
  await tabTo(/^I have read/)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Release', exact: true }).and(page.locator(':enabled')).waitFor()
  await tabTo(/^Release$/)
  await page.keyboard.press('Enter')
  await page.getByText('Verified: it holds.').waitFor({ timeout: 60_000 })
  expect(wrong).toEqual([])
  await started.stop()
})

test('differential privacy: columns by their looks, a budget, and what verified means there', async () => {
  const bench = new Bench()
  const started = await startWorkbench(
    bench,
    bench.file('shop.csv', shopExport().replace('a1,a2,a3', 'client,phrase,moment')),
  )
  const { page, wrong } = await openWorkbench(browser, started.url)
  await page.getByRole('button', { name: 'take client for the person' }).click()
  await page.getByRole('list', { name: 'Who, what and when' }).getByText('The person is client.').waitFor()
  await page.getByRole('button', { name: 'take moment for the time' }).click()
  await expect.poll(() => page.getByText('you named it').count(), { timeout: 20_000 }).toBe(3)
  await readAll(page)
  await toRoom(page, 'Method')
  await page.getByLabel('method of step 2').selectOption('gaussian-threshold')
  await page.locator('#p1-epsilon').fill('4')
  await page.locator('.sentence').getByText('(4, 1e-6)-differential privacy').waitFor()
  await toRoom(page, 'Release')
  await page.getByText('That the noise was drawn as promised no output can show').waitFor()
  await page.getByLabel('Population').fill('budgeted')
  await page.getByText('No budget is set for budgeted').click()
  await page.getByLabel('epsilon at most').fill('6')
  await page.getByRole('button', { name: 'Set the budget' }).click()
  await page.getByRole('cell', { name: 'epsilon 4 of 6' }).waitFor()
  await signOff(page, 'counts')
  await page.getByText('Verified as far as a release can be.').waitFor({ timeout: 60_000 })
  await page.getByText('What cannot be checked, by anybody, of any release:').waitFor()
  await page.getByRole('region', { name: 'The ledger' }).getByRole('alert').waitFor()
  expect(await page.getByRole('button', { name: 'Release', exact: true }).isEnabled()).toBe(false)
  expect(wrong).toEqual([])
  await started.stop()
})

/** Beside honest releases two that came from elsewhere: one hostile in every word, and one that can be read, with hostile sentences, record and report. */
function foreignReleases(bench: Bench, texts: readonly string[]): void {
  let nth = 0
  const spoil = (value: unknown): unknown => {
    if (typeof value === 'string') return texts[nth++ % texts.length]
    if (Array.isArray(value)) return value.map(spoil)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, spoil(inside)]))
  }
  const change = (file: string, how: (record: Record<string, unknown>) => object) =>
    writeFileSync(bench.path(file), JSON.stringify(how(JSON.parse(readFileSync(bench.path(file), 'utf8')))))
  for (const name of ['spoilt', 'lent']) {
    for (const part of ['', '.private'])
      cpSync(bench.path(`one${part}`), bench.path(`${name}${part}`), { recursive: true })
    change(`${name}.private/record.json`, (record) => ({
      ...(spoil(record) as object),
      population: [{}],
      signedOff: { by: {}, reason: [] },
    }))
  }
  change('spoilt/manifest.json', (manifest) => spoil(manifest) as object)
  change('lent/manifest.json', ({ guarantee, ...rest }) => ({
    ...rest,
    guarantee: { ...(guarantee as object), sentence: texts.join(' '), notProtected: texts, assumptions: texts },
  }))
  const script = `document.title = 'touched'; fetch('http://127.0.0.1:1/x')`
  bench.file(
    'lent-report.html',
    `<title>untouched</title><p>a foreign report<img src="http://127.0.0.1:1/x" onerror="${script}"><script>${script}</script>`,
  )
}

test('a log of hostile text alone executes nothing and loads nothing, in any room', async () => {
  const bench = new Bench()
  const texts = [
    ...HOSTILE.map((text) => text.slice(0, 2000)),
    '<script>alert(1)</script>',
    '<img src=http://127.0.0.1:1/x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '"><iframe src=javascript:alert(1)>',
    'javascript:alert(1)',
    '{{alert(1)}} {@html alert(1)}',
    '</textarea><style>@import url(http://127.0.0.1:1/x)</style>',
    '&lt;b&gt; call 212 555 0147',
  ]
  const name = '<img src=x onerror=alert(1)>.ndjson'
  const odd = '<b onmouseover=alert(1)>'
  const rows = texts.flatMap((query) =>
    Array.from({ length: 7 }, (_, i) => ({
      user: `<u${i}>`,
      query,
      time: '2024-05-01 10:00:00',
      url: `javascript:alert(${i})`,
      [odd]: query,
    })),
  )
  bench.file(name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const started = await startWorkbench(bench, bench.path(name))
  const { page, wrong } = await openWorkbench(browser, started.url)
  page.on('dialog', (dialog) => {
    wrong.push('a dialog')
    void dialog.dismiss()
  })
  const asked: string[] = []
  page.context().on('requestfinished', (request) => {
    if (!request.url().startsWith(new URL(started.url).origin)) asked.push(request.url())
  })
  await page.getByText('Of the first').waitFor()
  await fill(page)
  foreignReleases(bench, texts)
  for (const room of ROOMS) {
    await toRoom(page, room)
    await page.waitForTimeout(500)
    expect(await page.locator('script:not([src]), iframe, img, main style, object, embed').count()).toBe(0)
    expect(await page.content()).not.toMatch(/<b onmouseover|<svg onload/)
  }
  // Releases from somebody else stand beside the others, and the report of one runs and loads nothing.
  await page.getByRole('heading', { name: 'spoilt' }).waitFor()
  expect(await page.locator('.timeline > li').count()).toBe(4)
  const lent = page.locator('.timeline > li').filter({ has: page.getByRole('heading', { name: 'lent' }) })
  const link = lent.getByRole('link', { name: 'public report' })
  const [report] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  report.on('dialog', () => wrong.push('a dialog'))
  await report.getByText('a foreign report').waitFor()
  await report.waitForTimeout(500)
  expect(await report.title()).toBe('untouched')
  expect(asked).toEqual([])
  await report.close()
  const cookies = await page.context().cookies()
  expect(JSON.stringify(cookies)).not.toContain('alert')
  expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0)
  expect(wrong).toEqual([])
  await started.stop()
  expect(started.said()).not.toContain('alert')
})

import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './support/browser.js'
import { Bench } from './support/lethe.js'
import { HOSTILE, mixedLog, writeLog } from './support/log.js'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
}, 300_000)
afterAll(() => browser?.close())

/** Tables that are cut, and pictures whose letters (13 of their own pixels) are smaller than 11. */
const CUT = `[
  ...[...document.querySelectorAll('.wide')].filter((one) => one.scrollWidth > one.clientWidth + 1).map(() => 'a table is cut'),
  ...[...document.querySelectorAll('svg.plot')].filter((svg) => !svg.closest('details:not([open])'))
    .filter((svg) => (13 * svg.getBoundingClientRect().width) / svg.viewBox.baseVal.width < 11).map(() => 'small letters'),
]`

/** Opens a page as a phone, a desk and a printer would, and says what went wrong. */
async function look(
  path: string,
): Promise<{ readonly wrong: string[]; readonly text: string; readonly drawn: number }> {
  const wrong: string[] = []
  let [text, drawn] = ['', 0]
  for (const [width, scheme] of [
    [360, 'light'],
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: scheme })
    page.on('console', (message) => wrong.push(`console: ${message.text()}`))
    page.on('pageerror', (error) => wrong.push(`error: ${error.message}`))
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) wrong.push(`asks for ${request.url()}`)
    })
    await page.goto(pathToFileURL(path).href)
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
    if (wide > width) wrong.push(`${wide} pixels wide at ${width}`)
    wrong.push(...(await page.evaluate<string[]>(CUT)).map((what) => `${what} at ${width}`))
    text = await page.evaluate<string>('document.body.innerText')
    drawn = await page.evaluate<number>(
      '[...document.querySelectorAll("svg")].filter((svg) => svg.getBoundingClientRect().height > 100).length',
    )
    expect((await page.screenshot({ fullPage: true })).length).toBeGreaterThan(10_000)
    await page.close()
  }
  return { wrong, text, drawn }
}

test('a comparison shows at every width, without errors and without the network', async () => {
  const bench = new Bench()
  const hostile = HOSTILE.flatMap((query) => Array.from({ length: 4 }, (_, i) => ({ user: `p${i}`, query })))
  const log = writeLog(bench.path('log.ndjson'), [...mixedLog(), ...hostile])
  const grid = bench.file(
    'grid.json',
    JSON.stringify({ grid: [{ method: 'rare-queries', k: [2, 3, 5], link: 'user' }] }),
  )
  await bench.json('compare', log, '--plan', grid, '-o', bench.path('out'), '--public')
  const { wrong, text, drawn } = await look(bench.path('out/report.html'))
  expect(wrong).toEqual([])
  expect(text).toMatch(
    /^Ways to release log\.ndjson, compared[\s\S]*Release [\s\S]*All settings[\s\S]*rare-queries k=3/,
  )
  expect(drawn).toBeGreaterThanOrEqual(2)
  expect((await look(bench.path('out/report-public.html'))).wrong).toEqual([])
})

test('a report on one release does too', async () => {
  const bench = new Bench()
  const log = writeLog(bench.path('log.ndjson'), mixedLog())
  await bench.json('release', 'rare-queries', log, '--k', '3', '--link', 'user', '--truth', '-o', bench.path('release'))
  await bench.json('report', bench.path('release'), '--against', log, '-o', bench.path('report.html'))
  const { wrong, text } = await look(bench.path('report.html'))
  expect(wrong).toEqual([])
  expect(text).toMatch(/What is promised/)
})

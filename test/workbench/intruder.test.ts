import { symlinkSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { State } from '../../src/workbench/api.js'
import { openBrowser } from '../support/browser.js'
import { Bench } from '../support/lethe.js'
import { serve } from '../support/web-server.js'
import { openWorkbench, shopExport, startWorkbench } from '../support/workbench.js'

/** A name of the attacker's, that by now leads to this machine. */
const REBOUND = 'evil.example'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser(`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`)
}, 300_000)
afterAll(() => browser?.close())

const stateOf = (page: Page, base: string) =>
  page.evaluate<State>(`fetch(${JSON.stringify(`${base}api/state`)}).then((answer) => answer.json())`)

test('in a browser: no wrong token, no page of another server of this machine, no rebound name', async () => {
  const bench = new Bench()
  const started = await startWorkbench(bench, bench.file('shop.csv', shopExport()))
  const { origin, pathname: base, port, search } = new URL(started.url)

  const stranger = await (await browser.newContext()).newPage()
  for (const query of ['', '?token=nothing']) {
    expect((await stranger.goto(`${origin}${base}${query}`))?.status()).toBe(401)
    expect(await stranger.content()).not.toContain('shop.csv')
  }
  expect(await stranger.context().cookies()).toEqual([])

  // The custodian has the page open; the token is neither in its address nor behind it.
  const { page } = await openWorkbench(browser, started.url)
  await page.getByText('Of the first').waitFor()
  expect(page.url()).not.toContain('token')
  await page.goBack().catch(() => null)
  expect(page.url()).not.toContain('token')

  // In the same browser, a page of another server that knows the path: to the browser it is of the same site.
  const foreign = await serve((_, response) => response.setHeader('content-type', 'text/html').end('<p>foreign</p>'))
  const other = await page.context().newPage()
  await other.goto(foreign)
  const tried = await other.evaluate<string[]>(`(async () => {
    const base = ${JSON.stringify(`${origin}${base}`)}
    const tried = []
    const post = { method: 'POST', credentials: 'include', body: '{}' }
    for (const [path, how] of [
      ['api/state', { credentials: 'include' }],
      ['api/inspect', { ...post, headers: { 'content-type': 'application/json' } }],
      ['api/inspect', { ...post, mode: 'no-cors' }],
    ])
      tried.push(await fetch(base + path, how).then((answer) => answer.text(), () => 'refused'))
    const loads = (kind, set) => new Promise((resolve) => {
      const one = document.createElement(kind)
      one.onload = () => resolve(kind + ' loaded')
      one.onerror = () => resolve('refused')
      set(one)
      document.body.append(one)
    })
    tried.push(await loads('img', (one) => { one.src = base + 'icon.svg' }))
    tried.push(await loads('script', (one) => { one.src = base + 'api/state' }))
    tried.push(await new Promise((resolve) => {
      const heard = new EventSource(base + 'api/events', { withCredentials: true })
      heard.addEventListener('state', () => resolve('heard'))
      heard.onerror = () => resolve('refused')
    }))
    const frame = document.createElement('iframe')
    frame.src = base
    document.body.append(frame)
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: base + 'api/inspect', enctype: 'text/plain', target: 'elsewhere' })
    document.body.append(form)
    form.submit()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return tried
  })()`)
  expect(tried).toEqual(tried.map(() => 'refused'))
  for (const frame of other.frames().slice(1)) expect(await frame.content()).not.toContain('Lethe')

  // A name of somebody else that leads here: the browser would give its page what this server says.
  for (const query of ['', search]) {
    const answer = await other.goto(`http://${REBOUND}:${port}${base}${query}`)
    expect(answer?.status()).toBe(421)
    expect(await other.content()).not.toContain('shop.csv')
  }
  await page.goto(`${origin}${base}`)
  await page.getByText('Of the first').waitFor()
  expect((await stateOf(page, base)).jobs.map(({ kind }) => kind)).toEqual(['preview']) // nobody else started anything
  await started.stop()
})

test('a path outside of the folders, typed into the page, leads nowhere', async () => {
  const bench = new Bench()
  bench.file('within/shop.csv', shopExport())
  bench.file('secret.csv', shopExport())
  symlinkSync(bench.path('secret.csv'), bench.path('within/link.csv'))
  const started = await startWorkbench(bench, bench.path('within'))
  const { page, wrong } = await openWorkbench(browser, started.url)
  await page.getByRole('button', { name: 'shop.csv' }).waitFor()
  expect(await page.getByRole('button', { name: 'link.csv' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'folder above' }).count()).toBe(0)
  for (const path of ['/etc/passwd', '../secret.csv', 'link.csv', '/nothing-here']) {
    await page.getByLabel('Path of a log').fill(path)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('alert').getByText('outside of the folders').waitFor()
    await page.getByLabel('Path of a log').fill('shop')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('alert').getByText('There is no file or folder shop').waitFor()
  }
  expect(wrong.filter((one) => !one.includes('status of 400'))).toEqual([])
  await started.stop()
})

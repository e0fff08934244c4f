import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import jsQR from 'jsqr'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openHome } from '../../src/peer/node/home.js'
import type { RunningPeer } from '../../src/peer/node/peer.js'
import { peerOnPage } from '../../src/run/peer.js'
import { openBrowser } from '../support/browser.js'
import { Bench } from '../support/lethe.js'
import { type Place, places, search, startHere, until } from '../support/peers.js'
import { searchEngine, someQuery } from '../support/search-engine.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
}, 300_000)
afterAll(() => browser?.close())

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()))
})

async function window(colorScheme: 'light' | 'dark' = 'light', width = 1000): Promise<Page> {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } })
  running.push(context)
  return context.newPage()
}

/** What axe-core has against the page. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate<string[]>(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [location.pathname, id, nodes[0].html].join(" ")))',
  )
}

async function setUp(count: number, friends: readonly (readonly [number, number])[]) {
  const engine = await searchEngine()
  const homes = await places(new Bench().dir, count, friends)
  const peers: RunningPeer[] = []
  for (const home of homes) peers.push(await startHere(home, engine.template))
  running.push(engine, ...peers)
  return { engine, homes: homes as Place[], peers }
}

test('two windows, two peers: they invite each other on their pages, and search through each other', async () => {
  const { engine, homes, peers } = await setUp(2, [])
  const windows = [await window(), await window('dark')] as const
  for (const [i, page] of windows.entries()) {
    // The invitation of the other, by its link.
    const other = windows[1 - i]!
    await other.goto(`${peers[1 - i]!.url}/friends`)
    const link = (await other.getAttribute('main a[href*="invitation="]', 'href')) ?? ''
    expect(new URL(link).searchParams.get('invitation')).toBe(`${homes[1 - i]!.listen}/p2p/${homes[1 - i]!.id}`)
    await page.goto(`${peers[i]!.url}/friends${new URL(link).search}`)
    await page.fill('#name', `pal ${1 - i}`)
    await page.click('text="Add"')
    await page.waitForSelector(`th:has-text("pal ${1 - i}")`)
  }
  await until(() => peers.every((peer) => peer.status().friends.every(({ state }) => state === 'connected')))
  const wentOutBy = () => new Set(engine.log.map(({ user }) => user)).size
  // A vector of an epoch may send all that both ask out by the same peer; the next epoch draws another.
  for (let i = 0; i < 10 || (i < 200 && wentOutBy() < 2); i++) {
    const page = windows[i % 2]!
    await page.goto(peers[i % 2]!.url)
    await page.fill('input[name=q]', someQuery(i))
    await page.keyboard.press('Enter')
    await page.waitForSelector('h2 a')
  }
  expect(wentOutBy()).toBe(2)
  await until(() => peers.some((peer) => peer.status().submittedForOthers > 0))

  // Each sees what went out and has it forgotten; exposure is told in words and drawn.
  for (const [i, page] of windows.entries()) {
    await page.goto(`${peers[i]!.url}/activity`)
    expect(await page.innerText('main')).toMatch(/yours, (in your own name|handed to pal)/)
    await page.click('text="Forget all of this"')
    await page.waitForSelector('text=Nothing has gone out')
    await page.goto(peers[i]!.url)
    await page.fill('input[name=q]', someQuery(500 + i))
    await page.keyboard.press('Enter')
    await page.waitForSelector('h2 a')
    await page.goto(`${peers[i]!.url}/status`)
    expect(await page.innerText('main')).toContain('the search engine can tell')
    expect(await page.getAttribute('svg', 'role')).toBe('img')
  }
  // One strikes the other off: it is told as refused.
  await windows[0].goto(`${peers[0]!.url}/friends`)
  await windows[0].click('text="Remove"')
  await windows[0].waitForSelector('text=Nobody yet')
  await until(() => peers[1]!.status().friends[0]?.state === 'refused')
  await windows[1].goto(`${peers[1]!.url}/friends`)
  expect(await windows[1].innerText('table')).toContain('does not let you in')
}, 120_000)

test('every page: nothing for axe-core to say, in light and dark, on a phone; box and button in one line; by keyboard alone', async () => {
  const { peers } = await setUp(2, [[0, 1]])
  const { url } = peers[0]!
  for (let i = 0; i < 5; i++) await search(url, someQuery(i))
  for (const [scheme, width] of [
    ['light', 1000],
    ['dark', 360],
  ] as const) {
    const page = await window(scheme, width)
    const wrong: string[] = []
    for (const path of ['/', '/search?q=river+stone', '/search?q=', '/friends', '/activity', '/status', '/nothing']) {
      await page.goto(`${url}${path}`)
      wrong.push(...(await violations(page)))
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (wide > width) wrong.push(`${path} is ${wide} wide`)
    }
    expect(wrong).toEqual([])
    await page.goto(url)
    const box = await page.locator('input[name=q]').boundingBox()
    const button = await page.locator('button').boundingBox()
    expect(Math.abs(box!.y - button!.y)).toBeLessThan(3)
    const paper = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    expect(paper).toBe(scheme === 'dark' ? 'rgb(23, 23, 27)' : 'rgb(255, 255, 255)')
    // The box has the focus; backwards lie the places, all of them reached by Tab.
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Status')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/status')
  }
}, 120_000)

test('the QR code is the link of the invitation', async () => {
  const { homes, peers } = await setUp(1, [])
  const page = await window('dark')
  await page.goto(`${peers[0]!.url}/friends`)
  const link = await page.getAttribute('main a[href*="invitation="]', 'href')
  const shot = (await page.locator('svg.qr').screenshot()).toString('base64')
  const pixels = await (await window()).evaluate(
    `new Promise((resolve) => {
      const image = new Image()
      image.onload = () => {
        const canvas = new OffscreenCanvas(image.width, image.height)
        const context = canvas.getContext('2d')
        context.drawImage(image, 0, 0)
        resolve({ data: [...context.getImageData(0, 0, image.width, image.height).data], width: image.width, height: image.height })
      }
      image.src = 'data:image/png;base64,${shot}'
    })`,
  )
  const { data, width, height } = pixels as { data: number[]; width: number; height: number }
  const read = (jsQR as unknown as typeof jsQR.default)(Uint8ClampedArray.from(data), width, height)
  expect(read?.data).toBe(link)
  expect(decodeURIComponent(link ?? '')).toContain(`/p2p/${homes[0]!.id}`)
}, 60_000)

test('other web pages cannot make the peer search, by image, script, frame or form; a person who follows a link can', async () => {
  const { engine, peers } = await setUp(1, [])
  const { url } = peers[0]!
  const target = `${url}/search?q=forged`
  const evil = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    if (request.url === '/navigates') return void response.end(`<script>location = '${target}'</script>`)
    response.end(`<img src="${target}"><iframe src="${target}"></iframe><script>fetch('${target}', { mode: 'no-cors' }).catch(() => {})</script>
      <form method=post action="${url}/forget" target=_blank><button id=post>x</button></form><a href="${url}/search?q=river+stone">follow</a>`)
  })
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  running.push({ close: async () => void evil.close() })
  const elsewhere = `http://localhost:${(evil.address() as AddressInfo).port}`
  const page = await window()
  await page.goto(elsewhere)
  await page.waitForLoadState('networkidle')
  await page.goto(`${elsewhere}/navigates`)
  await page.waitForSelector('text=Another web page asked for this')
  expect(engine.log).toEqual([])

  await search(url, someQuery(1))
  await page.goto(elsewhere)
  const [posted] = await Promise.all([page.context().waitForEvent('page'), page.click('#post')])
  await posted.waitForSelector('text=This did not come from this page')
  await page.goto(`${url}/activity`)
  expect(await page.innerText('main')).toContain(someQuery(1)) // nothing was forgotten

  await page.goto(elsewhere)
  await page.click('text=follow')
  await page.waitForSelector('h2 a')
  expect(engine.log.map(({ query }) => query)).toEqual([someQuery(1), 'river stone'])
}, 60_000)

test('first steps on the page alone: agree, name the engine, search', async () => {
  const bench = new Bench()
  const engine = await searchEngine()
  running.push(engine)
  const [place] = (await places(bench.dir, 1, [])) as [Place]
  place.home.remember({ consent: undefined as never })
  const opened: string[] = []
  const started = peerOnPage({
    home: place.home.dir,
    listen: place.listen,
    from: place.from,
    port: 0,
    opened: (url) => opened.push(url),
  })
  await until(() => opened.length > 0)
  const page = await window()
  await page.goto(opened[0]!)
  expect(await violations(page)).toEqual([])
  expect(await page.innerText('main')).toContain("submits other people's queries in your name")
  await page.fill('#search', 'no address')
  await page.check('input[name=consent]')
  await page.click('button')
  await page.waitForSelector('[role=alert]')
  await page.check('input[name=consent]')
  await page.fill('#search', engine.template)
  await page.click('button')
  await page.waitForSelector('text=First steps')
  running.push(await started)
  await page.fill('input[name=q]', 'lantern orchard')
  await page.keyboard.press('Enter')
  expect(await page.textContent('h2 a')).toBe('About lantern & orchard')
  expect(openHome(place.home.dir).memory()).toMatchObject({ search: engine.template, adapter: 'json' })
}, 60_000)

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { inspect } from '../src/index.js'
import { startWorkbench } from '../src/workbench/index.js'
import { inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { zipfLog } from './zipf-log.js'

const MEMORY = 3 * 2 ** 30
/** No view and no step of a slider may take longer, once the log has been read. */
const VIEW_SECONDS = 2
const STEPS = 8

export const WORKBENCH_PARTS: Readonly<Record<string, (path: string, memory: number) => Promise<Sample>>> = {
  inspect: (path, memory) => sample(() => inspect([path], { memory })),
}

/** The workbench in a browser: reading a log against `inspect` of it in the same run; then each room, and steps of the slider. The first start builds the page. */
export async function workbenchBench(rows: number): Promise<Outcome> {
  const log = zipfLog(rows)
  const limit = inChild('inspect', [log, String(MEMORY)])
  const state = mkdtempSync(join(tmpdir(), 'lethe-bench-workbench-'))
  process.env.LETHE_STATE = state
  rmSync(join(PACKAGE_ROOT, 'workbench', 'dist'), { recursive: true, force: true })
  const firstStart = await timed(async () => (await startWorkbench({ log, roots: [dirname(log)] })).close())
  const bench = await startWorkbench({ log, roots: [dirname(log)], memory: MEMORY })
  const peak = peakOfChildren()
  const browser = await launched()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(900_000)
    const opened = await timed(async () => {
      await page.goto(bench.url)
      await page.getByText('Of the first').waitFor()
    })
    const read = await timed(async () => {
      await page.getByRole('button', { name: 'Read the whole log' }).click()
      await page.getByText('asked something that nobody else did').waitFor()
    })
    const views = await viewsOf(page)
    return {
      name: 'workbench',
      ours: round(read),
      limit: round(limit.seconds),
      ratio: round(read / limit.seconds),
      unit: 's',
      atMost: 1.25,
      peakMiB: peak(),
      detail: {
        rows,
        firstStart: round(firstStart),
        opened: round(opened),
        ...views,
        viewsBeyondTwoSeconds: Object.values(views).filter((seconds) => seconds > VIEW_SECONDS).length,
        inspectPeakMiB: limit.peakMiB,
      },
    }
  } finally {
    await browser.close()
    await bench.close()
    rmSync(state, { recursive: true, force: true })
  }
}

const TEXTS = 100_000
const FRAMES = 120

/** A table of 100,000 texts, scrolled from end to end, against a page that has as many frames and nothing to draw. */
export async function workbenchRowsBench(): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-bench-workbench-'))
  process.env.LETHE_STATE = join(folder, '.state')
  const log = join(folder, 'log.tsv')
  const rows = Array.from(
    { length: TEXTS },
    (_, i) => `u${i % 900}\twrite to person${i}@mail.example.com\t2024-05-01 10:00:00\n`,
  )
  writeFileSync(log, `user\tquery\ttime\n${rows.join('')}`)
  const bench = await startWorkbench({ log })
  const browser = await launched()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(900_000)
    await page.goto(bench.url)
    await page.getByRole('button', { name: 'Read the whole log' }).click()
    await page.getByRole('button', { name: 'Look for identifying data' }).click()
    await page.getByRole('button', { name: 'Show the texts on this screen' }).click()
    const table = page.getByRole('table', { name: 'texts with identifying data' })
    await table.waitFor()
    const all = Number(await table.getAttribute('aria-rowcount')) - 1
    const still = await frames(page, '')
    const scrolled = await frames(
      page,
      `const box = document.querySelector('[aria-label="texts with identifying data"]'); box.scrollTop = box.scrollHeight * step / ${FRAMES}`,
    )
    const mean = (times: readonly number[]) => times.reduce((sum, time) => sum + time, 0) / times.length
    return {
      name: 'workbench-rows',
      ours: round(mean(scrolled)),
      limit: round(mean(still)),
      ratio: round(mean(scrolled) / mean(still)),
      unit: 'ms a frame',
      atMost: 2,
      peakMiB: 0,
      detail: { texts: all, longest: round(Math.max(...scrolled)), longestStill: round(Math.max(...still)) },
    }
  } finally {
    await browser.close()
    await bench.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** How long each frame takes while something is done in each. */
function frames(page: Page, work: string): Promise<number[]> {
  return page.evaluate<number[]>(`new Promise((resolve) => {
    const times = []
    let [last, step] = [performance.now(), 0]
    const frame = () => {
      const now = performance.now()
      times.push(now - last)
      last = now
      step++
      ${work}
      if (step < ${FRAMES}) requestAnimationFrame(frame)
      else resolve(times.slice(1))
    }
    requestAnimationFrame(frame)
  })`)
}

function launched(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.LETHE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

/** Seconds until each room shows what it is for, and for the slowest step of the slider. */
async function viewsOf(page: Page): Promise<Record<string, number>> {
  const views: Record<string, number> = {}
  const view = async (room: string, ready: () => Promise<unknown>) => {
    views[room] = round(
      await timed(async () => {
        await page.evaluate(`location.hash = '/${room}'`)
        await ready()
      }),
    )
  }
  await view('method', () => page.getByLabel('Move k').waitFor())
  const slider = page.getByLabel('Move k')
  await slider.focus()
  const sentence = page.locator('.sentence')
  let slowest = 0
  for (let i = 0; i < STEPS; i++) {
    const before = await sentence.innerText()
    const step = await timed(async () => {
      await page.keyboard.press('ArrowRight')
      while ((await sentence.innerText()) === before) await page.waitForTimeout(10)
    })
    slowest = Math.max(slowest, step)
  }
  views.slider = round(slowest)
  const after = async (name: string, change: () => Promise<unknown>, ready: () => Promise<unknown>) => {
    views[name] = round(await timed(() => Promise.all([ready(), change()])))
  }
  const method = page.getByLabel('method of step 2')
  await after(
    'otherMethod',
    () => method.selectOption('gaussian-threshold'),
    () => sentence.getByText('differential privacy').waitFor(),
  )
  await view('compare', () => page.getByText('A first look', { exact: true }).waitFor())
  await view('release', () => page.getByText('What is spent on them adds up').waitFor())
  await after(
    'planned',
    () => page.getByLabel('Population whom').fill('measured'),
    () => page.getByText('Ledger of measured').waitFor(),
  )
  await view('releases', () => page.getByRole('heading', { name: /The ledger/ }).waitFor())
  await view('people', () => page.getByText('asked something that nobody else did').waitFor())
  await view('log', () => page.getByText('Of the first').waitFor())
  // What was read is forgotten with this: it stands last.
  const named = page.getByText('you named it').first()
  await after(
    'mapping',
    () => page.getByLabel('ItemRank is taken for').selectOption(''),
    () => named.waitFor(),
  )
  return views
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** The most memory that a process held which the workbench started, in MiB. */
function peakOfChildren(): () => number {
  let most = 0
  const look = () => {
    for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one)))
      try {
        const status = readFileSync(`/proc/${name}/status`, 'latin1')
        if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid || /^Name:\s+chrom/m.test(status)) continue
        most = Math.max(most, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
      } catch {} // it is gone
  }
  const timer = setInterval(look, 200)
  return () => {
    clearInterval(timer)
    return Math.round(most)
  }
}

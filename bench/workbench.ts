import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { inspect } from '../src/index.js'
import { startWorkbench } from '../src/workbench/index.js'
import { inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { zipfLog } from './zipf-log.js'

const MEMORY = 3 * 2 ** 30
/** No view and no step of a slider may take longer, once the log has been read. */
const VIEW_SECONDS = 2
const STEPS = 8

export const WORKBENCH_PARTS: Readonly<Record<string, (path: string, memory: number) => Promise<Sample>>> = {
  inspect: (path, memory) => sample(() => inspect([path], { memory, examples: 6 })),
}

/** The workbench in a browser: reading a log against `inspect` of it in the same run; then each room, and steps of the slider. */
export async function workbenchBench(rows: number): Promise<Outcome> {
  const log = zipfLog(rows)
  const limit = inChild('inspect', [log, String(MEMORY)])
  const state = mkdtempSync(join(tmpdir(), 'lethe-bench-workbench-'))
  process.env.LETHE_STATE = state
  const bench = await startWorkbench({ log, roots: [dirname(log)], memory: MEMORY })
  const peak = peakOfChildren()
  const browser = await chromium.launch({
    executablePath: process.env.LETHE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
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
  await view('compare', () => page.getByText('A first look', { exact: true }).waitFor())
  await view('release', () => page.getByText('Nothing is entered').waitFor())
  await view('releases', () => page.getByRole('heading', { name: /The ledger/ }).waitFor())
  await view('people', () => page.getByText('asked something that nobody else did').waitFor())
  await view('log', () => page.getByText('Of the first').waitFor())
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

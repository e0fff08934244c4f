import { spawn } from 'node:child_process'
import { digestOfCode, isMade } from './kept.js'
import { LIMIT_MINUTES, PAGES, TIMED } from './pages.js'

const SELF = process.argv[1]!

/** Makes all pages that this code has not made yet, each in a process of its own, two at a time; then one by one those that tell seconds. Gives those that were not made. */
export async function makeAll(quick: boolean, flags: readonly string[]): Promise<string[]> {
  const code = digestOfCode()
  const open = Object.keys(PAGES).filter((page) => !isMade(page, quick, code))
  const failed: string[] = []
  const work = async (pages: string[]) => {
    for (let page = pages.shift(); page !== undefined; page = pages.shift())
      if (!(await inProcess(page, quick, flags))) failed.push(page)
  }
  const free = open.filter((page) => !TIMED.includes(page))
  await Promise.all([work(free), work(free)])
  await work(open.filter((page) => TIMED.includes(page)))
  return failed
}

/** One page, ended when it takes too long: what it made by then is kept, and the next run goes on from there. */
function inProcess(page: string, quick: boolean, flags: readonly string[]): Promise<boolean> {
  const started = performance.now()
  const child = spawn(process.execPath, [SELF, page, ...flags], { stdio: ['ignore', 'ignore', 'inherit'] })
  const limit = LIMIT_MINUTES[quick ? 'quick' : 'full']
  const timer = setTimeout(() => child.kill(), limit * 60_000)
  return new Promise((resolve) => {
    child.on('close', (status, signal) => {
      clearTimeout(timer)
      const minutes = `${((performance.now() - started) / 60_000).toFixed(1)} minutes`
      const how = status === 0 ? 'made' : signal === 'SIGTERM' ? `not made within ${limit} minutes` : 'failed'
      process.stderr.write(`${page}: ${how}, ${minutes}\n`)
      resolve(status === 0)
    })
  })
}

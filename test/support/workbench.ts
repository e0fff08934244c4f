import type { ChildProcess } from 'node:child_process'
import type { Browser, Page } from 'playwright-core'
import type { Bench } from './lethe.js'

/** A workbench in a process of its own, as the command line starts it. */
export interface StartedWorkbench {
  readonly url: string
  readonly child: ChildProcess
  /** What it wrote to its standard error. */
  said(): string
  /** Ends it as Ctrl-C does, and waits. */
  stop(): Promise<number>
}

export async function startWorkbench(bench: Bench, ...words: readonly string[]): Promise<StartedWorkbench> {
  const { child, outcome } = bench.start(['workbench', '--no-open', ...words], { stdin: { open: true } })
  let [out, err] = ['', '']
  child.stderr?.on('data', (text: string) => (err += text))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text: string) => {
      out += text
      if (out.includes('\n')) resolve(out.trim())
    })
    child.once('exit', () => reject(new Error(`the workbench ended: ${err}`)))
  })
  return {
    url,
    child,
    said: () => err,
    async stop() {
      child.kill('SIGINT')
      return (await outcome).status
    },
  }
}

export interface Opened {
  readonly page: Page
  /** What went wrong on the page: errors, refusals of the policy, requests to anywhere else. */
  readonly wrong: string[]
}

export async function openWorkbench(
  browser: Browser,
  url: string,
  { width = 1280, height = 900, scheme = 'light' as 'light' | 'dark' } = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:'))
      wrong.push(`asks for ${request.url()}`)
  })
  await page.goto(url)
  await page.getByRole('heading', { name: 'Lethe workbench' }).waitFor()
  return { page, wrong }
}

/** Goes to a room by its link. */
export async function toRoom(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name, exact: false })
    .filter({ hasText: new RegExp(`^\\S*\\s*${name}`) })
    .first()
    .click()
  await page.getByRole('main', { name, exact: true }).waitFor()
}

/** Reads the whole log, from the first room. */
export async function readAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Read the whole log' }).click()
  await page.getByText('asked something that nobody else did').waitFor()
}

/** Fills in the sign-off, and releases. */
export async function signOff(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the release').fill(name)
  await page.getByLabel('Who answers for it').fill('A. Custodian')
  await page.getByLabel('Why it is made').fill('to see what comes out')
  await page.getByLabel('I have read what it does not protect').check()
  await page.getByRole('button', { name: 'Release', exact: true }).click()
}

/** A shop's export, whose columns say nothing to a stranger: 30 persons, some queries common, some of one person alone. */
export function shopExport(): string {
  const common = ['cat food', 'dog lead', 'bird seed', 'fish tank', 'hamster wheel']
  const rows = Array.from({ length: 30 }, (_, person) => [
    ...common
      .slice(0, 2 + (person % 4))
      .map((query, i) => [`c${person}`, query, `2024-05-0${1 + i} 10:${10 + person}:00`]),
    [`c${person}`, `present for my aunt number ${person} in springfield`, `2024-05-07 11:${10 + person}:00`],
    [`c${person}`, `call me at 212 555 01${10 + person}`, `2024-05-08 11:${10 + person}:00`],
  ]).flat()
  return `${[['a1', 'a2', 'a3'], ...rows].map((row) => row.join(',')).join('\n')}\n`
}

/** Compares settings of the methods that are named alone. */
export async function compareOnly(page: Page, ...methods: readonly string[]): Promise<void> {
  await page.getByRole('radio', { name: 'Methods that I choose' }).check()
  await page.getByRole('button', { name: 'None' }).click()
  for (const method of methods) await page.getByRole('checkbox', { name: method, exact: true }).check()
  await page.getByRole('button', { name: 'Run the comparison' }).click()
}

import { existsSync, statSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { isAddress } from '../base/address.js'
import { fail } from '../base/errors.js'
import { makeFolders } from '../base/folders.js'
import { type Config, generate, type InputOptions, type Logs, readConfig, readPlan } from '../index.js'
import type { Draft } from './api.js'

/** What was named at the start, or a made-up log where nothing was. */
export interface Named {
  readonly logs: Logs
  readonly input: InputOptions
  /** What the page may look into where nothing else is named. */
  readonly folders: readonly string[]
  readonly madeUp: boolean
  readonly population?: string
  readonly ledger?: string
  readonly draft?: Draft
}

const OWN = 'lethe-workbench'
const MADE_UP = { users: 1000, seed: 7 }

/** LOG, FOLDER or CONFIG; without any, lethe.yaml of the folder, else a made-up log. */
export async function namedLog(named: string | undefined, say: (line: string) => void): Promise<Named> {
  if (named === undefined) return existsSync('lethe.yaml') ? byConfig('lethe.yaml') : madeUp(say)
  if (isAddress(named)) return { logs: [named], input: {}, folders: [process.cwd()], madeUp: false }
  const stat = statSync(named, { throwIfNoEntry: false })
  if (stat === undefined) {
    if (!/[*?[{]/.test(named)) fail('input', `there is no file or folder ${named}`, 'Check the name.')
    return { logs: [named], input: {}, folders: [process.cwd()], madeUp: false }
  }
  if (stat.isDirectory()) return { logs: [], input: {}, folders: [resolve(named)], madeUp: false }
  if (['.yaml', '.yml'].includes(extname(named))) return byConfig(named)
  return { logs: [resolve(named)], input: {}, folders: [dirname(resolve(named))], madeUp: false }
}

async function byConfig(file: string): Promise<Named> {
  const { files = [], input = {}, population, ledger, plan }: Config = await readConfig(file)
  const logs = files.map((log) => (isAddress(log) ? log : resolve(log)))
  const read = plan === undefined ? undefined : await readPlan(plan)
  return {
    logs,
    input,
    folders: [dirname(resolve(file))],
    madeUp: false,
    ...(population === undefined ? {} : { population }),
    ...(ledger === undefined ? {} : { ledger }),
    ...(read === undefined ? {} : { draft: { steps: read.steps, shows: read.shows } }),
  }
}

/** A log to look around with: in a folder of its own, made once. Whoever has looked around opens their own log, which lies where they are. */
async function madeUp(say: (line: string) => void): Promise<Named> {
  const folder = resolve(OWN)
  const log = join(folder, 'log.tsv')
  makeFolders(folder)
  if (!existsSync(log)) {
    say(`making up a log to look around with: ${join(OWN, 'log.tsv')}`)
    await generate({ ...MADE_UP, out: log })
  }
  return { logs: [log], input: {}, folders: [dirname(folder), folder], madeUp: true }
}

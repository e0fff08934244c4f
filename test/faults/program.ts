import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'
import { Violation } from './part.js'

const MAIN = join(PACKAGE_ROOT, 'dist/src/cli/main.js')

export interface Ended {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderr: string
}

/** How the program is called: in front of it another that limits or watches it, and when it is stopped by which signal. */
export interface Manner {
  readonly before?: readonly string[]
  readonly stop?: { readonly after: number; readonly signal: NodeJS.Signals }
}

/** Runs the program to its end, or to the end that it is given; after a minute it hangs. */
export function call(
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  manner: Manner = {},
): Promise<Ended> {
  const [command, ...rest] = [...(manner.before ?? []), process.execPath, MAIN, ...words] as [string, ...string[]]
  const child = spawn(command, rest, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const { stop } = manner
  const stopping = stop && setTimeout(() => child.kill(stop.signal), stop.after)
  return new Promise((resolve, reject) => {
    const hanging = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Violation(`it hangs: ${words[0]} ${words[1]} did not end within a minute`))
    }, 60_000)
    child.on('error', reject)
    child.on('close', (status, signal) => {
      clearTimeout(stopping)
      clearTimeout(hanging)
      resolve({ status, signal, stderr })
    })
  })
}

/** Ends as a program should that met trouble: done, or refused in one or two plain lines. */
export function checkEnd({ status, signal, stderr }: Ended, allowed: readonly number[]): void {
  if (signal === null && status !== null && !allowed.includes(status))
    throw new Violation(`it ended with status ${status}: ${short(stderr)}`)
  if (/fault of Lethe|internal fault|the engine failed|Error:|^\s+at /m.test(stderr))
    throw new Violation(`it calls trouble a fault of its own: ${short(stderr)}`)
}

const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 160)

/** Is there such a program here, and does it work with these words? */
export function works(command: string, ...words: readonly string[]): boolean {
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0
}

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'

const MAIN = join(PACKAGE_ROOT, 'dist/src/cli/main.js')

/** Calls that change names, or wait for the disk: between any two of them a machine may stop. */
const CALLS = [
  'renameSync',
  'mkdirSync',
  'rmSync',
  'linkSync',
  'fsyncSync',
  'writeFileSync',
  'appendFileSync',
  'openSync',
] as const

/** Kills the process at the n-th of these calls, before or after it is carried out; counts them where n is 0. */
const PRELOAD = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
const [at, when] = process.env.CRASH_AT.split(':')
let calls = 0
if (isMainThread) {
  for (const name of ${JSON.stringify(CALLS)}) {
    const real = fs[name]
    fs[name] = (...args) => {
      if (name === 'openSync' && (args[1] ?? 'r') === 'r') return real(...args)
      const last = ++calls === Number(at)
      if (last && when === 'before') process.kill(process.pid, 'SIGKILL')
      try {
        return real(...args)
      } finally {
        if (last && when === 'after') process.kill(process.pid, 'SIGKILL')
      }
    }
  }
  syncBuiltinESMExports()
  process.on('exit', () => { if (at === '0') process.stderr.write('calls=' + calls) })
}`

export interface CrashPlace {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

function call(words: readonly string[], { cwd, env }: CrashPlace, at: string) {
  const preload = `data:text/javascript,${encodeURIComponent(PRELOAD)}`
  return spawnSync(process.execPath, ['--import', preload, MAIN, ...words], {
    cwd,
    env: { ...process.env, ...env, CRASH_AT: at },
    encoding: 'utf8',
  })
}

/** How many such calls the program makes with these words. */
export function callsOf(words: readonly string[], place: CrashPlace): number {
  const { status, stderr } = call(words, place, '0:before')
  const calls = Number(/calls=(\d+)/.exec(stderr)?.[1])
  if (status !== 0 || !(calls > 0)) throw new Error(`the program did not run to its end: ${stderr}`)
  return calls
}

/** Runs the program until its n-th call and kills it there. */
export function crashAt(words: readonly string[], place: CrashPlace, n: number, when: 'before' | 'after'): void {
  const { signal, status, stderr } = call(words, place, `${n}:${when}`)
  if (signal !== 'SIGKILL') throw new Error(`it was not killed but ended with ${status}: ${stderr}`)
}

/** Runs the program to its end. */
export function run(words: readonly string[], { cwd, env }: CrashPlace) {
  return spawnSync(process.execPath, [MAIN, ...words], { cwd, env: { ...process.env, ...env }, encoding: 'utf8' })
}

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LetheError } from '../../src/base/errors.js'
import type { Ready } from './part.js'

/** A try that takes longer than this hangs. */
const LIMIT = 120_000
/** How long something that was found is made smaller. */
const SHRINKING = 45_000

let made = 0
const stray: unknown[] = []
process.on('unhandledRejection', (error) => stray.push(error))
process.on('uncaughtException', (error) => stray.push(error))

export interface Tried {
  readonly tries: number
  /** What was violated, in a line. */
  readonly violation?: string
}

/** Tries a case in a folder of its own, within a time. */
export async function attempt<C>(ready: Ready<C>, one: C, base: string): Promise<Tried> {
  const dir = join(base, `try-${++made}`)
  mkdirSync(dir)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it hangs: no end after ${LIMIT / 1000} s`)), LIMIT)
  })
  try {
    const tries = await Promise.race([ready.attempt(one, dir), late])
    await new Promise((resolve) => setImmediate(resolve)) // rejections that nobody awaits come to light
    if (stray.length > 0) throw stray.splice(0)[0]
    return { tries }
  } catch (error) {
    stray.splice(0)
    return { tries: 1, violation: told(error) }
  } finally {
    clearTimeout(timer)
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The kind of an error and where it comes from. */
function told(error: unknown): string {
  if (!(error instanceof Error)) return `something was thrown that is no error: ${String(error)}`
  if (error.name === 'Violation') return error.message
  const cause = error instanceof LetheError && error.cause instanceof Error ? ` (${error.cause.message})` : ''
  const where = /(?:src|test)\/[\w./-]+:\d+/.exec((error.stack ?? '').split('\n').slice(1).join('\n'))?.[0] ?? ''
  return `${error.name}: ${error.message}${cause} ${where}`.split('\n')[0]!.slice(0, 300)
}

/** The smallest case found in time that still violates something. */
export async function shrink<C>(ready: Ready<C>, one: C, base: string): Promise<C> {
  const end = Date.now() + SHRINKING
  let smallest = one
  for (let better = true; better; ) {
    better = false
    for (const smaller of ready.smaller?.(smallest) ?? []) {
      if (Date.now() > end) return smallest
      if ((await attempt(ready, smaller, base)).violation === undefined) continue
      smallest = smaller
      better = true
      break
    }
  }
  return smallest
}

/** A list with less in it: without halves, quarters, and so on down to single entries. */
export function* less<T>(list: readonly T[]): Generator<T[]> {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < list.length; at += size) yield [...list.slice(0, at), ...list.slice(at + size)]
}

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import type { Part } from './claims.js'

/** Where parts and pages are kept until the code changes: an interrupted run goes on from there. */
const CACHE = join(PACKAGE_ROOT, '.cache', 'evidence')

const fileOf = (quick: boolean, path: readonly string[], cache = CACHE) =>
  `${join(cache, quick ? 'quick' : 'full', ...path)}.json`

/** What something took: seconds by the clock, and of the processor by all threads of this process. */
export interface Spent {
  readonly seconds: number
  readonly cpu: number
}

/** Tells what was spent since it was made. */
export function spending(): () => Spent {
  const [started, used] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(used)
    return { seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 }
  }
}

const sum = (a: Spent, b: Spent): Spent => ({ seconds: a.seconds + b.seconds, cpu: a.cpu + b.cpu })

interface Kept<T> extends Spent {
  /** Digest of the program that made it. */
  readonly code: string
  readonly value: T
}

/** Digest of the compiled program: what other code made is not taken for this one's. */
export function digestOfCode(): string {
  const hash = createHash('sha256')
  const visit = (dir: string): void => {
    const entries = readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const path = join(dir, entry.name)
      if (entry.isDirectory()) visit(path)
      else if (entry.name.endsWith('.js')) hash.update(entry.name).update(readFileSync(path))
    }
  }
  visit(join(PACKAGE_ROOT, 'dist'))
  return hash.digest('hex')
}

/** What this code made of that name; with `asMade` whatever code did. */
function taken<T>(file: string, code: string, asMade: boolean): Kept<T> | undefined {
  if (!existsSync(file)) return undefined
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept<T>
  return asMade || kept.code === code ? kept : undefined
}

function put<T>(file: string, kept: Kept<T>): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(kept))
  renameSync(`${file}.new`, file)
}

/** Parts of a page, kept one by one; `saved` tells what those that were taken and not made had cost. */
export function partsOf(
  page: string,
  { quick, asMade, say }: { quick: boolean; asMade: boolean; say: (line: string) => void },
  { code = digestOfCode(), cache = CACHE }: { readonly code?: string; readonly cache?: string } = {},
): { readonly part: Part; readonly saved: () => Spent } {
  let saved: Spent = { seconds: 0, cpu: 0 }
  const part: Part = async <T>(name: string, make: () => T | Promise<T>): Promise<T> => {
    const file = fileOf(quick, [page, name.replace(/[^\w.-]+/g, '-')], cache)
    const before = taken<T>(file, code, asMade)
    if (before) {
      saved = sum(saved, before)
      return before.value
    }
    const spent = spending()
    // Through JSON even when it was just made, so that a page cannot come out otherwise the second time.
    const value = JSON.parse(JSON.stringify(await make())) as T
    const cost = spent()
    put(file, { code, ...cost, value })
    say(`${page}: ${name}, ${cost.seconds.toFixed(0)} s, ${cost.cpu.toFixed(0)} of the processor`)
    return value
  }
  return { part, saved: () => saved }
}

/** A page that this code has made whole. */
export const isMade = (page: string, quick: boolean, code: string): boolean =>
  taken(fileOf(quick, [page]), code, false) !== undefined

export const noteMade = (page: string, quick: boolean, spent: Spent): void =>
  put(fileOf(quick, [page]), { code: digestOfCode(), ...spent, value: page })

/** Forgets a page and its parts. */
export function forget(page: string, quick: boolean): void {
  rmSync(fileOf(quick, [page]), { force: true })
  rmSync(fileOf(quick, [page]).replace(/\.json$/, ''), { recursive: true, force: true })
}

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import type { Part } from './claims.js'

/** Where parts and pages are kept until the code changes: an interrupted run goes on from there. */
const CACHE = join(PACKAGE_ROOT, '.cache', 'evidence')

const fileOf = (quick: boolean, path: readonly string[], cache = CACHE) =>
  `${join(cache, quick ? 'quick' : 'full', ...path)}.json`

interface Kept<T> {
  /** Digest of the program that made it. */
  readonly code: string
  readonly seconds: number
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

/** Parts of a page, kept one by one; `saved` tells the seconds of those that were taken and not made. */
export function partsOf(
  page: string,
  { quick, asMade, say }: { quick: boolean; asMade: boolean; say: (line: string) => void },
  { code = digestOfCode(), cache = CACHE }: { readonly code?: string; readonly cache?: string } = {},
): { readonly part: Part; readonly saved: () => number } {
  let saved = 0
  const part: Part = async <T>(name: string, make: () => T | Promise<T>): Promise<T> => {
    const file = fileOf(quick, [page, name.replace(/[^\w.-]+/g, '-')], cache)
    const before = taken<T>(file, code, asMade)
    if (before) {
      saved += before.seconds
      return before.value
    }
    const started = performance.now()
    // Through JSON even when it was just made, so that a page cannot come out otherwise the second time.
    const value = JSON.parse(JSON.stringify(await make())) as T
    const seconds = (performance.now() - started) / 1000
    put(file, { code, seconds, value })
    say(`${page}: ${name}, ${seconds.toFixed(0)} s`)
    return value
  }
  return { part, saved: () => saved }
}

/** A page that this code has made whole. */
export const isMade = (page: string, quick: boolean, code: string): boolean =>
  taken(fileOf(quick, [page]), code, false) !== undefined

export const noteMade = (page: string, quick: boolean, seconds: number): void =>
  put(fileOf(quick, [page]), { code: digestOfCode(), seconds, value: page })

/** Forgets a page and its parts. */
export function forget(page: string, quick: boolean): void {
  rmSync(fileOf(quick, [page]), { force: true })
  rmSync(fileOf(quick, [page]).replace(/\.json$/, ''), { recursive: true, force: true })
}

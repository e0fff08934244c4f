import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'

/** A case that violated something once: it is tried again by every run of the tests. */
export interface Found {
  readonly part: string
  readonly violation: string
  readonly case: unknown
}

const FOUND = join(PACKAGE_ROOT, 'test/faults/found')

/** Writes down what was found; the same case has the same name. */
export function keep(found: Found): string {
  const text = `${JSON.stringify(found, null, 2)}\n`
  const name = createHash('sha256').update(JSON.stringify(found.case)).digest('hex').slice(0, 10)
  mkdirSync(FOUND, { recursive: true })
  writeFileSync(join(FOUND, `${found.part}-${name}.json`), text)
  return `test/faults/found/${found.part}-${name}.json`
}

export function readFound(path: string): Found {
  return JSON.parse(readFileSync(path, 'utf8')) as Found
}

export function allFound(): string[] {
  return readdirSync(FOUND)
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(FOUND, file))
}

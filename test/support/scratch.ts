import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for the tests of one file; it goes with them. `next` gives a fresh path in it. */
export function scratch(): { readonly dir: string; readonly next: (name: string) => string } {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-test-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  let made = 0
  return { dir, next: (name) => join(dir, `${++made}-${name}`) }
}

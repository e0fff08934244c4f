import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { attempt } from './attempt.js'
import { allFound, readFound } from './found.js'
import type { Ready } from './part.js'
import { PARTS } from './parts/index.js'

const dir = mkdtempSync(join(tmpdir(), 'lethe-test-found-'))
const opened = new Map<string, Promise<Ready<unknown>>>()
afterAll(async () => {
  for (const ready of opened.values()) await (await ready).close?.()
  rmSync(dir, { recursive: true, force: true })
})

test.each(allFound().map((path) => [basename(path), readFound(path)] as const))(
  'found by the campaign: %s',
  async (_, found) => {
    const part = PARTS.find(({ name }) => name === found.part)
    if (part === undefined) throw new Error(`there is no part ${found.part}`)
    if (!opened.has(part.name)) opened.set(part.name, part.open(mkdtempSync(join(dir, `${part.name}-`))))
    const ready = (await opened.get(part.name)) as Ready<unknown>
    expect((await attempt(ready, found.case, dir)).violation).toBeUndefined()
  },
)

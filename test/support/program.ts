import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'

/** Calls the built program. */
export function lethe(...words: readonly string[]): Called {
  return letheIn(process.cwd(), ...words)
}

/** The same in a folder. */
export function letheIn(cwd: string, ...words: readonly string[]): Called {
  const main = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js')
  return spawnSync(process.execPath, [main, ...words], { encoding: 'utf8', cwd })
}

interface Called {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

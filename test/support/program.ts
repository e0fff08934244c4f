import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'

/** Calls the built program. */
export function lethe(...words: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const main = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js')
  return spawnSync(process.execPath, [main, ...words], { encoding: 'utf8' })
}

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'

/** Calls the built program. */
export function lethe(...words: readonly string[]): Called {
  return letheIn(process.cwd(), ...words)
}

/** The same in a folder. What it tells of long work is left out: a busy machine makes work long. */
export function letheIn(cwd: string, ...words: readonly string[]): Called {
  const main = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], { encoding: 'utf8', cwd })
  return { status, stdout, stderr: stderr.replaceAll(/^lethe: .*, \d+ s so far\n/gm, '') }
}

interface Called {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

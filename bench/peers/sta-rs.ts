import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'

/** What the harness in sta-rs/ tells, in processor seconds. */
export interface StaRs {
  readonly making: number
  readonly recovering: number
  readonly opened: number
  readonly rowsOpened: number
}

/** The harness, built in a scratch folder that is kept for the next run; undefined, with a word, where it cannot be had. */
export function staRs(): ((log: string, t: number) => StaRs) | undefined {
  const scratch = join(tmpdir(), 'lethe-bench', 'sta-rs')
  const program = join(scratch, 'target', 'release', 'sta-rs-peer')
  if (!existsSync(program)) {
    mkdirSync(scratch, { recursive: true })
    cpSync(join(PACKAGE_ROOT, 'bench', 'peers', 'sta-rs'), scratch, { recursive: true })
    process.stderr.write('building sta-rs 0.3.3 (minutes)\n')
    const built = spawnSync('cargo', ['build', '--release', '--quiet'], {
      cwd: scratch,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CARGO_HOME: join(scratch, 'home') },
    })
    if (built.status !== 0) {
      process.stderr.write('sta-rs cannot be had: it needs Rust (cargo) and its package registry\n')
      return undefined
    }
  }
  return (log, t) => {
    const ran = spawnSync(program, [log, String(t)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
    if (ran.status !== 0) throw new Error('the harness of sta-rs failed')
    return JSON.parse(ran.stdout) as StaRs
  }
}

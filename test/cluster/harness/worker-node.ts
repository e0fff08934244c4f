import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `node` does on the workers: its work, or less than it should; its version it tells anyhow, unless it is missing. */
export type Mood = 'works' | 'ends early' | 'fails' | 'is missing'

/** A `node` for the workers of a cluster that does as the test says. */
export interface WorkerNode {
  /** The folder to put first on the workers' path. */
  readonly bin: string
  be(mood: Mood): void
}

const SCRIPT = (dir: string) => `#!/bin/sh
[ -e '${dir}/is missing' ] && exit 127
if [ -e '${dir}/ends early' ]; then '${process.execPath}' "$@" | head -n 1; exit 0; fi
[ -e '${dir}/fails' ] && [ "$1" != -p ] && exit 3
exec '${process.execPath}' "$@"
`

export function workerNode(dir: string): WorkerNode {
  const bin = join(dir, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'node'), SCRIPT(dir))
  chmodSync(join(bin, 'node'), 0o755)
  let now: Mood = 'works'
  return {
    bin,
    be(mood) {
      if (mood !== 'works') writeFileSync(join(dir, mood), '')
      if (now !== 'works' && now !== mood) rmSync(join(dir, now))
      now = mood
    },
  }
}

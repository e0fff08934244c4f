import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** What `node` does on the workers: its work; nothing until it may; or less than it should. */
export type Mood = 'works' | 'waits' | 'ends early' | 'fails' | 'is missing'

/** A `node` for the workers of a cluster that does as the test says, so that trouble comes in the middle of work and never by chance of timing. */
export interface WorkerNode {
  /** The folder to put first on the workers' path. */
  readonly bin: string
  be(mood: Mood): void
  /** Waits until one of them waits. */
  waiting(): Promise<void>
}

const SCRIPT = (dir: string) => `#!/bin/sh
while [ -e '${dir}/waits' ]; do : >"${dir}/waiting/$$"; sleep 0.1; done
[ -e '${dir}/fails' ] && exit 3
[ -e '${dir}/is missing' ] && exit 127
if [ -e '${dir}/ends early' ]; then '${process.execPath}' "$@" | head -n 1; exit 0; fi
exec '${process.execPath}' "$@"
`

export function workerNode(dir: string): WorkerNode {
  const bin = join(dir, 'bin')
  const waiting = join(dir, 'waiting')
  mkdirSync(bin, { recursive: true })
  mkdirSync(waiting)
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
    async waiting() {
      for (const name of readdirSync(waiting)) rmSync(join(waiting, name), { force: true })
      for (let tries = 0; readdirSync(waiting).length === 0; tries++) {
        if (tries > 1200) throw new Error('no script waited on a worker within two minutes')
        await wait(100)
      }
    },
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A server of a test: a process with its children, in a group of its own. */
export interface Guarded {
  readonly name: string
  /** The file that takes what it says. */
  readonly log: string
  /** The server itself, without its children. */
  pid(): number
  alive(): boolean
  /** Waits until its log matches, and returns the first group of the pattern. */
  says(pattern: RegExp, seconds?: number): Promise<string>
  /** Ends it and all its children at once. */
  stop(): Promise<void>
}

// The server runs in the background of a shell that leads a process group. Descriptor 3 is a pipe from the test that nobody writes to: it ends when the test asks for it
// or is gone, however it went, and the group is killed. A server that ends by itself leaves its children to their own devices until then.
const GUARD = `
{ read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 &
"$@" </dev/null 3<&- &
echo $! >"$GUARDED_PID"
wait $!`

/** Starts a server whose life ends with that of this process. */
export async function startGuarded(
  name: string,
  dir: string,
  command: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Guarded> {
  const log = join(dir, `${name}.log`)
  const pidFile = join(dir, `${name}.pid`)
  const out = openSync(log, 'w')
  const shell = spawn('sh', ['-c', GUARD, 'sh', ...command], {
    detached: true,
    cwd: dir,
    stdio: ['ignore', out, out, 'pipe'],
    env: { ...process.env, ...env, GUARDED_PID: pidFile },
  })
  closeSync(out)
  await once(shell, 'spawn')
  shell.stdio[3]?.on('error', () => {}) // the group is gone already
  const alive = () => shell.exitCode === null && shell.signalCode === null
  return {
    ...{ name, log, alive },
    pid: () => Number(readFileSync(pidFile, 'utf8')),
    says: (pattern, seconds = 180) => said(name, log, pattern, seconds, alive),
    stop: () => stopped(shell),
  }
}

async function said(
  name: string,
  log: string,
  pattern: RegExp,
  seconds: number,
  alive: () => boolean,
): Promise<string> {
  for (const end = Date.now() + seconds * 1000; ; await wait(50)) {
    const ended = !alive()
    const text = readFileSync(log, 'utf8')
    const found = pattern.exec(text)
    if (found !== null) return found[1] ?? found[0]
    if (ended || Date.now() > end)
      throw new Error(
        `${name} ${ended ? 'ended' : `did not get ready within ${seconds} seconds`}; its log ends:\n${text.slice(-3000)}`,
      )
  }
}

async function stopped(shell: ChildProcess): Promise<void> {
  const gone = shell.exitCode === null && shell.signalCode === null ? once(shell, 'exit') : undefined
  shell.stdio[3]?.destroy()
  await gone
  // Members of the group go a moment after its leader; until they have, their folder is not free.
  for (let tries = 0; tries < 200 && groupLives(shell.pid ?? 0); tries++) await wait(25)
}

function groupLives(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

import { type BigIntStats, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '../base/errors.js'

/** Which file a path led to, and how it stood: what changes when anybody writes to it or puts another in its place. */
export interface Standing {
  readonly dev: bigint
  readonly ino: bigint
  readonly size: bigint
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
}

/** File systems keep time in steps of some milliseconds: a change in the step of the one before it would show nowhere. */
const STEP_MS = 20

/** How a file stands before it is read. One that was written this very moment is looked at a moment later. */
export async function standingOf(path: string): Promise<Standing> {
  const found = statSync(path, { bigint: true })
  if (Math.abs(Date.now() - Number(found.ctimeMs)) > STEP_MS) return taken(found)
  await pause(STEP_MS)
  return taken(statSync(path, { bigint: true }))
}

function taken({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): Standing {
  return { dev, ino, size, mtimeNs, ctimeNs }
}

/** Refuses a file that is not the one it was: what was read would be of no file that anybody has, and its digest of another. */
export function refuseChanged(
  files: readonly {
    readonly path: string
    readonly origin?: string
    readonly label: string
    readonly standing?: Standing
  }[],
): void {
  for (const { path, origin, label, standing } of files) {
    if (standing === undefined) continue // our own copy of what came through a pipe
    const now = statSync(origin ?? path, { bigint: true, throwIfNoEntry: false })
    if (now !== undefined && (Object.keys(standing) as (keyof Standing)[]).every((key) => now[key] === standing[key]))
      continue
    fail(
      'input',
      `${label} changed while it was read`,
      'Nothing was made of it. Wait until nobody writes to it, or take a copy, and start again.',
    )
  }
}

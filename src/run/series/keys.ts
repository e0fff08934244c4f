import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sync } from '../../base/commit.js'
import { fail } from '../../base/errors.js'
import { makeFolders } from '../../base/folders.js'
import { THIS_PROCESS } from '../../base/process-start.js'
import { enterRun, leftIn, mend } from '../../base/runs.js'
import { keyFileText, readKeyFile } from '../../crypto/key-file.js'
import { secureRandom } from '../../random/secure.js'
import { forgetDrawn } from './drawn.js'
import type { Series } from './settings.js'

/** The key of a stretch: codes of persons and items, what is sealed, and all noise come from it. */
function pathOf({ keys }: Series, stretch: number): string {
  return join(keys, `stretch-${stretch}.key`)
}

export function hasKey(series: Series, stretch: number): boolean {
  return existsSync(pathOf(series, stretch))
}

/** The key of a stretch whose first period this is; drawn once, and on the disk before anything is made with it. */
export function drawKey(series: Series, stretch: number): Uint8Array {
  const path = pathOf(series, stretch)
  if (existsSync(path)) return readKeyFile(path)
  makeFolders(series.keys, 0o700)
  mend(leftIn(series.keys), false) // drafts of runs that were killed
  const draft = join(series.keys, `.draft-${THIS_PROCESS}-${randomBytes(6).toString('hex')}`)
  const run = enterRun()
  run.own(draft)
  try {
    const fd = openSync(draft, 'wx', 0o600)
    writeSync(fd, keyFileText(secureRandom().bytes(32)))
    fsyncSync(fd)
    closeSync(fd)
    linkSync(draft, path)
    sync(series.keys)
  } catch (cause) {
    fail('output', `a key cannot be written to ${series.keys}`, 'Check the folder and its rights.', cause)
  } finally {
    rmSync(draft, { force: true })
    run.close()
  }
  return readKeyFile(path)
}

/** The key of a stretch that has begun. A new one would not know who has given what. */
export function keyOf(series: Series, stretch: number): Uint8Array {
  if (!hasKey(series, stretch))
    fail(
      'refused',
      `the key of a window that has begun is not in ${series.keys}`,
      'Put it back from a copy. Without it nobody knows who has given what, so that bounds cannot be kept: begin another series.',
    )
  return readKeyFile(pathOf(series, stretch))
}

/** The stretches of which there are keys. */
export function keysIn({ keys }: Series): number[] {
  if (!existsSync(keys)) return []
  return readdirSync(keys).flatMap((name) => {
    const [, stretch] = /^stretch-(\d+)\.key$/.exec(name) ?? []
    return stretch === undefined ? [] : [Number(stretch)]
  })
}

/** What the key opens is gone with it. */
export function forgetKey(series: Series, stretch: number): void {
  if (!hasKey(series, stretch)) return
  forgetDrawn(series, stretch) // first, so that none is left without its key
  rmSync(pathOf(series, stretch), { force: true })
  sync(series.keys)
}

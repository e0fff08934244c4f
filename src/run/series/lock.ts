import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fail } from '../../base/errors.js'
import { isAlive, THIS_PROCESS } from '../../base/process-start.js'

const NAME = /^\.adding-(\d+)-(\d*)-[0-9a-f]{8}$/
const TRIES = 8

/**
 * Does work that nobody else may do to a folder at the same time. Whoever wants to says so first and looks around after: of two that begin together
 * each sees the other and steps back, so that never both go on. A process that is gone holds nothing.
 */
export async function alone<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const mine = `.adding-${THIS_PROCESS}-${randomBytes(4).toString('hex')}`
  for (let tries = 0; ; tries++) {
    closeSync(openSync(join(folder, mine), 'wx', 0o600))
    if (!othersIn(folder, mine)) break
    rmSync(join(folder, mine), { force: true })
    if (tries === TRIES)
      fail('refused', 'another addition to this series is under way', 'Wait until it is done, and add again.')
    await wait(50 + Math.floor(100 * (randomBytes(1)[0]! / 256)))
  }
  try {
    return await work()
  } finally {
    rmSync(join(folder, mine), { force: true })
  }
}

function othersIn(folder: string, mine: string): boolean {
  let others = false
  for (const name of readdirSync(folder)) {
    const [, pid, start] = NAME.exec(name) ?? []
    if (pid === undefined || name === mine) continue
    if (isAlive(pid, start ?? '')) others = true
    else rmSync(join(folder, name), { force: true })
  }
  return others
}

import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Bench } from '../support/lethe.js'
import { scratch } from '../support/scratch.js'
import { leftovers, refused, released, stage } from './stage.js'

// A disk of memory for both workers: their shuffles, spills and shipped files. Mounting needs root, as CI is.
const disk = join(scratch().dir, 'disk')
mkdirSync(disk)
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', disk])
afterAll(() => void execFileSync('umount', ['-l', disk]))

const on = stage({ workerDir: (worker) => join(disk, String(worker)) })
const BALLAST = join(disk, 'ballast')

test('the disk of the workers is full: no release and a clear word; once there is room, the right one', async () => {
  const bench = new Bench()
  const running = await on().midway(bench)
  fill()
  on().cluster.goOn()
  refused(bench, await running.outcome, /^lethe: [^\n]+\n[^\n]+\n$/)
  rmSync(BALLAST)
  expect(leftovers(on())).toEqual([])
  const again = new Bench()
  released(again, await on().start(again).outcome, on())
})

function fill(): void {
  const file = openSync(BALLAST, 'w')
  const { bavail, bsize } = statfsSync(disk)
  writeSync(file, Buffer.alloc(bavail * bsize))
  closeSync(file) // what is held open keeps its room when it is removed
}

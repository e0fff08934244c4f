import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { QuickChance } from '../../../src/random/quick.js'
import { checkPlace } from '../aftermath.js'
import { pick } from '../chance.js'
import type { Part, Ready } from '../part.js'
import { call, checkEnd, works } from '../program.js'
import { openStage, simpler, someVariant, type Variant } from '../stage.js'

interface Case {
  readonly variant: Variant
  readonly lack: 'disk' | 'temp' | 'file size' | 'files' | 'memory'
  /** Of bytes, or of open files. */
  readonly most: number
}

const FLAGS = { 'file size': '--fsize', files: '--nofile', memory: '--as' } as const

async function open(base: string): Promise<Ready<Case>> {
  const stage = await openStage(base)
  const disk = join(base, 'disk')
  mkdirSync(disk)
  const mount = (dir: string, bytes: number) => works('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', dir)
  const mounts = mount(disk, 100_000) && works('umount', disk)
  const limits = works('prlimit', '--nofile=100', 'true')
  const attempt = async ({ variant, lack, most }: Case, dir: string): Promise<number> => {
    const small = lack === 'disk' ? join(dir, 'here') : join(dir, 'temp')
    const onDisk = lack === 'disk' || lack === 'temp'
    // The folder of the release must lie there before it is filled.
    if (onDisk) {
      mkdirSync(small)
      const old = variant.force && lack === 'disk' ? 2 ** 18 : 0 // what stands there before
      if (!mount(small, most + old)) return 0
    }
    try {
      const place = stage.set(dir, variant)
      const before = onDisk ? [] : ['prlimit', `${FLAGS[lack]}=${most}`]
      const ended = await call(place.words, place.cwd, place.env, { before })
      // Too little for Node.js itself to start or go on with: it ends itself, and no more than its traces are looked at.
      const own = /^lethe: /.test(ended.stderr) || ended.status === 0
      if (own || lack === 'file size' || onDisk) checkEnd(ended, [0, 2])
      await checkPlace(place, variant, ended)
      return 1
    } finally {
      if (onDisk) spawnSync('umount', ['-l', small])
    }
  }
  const lacks = [
    ...(mounts ? (['disk', 'temp'] as const) : []),
    ...(limits ? (['file size', 'files', 'memory'] as const) : []),
  ]
  const missing = [...(mounts ? [] : ['a small disk can be mounted']), ...(limits ? [] : ['prlimit sets limits'])]
  return {
    make(chance: QuickChance) {
      const lack = pick(chance, lacks)
      const most =
        lack === 'files'
          ? 18 + chance.below(40)
          : lack === 'memory'
            ? (500 + chance.below(1500)) * 2 ** 20
            : 2 ** (9 + chance.below(10)) + chance.below(5000)
      return { variant: someVariant(chance), lack, most }
    },
    attempt,
    *smaller(one) {
      for (const variant of simpler(one.variant)) yield { ...one, variant }
    },
    ...(missing.length > 0 ? { note: `limits: not tried, since here not so: ${missing.join(', ')}` } : {}),
  }
}

/** Too little disk, memory, or open files: refused in plain words, and nothing is left. */
export const limits: Part<Case> = { name: 'limits', counts: 'releases', weight: 2, open }

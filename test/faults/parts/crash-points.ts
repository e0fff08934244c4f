import type { QuickChance } from '../../../src/random/quick.js'
import { callsOf, crashAt } from '../../support/crash-points.js'
import { checkPlace } from '../aftermath.js'
import { pick } from '../chance.js'
import type { Part, Ready } from '../part.js'
import { call, checkEnd, type Ended, works } from '../program.js'
import { openStage, simpler, someVariant, type Variant } from '../stage.js'

/** Calls of the system that change names or wait for the disk. */
const CALLS = [
  'rename',
  'renameat2',
  'unlink',
  'unlinkat',
  'rmdir',
  'mkdir',
  'link',
  'fsync',
  'ftruncate',
  'openat',
  'pwrite64',
  'write',
]

interface Case {
  readonly variant: Variant
  /** At which call it dies: of the program's own calls, or of the system's. */
  readonly at:
    | { readonly by: 'program'; readonly share: number; readonly when: 'before' | 'after' }
    | { readonly by: 'system'; readonly call: string; readonly nth: number }
}

const KILLED: Ended = { status: null, signal: 'SIGKILL', stderr: '' }

async function open(base: string): Promise<Ready<Case>> {
  const stage = await openStage(base)
  const traced = works('strace', '-qq', '-o', '/dev/null', 'true')
  const counts = new Map<string, number>()
  const attempt = async ({ variant, at }: Case, dir: string): Promise<number> => {
    const place = stage.set(dir, variant)
    if (at.by === 'program') {
      const key = JSON.stringify(variant)
      const calls = counts.get(key) ?? callsOf(place.words, stage.set(`${dir}-whole`, variant))
      counts.set(key, calls)
      crashAt(place.words, place, 1 + Math.floor(at.share * calls), at.when)
      await checkPlace(place, variant, KILLED)
      return 1
    }
    const before = [
      'strace',
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      `trace=${at.call}`,
      '-e',
      `inject=${at.call}:signal=SIGKILL:when=${at.nth}`,
    ]
    const ended = await call(place.words, place.cwd, place.env, { before })
    checkEnd(ended, [0, 137])
    await checkPlace(place, variant, ended)
    return ended.status === 0 ? 0 : 1
  }
  return {
    make(chance: QuickChance) {
      const system = traced && chance.below(3) > 0
      const call = pick(chance, CALLS)
      const most = { openat: 400, write: 120, fsync: 14, pwrite64: 6 }[call] ?? 5
      return {
        variant: someVariant(chance),
        at: system
          ? { by: 'system', call, nth: 1 + chance.below(most) }
          : { by: 'program', share: chance.unit(), when: pick(chance, ['before', 'after']) },
      }
    },
    attempt,
    *smaller(one) {
      for (const variant of simpler(one.variant)) yield { ...one, variant }
    },
    ...(traced ? {} : { note: 'crash-points: there is no strace here; only calls of the program itself were stopped' }),
  }
}

/** A release that dies at exactly one call that changes names or waits for the disk. */
export const crashPoints: Part<Case> = { name: 'crash-points', counts: 'kills', weight: 2, open }

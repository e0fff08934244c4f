import type { QuickChance } from '../../../src/random/quick.js'
import { checkPlace } from '../aftermath.js'
import { pick } from '../chance.js'
import type { Part, Ready } from '../part.js'
import { call, checkEnd } from '../program.js'
import { openStage, simpler, someVariant, type Variant } from '../stage.js'

interface Case {
  readonly variant: Variant
  readonly signal: NodeJS.Signals
  /** When, as a share of the time that such a release takes. */
  readonly at: number
}

async function open(base: string): Promise<Ready<Case>> {
  const stage = await openStage(base)
  const whole = new Map<string, number>()
  /** How long a release takes that nobody stops, in milliseconds. */
  let usual = 700
  const attempt = async ({ variant, signal, at }: Case, dir: string): Promise<number> => {
    const place = stage.set(dir, variant)
    const started = performance.now()
    const after = Math.round(at * (whole.get(variant.method) ?? usual))
    const ended = await call(place.words, place.cwd, place.env, { stop: { after, signal } })
    if (ended.status === 0) {
      usual = performance.now() - started
      whole.set(variant.method, usual)
    }
    checkEnd(ended, [0, 130])
    await checkPlace(place, variant, ended)
    return ended.status === 0 ? 0 : 1 // who was done before the signal came was not killed
  }
  return {
    make: (chance: QuickChance) => ({
      variant: someVariant(chance),
      signal: pick(chance, ['SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGINT']),
      at: 0.1 + chance.unit(),
    }),
    attempt,
    *smaller(one) {
      for (const variant of simpler(one.variant)) yield { ...one, variant }
    },
  }
}

/** A release stopped at a random moment: all of it stands there, or nothing; nothing is left, and the ledger tells what was spent. */
export const kills: Part<Case> = { name: 'kills', counts: 'kills', weight: 3, open }

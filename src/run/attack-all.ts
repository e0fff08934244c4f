import { loadAttacks } from '../attacks/index.js'
import { LetheError } from '../errors.js'
import type { Log } from '../log/log.js'
import { parseParams } from '../params.js'
import type { Plan } from '../plans/plan.js'
import { seededRandom } from '../random/seeded.js'
import type { Seen, Truth } from '../release/seen.js'
import type { Session } from '../session.js'
import { attackSeen } from './attack.js'
import { remaker } from './remake.js'

/** A release under attack, and what the attackers know. */
export interface Target {
  readonly seen: Seen
  readonly truth: Truth | undefined
  /** The original log: what the strongest attacker knows. */
  readonly log?: Log
  /** How the release was made, for attacks that make it again. */
  readonly plan?: Plan
  readonly seed: number
  /** Names; without them all that apply. */
  readonly only?: readonly string[] | undefined
}

/** Runs every attack that applies, with its default parameters. Those that do not apply are told with the reason. */
export async function attackAll(
  target: Target,
  session: Session,
): Promise<{
  readonly attacks: Readonly<Record<string, unknown>>
  readonly leftOut: Readonly<Record<string, string>>
}> {
  const { seen, truth, log, plan, seed, only } = target
  const attacks: Record<string, unknown> = {}
  const leftOut: Record<string, string> = {}
  for (const attack of await loadAttacks()) {
    if (only && !only.includes(attack.name)) continue
    const missing = attack.needs.find((need) => need === 'other' || (need === 'reference' ? !log : !truth))
    const why = missing ? `it needs --${missing}` : attack.fits(seen)
    if (why !== undefined) {
      leftOut[attack.name] = why
      continue
    }
    const on = {
      ...session,
      random: seededRandom(seed),
      ...(log ? { reference: log } : {}),
      ...(attack.remakes && log && plan ? { remake: remaker(log, { plan, seed }, session) } : {}),
    }
    try {
      const { result } = await attackSeen(attack, seen, parseParams(attack.name, attack.params, {}), truth, on)
      attacks[attack.name] = result.scored ?? { guesses: result.guesses }
    } catch (error) {
      if (!(error instanceof LetheError) || error.code === 'interrupted') throw error
      leftOut[attack.name] = error.message
    }
  }
  return { attacks, leftOut }
}

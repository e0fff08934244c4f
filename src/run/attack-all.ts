import type { Attack } from '../attacks/attack.js'
import { loadAttacks } from '../attacks/index.js'
import { LetheError } from '../errors.js'
import type { Log } from '../log/log.js'
import { parseParams } from '../params.js'
import type { Plan } from '../plans/plan.js'
import { seededRandom } from '../random/seeded.js'
import type { Seen, Truth } from '../release/seen.js'
import type { Session } from '../session.js'
import { attackSeen } from './attack.js'
import { namesAttack, releaseOfDayBefore } from './day-before.js'
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
    const why = (await missing(attack, target)) ?? attack.fits(seen)
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
      const before = needsOther(attack) && log && plan ? await releaseOfDayBefore(log, plan, seed, session) : undefined
      if (typeof before === 'string') {
        leftOut[attack.name] = before
        continue
      }
      const params = parseParams(attack.name, attack.params, before ? { cut: before.cut } : {})
      const { result } = await attackSeen(attack, seen, params, truth, {
        ...on,
        ...(before ? { other: before.other } : {}),
      })
      attacks[attack.name] = result.scored ?? { guesses: result.guesses }
    } catch (error) {
      if (!(error instanceof LetheError) || error.code === 'interrupted') throw error
      leftOut[attack.name] = error.message
    }
  }
  return { attacks, leftOut }
}

/** What an attack needs and does not have. A second release is that of the day before, where a method names the attack. */
async function missing(attack: Attack, { truth, log, plan }: Target): Promise<string | undefined> {
  for (const need of attack.needs) {
    if (need === 'other' ? !log || !plan : need === 'reference' ? !log : !truth) return `it needs --${need}`
    if (need === 'other' && plan && !(await namesAttack(plan, attack.name))) return 'no method of the plan names it'
  }
  return undefined
}

function needsOther(attack: Attack): boolean {
  return attack.needs.includes('other')
}

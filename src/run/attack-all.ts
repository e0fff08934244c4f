import type { Attack, AttackContext } from '../attacks/attack.js'
import { loadAttacks } from '../attacks/index.js'
import { defined } from '../base/defined.js'
import { LetheError } from '../base/errors.js'
import { parseParams } from '../base/params.js'
import type { Session } from '../engines/session.js'
import type { Log } from '../log/log.js'
import type { Plan } from '../plans/plan.js'
import { seededRandom } from '../random/seeded.js'
import { ATTACKERS } from '../release/attackers.js'
import type { Seen, Truth } from '../release/seen.js'
import type { AttackOutcome, Outcome } from '../report/outcomes.js'
import { reachedBy } from '../report/risk.js'
import { attackSeen } from './attack.js'
import { ATTACKED_PEOPLE, type Attacked, attackedOf } from './attacked.js'
import { namesAttack, releaseOfDayBefore } from './day-before.js'
import { remaker } from './remake.js'

/** A release under attack, and what the attackers know. */
export interface Target {
  readonly seen: Seen
  readonly truth: Truth | undefined
  /** The original log: what the strongest attacker knows. */
  readonly log?: Log
  /** How the release was made, for attacks that make it again; or why it cannot be made again. */
  readonly plan: Plan | string
  readonly seed: number
  /** Of so many persons at most attacks make releases anew. */
  readonly people?: number | undefined
  /** Names; without them all that there are. */
  readonly only?: readonly string[] | undefined
}

/** Runs every attack that applies, with its default parameters. Of each it is told what came of it, whatever that is. */
export async function attackAll(target: Target, session: Session): Promise<readonly AttackOutcome[]> {
  const outcomes: AttackOutcome[] = []
  const empty = await isEmpty(target.seen, session)
  const { log, people = ATTACKED_PEOPLE, seed } = target
  let made: Promise<Attacked> | undefined
  const attacked = log && (() => (made ??= attackedOf(log, people, seed, session)))
  for (const attack of await loadAttacks()) {
    const { name, attacker } = attack
    if (target.only && !target.only.includes(name)) continue
    const outcome = await outcomeOf(attack, { ...target, ...(attacked ? { attacked } : {}) }, empty, session)
    outcomes.push({ attack: name, attacker, has: ATTACKERS[attacker].has, ...outcome })
  }
  return outcomes
}

/** All attacks by their names: reports read figures by what each says of itself. */
export async function attacksByName(): Promise<Readonly<Record<string, Attack>>> {
  return Object.fromEntries((await loadAttacks()).map((attack) => [attack.name, attack]))
}

/** Whose attack each is, by its name. */
export async function attackersOf(): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await loadAttacks()).map(({ name, attacker }) => [name, attacker]))
}

const EMPTY = 'the release is empty: nothing in it'
const NEEDS_LOG = 'it needs the log (--against LOG)'
const NEEDS_TRUTH = 'it needs to know who became whom (--truth)'
const MADE_UP = 'its rows are said to be made up: nobody became its persons'

/** A target with what releases are made of anew, drawn when it is first asked for. */
interface Drawn extends Target {
  readonly attacked?: () => Promise<Attacked>
}

async function outcomeOf(attack: Attack, target: Drawn, empty: boolean, session: Session): Promise<Outcome> {
  const { seen, log, truth, plan } = target
  const unfit = attack.fits(seen) ?? (empty && !attack.remakes ? EMPTY : undefined)
  if (unfit !== undefined) return { outcome: 'not applicable', reason: unfit }
  const notRun = (reason: string): Outcome => ({ outcome: 'not run', reason })
  const makes = attack.remakes === true || attack.needs.includes('other')
  if (log === undefined && (makes || attack.needs.includes('reference'))) return notRun(NEEDS_LOG)
  if (log === undefined && attack.scoresByOriginal) return notRun(NEEDS_LOG)
  if (truth === undefined && needsTruth(attack))
    return madeUp(seen) ? { outcome: 'not applicable', reason: MADE_UP } : notRun(NEEDS_TRUTH)
  if (makes && typeof plan === 'string') return notRun(plan)
  let remakeFailed = false
  const noted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      remakeFailed = true
      throw error
    }
  }
  try {
    return await run(attack, target, noted, session)
  } catch (error) {
    if (session.signal?.aborted || (error instanceof LetheError && error.code === 'interrupted')) throw error
    // What an attack itself declines has a reason that anyone may know. A release that could not be made again is a failure.
    if (error instanceof LetheError && error.code === 'refused' && !remakeFailed) return notRun(error.message)
    return {
      outcome: 'error',
      error: error instanceof LetheError ? error.message : `a fault of Lethe (${nameOf(error)})`,
    }
  }
}

/** Whether a release says that its persons do not exist. */
function madeUp({ manifest }: Seen): boolean {
  const guarantee = manifest?.experiment?.guarantee ?? manifest?.guarantee
  return guarantee?.kind === 'dp' && guarantee.synthetic === true
}

/** Without the truth nobody can say which guesses are right, except of attacks that bring their own or judge themselves. */
function needsTruth({ needs, score, remakes, scoresAlone, scoresByOriginal }: Attack): boolean {
  return needs.includes('truth') || (score !== undefined && !remakes && !scoresAlone && !scoresByOriginal)
}

async function run(
  attack: Attack,
  { seen, truth, log, plan, seed, attacked }: Drawn,
  noted: <T>(work: Promise<T>) => Promise<T>,
  session: Session,
): Promise<Outcome> {
  const scored = async (params: Readonly<Record<string, unknown>>, more: Partial<Tried>): Promise<Outcome> => {
    const tried = { seen, truth, log, ...more }
    const values = parseParams(attack.name, attack.params, params)
    const { sample, other, remake } = tried
    const on = { ...session, ...defined({ reference: tried.log, other, remake }), random: seededRandom(seed) }
    const known =
      attack.scoresByOriginal && tried.log ? { tables: {}, ...tried.truth, original: tried.log } : tried.truth
    const { result } = await attackSeen(attack, tried.seen, values, known, on)
    const figures = result.scored ?? { guesses: result.guesses }
    const reached = reachedBy(attack, figures)
    return { outcome: 'ran', figures, ...defined({ reached, sample }) }
  }
  const makes = attack.remakes || attack.needs.includes('other')
  if (!makes || attacked === undefined || typeof plan === 'string') return scored({}, {})
  const from = await attacked()
  const remake = remaker(from.log, { plan, seed }, session)
  if (!attack.needs.includes('other'))
    return scored({}, { ...from, remake: (rows: Parameters<typeof remake>[0]) => noted(remake(rows)) })
  // A second release is that of the day before, where a method says that its releases should be held against each other.
  if (!(await namesAttack(plan, attack.name))) return { outcome: 'not run', reason: 'no step of the plan names it' }
  const before = await noted(releaseOfDayBefore(from.log, plan, seed, session))
  if (typeof before === 'string') return { outcome: 'not run', reason: before }
  // What is held against a release of a sample is one of the same persons.
  const later = from.sample ? await noted(remake([])) : {}
  return scored({ cut: before.cut }, { ...from, ...later, other: before.other })
}

/** What an attack is tried on. */
interface Tried extends Attacked {
  readonly seen: Seen
  readonly truth: Truth | undefined
  readonly other: Seen
  readonly remake: NonNullable<AttackContext['remake']>
}

/** Is there nothing in a release? */
export async function isEmpty({ rows }: Seen, { engine }: Session): Promise<boolean> {
  return (await engine.all(`SELECT 1 AS one FROM ${rows.table} LIMIT 1`)).length === 0
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}

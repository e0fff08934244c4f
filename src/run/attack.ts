import { chmodSync, statSync } from 'node:fs'
import type { Attack, AttackContext, AttackResult } from '../attacks/attack.js'
import { loadAttack } from '../attacks/index.js'
import { fail } from '../base/errors.js'
import { type Params, parseParams, type ValuesOf } from '../base/params.js'
import { type Resources, type Session, withSession } from '../engines/session.js'
import { countOf, name } from '../engines/sql.js'
import { type InputOptions, readLog } from '../ingest/index.js'
import type { Log } from '../log/log.js'
import type { Own } from '../plans/foreign.js'
import type { Plan } from '../plans/plan.js'
import { secureRandom } from '../random/secure.js'
import { seededRandom } from '../random/seeded.js'
import { ATTACKERS, type AttackerKind } from '../release/attackers.js'
import type { ColumnOptions } from '../release/columns.js'
import type { Seen, Truth } from '../release/seen.js'
import { formatOf } from './out-format.js'
import { planOfRelease, remaker } from './remake.js'
import { see } from './see.js'
import { readTruth } from './truth.js'

export interface AttackOptions {
  readonly params?: Readonly<Record<string, unknown>>
  readonly reference?: readonly string[]
  /** How the reference is read, where it differs from the release. */
  readonly referenceInput?: InputOptions
  readonly other?: string
  readonly truth?: string
  /** The original, for attacks whose score goes by it; the attack itself does not see it. */
  readonly against?: readonly string[]
  /** Where the guesses go. */
  readonly out?: string
  readonly seed?: number
  /** For attacks that make releases: the plan, where it is not that of a release. */
  readonly plan?: Plan
  /** For attacks that make a release anew: what is never taken from its manifest. */
  readonly own?: Own
  readonly shows?: Partial<ColumnOptions>
}

/** Attacks a release (a folder, or a foreign file), or, for attacks that make releases, a log by a plan. */
export async function attack(
  attackName: string,
  target: string,
  options: AttackOptions = {},
  input: InputOptions = {},
  resources: Resources = {},
): Promise<AttackResult> {
  const attack = await loadAttack(attackName)
  const params = parseParams(attackName, attack.params, options.params ?? {})
  const format = options.out === undefined ? undefined : formatOf(options.out)
  for (const need of attack.needs)
    if (options[need] === undefined && !(need === 'reference' && options.plan !== undefined))
      fail('usage', `${attackName} needs --${need}`, NEEDS[need])
  if (options.against !== undefined && !attack.scoresByOriginal)
    fail('usage', `${attackName} is not judged by the log itself`, 'Leave --against out.')
  return withSession(resources, async (session) => {
    session.say('reading')
    const byPlan = options.plan !== undefined
    if (options.own !== undefined && (byPlan || !attack.remakes))
      fail(
        'usage',
        byPlan
          ? '--with is for a release; a plan of your own says it itself'
          : `${attackName} makes no release, so --with is of no use`,
        'Leave --with out.',
      )
    if (byPlan && !attack.remakes)
      fail('usage', `${attackName} looks at a release, not at a plan`, 'Make the release first and name its folder.')
    const knows = byPlan ? [target] : options.reference
    const reference =
      knows &&
      (
        await readLog(
          knows,
          { ...(options.referenceInput ?? (isFolder(target) ? input : {})), ...(byPlan ? input : {}), keepRaw: true },
          session,
        )
      ).log
    const released = byPlan ? undefined : await see(target, input, session)
    const on: AttackContext = {
      ...session,
      random: options.seed === undefined ? secureRandom() : seededRandom(options.seed),
      ...(reference ? { reference } : {}),
      ...(options.other === undefined ? {} : { other: await see(options.other, input, session) }),
      ...(await remaking(attack, reference, released, options, session)),
    }
    const seen = released ?? (await on.remake?.([]))?.seen
    if (seen === undefined) fail('internal', 'there is nothing to attack')
    const truth = await truthOf(options, isFolder(target) ? input : {}, session)
    const { result, table } = await attackSeen(attack, seen, params, truth, on)
    if (options.out !== undefined && format !== undefined) {
      if (table === undefined) fail('usage', `${attackName} has no guesses to write`, 'Leave -o out.')
      const columns = table.columns.map(name).join(', ')
      await session.engine.write(`SELECT ${columns} FROM ${table.table}`, options.out, format)
      chmodSync(options.out, 0o600)
    }
    return result
  })
}

/** What a score is held against, as far as it was given. */
async function truthOf(
  { truth, against, referenceInput }: AttackOptions,
  input: InputOptions,
  session: Session,
): Promise<Truth | undefined> {
  if (truth === undefined && against === undefined) return undefined
  const { tables } = truth === undefined ? { tables: {} } : await readTruth(session.engine, truth)
  if (against === undefined) return { tables }
  return { tables, original: (await readLog(against, referenceInput ?? input, session)).log }
}

/** Runs an attack on what it sees, and scores it where the truth is known. */
export async function attackSeen(
  attack: Attack,
  seen: Seen,
  params: ValuesOf<Params>,
  truth: Truth | undefined,
  on: AttackContext,
): Promise<{ readonly result: AttackResult; readonly table: Seen['rows'] | undefined }> {
  const why = attack.fits(seen)
  if (why !== undefined)
    fail('refused', `${attack.name} does not apply: ${why}`, 'lethe attacks says what each attack looks at.')
  on.say(attack.name)
  const found = await attack.run(seen, params, on)
  // Attacks that make releases bring their own truth.
  const known = truth ?? (attack.remakes || attack.scoresAlone ? { tables: {} } : undefined)
  const scored = known && (await attack.score?.(found, known, params, on))
  const cost = await paidFor(attack, on)
  return {
    result: {
      ...{ attack: attack.name, attacker: attack.attacker, guesses: found.guesses },
      ...(scored ? { scored } : {}),
      ...(cost ? { cost } : {}),
      ...found.more,
    },
    table: found.table,
  }
}

/** What an attack cost whose score does not say so itself: another log, by its rows; a second release. */
async function paidFor({ attacker, needs }: Attack, { engine, reference }: AttackContext) {
  const { cost: unit }: AttackerKind = ATTACKERS[attacker]
  if (attacker === 'archivist' && reference) return { unit, n: await countOf(engine, reference.table) }
  return needs.includes('other') ? { unit, n: 2 } : undefined
}

const NEEDS = {
  reference: 'Give a log in clear: --reference LOG.',
  other: 'Give the second release: --other DIR.',
  truth: 'Give the private folder of a release that was made with --truth: --truth DIR.private.',
}

async function remaking(
  attack: Attack,
  log: Log | undefined,
  released: Seen | undefined,
  options: AttackOptions,
  session: Session,
): Promise<Pick<AttackContext, 'remake'>> {
  const manifest = released?.manifest
  if (!attack.remakes || log === undefined) return {}
  const plan = options.plan ?? (manifest && (await planOfRelease(manifest, options.own)))
  if (plan === undefined) return {}
  const { seed, shows } = options
  return {
    remake: remaker(log, { plan, ...(shows ? { shows } : {}), ...(seed === undefined ? {} : { seed }) }, session),
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

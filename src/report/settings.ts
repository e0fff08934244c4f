import { ATTACKERS, type Attacker, usualCost } from '../release/attackers.js'
import { boundOf, edgeOf } from '../release/bounds.js'
import type { Guarantee } from '../release/guarantee.js'
import { type AllReached, attackErrors, errorOf, type Reasons, type Samples } from './outcomes.js'
import { leastCost, type Reading, reachedAt, reachedBy } from './risk.js'

/** What came of one run, as far as a report needs it. */
export interface RunFigures {
  readonly label: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly seed: number
  readonly guarantee?: Guarantee
  /** Does independent code confirm the claim? */
  readonly holds?: boolean | null
  readonly seconds: number
  /** The columns of the release. */
  readonly columns?: readonly string[]
  /** Is there nothing in the release? */
  readonly empty?: boolean
  /** By attack: its figures; null where there are none, with the reason below; `{error}` where it failed. */
  readonly attacks: Readonly<Record<string, unknown>>
  readonly reasons?: Reasons
  /** Attacks that made releases anew of a sample of the persons. */
  readonly samples?: Samples
  readonly measures: Readonly<Record<string, unknown>>
  /** Measures that do not apply, and why. */
  readonly leftOut: Readonly<Record<string, string>>
  readonly error?: string
  /** Read from a folder: does it state another promise than its steps amount to? Never written. */
  readonly unfounded?: true
}

/** A run, and how far each attack came by what the attack says itself: never by what a file says. */
export interface ReadRun extends RunFigures {
  readonly reached: AllReached
}

/** A figure over several seeds. */
export interface Spread {
  readonly mean: number
  readonly least: number
  readonly most: number
}

/** How far an attacker came against a setting, for what they can afford. */
export interface AttackerRisk {
  readonly attacker: Attacker
  /** What they can afford: terms known, accounts. Undefined where that makes no difference. */
  readonly at: number | undefined
  /** The attack of theirs that went furthest, how far over all seeds, and up to where that may be, 95 times in a hundred; undefined where none gave a figure, */
  readonly worst: (Spread & { readonly attack: string; readonly of: string; readonly upTo?: number }) | undefined
  /** and why: none of theirs applies to data of this shape, what applies had nothing to try, or some apply and were not run. */
  readonly none: 'not applicable' | 'nothing to try' | 'not run' | undefined
  /** Attacks of theirs that apply and gave no figure: how far they would have come is not known. */
  readonly notTried: readonly NotTried[]
  /** What the promise itself allows them at most. */
  readonly bound: number | undefined
  /** The least cost at which half of what they try succeeds, of those that were tried. */
  readonly succeedsFrom: number | undefined
}

/** One setting over all its seeds: what it risks and what it is good for. */
export interface Setting {
  readonly label: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly guarantee: Guarantee | undefined
  readonly holds: boolean | null
  readonly runs: readonly ReadRun[]
  /** How far each attacker came for what they usually can afford; those who have no attack here are left out. */
  readonly risks: readonly AttackerRisk[]
  /** How well tasks do that are trained on the release, beside the same trained on the log: 1 is as well. By their names. */
  readonly tasks: Readonly<Record<string, Spread>>
  /** Share of the log's words that is left. */
  readonly kept: Spread | undefined
  readonly seconds: Spread
  readonly error: string | undefined
  /** Attacks that failed on it, each with its error: how far they would have come is not known. */
  readonly attackErrors: readonly (readonly [attack: string, error: string])[]
  /** It states another promise than its steps amount to. */
  readonly unfounded: boolean
  /** Nothing is in its releases: nothing to attack, and nothing to use. */
  readonly empty: boolean
}

/** Puts the runs of each setting together, with the attacks by which their figures are read. */
export function settingsOf(given: readonly RunFigures[], attacks: Readonly<Record<string, Reading>>): Setting[] {
  const runs = given.map((run) => ({ ...run, reached: reachedIn(run, attacks) }))
  const labels = [...new Set(runs.map((run) => run.label))]
  const whose = Object.fromEntries(Object.entries(attacks).map(([name, { attacker }]) => [name, attacker]))
  return labels.map((label) =>
    settingOf(
      runs.filter((run) => run.label === label),
      whose,
    ),
  )
}

function reachedIn(run: RunFigures, attacks: Readonly<Record<string, Reading>>): AllReached {
  return Object.fromEntries(
    Object.entries(run.attacks).flatMap(([name, figures]) => {
      const attack = Object.hasOwn(attacks, name) ? attacks[name] : undefined
      const reached = attack && reachedBy(attack, figures)
      return reached ? [[name, reached]] : []
    }),
  )
}

export interface NotTried {
  readonly attack: string
  readonly reason: string
}

type Whose = Readonly<Record<string, Attacker>>

function settingOf(runs: readonly ReadRun[], whose: Whose): Setting {
  const first = runs[0]!
  const good = runs.filter((run) => run.error === undefined)
  const kept = good.flatMap((run) => (run.measures.kept as { readonly logSize?: number } | undefined)?.logSize ?? [])
  const attackers = (Object.keys(ATTACKERS) as Attacker[]).filter((attacker) =>
    good.some((run) => Object.keys(run.attacks).some((attack) => whose[attack] === attacker)),
  )
  return {
    label: first.label,
    method: first.method,
    params: first.params,
    guarantee: good[0]?.guarantee,
    holds: good.some((run) => run.holds === false) ? false : good.every((run) => run.holds === true) ? true : null,
    runs,
    risks: attackers.map((attacker) => riskOf(good, attacker, whose, usualCost(attacker))),
    tasks: tasksOf(good),
    kept: kept.length > 0 ? spread(kept) : undefined,
    seconds: spread(runs.map((run) => run.seconds)),
    error: runs.find((run) => run.error !== undefined)?.error,
    attackErrors: [...new Map(good.flatMap((run) => attackErrors(run.attacks)))],
    unfounded: runs.some((run) => run.unfounded === true),
    empty: good.length > 0 && good.every((run) => run.empty === true),
  }
}

/** How far an attacker came over all runs of a setting, for what they can afford. */
export function riskOf(
  runs: readonly ReadRun[],
  attacker: Attacker,
  whose: Whose,
  at: number | undefined,
): AttackerRisk {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run.attacks)))].filter((name) => whose[name] === attacker)
  const open = runs.flatMap((run) => notTriedOf(run, names, at)).map((one) => [one.attack, one] as const)
  const notTried = names.length === 0 ? [NONE_OF_THEIRS] : [...new Map(open).values()]
  const told = names.flatMap((attack) => {
    const risks = runs.flatMap(({ reached }) => (reached[attack] ? [reachedAt(reached[attack], at)] : []))
    const shares = risks.flatMap((risk) => (risk.share === null ? [] : [risk]))
    const [one] = shares
    if (one === undefined) return []
    const upTo = Math.max(...shares.map(({ interval }) => interval?.[1] ?? 0))
    return [{ ...spread(shares.map(({ share }) => share)), attack, of: one.of, ...(upTo > 0 ? { upTo } : {}) }]
  })
  // Every run counts: a release is made once.
  const worst = told.reduce<AttackerRisk['worst']>((a, b) => (a && a.most >= b.most ? a : b), undefined)
  const idle = runs.some(({ reached }) => names.some((name) => reached[name] !== undefined))
  // A promise that the steps do not amount to bounds nobody.
  const guarantee = runs[0]?.unfounded ? undefined : runs[0]?.guarantee
  const least = runs.flatMap(({ reached }) =>
    names.flatMap((name) => (reached[name] ? (leastCost(reached[name]) ?? []) : [])),
  )
  const edge = guarantee && attacker === 'participant' ? edgeOf(guarantee) : undefined
  const tags = runs.some(({ columns }) => columns?.includes('tag'))
  const enough = [...least, ...(edge === undefined ? [] : [edge])]
  return {
    attacker,
    at,
    worst,
    none: worst ? undefined : notTried.length > 0 ? 'not run' : idle ? 'nothing to try' : 'not applicable',
    notTried,
    // How often a tag stands there tells how often its text was asked, whoever can read it.
    bound: guarantee && !(tags && attacker === 'participant') ? boundOf(guarantee, attacker, at) : undefined,
    succeedsFrom: enough.length === 0 ? undefined : Math.min(...enough),
  }
}

const NONE_OF_THEIRS: NotTried = { attack: 'every attack of theirs', reason: 'a comparison tries none' }

/** Attacks of a run that apply to its release and have no share to show for it, or none for so much. */
function notTriedOf(
  { attacks, reasons, reached }: ReadRun,
  names: readonly string[],
  at: number | undefined,
): NotTried[] {
  return names.flatMap((attack): NotTried[] => {
    if (!Object.hasOwn(attacks, attack)) return []
    const figures = attacks[attack]
    const { outcome, reason } = reasons?.[attack] ?? { outcome: 'not run', reason: 'it gave no figure' }
    if (figures === null) return outcome === 'not applicable' ? [] : [{ attack, reason }]
    const came = reached[attack]
    if (came === undefined) return errorOf(figures) === undefined ? [{ attack, reason }] : []
    const costs = came.levels.flatMap(({ cost }) => cost ?? [])
    if (at === undefined || costs.length < 2) return []
    if (Math.min(...costs) > at) return [{ attack, reason: `it was tried with no fewer than ${Math.min(...costs)}` }]
    return Math.max(...costs) < at ? [{ attack, reason: `it was tried with at most ${Math.max(...costs)}` }] : []
  })
}

/** Ratios of tasks, of whatever measure has one. */
function tasksOf(runs: readonly ReadRun[]): Readonly<Record<string, Spread>> {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run.measures)))]
  return Object.fromEntries(
    names.flatMap((name) => {
      const ratios = runs.flatMap((run) => {
        const { ratio } = (run.measures[name] ?? {}) as { readonly ratio?: unknown }
        return typeof ratio === 'number' && Number.isFinite(ratio) ? [ratio] : []
      })
      return ratios.length === 0 ? [] : [[name, spread(ratios)]]
    }),
  )
}

/** Settings that none beats at a risk and a use: none is at most as risky and at least as useful, and better in one. */
export function unbeaten<T>(all: readonly T[], of: (one: T) => { readonly risk: number; readonly use: number }): T[] {
  return all.filter((one) => {
    const { risk, use } = of(one)
    return !all.some((other) => {
      const better = of(other)
      return better.risk <= risk && better.use >= use && (better.risk < risk || better.use > use)
    })
  })
}

export function spread(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  return { mean, least: Math.min(...values), most: Math.max(...values) }
}

/** All numbers of a result by their path: {selectivity: {any: 0.1}} -> selectivity.any. Lists of records go by their first entry. */
export function flat(figures: unknown, path = ''): [string, number][] {
  if (typeof figures === 'number') return Number.isFinite(figures) ? [[path, figures]] : []
  if (Array.isArray(figures))
    return figures.flatMap((item, i) => {
      const [key, value] = Object.entries((item ?? {}) as object)[0] ?? []
      return flat(
        item,
        key === undefined || typeof item !== 'object' ? `${path}[${i}]` : `${path}[${key}=${String(value)}]`,
      )
    })
  if (typeof figures !== 'object' || figures === null) return []
  return Object.entries(figures).flatMap(([key, value]) => flat(value, path === '' ? key : `${path}.${key}`))
}

import type { Guarantee } from '../release/guarantee.js'
import { type AllReached, attackErrors, errorOf, type Reasons } from './outcomes.js'
import { type Reading, reachedBy, worstOf } from './risk.js'

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
  /** Is there nothing in the release? */
  readonly empty?: boolean
  /** By attack: its figures; null where there are none, with the reason below; `{error}` where it failed. */
  readonly attacks: Readonly<Record<string, unknown>>
  readonly reasons?: Reasons
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

/** One setting over all its seeds: what it risks and what it is good for. */
export interface Setting {
  readonly label: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly guarantee: Guarantee | undefined
  readonly holds: boolean | null
  readonly runs: readonly ReadRun[]
  /** The attack that goes furthest, and how far; undefined where none gave a figure, */
  readonly risk: (Spread & { readonly attack: string; readonly of: string }) | undefined
  /** and why: none applies to data of this shape, or some do and none was run. */
  readonly noRisk: NoRisk | undefined
  /** Attacks that apply and gave no figure: how far they would have come is not known either. */
  readonly notTried: readonly NotTried[]
  /** Share of the log's words that is left. */
  readonly use: Spread | undefined
  readonly seconds: Spread
  readonly error: string | undefined
  /** Attacks that failed on it, each with its error: how far they would have come is not known. */
  readonly attackErrors: readonly (readonly [attack: string, error: string])[]
  /** It states another promise than its steps amount to. */
  readonly unfounded: boolean
  /** Nothing is in its releases: nothing to attack, and nothing to use. */
  readonly empty: boolean
  /** No other setting risks less and keeps more. */
  readonly onFrontier: boolean
}

/** Puts the runs of each setting together, with the attacks by which their figures are read. */
export function settingsOf(given: readonly RunFigures[], attacks: Readonly<Record<string, Reading>>): Setting[] {
  const runs = given.map((run) => ({ ...run, reached: reachedIn(run, attacks) }))
  const labels = [...new Set(runs.map((run) => run.label))]
  const settings = labels.map((label) => settingOf(runs.filter((run) => run.label === label)))
  return settings.map((setting) => ({ ...setting, onFrontier: isBest(setting, settings) }))
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

/** Stands where no attack gave a figure, which is not told as 0%. */
export type NoRisk = 'none applies' | 'none was run'

export interface NotTried {
  readonly attack: string
  readonly reason: string
}

/** Attacks of a run that apply to its release and have no share to show for it. */
function notTriedOf({ attacks, reasons, reached }: ReadRun): NotTried[] {
  return Object.entries(attacks).flatMap(([attack, figures]): NotTried[] => {
    const { outcome, reason } = reasons?.[attack] ?? { outcome: 'not run', reason: 'it gave no figure' }
    if (figures === null) return outcome === 'not applicable' ? [] : [{ attack, reason }]
    const told = errorOf(figures) ?? reached[attack]
    return told === undefined ? [{ attack, reason }] : []
  })
}

function settingOf(runs: readonly ReadRun[]): Setting {
  const first = runs[0]!
  const good = runs.filter((run) => run.error === undefined)
  const risks = good.flatMap((run) => worstOf(run.reached, run.measures) ?? [])
  const notTried = [...new Map(good.flatMap(notTriedOf).map((one) => [one.attack, one])).values()]
  const uses = good.map(useOf).filter((use) => use !== undefined)
  const worst = risks.reduce<(typeof risks)[number] | undefined>((a, b) => (a && a.share >= b.share ? a : b), undefined)
  return {
    label: first.label,
    method: first.method,
    params: first.params,
    guarantee: good[0]?.guarantee,
    holds: good.some((run) => run.holds === false) ? false : good.every((run) => run.holds === true) ? true : null,
    runs,
    risk: worst && { ...spread(risks.map((risk) => risk.share)), attack: worst.attack, of: worst.of },
    noRisk: worst ? undefined : notTried.length > 0 ? 'none was run' : 'none applies',
    notTried,
    use: uses.length > 0 ? spread(uses) : undefined,
    seconds: spread(runs.map((run) => run.seconds)),
    error: runs.find((run) => run.error !== undefined)?.error,
    attackErrors: [...new Map(good.flatMap((run) => attackErrors(run.attacks)))],
    unfounded: runs.some((run) => run.unfounded === true),
    empty: good.length > 0 && good.every((run) => run.empty === true),
    onFrontier: false,
  }
}

/** The share of the words of the log that a release still holds. */
function useOf(run: RunFigures): number | undefined {
  const kept = run.measures.kept as { readonly logSize?: number } | undefined
  return kept?.logSize
}

/** Is there a figure of what it risks, and of what it is good for? */
export function hasFigures(setting: Setting): boolean {
  const { risk, use, empty } = setting
  return risk !== undefined && use !== undefined && !empty
}

function isBest(setting: Setting, all: readonly Setting[]): boolean {
  const [risk, use] = [setting.risk?.mean ?? 0, setting.use?.mean ?? 0]
  if (!hasFigures(setting)) return false
  return !all.filter(hasFigures).some((other) => {
    const [risks, keeps] = [other.risk?.mean ?? 0, other.use?.mean ?? 0]
    return risks <= risk && keeps >= use && (risks < risk || keeps > use)
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

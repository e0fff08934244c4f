import { number } from '../base/format.js'
import type { Attacker } from '../release/attackers.js'
import type { Risk } from '../release/risk.js'

/** How far an attack came, at each cost that was tried, and whose it is. */
export interface Reached {
  readonly attacker: Attacker
  readonly levels: readonly Risk[]
}

/** How far attacks came, by their names. */
export type AllReached = Readonly<Record<string, Reached>>

/** Persons of a log who were taken, and how many it has. */
export interface SampleOf {
  readonly persons: number
  readonly of: number
}

/**
 * What came of an attack: figures, or why there are none. That it does not apply to data of this shape, that it was not run (for lack of
 * the log, or of the truth), that it failed, and that it got nothing are different things, and are never told as each other.
 */
export type Outcome =
  | {
      readonly outcome: 'ran'
      readonly figures: unknown
      /** How far it came, where its figures say that. */
      readonly reached?: Reached
      /** It made releases anew, and of these persons alone. */
      readonly sample?: SampleOf
    }
  | { readonly outcome: 'not applicable' | 'not run'; readonly reason: string }
  | { readonly outcome: 'error'; readonly error: string }

export type AttackOutcome = Outcome & {
  readonly attack: string
  /** Who attacks, and what they have. */
  readonly attacker: Attacker
  readonly has: string
}

/** Why attacks have no figures, by their names. */
export type Reasons = Readonly<
  Record<string, { readonly outcome: 'not applicable' | 'not run'; readonly reason: string }>
>

/** Of which persons attacks made releases anew, by their names. */
export type Samples = Readonly<Record<string, SampleOf>>

/** Which attacks were tried on a sample, in words; for the public without what the log has. */
export function sampleWords(samples: Samples, exact: boolean): string | undefined {
  const [one] = Object.values(samples)
  if (one === undefined) return undefined
  const whom = exact
    ? `${number(one.persons)} of the ${number(one.of)} persons of the log, drawn by lot`
    : 'persons of the log, drawn by lot'
  return `Attacks that make releases anew (${Object.keys(samples).join(', ')}) made them of a sample: of ${whom}.`
}

/**
 * Outcomes as they stand in JSON: `attacks` has the figures of each attack by its name, null where it has none, `{error}` where it failed;
 * `reasons` says of each null what it means, `samples` which made releases anew of a sample of the persons.
 */
export function inJson(outcomes: readonly AttackOutcome[]): {
  readonly attacks: Readonly<Record<string, unknown>>
  readonly reasons: Reasons
  readonly samples?: Samples
} {
  const samples: Record<string, SampleOf> = {}
  const attacks: Record<string, unknown> = {}
  const reasons: Record<string, Reasons[string]> = {}
  for (const one of outcomes) {
    if (one.outcome === 'ran') {
      attacks[one.attack] = one.figures
      if (one.sample) samples[one.attack] = one.sample
    } else if (one.outcome === 'error') attacks[one.attack] = { error: one.error }
    else {
      attacks[one.attack] = null
      reasons[one.attack] = { outcome: one.outcome, reason: one.reason }
    }
  }
  return { attacks, reasons, ...(Object.keys(samples).length > 0 ? { samples } : {}) }
}

/** How far attacks came that ran. */
export function reachedIn(outcomes: readonly AttackOutcome[]): AllReached {
  return Object.fromEntries(
    outcomes.flatMap((one) => (one.outcome === 'ran' && one.reached ? [[one.attack, one.reached]] : [])),
  )
}

/** The error of an attack that failed, as it stands in JSON. */
export function errorOf(figures: unknown): string | undefined {
  if (typeof figures !== 'object' || figures === null || !('error' in figures)) return undefined
  return typeof figures.error === 'string' ? figures.error : undefined
}

/** Attacks that failed, with their errors. */
export function attackErrors(attacks: Readonly<Record<string, unknown>>): [attack: string, error: string][] {
  return Object.entries(attacks).flatMap(([attack, figures]) => {
    const error = errorOf(figures)
    return error === undefined ? [] : [[attack, error]]
  })
}

import { fail } from '../../base/errors.js'
import { concentratedFor, weightThreshold } from '../../privacy/concentrated.js'
import { perPerson } from '../../privacy/relatives.js'
import type { Variance } from '../../random/discrete-gaussian.js'
import type { Values } from './params.js'

/** Weights are whole numbers: a person gives a length of at most so many units to each marginal. */
export const UNIT = 1_000_000

/** Counts over values that everybody knows beforehand; each has an equal part of the share of `shape`. */
export const SHAPES = ['history', 'repeats', 'hours', 'weekdays', 'days', 'sessions', 'turns', 'clicks'] as const
export type ShapeName = (typeof SHAPES)[number]
export const MARGINALS = ['bigrams', 'queries', 'hosts', 'next', ...SHAPES] as const
export type MarginalName = (typeof MARGINALS)[number]

/** What a log has, by its columns: what it does not have cannot be counted. */
export interface Has {
  readonly time: boolean
  readonly url: boolean
}

/** One marginal: what it costs, the noise that follows, and where it hides what one person alone gives. */
export interface Marginal {
  readonly rho: number
  readonly variance: Variance
  /** Deviation of the noise in units. */
  readonly sigma: number
  /** Items that a person may give. */
  readonly most: number
  /** What is counted under texts of the log passes above this, in units; undefined where values are known beforehand. */
  readonly threshold?: number
  readonly delta: number
}

export interface Account {
  readonly rho: number
  /** What all noise together takes of delta; thresholds take the rest. */
  readonly conversionDelta: number
  readonly marginals: Readonly<Partial<Record<MarginalName, Marginal>>>
  /** Marginals that a share was asked for and the log cannot give. */
  readonly missing: readonly MarginalName[]
}

/** How delta is spent: most of it on the noise, since a threshold hardly moves with it. */
const CONVERSION = 0.6
const DELTAS: Readonly<Partial<Record<MarginalName, number>>> = { queries: 0.2, bigrams: 0.1, hosts: 0.08, days: 0.02 }
const NEEDS: Readonly<Partial<Record<MarginalName, keyof Has>>> = {
  hosts: 'url',
  clicks: 'url',
  next: 'time',
  hours: 'time',
  weekdays: 'time',
  days: 'time',
  sessions: 'time',
  turns: 'time',
}
/** Numbers that a person moves in all marginals together, at most: what may be given to the first four and to days, and less than 100 values of the others. */
const MOVED = 1024
/** No marginal gets less: its noise would be larger than what can be drawn, and nothing would come out. */
const LEAST_RHO = 1e-12
/** Days of a person that count, at most. */
const MOST_DAYS = 100

/**
 * The one account: what is spent in all follows from epsilon and delta, and each marginal gets its share of it. The share of what the log has no columns for
 * goes to the others, in proportion.
 */
export function accountFor(values: Values, has: Has): Account {
  const { epsilon, delta } = perPerson({ ...values, m: 1, tau: 1 })
  const conversionDelta = CONVERSION * delta
  const rho = concentratedFor(epsilon, conversionDelta, { numbers: MOVED, unit: UNIT })
  const asked = MARGINALS.filter((name) => shareOf(name, values) > 0)
  const kept = asked.filter((name) => NEEDS[name] === undefined || has[NEEDS[name]])
  const sum = kept.reduce((all, name) => all + shareOf(name, values), 0)
  const least = (rho * Math.min(...kept.map((name) => shareOf(name, values)))) / sum
  if (!(least > LEAST_RHO))
    fail(
      'usage',
      `--epsilon ${values.epsilon} leaves next to nothing for the smallest share of a synthetic log`,
      'Choose a larger epsilon, larger shares, or 0 for what is not needed.',
    )
  return {
    rho,
    conversionDelta,
    marginals: Object.fromEntries(
      kept.map((name) => [name, marginal(name, (rho * shareOf(name, values)) / sum, delta, values)]),
    ),
    missing: asked.filter((name) => !kept.includes(name)),
  }
}

function shareOf(name: MarginalName, values: Values): number {
  return isShape(name) ? values.shape / SHAPES.length : values[name]
}

function isShape(name: MarginalName): name is ShapeName {
  return (SHAPES as readonly string[]).includes(name)
}

function marginal(name: MarginalName, rho: number, delta: number, { perUser }: Values): Marginal {
  // A length of UNIT under this variance is rho-zCDP [CKS20] theorem 14; rounded up, so that it is never more.
  const variance = BigInt(Math.ceil((UNIT * UNIT * (1 + 1e-12)) / (2 * rho)))
  const sigma = Math.sqrt(Number(variance))
  const most = name === 'bigrams' ? 2 * perUser : name === 'days' ? MOST_DAYS : perUser
  const own = (DELTAS[name] ?? 0) * delta
  return {
    rho,
    variance: { numerator: variance, denominator: 1n },
    sigma,
    most,
    ...(own > 0 ? { threshold: Math.ceil(UNIT * weightThreshold(sigma / UNIT, own, most)) } : {}),
    delta: own,
  }
}

/** What thresholds may let slip, together. */
export function thresholdDelta({ marginals }: Account): number {
  return Object.values(marginals).reduce((sum, { delta }) => sum + delta, 0)
}

/** The account in figures for people: weights in persons who give all they have to one item. */
export function explained(account: Account) {
  const rows = Object.entries(account.marginals).map(([name, { rho, sigma, threshold, most, delta }]) => [
    name,
    {
      share: rho / account.rho,
      rho,
      sigma: sigma / UNIT,
      perUser: most,
      ...(threshold === undefined ? {} : { threshold: threshold / UNIT, delta }),
    },
  ])
  return { rho: account.rho, conversionDelta: account.conversionDelta, marginals: Object.fromEntries(rows) }
}

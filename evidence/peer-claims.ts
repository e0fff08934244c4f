import { type Claim, near } from './claims.js'
import { AS_PUBLISHED as published } from './peer-published.js'

const SIZE = 'the size of the network: *Larger networks*'
const OPEN = 'what the thesis leaves open: *Who is exposed*'

const claim = (item: string, what: string, theirs: number, ours: number, unit?: '%'): Claim =>
  near({ source: '[Erola13]', item, what, theirs, ours, ...(unit && { unit }) })

/** Position and variance at each θ, in the order of the table. */
export function thetaClaims(ours: readonly (readonly [position: number, variance: number])[]): Claim[] {
  return published.theta.flatMap(([from, to, position, variance], i) => {
    // Without pruning, and at the θ that is chosen.
    if (![0, 0.6].includes(from) || to === 0.6) return []
    const at = `at θ of ${100 * from}% to ${100 * to}%`
    return [
      { ...claim('Table 4.1', `position ${at}`, position, ours[i]![0]), ...(to > 0 && { cause: SIZE }) },
      claim('Table 4.1', `variance of the position ${at}`, variance, ours[i]![1]),
    ]
  })
}

/** Position and deviation by number of neighbours, from 1. The repeats of a vector were chosen for the positions. */
export function positionClaims(ours: readonly (readonly [position: number, deviation: number])[]): Claim[] {
  return published.position.flatMap(([position, , deviation], i) => {
    if (![1, 3, 5, 8, 10].includes(i + 1)) return []
    const of = `of users with ${i + 1} neighbour${i > 0 ? 's' : ''}`
    return [
      {
        ...claim('Table 4.5', `position ${of}`, position, ours[i]![0]),
        fitted: true as const,
        ...(i === 9 && { cause: SIZE }),
      },
      claim('Table 4.5', `deviation of the position ${of}`, deviation, ours[i]![1]),
    ]
  })
}

/** Users exposed at 60%, 70% and 80%, and shares of users by steps of ten of their PEL. */
export function exposedClaims(all: readonly number[], steps: readonly number[]): Claim[] {
  const theirs = (j: number) => published.exposed.reduce((sum, row) => sum + row[j]!, 0)
  const below = (shares: readonly number[], n: number) =>
    100 * shares.slice(0, n).reduce((sum, share) => sum + share, 0)
  return [
    ...[60, 70, 80].map((at, j) => ({
      ...claim('Table 4.2', `users of 1,000 exposed at ${at}%`, theirs(j), all[j]!),
      cause: OPEN,
    })),
    ...[1, 2].map((n) =>
      claim('Table 4.3', `users with a PEL below ${10 * n}%`, below(published.pel, n), below(steps, n), '%'),
    ),
  ]
}

/** Exposed honest and selfish users at each ζ, in per cent. */
export function zetaClaims(ours: readonly (readonly [honest: number, selfish: number])[]): Claim[] {
  return published.zeta.flatMap(([zeta, honest, selfish], i) => {
    if (zeta > 0.03) return []
    return [
      { ...claim('Table 4.4', `honest users exposed at ζ = ${zeta}`, honest, ours[i]![0], '%'), cause: OPEN },
      claim('Table 4.4', `selfish users exposed at ζ = ${zeta}`, selfish, ours[i]![1], '%'),
    ]
  })
}

/** The one was chosen for the other. */
export function hopsClaims(hops: number): Claim[] {
  return [{ ...claim('§4.7.3', 'hops', 3.59, hops), fitted: true as const }]
}

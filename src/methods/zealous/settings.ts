import { fail } from '../../base/errors.js'
import { asked as checked, short } from '../../histograms/params.js'
import type { Asked } from '../../privacy/relatives.js'
import {
  lambdaOf,
  rateOf,
  staysHidden,
  type Zealous,
  zealousDelta,
  zealousEpsilon,
  zealousFor,
  zealousProbabilistic,
  zealousProbabilisticDelta,
} from '../../privacy/zealous.js'
import { params, type Values } from './params.js'

/** The numbers that ZEALOUS runs with, and what they amount to. */
export interface Settings extends Zealous {
  /** What was asked for, where (epsilon, delta) was given. */
  readonly asked?: Asked
  /** What holds; undefined for nothing. */
  readonly claim?: { readonly epsilon: number; readonly delta: number }
}

/** From (epsilon, delta, m, tau), or from explicit tau' and lambda. */
export function settingsOf(values: Values): Settings {
  const m = oneOf(values.perUser, values.m, '--per-user', '--m') ?? 20
  const given = oneOf(values.minUsers, values.tau, '--min-users', '--tau')
  const { definition, usersBound } = values
  if (definition === 'probabilistic' && usersBound === undefined)
    fail(
      'usage',
      'the probabilistic definition needs --users-bound',
      'Name a public bound on the number of persons; it is never counted from the log.',
    )
  if (definition === 'approximate' && usersBound !== undefined)
    fail('usage', '--users-bound belongs to --definition probabilistic', 'Leave it out, or name that definition.')
  if (values.lambda !== undefined || values.tauPrime !== undefined) return explicit(values, m, given ?? 1)
  const { epsilon, delta } = values
  if (epsilon === undefined) fail('usage', 'zealous needs --epsilon', params.epsilon.advice)
  if (delta === undefined) fail('usage', 'zealous needs --delta', params.delta.advice)
  const asked = checked({ ...values, epsilon, delta, perUser: m, minUsers: given ?? 1 })
  const claim = { epsilon, delta }
  if (definition === 'probabilistic') return { ...zealousProbabilistic(epsilon, delta, m, usersBound!, given), claim }
  return { ...zealousFor(epsilon, delta, m, asked.tau, asked.neighbours), asked, claim }
}

/** The guarantee of explicit numbers is computed from them; a stated (epsilon, delta) that they do not reach is refused. */
function explicit(values: Values, m: number, tau: number): Settings {
  const { tauPrime, neighbours, definition, usersBound } = values
  if (values.lambda === undefined || tauPrime === undefined)
    fail('usage', '--tau-prime and --lambda go together', 'Give both, or neither and --epsilon and --delta.')
  const settings = { m, tau, tauPrime, rate: rateOf(values.lambda) }
  const epsilon = zealousEpsilon(settings, definition === 'probabilistic' ? 'replace' : neighbours)
  const delta =
    definition === 'probabilistic' ? zealousProbabilisticDelta(settings, usersBound!) : zealousDelta(settings)
  const sound = settings.rate > 0 && delta < params.delta.max && epsilon < params.epsilon.max && staysHidden(settings)
  // Rounding in a stated epsilon is forgiven; a promise that is not kept is not.
  const kept = sound && epsilon <= (values.epsilon ?? epsilon) * (1 + 1e-9) && delta <= (values.delta ?? delta)
  if ((values.epsilon !== undefined || values.delta !== undefined) && !kept)
    fail(
      'refused',
      settings.rate === 0
        ? 'without noise no epsilon and delta hold'
        : `tau' = ${tauPrime} with lambda = ${short(lambdaOf(settings.rate))} does not reach what is asked: it gives epsilon = ${short(epsilon)} and lets an item of a single person out with probability ${short(delta)}, so delta = ${short(delta)}`,
      'Leave --tau-prime and --lambda out, and sound ones are computed; or leave --epsilon and --delta out, and the true ones are stated.',
    )
  return { ...settings, ...(sound ? { claim: { epsilon, delta } } : {}) }
}

function oneOf(one: number | undefined, other: number | undefined, name: string, alias: string): number | undefined {
  if (one !== undefined && other !== undefined && one !== other)
    fail('usage', `${name} and ${alias} are the same and contradict each other`, 'Give one of them.')
  return one ?? other
}

import { fail } from '../../base/errors.js'
import { type AskedContinually, type Continual, continualFor, riskOver } from '../../privacy/continual.js'
import { type DifferentiallyPrivate, type Guarantee, promise, sentenceOf } from '../../release/guarantee.js'
import type { SeriesMember } from '../../release/manifest.js'
import { periodsOfYear } from '../../series/periods.js'

/** What the promise of a series follows from, beside that of its last step. */
export type Windowed = Pick<SeriesMember, 'every' | 'window' | 'horizon' | 'stateless'>

/** The numbers that a histogram's promise and parameters ask for in a series. */
export function askedOf(
  { epsilon, delta, minUsers }: Pick<DifferentiallyPrivate, 'epsilon' | 'delta' | 'minUsers'>,
  perUser: number,
  { window, horizon, stateless }: Windowed,
): AskedContinually {
  const asked = { epsilon, delta, m: perUser, window, ...(horizon === undefined ? {} : { horizon }) }
  if (stateless && window !== 'ever' && perUser < window)
    fail(
      'usage',
      `without state a person gives --per-user/W items a period, and ${perUser} items in ${window} periods is less than one`,
      `Choose --per-user ${window} or more, a shorter window, or let the series remember who gave what.`,
    )
  return { ...asked, ...(stateless ? { stateless } : {}), tau: tauOf(minUsers, window, stateless) }
}

/** A window over two stretches may count a person twice, and without state once a period: so many counts are surely minUsers persons. */
function tauOf(minUsers: number, window: Windowed['window'], stateless: boolean | undefined): number {
  if (window === 'ever' || window === 1) return minUsers
  return (stateless ? window : 2) * (minUsers - 1) + 1
}

export function numbersOf(alone: Guarantee, perUser: number, windowed: Windowed): Continual {
  return continualFor(askedOf(dpOf(alone), perUser, windowed))
}

/** What is promised of all releases of a series, from what is promised of one alone and how long its windows are. */
export function promisedInSeries(alone: Guarantee, perUser: number, windowed: Windowed): DifferentiallyPrivate {
  const { sentence, assumptions, notProtected, also, unit, ...numbers } = dpOf(alone)
  const { every, window, horizon, stateless } = windowed
  const asked = askedOf(numbers, perUser, windowed)
  const year = riskOver(asked, periodsOfYear(every))
  const series = { every, window, ...(horizon === undefined ? {} : { horizon }), year }
  const made = promise(
    { ...numbers, series },
    {
      unit,
      assumptions: [
        'Noise comes from keys that are drawn once, kept secret and forgotten when their window is over; nobody who lacks them can tell what HMAC-SHA-256 makes of them from chance.',
        stateless
          ? 'Nothing is remembered of persons; each period counts what a person gives in it.'
          : 'What the series remembers of who gave what was not rolled back to an earlier day.',
        'Rows of a log do not depend on what the series has released.',
        'Other releases about the same persons add to what is spent; the ledger of the population adds it up.',
      ],
      notProtected,
    },
  )
  return also === undefined ? made : { ...made, also, sentence: sentenceOf({ ...made, also }) }
}

export function dpOf(alone: Guarantee): DifferentiallyPrivate {
  if (alone.kind !== 'dp') throw new TypeError('a promise of differential privacy was expected')
  return alone
}

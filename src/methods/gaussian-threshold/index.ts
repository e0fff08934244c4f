import { countItems, givenItems } from '../../histograms/histogram.js'
import { countingOf } from '../../histograms/items.js'
import { ITEM_METHOD, USUAL_ITEMS } from '../../histograms/method.js'
import { asked, comparison, dpGuarantee, type ItemValues, itemParams as params } from '../../histograms/params.js'
import { releaseItems } from '../../histograms/release.js'
import { deltaNotes, wideEpsilon } from '../../histograms/warnings.js'
import type { Log } from '../../log/log.js'
import { discreteTail, type GaussianThreshold, gaussianFor } from '../../privacy/gaussian.js'
import { smallest } from '../../privacy/laplace.js'
import { perPerson } from '../../privacy/relatives.js'
import { discreteGaussian } from '../../random/discrete-gaussian.js'
import type { Made } from '../../release/made.js'
import { type Context, defineMethod, SEEDS } from '../method.js'

/** Counts with Gaussian noise above a threshold: the better choice when persons give more than a few items. */
export default defineMethod<typeof params>({
  name: 'gaussian-threshold',
  summary: 'items with noisy counts (Gaussian noise and a threshold); lets most items out when persons give many',
  paper: { key: 'Balle18', title: 'Improving the Gaussian Mechanism for Differential Privacy: Analytical Calibration' },
  params,
  ...ITEM_METHOD,
  usual: [{ ...USUAL_ITEMS, seeds: SEEDS }],
  guarantee: (values, unit) => {
    settingsOf(values)
    const { epsilon, delta, neighbours, minUsers } = values
    return dpGuarantee(
      { epsilon, delta, neighbours, definition: 'approximate', ...countingOf(values), counts: true, minUsers },
      unit,
    )
  },
  derived: (values) => {
    const { m, tau, tauPrime, sigma, leak } = settingsOf(values)
    return { m, sigma, tau, tauPrime, leak, evenChanceAt: tauPrime, ...comparison(asked(values)) }
  },
  // m counts that move by 1 under variance sigma^2: rho = m/(2 sigma^2) [CKS20] theorem 14; what the threshold lets slip is delta.
  spends: (values) => {
    const { m, sigma, leak } = settingsOf(values)
    return values.neighbours === 'add-remove' ? { rho: m / (2 * sigma * sigma), delta: leak } : undefined
  },
  warns: ({ epsilon }) => wideEpsilon(epsilon),
  run,
})

function settingsOf(values: ItemValues): GaussianThreshold {
  const wanted = asked(values)
  const { epsilon, delta } = perPerson(wanted)
  return gaussianFor(epsilon, delta, wanted.m, wanted.tau)
}

async function run(log: Log, values: ItemValues, on: Context): Promise<Made> {
  const { m, tau, tauPrime, variance, sigma } = settingsOf(values)
  const { choose, delta } = values
  const given = await givenItems(log, { ...countingOf(values), m, choose }, on, 'gaussian-threshold')
  const histogram = await countItems(given, on)
  const noise = discreteGaussian(on.random, variance)
  const draw = (count: number) => {
    const noisy = count + noise()
    return noisy > tauPrime ? noisy : undefined
  }
  const often = smallest(1, (count) => discreteTail(sigma * sigma, tauPrime + 1 - count) > 1e-4)
  const made = await releaseItems(histogram, { tau, often, draw, counts: true }, on)
  return { ...made, notes: deltaNotes(delta, given.persons) }
}

import { countItems, givenItems } from '../../histograms/histogram.js'
import { countingOf } from '../../histograms/items.js'
import { ITEM_METHOD, USUAL_ITEMS } from '../../histograms/method.js'
import { comparison, dpGuarantee } from '../../histograms/params.js'
import { releaseItems } from '../../histograms/release.js'
import { deltaNotes, wideEpsilon } from '../../histograms/warnings.js'
import type { Log } from '../../log/log.js'
import { laplaceTail, smallest } from '../../privacy/laplace.js'
import { lambdaOf } from '../../privacy/zealous.js'
import { discreteLaplace } from '../../random/discrete-laplace.js'
import type { Made } from '../../release/made.js'
import { type Context, defineMethod, SEEDS } from '../method.js'
import { noGuarantee } from './none.js'
import { params, type Values } from './params.js'
import { settingsOf } from './settings.js'

/** ZEALOUS: counts of at most m items a person, a threshold, noise, a second threshold. */
export default defineMethod<typeof params>({
  name: 'zealous',
  summary: 'items with noisy counts (Laplace noise and two thresholds)',
  paper: {
    key: 'Santhi13',
    title: 'Publishing Search Logs: Privacy Guarantee for User Sensitive Information, after [Goetz12]',
  },
  params,
  ...ITEM_METHOD,
  usual: [{ ...USUAL_ITEMS, seeds: SEEDS }],
  guarantee: (values, unit) => {
    const settings = settingsOf(values)
    const counting = countingOf(values)
    if (settings.claim === undefined) return noGuarantee(settings, unit)
    return dpGuarantee(
      {
        ...settings.claim,
        neighbours: values.neighbours,
        definition: values.definition,
        ...counting,
        counts: true,
        minUsers: settings.tau,
        ...(values.usersBound === undefined ? {} : { usersBound: values.usersBound }),
      },
      unit,
    )
  },
  derived: (values) => {
    const { m, tau, tauPrime, rate, asked } = settingsOf(values)
    return {
      m,
      lambda: lambdaOf(rate),
      tau,
      tauPrime,
      evenChanceAt: tauPrime,
      ...(asked && values.definition === 'approximate' ? comparison(asked) : {}),
    }
  },
  warns: (values) => wideEpsilon(settingsOf(values).claim?.epsilon),
  run,
})

async function run(log: Log, values: Values, on: Context): Promise<Made> {
  const { m, tau, tauPrime, rate, claim } = settingsOf(values)
  const { choose } = values
  const given = await givenItems(log, { ...countingOf(values), m, choose }, on, 'zealous')
  const histogram = await countItems(given, on)
  const noise = rate === 0 ? () => 0 : discreteLaplace(on.random, rate)
  const draw = (count: number) => {
    const noisy = count + noise()
    return noisy > tauPrime ? noisy : undefined
  }
  // Items come through once in 10,000 draws or less below this count.
  const often = rate === 0 ? tauPrime + 1 : smallest(1, (count) => laplaceTail(rate, tauPrime + 1 - count) > 1e-4)
  const made = await releaseItems(histogram, { tau, often, draw, counts: true }, on)
  return { ...made, notes: deltaNotes(claim?.delta, given.persons) }
}

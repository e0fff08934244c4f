import { fail } from '../../base/errors.js'
import type { ValuesOf } from '../../base/params.js'
import { countOf } from '../../engines/sql.js'
import { countItems, givenItems } from '../../histograms/histogram.js'
import { countingOf } from '../../histograms/items.js'
import { ITEM_METHOD, USUAL_ITEMS } from '../../histograms/method.js'
import { asked, comparison, dpGuarantee, itemParams } from '../../histograms/params.js'
import { passing } from '../../histograms/passing.js'
import { itemsMade, releaseItems } from '../../histograms/release.js'
import { deltaNotes, wideEpsilon } from '../../histograms/warnings.js'
import { weighItems } from '../../histograms/weights.js'
import type { Log } from '../../log/log.js'
import { discreteTail, type GaussianThreshold, gaussianFor } from '../../privacy/gaussian.js'
import { smallest } from '../../privacy/laplace.js'
import { perPerson } from '../../privacy/relatives.js'
import { type WeightedThreshold, weightedFor } from '../../privacy/weights.js'
import { discreteGaussian } from '../../random/discrete-gaussian.js'
import type { Made } from '../../release/made.js'
import { type Context, defineMethod, SEEDS } from '../method.js'

const params = {
  ...itemParams,
  weights: {
    type: 'choice',
    of: ['equal', 'unit'],
    default: 'equal',
    help: 'what a person adds to each of t items: 1, or sqrt(m/t), which is as private and lets those who give few items count for more',
  },
} as const
type Values = ValuesOf<typeof params>

/** Counts with Gaussian noise above a threshold: the better choice when persons give more than a few items. */
export default defineMethod<typeof params>({
  name: 'gaussian-threshold',
  summary: 'items with noisy counts (Gaussian noise and a threshold); lets most items out when persons give many',
  paper: { key: 'Balle18', title: 'Improving the Gaussian Mechanism for Differential Privacy: Analytical Calibration' },
  params,
  ...ITEM_METHOD,
  usual: [{ ...USUAL_ITEMS, seeds: SEEDS, first: true }],
  guarantee: (values, unit) => {
    settingsOf(values)
    const { epsilon, delta, neighbours, minUsers } = values
    return dpGuarantee(
      { epsilon, delta, neighbours, definition: 'approximate', ...countingOf(values), counts: true, minUsers },
      unit,
    )
  },
  derived: (values) => {
    const { m, tauPrime, sigma, leak } = settingsOf(values)
    const tau = values.minUsers
    return { m, sigma, tau, tauPrime, leak, evenChanceAt: tauPrime, ...comparison(asked(values)) }
  },
  // m counts that move by 1, or all by a length of sqrt(m), under variance sigma^2: rho = m/(2 sigma^2) [CKS20] theorem 14; what the threshold lets slip is delta.
  spends: (values) => {
    const { m, sigma, leak } = settingsOf(values)
    return values.neighbours === 'add-remove' ? { rho: m / (2 * sigma * sigma), delta: leak } : undefined
  },
  warns: ({ epsilon }) => wideEpsilon(epsilon),
  run: (log, values, on) => (values.weights === 'unit' ? runWeighted : runCounted)(log, values, on),
})

type Settings = GaussianThreshold | WeightedThreshold

function settingsOf(values: Values): Settings {
  return values.weights === 'unit' ? weightedOf(values) : countedOf(values)
}

function countedOf(values: Values): GaussianThreshold {
  const wanted = asked(values)
  const { epsilon, delta } = perPerson(wanted)
  return gaussianFor(epsilon, delta, wanted.m, wanted.tau)
}

function weightedOf(values: Values): WeightedThreshold {
  const wanted = asked(values)
  if (wanted.tau > 1)
    fail(
      'usage',
      '--min-users belongs to --weights equal: an item of few persons may have any weight',
      'Leave one of them out.',
    )
  const { epsilon, delta } = perPerson(wanted)
  if (epsilon < 1e-3)
    fail(
      'usage',
      `--epsilon ${values.epsilon} is too small for weights`,
      'Choose a larger epsilon, or --weights equal.',
    )
  return weightedFor(epsilon, delta, wanted.m)
}

async function runCounted(log: Log, values: Values, on: Context): Promise<Made> {
  const { m, tau, tauPrime, variance, sigma } = countedOf(values)
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

async function runWeighted(log: Log, values: Values, on: Context): Promise<Made> {
  const { m, tauPrime, variance, scale } = weightedOf(values)
  const { choose, delta } = values
  const given = await givenItems(log, { ...countingOf(values), m, choose }, on, 'gaussian-threshold')
  const histogram = await weighItems(given, m, on)
  on.say('adding noise')
  const released = { item: [] as string[], count: [] as string[] }
  const least = Math.ceil((tauPrime + 0.5) / scale)
  for await (const { key, noisy } of passing({ table: histogram.table, key: ['item'] }, { variance, least }, on)) {
    released.item.push(String(key[0]))
    released.count.push(String(Math.max(tauPrime + 1, Math.round(noisy * scale))))
  }
  return {
    ...(await itemsMade(histogram, released, true, on)),
    facts: { phases: { items: await countOf(on.engine, histogram.table), published: released.item.length } },
    notes: deltaNotes(delta, given.persons),
  }
}

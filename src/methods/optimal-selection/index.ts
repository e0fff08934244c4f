import { fail } from '../../base/errors.js'
import { countItems, givenItems } from '../../histograms/histogram.js'
import { countingOf } from '../../histograms/items.js'
import { ITEM_METHOD, USUAL_ITEMS } from '../../histograms/method.js'
import { asked, comparison, dpGuarantee, type ItemValues, itemParams as params } from '../../histograms/params.js'
import { releaseItems } from '../../histograms/release.js'
import { deltaNotes, wideEpsilon } from '../../histograms/warnings.js'
import type { Log } from '../../log/log.js'
import { smallest } from '../../privacy/laplace.js'
import {
  type Selection,
  selectionChance,
  selectionEvenAt,
  selectionFor,
  selectionTable,
} from '../../privacy/optimal-selection.js'
import { perPerson } from '../../privacy/relatives.js'
import type { Made } from '../../release/made.js'
import { type Context, defineMethod } from '../method.js'

/** Items without counts, each let out with the largest probability that differential privacy allows. */
export default defineMethod<typeof params>({
  name: 'optimal-selection',
  summary: 'items without counts, let out as often as differential privacy allows; best for one item a person',
  paper: { key: 'Desfontaines22', title: 'Differentially Private Partition Selection' },
  params,
  ...ITEM_METHOD,
  usual: [USUAL_ITEMS],
  guarantee: (values, unit) => {
    settingsOf(values)
    const { epsilon, delta, neighbours, minUsers } = values
    return dpGuarantee(
      { epsilon, delta, neighbours, definition: 'approximate', ...countingOf(values), counts: false, minUsers },
      unit,
    )
  },
  derived: (values) => {
    const selection = settingsOf(values)
    const { kappa, epsilon1, delta1, n1, n2 } = selection
    return {
      m: kappa,
      epsilon1,
      delta1,
      n1,
      n2,
      tau: values.minUsers,
      evenChanceAt: selectionEvenAt(selection) + values.minUsers - 1,
      ...comparison(asked(values)),
    }
  },
  warns: ({ epsilon }) => wideEpsilon(epsilon),
  run,
})

const MOST_STEPS = 5_000_000

function settingsOf(values: ItemValues): Selection {
  const wanted = asked(values)
  const { epsilon, delta } = perPerson(wanted)
  const selection = selectionFor(epsilon, delta, wanted.m)
  if (!(selection.n2 <= MOST_STEPS))
    fail(
      'usage',
      `--epsilon ${values.epsilon} is too small for ${values.perUser} items a person`,
      'Choose a larger epsilon, or let a person give fewer items.',
    )
  return selection
}

async function run(log: Log, values: ItemValues, on: Context): Promise<Made> {
  const selection = settingsOf(values)
  const { choose, delta, minUsers: tau, perUser: m } = values
  const given = await givenItems(log, { ...countingOf(values), m, choose }, on, 'optimal-selection')
  const histogram = await countItems(given, on)
  const { high, low } = selectionTable(selection)
  const draw = (count: number) => {
    const step = count - tau // pi(n - tau + 1) stands at n - tau
    if (step >= high.length) return count
    const drawn = on.random.uint32()
    const bound = high[step]!
    return drawn < bound || (drawn === bound && on.random.uint32() < low[step]!) ? count : undefined
  }
  const often = smallest(1, (count) => selectionChance(selection, count - tau + 1) > 1e-4)
  const made = await releaseItems(histogram, { tau, often, draw, counts: false }, on)
  return { ...made, notes: deltaNotes(delta, given.persons) }
}

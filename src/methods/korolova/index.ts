import { fail } from '../../base/errors.js'
import { USUAL_ITEMS } from '../../histograms/method.js'
import { asked, comparison, dpGuarantee } from '../../histograms/params.js'
import { releaseItems } from '../../histograms/release.js'
import { deltaNotes, wideEpsilon } from '../../histograms/warnings.js'
import type { Log } from '../../log/log.js'
import { type Korolova, korolovaFor } from '../../privacy/korolova.js'
import { laplaceTail, smallest } from '../../privacy/laplace.js'
import { discreteLaplace, rateBelow } from '../../random/discrete-laplace.js'
import type { Made } from '../../release/made.js'
import { type Context, defineMethod } from '../method.js'
import { clickCounts, firstQueries, readResults } from './first.js'
import { params, type Values } from './params.js'

/** The first queries of each person, counted with repetition; those that pass a noisy threshold, and clicks on results that are public anyway. */
export default defineMethod<typeof params>({
  name: 'korolova',
  summary:
    'queries with noisy counts of how often they were asked, from the first d of each person; clicks on public results',
  paper: { key: 'Korolova09', title: 'Releasing Search Queries and Clicks Privately' },
  params,
  acts: () => 'global',
  needs: () => 'sql',
  requires: ['person', 'time'],
  requiresFor: ({ results }) => (results === undefined ? [] : ['url']),
  checks: ({ results }) => {
    if (results !== undefined) readResults(results)
  },
  attacks: ['inject-users', 'difference-releases'],
  usual: [{ epsilon: USUAL_ITEMS.epsilon, delta: USUAL_ITEMS.delta, d: 20 }],
  readsRaw: () => false,
  writesTags: () => false,
  makes: () => 'items',
  guarantee: (values, unit) => {
    settingsOf(values)
    const { epsilon, delta, neighbours } = values
    return dpGuarantee(
      { epsilon, delta, neighbours, definition: 'approximate', items: 'queries', counts: true, minUsers: 1 },
      unit,
      values.results === undefined
        ? {}
        : { assumptions: ['The list of results is public and does not depend on the log.'] },
    )
  },
  destroys: () => undefined,
  derived: (values) => {
    const { selection, counts, clicks } = settingsOf(values)
    return {
      d: selection.d,
      b: 1 / selection.rate,
      K: selection.k,
      ...(counts === undefined ? {} : { bq: 1 / counts }),
      ...(clicks === undefined ? {} : { dc: clicks.d, bc: 1 / clicks.rate }),
      evenChanceAt: selection.k,
      ...comparison(asked({ ...values, perUser: selection.d, minUsers: 1 })),
    }
  },
  warns: ({ epsilon }) => wideEpsilon(epsilon),
  run,
})

interface Settings {
  readonly selection: Korolova
  /** 1/b_q where counts have noise of their own. */
  readonly counts: number | undefined
  readonly clicks: { readonly d: number; readonly rate: number } | undefined
}

/** Splits epsilon: what the counts and clicks may spend, and the rest for the choice of queries. */
function settingsOf(values: Values): Settings {
  const d = values.d ?? values.perUser
  asked({ ...values, perUser: d, minUsers: 1 })
  const { perUserClicks, epsilonCounts = 0, epsilonClicks = 0, results, neighbours } = values
  if ((results === undefined) !== (epsilonClicks === 0))
    fail('usage', '--results and --epsilon-clicks go together', 'Give both, or neither.')
  const rest = values.epsilon - epsilonCounts - epsilonClicks
  if (!(rest > 0))
    fail(
      'usage',
      `--epsilon-counts and --epsilon-clicks leave nothing of epsilon = ${values.epsilon} for the choice of queries`,
      'Make them smaller.',
    )
  // Replacing a person is taking one out and adding another.
  const times = neighbours === 'replace' ? 2 : 1
  const delta = neighbours === 'replace' ? values.delta / (1 + Math.exp(values.epsilon / 2)) : values.delta
  return {
    selection: korolovaFor(rest / times, delta, d),
    counts: epsilonCounts === 0 ? undefined : rateBelow(epsilonCounts / times / d),
    clicks:
      epsilonClicks === 0 ? undefined : { d: perUserClicks, rate: rateBelow(epsilonClicks / times / perUserClicks) },
  }
}

async function run(log: Log, values: Values, on: Context): Promise<Made> {
  const { selection, counts, clicks } = settingsOf(values)
  const { d, k, rate } = selection
  const { histogram, persons } = await firstQueries(log, d, on)
  const choice = discreteLaplace(on.random, rate)
  const fresh = counts === undefined ? undefined : discreteLaplace(on.random, counts)
  const draw = (count: number) => {
    const noisy = count + choice()
    if (noisy <= k) return undefined
    return fresh === undefined ? noisy : count + fresh()
  }
  const often = smallest(1, (count) => laplaceTail(rate, k + 1 - count) > 1e-4)
  const made = await releaseItems(histogram, { tau: 1, often, draw, counts: true }, on)
  const told = { ...made, notes: deltaNotes(values.delta, persons) }
  const [items] = made.tables ?? []
  if (clicks === undefined || items === undefined) return told
  return { ...told, tables: [items, await clickCounts(log, items.table, values.results!, clicks, on)] }
}

import { fail } from '../../base/errors.js'
import type { ValuesOf } from '../../base/params.js'
import { fresh } from '../../engines/sql.js'
import { itemColumns } from '../../histograms/items.js'
import { ITEM_METHOD } from '../../histograms/method.js'
import { asked, dpGuarantee, itemParams } from '../../histograms/params.js'
import { deltaNotes, wideEpsilon } from '../../histograms/warnings.js'
import type { Log } from '../../log/log.js'
import { type PhrasesNumbers, phrasesFor } from '../../privacy/phrases.js'
import { perPerson } from '../../privacy/relatives.js'
import type { Made } from '../../release/made.js'
import { PHRASE_WORDS } from '../../release/phrases.js'
import { type Context, defineMethod } from '../method.js'
import { noisyCounts, wholeLexicon } from './counts.js'
import { extract } from './extract.js'
import { factsOf } from './facts.js'
import { numbersOf } from './numbers.js'

const { epsilon, delta, neighbours, choose } = itemParams
const params = {
  epsilon,
  delta,
  n: { type: 'whole', min: 1, max: PHRASE_WORDS.most, default: 3, help: 'longest phrase, in words' },
  perUser: { type: 'whole', min: 1, max: 1000, default: 100, help: 'phrases of each length that a person may give' },
  eta: {
    type: 'real',
    min: 1e-6,
    max: 0.1,
    default: 0.01,
    help: 'phrases of two words and more that nobody used: at most so many, for each of the length before, are to be expected',
  },
  countsShare: {
    type: 'real',
    min: 0,
    max: 0.9,
    default: 0.2,
    help: 'share of the budget for noisy counts beside the phrases; 0 for none',
  },
  perUserCounts: {
    type: 'whole',
    min: 1,
    max: 1000,
    default: 20,
    help: 'phrases of all lengths that a person may give to the counts',
  },
  neighbours,
  choose,
} as const
type Values = ValuesOf<typeof params>

/** Phrases of one word and more, where hardly two type the same text. */
export default defineMethod<typeof params>({
  name: 'phrases',
  summary:
    'phrases of one to n words with noisy counts, longer ones among what shorter ones let be: for long texts that hardly two people share',
  paper: { key: 'Kim21', title: 'Differentially Private n-gram Extraction' },
  params,
  ...ITEM_METHOD,
  requiresFor: () => [],
  textsOnly: () => true,
  usual: [{ epsilon: [1, Math.log(10)], delta: 1e-5, n: 3 }],
  guarantee: (values, unit) => {
    settingsOf(values)
    const { epsilon, delta, neighbours, n, countsShare } = values
    return dpGuarantee(
      {
        epsilon,
        delta,
        neighbours,
        definition: 'approximate',
        items: 'phrases',
        words: n,
        counts: countsShare > 0,
        minUsers: 1,
      },
      unit,
    )
  },
  caveats: ({ n, eta }) =>
    n === 1
      ? []
      : [
          `Of the phrases of two words and more some were used by nobody: for each phrase of one word less up to ${eta} are to be expected. Which they are is not told, since the promise rests on it.`,
        ],
  derived: (values) => {
    const { sigma, ofLength, rho, leak, ofCounts } = settingsOf(values)
    return {
      m: values.perUser,
      sigma,
      ofLength,
      rho,
      leak,
      ...(ofCounts === undefined ? {} : { ofCounts }),
      evenChanceAt: Math.ceil(rho * Math.sqrt(values.perUser)),
    }
  },
  // All together are one mechanism of deviation sigma for a length of 1; words that one person alone has are delta.
  spends: (values) => {
    const { sigma, leak } = settingsOf(values)
    return values.neighbours === 'add-remove' ? { rho: 1 / (2 * sigma * sigma), delta: leak } : undefined
  },
  warns: ({ epsilon }) => wideEpsilon(epsilon),
  run,
})

function settingsOf(values: Values, at = perPerson(asked({ ...values, minUsers: 1 }))): PhrasesNumbers {
  if (at.epsilon < 1e-3)
    fail(
      'usage',
      `--epsilon ${values.epsilon} is too small for phrases`,
      'Choose a larger epsilon: nothing would be left anyway.',
    )
  return phrasesFor({
    ...at,
    n: values.n,
    most: values.perUser,
    mostCounted: values.perUserCounts,
    share: values.countsShare,
  })
}

async function run(log: Log, values: Values, on: Context): Promise<Made> {
  const numbers = settingsOf(values)
  const { n, eta, choose, perUser, perUserCounts, countsShare } = values
  const numbered = await numbersOf(log, { choose }, on)
  const extracted = await extract(numbered, { n, eta, most: perUser, choose, numbers }, on)
  const whole = await wholeLexicon(extracted, on)
  const counts =
    countsShare > 0
      ? await noisyCounts(
          extracted,
          whole,
          numbered.persons,
          { most: perUserCounts, choose, sigma: numbers.sigma / Math.sqrt(countsShare) },
          on,
        )
      : undefined
  const table = fresh('released')
  await on.engine.materialise(
    table,
    counts === undefined
      ? `SELECT text AS item FROM ${whole}`
      : `SELECT w.text AS item, c.count FROM ${whole} w JOIN ${counts} c ON w.item = c.item`,
  )
  const columns = [
    ...itemColumns('phrases'),
    ...(counts === undefined
      ? []
      : [{ name: 'count', type: 'integer', meaning: 'persons who gave the item, with noise' } as const]),
  ]
  const rhoAt = (epsilon: number) => settingsOf(values, perPerson(asked({ ...values, epsilon, minUsers: 1 }))).rho
  const { facts, notes } = await factsOf(extracted, whole, { rhoAt, ...values }, on)
  return {
    tables: [{ name: 'data', table, columns }],
    learnt: { persons: numbered.inTheLog, queries: numbered.queries },
    facts,
    notes: [...notes, ...deltaNotes(values.delta, numbered.inTheLog)],
  }
}

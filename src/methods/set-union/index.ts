import { fail } from '../../base/errors.js'
import type { ValuesOf } from '../../base/params.js'
import { digitsSql, hmacSql } from '../../engines/dialect/hashes.js'
import { countOf, fresh } from '../../engines/sql.js'
import { countItems, type Given, givenItems, type Histogram } from '../../histograms/histogram.js'
import { countingOf, itemColumns } from '../../histograms/items.js'
import { ITEM_METHOD, USUAL_ITEMS } from '../../histograms/method.js'
import { oneText } from '../../histograms/numbers.js'
import { asked, comparison, dpGuarantee, itemParams } from '../../histograms/params.js'
import { itemsMade } from '../../histograms/release.js'
import { deltaNotes, wideEpsilon } from '../../histograms/warnings.js'
import type { Log } from '../../log/log.js'
import { perPerson } from '../../privacy/relatives.js'
import {
  FINE,
  LEAST_DELTA,
  MOST_PERSONS,
  MOST_WEIGHT,
  type SetUnion,
  SLACK,
  TURNS,
  UNITS,
  unionEvenAt,
  unionGaussian,
  unionLaplace,
} from '../../privacy/set-union.js'
import { discreteGaussian } from '../../random/discrete-gaussian.js'
import { discreteLaplace } from '../../random/discrete-laplace.js'
import type { Made } from '../../release/made.js'
import { type Context, defineMethod } from '../method.js'
import { gaussianPolicy, laplacePolicy } from './policy.js'

const { minUsers, ...shared } = itemParams
const params = {
  ...shared,
  perUser: { ...shared.perUser, max: 100 },
  noise: { type: 'choice', of: ['gaussian', 'laplace'], default: 'gaussian', help: 'which noise weights get' },
  alpha: {
    type: 'real',
    min: 0,
    max: 100,
    default: 5,
    help: 'persons stop adding weight to an item so many scales of the noise above the threshold',
  },
} as const
type Values = ValuesOf<typeof params>

/** Items without counts: persons put their weight where it still helps. */
export default defineMethod<typeof params>({
  name: 'set-union',
  summary: 'items without counts; persons spread their weight over items that are not yet sure to come out',
  paper: { key: 'Gopi20', title: 'Differentially Private Set Union' },
  params,
  ...ITEM_METHOD,
  usual: [USUAL_ITEMS],
  needs: () => 'columns',
  guarantee: (values, unit) => {
    settingsOf(values)
    const { epsilon, delta, neighbours } = values
    return dpGuarantee(
      { epsilon, delta, neighbours, definition: 'approximate', ...countingOf(values), counts: false, minUsers: 1 },
      unit,
      values.noise === 'gaussian' ? { assumptions: [`The log has at most ${MOST_PERSONS} persons.`] } : {},
    )
  },
  derived: (values) => {
    const union = settingsOf(values)
    const unit = union.noise === 'laplace' ? UNITS : FINE
    return {
      m: values.perUser,
      ...(union.noise === 'laplace' ? { lambda: 1 / union.rate / unit } : { sigma: union.sigma }),
      rho: union.rho / unit,
      cutoff: union.cutoff / unit,
      evenChanceAt: unionEvenAt(union, values.perUser),
      ...comparison(wanted(values)),
    }
  },
  spends: (values) => {
    const union = settingsOf(values)
    if (union.noise !== 'gaussian' || values.neighbours !== 'add-remove') return undefined
    // Noise on the grid costs what Gaussian noise costs, by this account exactly [CKS20].
    return { rho: (1 + SLACK) ** 2 / (2 * union.sigma * union.sigma), delta: union.leak + TURNS }
  },
  warns: ({ epsilon }) => wideEpsilon(epsilon),
  run,
})

function wanted(values: Values) {
  return asked({ ...values, minUsers: 1 })
}

function settingsOf(values: Values): SetUnion {
  const { epsilon, delta } = perPerson(wanted(values))
  const { perUser, alpha } = values
  if (delta < LEAST_DELTA)
    fail(
      'usage',
      `--delta ${values.delta}${values.neighbours === 'replace' ? ' for replacing a person' : ''} is too small for set-union: two persons may share a turn, with a chance of 2^-74`,
      'Choose a larger delta, or take gaussian-threshold.',
    )
  if (values.noise === 'laplace') return unionLaplace(epsilon, delta, perUser, alpha)
  const union = unionGaussian(epsilon, delta, perUser, alpha)
  if (union.cutoff > MOST_WEIGHT * FINE)
    fail(
      'usage',
      `--epsilon ${values.epsilon} is too small for the weights of set-union`,
      'Choose a larger epsilon or a smaller alpha, or take gaussian-threshold.',
    )
  return union
}

async function run(log: Log, values: Values, on: Context): Promise<Made> {
  const union = settingsOf(values)
  const { choose, delta, perUser: m } = values
  const given = await givenItems(log, { ...countingOf(values), m, choose }, on, 'set-union')
  const histogram = await countItems(given, on)
  const codes = await drawTurns(histogram, on)
  const weights = new Float64Array(await countOf(on.engine, codes))
  on.say('spreading weights')
  await spread(given, codes, union, weights, on)
  on.say('adding noise')
  const passed = draw(union, weights, on)
  const released = fresh('passed')
  await on.engine.append(released, ['code'], [[passed.map(String)]])
  const rows = await on.engine.all<{ item: number }>(
    `SELECT item FROM ${codes} WHERE code IN (SELECT code::INTEGER FROM ${released})`,
  )
  const chosen = { item: rows.map(({ item }) => String(item)), count: rows.map(() => '1') }
  return {
    ...(await itemsMade(histogram, chosen, false, on)),
    facts: { phases: { items: weights.length, published: passed.length } },
    notes: [...tooMany(union, given.persons), ...deltaNotes(delta, given.persons)],
  }
}

/** An error would tell that one more person is in the log; only the custodian hears of it. */
function tooMany({ noise }: SetUnion, persons: number): string[] {
  return noise === 'gaussian' && persons > MOST_PERSONS
    ? [`set-union promises for at most ${MOST_PERSONS} persons, and the log has more: take gaussian-threshold`]
    : []
}

/**
 * Makes a table (item, high, low, code) of the items that count: high and low are drawn for the run, 128 bits of HMAC-SHA-256 of the item's text, and `code` numbers
 * items in that order, so that one person more or less leaves the others' items in their order.
 */
async function drawTurns({ numbered: { items, texts }, table }: Histogram, on: Context): Promise<string> {
  const codes = fresh('codes')
  const text = oneText(itemColumns(items).map(({ name }) => `t.${name}`))
  const hmac = hmacSql(on.random.bytes(32), text)
  await on.engine.materialise(
    codes,
    `SELECT item, high, low, (row_number() OVER (ORDER BY high, low, text) - 1)::INTEGER AS code FROM (
      SELECT item, ${digitsSql('hex', 0, 16)} AS high, ${digitsSql('hex', 16, 16)} AS low, text FROM (
        SELECT h.item, ${hmac} AS hex, ${text} AS text FROM ${table} h JOIN ${texts} t ON h.item = t.rowid WHERE h.count > 0))`,
  )
  return codes
}

/**
 * Persons take their turns in an order drawn for the run, by what they give and not by who they are: two who give the same are alike, and
 * one more or less leaves the others in their order. Who gives something else has another turn, but for a chance below 2^-74 for 2^27 persons, which
 * counts as part of delta.
 */
async function spread(given: Given, codes: string, union: SetUnion, weights: Float64Array, on: Context): Promise<void> {
  const policy =
    union.noise === 'laplace' ? laplacePolicy(weights, union.cutoff) : gaussianPolicy(weights, union.cutoff)
  let person: number | undefined
  let items: number[] = []
  for await (const [persons, all] of on.engine.stream(
    `SELECT person, code FROM (
      SELECT person, code, bit_xor(high) OVER own AS first, bit_xor(low) OVER own AS second FROM (${given.flagged}) JOIN ${codes} USING (item) WHERE given
      WINDOW own AS (PARTITION BY person))
    ORDER BY first, second, person, code`,
  )) {
    for (let i = 0; i < (persons?.length ?? 0); i++) {
      if (persons?.[i] !== person) {
        if (items.length > 0) policy(items)
        person = persons?.[i] as number
        items = []
      }
      items.push(all?.[i] as number)
    }
  }
  if (items.length > 0) policy(items)
}

/** Adds noise to every weight; the codes of those above the threshold. */
function draw(union: SetUnion, weights: Float64Array, on: Context): number[] {
  const noise =
    union.noise === 'laplace' ? discreteLaplace(on.random, union.rate) : discreteGaussian(on.random, union.variance)
  const scale = union.noise === 'laplace' ? 1 : FINE
  const passed: number[] = []
  for (let code = 0; code < weights.length; code++)
    if (Math.floor(weights[code]! * scale) + noise() > union.rho) passed.push(code)
  return passed
}

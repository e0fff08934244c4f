import { cast, chained, each, lengthOf, listOf, once, rowNumber, runs, split } from '../../engines/dialect/index.js'
import { columnsIn } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { personItems } from '../../histograms/numbers.js'
import type { Log } from '../../log/log.js'
import { discreteGaussian } from '../../random/discrete-gaussian.js'
import type { Context } from '../method.js'
import type { Account, Marginal } from './account.js'
import { type Bigram, candidates } from './candidates.js'
import { addUp, byCost, chanceOf, cheapest, MOST_COST } from './given.js'
import { candidateThreshold, passedItems } from './noise.js'

/** A released query: how it was found, and the weight that persons gave it, with noise. */
export interface Entry {
  readonly query: string
  readonly found: 'asked' | 'candidate'
  readonly weight: number
}

export interface ReleasedBigram {
  readonly bigram: Bigram
  readonly weight: number
}

export interface Lexicon {
  readonly entries: readonly Entry[]
  readonly bigrams: readonly ReleasedBigram[]
  /** For the custodian: persons of the log, distinct queries, and the largest weight of a query before the noise. */
  readonly persons: number
  readonly queries: number
  readonly largest: number
  /** (person, item, n): how often persons asked each of their queries. */
  readonly owned: string
}

/** Words of the longest query whose bigrams count. */
const MOST_WORDS = 20

/** Releases bigrams and then queries, which know of the bigrams: that is how a query that few give is found among its likes. */
export async function releaseLexicon(log: Log, { marginals }: Account, on: Context): Promise<Lexicon> {
  on.say('collecting the queries of each person')
  const { table: owned, texts, inTheLog } = await personItems(log, { items: 'queries' }, on)
  // What a query costs whoever gives it: its letters times its words. Long texts are rarely shared, and everybody knows that without looking at a log.
  const costs = fresh('costs')
  await on.engine.materialise(
    costs,
    `SELECT ${cast(rowNumber('t'), 'code32')} AS item, least(length(t.item) * ${lengthOf(split('t.item', ' '))}, ${MOST_COST})::UINTEGER AS cost FROM ${texts} t`,
  )
  const marginal = marginals.queries!
  const given = await cheapest(
    `SELECT person, item, cost, chance FROM ${owned} JOIN ${costs} USING (item)`,
    marginal.most,
    on,
  )
  const bigrams = marginals.bigrams ? await releaseBigrams(given, texts, marginals.bigrams, on) : []
  on.say('counting queries')
  const weights = await addUp(byCost(given), on)
  const alone = await passedTexts(weights, marginal, { table: texts, text: 'item' }, on)
  const asked = alone.map(({ text, weight }) => ({ query: text, found: 'asked' as const, weight }))
  const more = await amongCandidates({ bigrams, asked, weights, texts, marginal }, on)
  const [size] = await on.engine.all<{ largest: number | null; queries: number }>(
    `SELECT (SELECT max(weight) FROM ${weights})::DOUBLE AS largest, (SELECT count(*) FROM ${texts}) AS queries`,
  )
  await on.engine.drop(costs, given, weights)
  return {
    entries: [...asked, ...more].sort((a, b) => (a.query < b.query ? -1 : 1)),
    bigrams,
    persons: inTheLog,
    queries: size?.queries ?? 0,
    largest: size?.largest ?? 0,
    owned,
  }
}

/** The bigrams of the queries that persons give; one costs as much as the cheapest query that it stands in. */
async function releaseBigrams(
  given: string,
  texts: string,
  marginal: Marginal,
  on: Context,
): Promise<ReleasedBigram[]> {
  on.say('counting bigrams')
  const [uses, distinct] = [fresh('uses'), fresh('bigrams')]
  const words = split('t.item', ' ')
  await on.engine.materialise(
    uses,
    `SELECT g.item AS query, ${each(once(runs(chained([listOf(["''"]), words, listOf(["''"])]), 2)))} AS bigram
      FROM (SELECT DISTINCT item FROM ${given}) g JOIN ${texts} t ON g.item = ${rowNumber('t')} WHERE ${lengthOf(words)} <= ${MOST_WORDS}`,
  )
  const ordered = on.random.kind === 'seeded' ? 'ORDER BY bigram' : ''
  await on.engine.materialise(
    distinct,
    `SELECT bigram, ${chanceOf(on, ['bigram'])} AS chance FROM (SELECT DISTINCT bigram FROM ${uses} ${ordered})`,
  )
  // Texts are looked up once for each query, not for each person who gives it.
  const numbered = fresh('numbered')
  await on.engine.materialise(
    numbered,
    `SELECT u.query, ${cast(rowNumber('d'), 'code32')} AS item, d.chance FROM ${uses} u JOIN ${distinct} d ON u.bigram = d.bigram`,
  )
  await on.engine.drop(uses)
  const own = await cheapest(
    `SELECT g.person, n.item, min(g.cost) AS cost, min(n.chance) AS chance FROM ${given} g JOIN ${numbered} n ON g.item = n.query GROUP BY g.person, n.item`,
    marginal.most,
    on,
  )
  const weights = await addUp(byCost(own), on)
  const passed = await passedTexts(weights, marginal, { table: distinct, text: 'bigram' }, on)
  await on.engine.drop(numbered, distinct, own, weights)
  return passed.map(({ text, weight }) => {
    const [first = '', second = ''] = text.split(' ')
    return { bigram: [first, second], weight }
  })
}

/** The texts of items above the threshold, in the order of the texts. */
async function passedTexts(
  weights: string,
  marginal: Marginal,
  { table, text }: { readonly table: string; readonly text: string },
  on: Context,
): Promise<{ readonly text: string; readonly weight: number }[]> {
  const passed = await passedItems(weights, marginal, on)
  const numbers = fresh('passed')
  await columnsIn(on.engine).appendNumbers(numbers, { number: Uint32Array.from(passed.keys()) })
  const rows = await on.engine.all<{ number: number; text: string }>(
    `SELECT number, t.${text} AS text FROM ${numbers} JOIN ${table} t ON number = ${rowNumber('t')}`,
  )
  await on.engine.drop(numbers)
  return rows
    .map(({ number, text: found }) => ({ text: found, weight: passed.get(number)! }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
}

interface Search {
  readonly bigrams: readonly ReleasedBigram[]
  readonly asked: readonly Entry[]
  readonly weights: string
  readonly texts: string
  readonly marginal: Marginal
}

/**
 * Every candidate has noise of its own, whether anybody asked it or not: that it is there tells nothing of who did. One that was asked has not passed by itself, or it would
 * be no candidate: its noise is any that lets it not pass, which together with the first draw is one draw.
 */
async function amongCandidates({ bigrams, asked, weights, texts, marginal }: Search, on: Context): Promise<Entry[]> {
  const known = new Set(asked.map(({ query }) => query))
  const needed = new Map<string, number>()
  for (const family of candidates(
    bigrams.map(({ bigram }) => bigram),
    [...known],
  )) {
    const threshold = candidateThreshold(marginal, asked.length, family.length)
    for (const text of family)
      if (!known.has(text)) needed.set(text, Math.min(needed.get(text) ?? Number.POSITIVE_INFINITY, threshold))
  }
  const table = fresh('candidates')
  await on.engine.append(table, ['query'], [[[...needed.keys()]]])
  const supported = await on.engine.all<{ query: string; weight: number }>(
    `SELECT query, w.weight::DOUBLE AS weight FROM ${table} JOIN ${texts} t ON query = t.item JOIN ${weights} w ON w.item = ${rowNumber('t')}`,
  )
  await on.engine.drop(table)
  const given = new Map(supported.map(({ query, weight }) => [query, weight]))
  const noise = discreteGaussian(on.random, marginal.variance)
  const drawn = (query: string): number => {
    const weight = given.get(query)
    if (weight === undefined) return noise()
    for (;;) {
      const noisy = weight + noise()
      if (noisy <= marginal.threshold!) return noisy
    }
  }
  const passed: Entry[] = []
  for (const [query, threshold] of needed) {
    const weight = drawn(query)
    if (weight > threshold) passed.push({ query, found: 'candidate', weight })
  }
  return passed
}

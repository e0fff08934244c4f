import { cast, rowNumber, semiJoin } from '../../engines/dialect/index.js'
import { fresh } from '../../engines/sql.js'
import { hostSql } from '../../log/host-sql.js'
import type { Log } from '../../log/log.js'
import { discreteGaussian } from '../../random/discrete-gaussian.js'
import type { Context } from '../method.js'
import type { Marginal } from './account.js'
import { addUp, byCost, chanceOf, cheapest } from './given.js'
import type { Entry } from './lexicon.js'
import { candidateThreshold, passedItems } from './noise.js'

/** Two texts that go together, with the weight that persons gave the pair, noise and all: a query with a host, or with the next query. */
export interface Pair {
  readonly query: string
  readonly with: string
  readonly weight: number
}

/** Queries of the lexicon among which it is counted which follows which: the heaviest. Every pair of them has noise of its own. */
const MOST_FOLLOWED = 2048

/** Clicked hosts of released queries. Hosts are texts of the log, so that a threshold hides those that one person alone gives. */
export async function releaseHosts(log: Log, lexicon: string, marginal: Marginal, on: Context): Promise<Pair[]> {
  on.say('counting clicked hosts')
  const [clicks, distinct] = [fresh('clicks'), fresh('hosts')]
  await on.engine.materialise(
    clicks,
    `SELECT DISTINCT person, query, ${hostSql('url')} AS host FROM ${log.table} ${semiJoin(lexicon, 'USING (query)')} WHERE url IS NOT NULL AND person IS NOT NULL`,
  )
  const ordered = on.random.kind === 'seeded' ? 'ORDER BY query, host' : ''
  await on.engine.materialise(
    distinct,
    `SELECT *, ${chanceOf(on, ['query', 'host'])} AS chance FROM (SELECT DISTINCT query, host FROM ${clicks} WHERE host IS NOT NULL ${ordered})`,
  )
  const own = await cheapest(
    `SELECT person, ${cast(rowNumber('d'), 'code32')} AS item, 1::UINTEGER AS cost, d.chance AS chance FROM ${clicks} c JOIN ${distinct} d ON c.query = d.query AND c.host = d.host`,
    marginal.most,
    on,
  )
  const weights = await addUp(byCost(own), on)
  const passed = await passedItems(weights, marginal, on)
  const pairs = await on.engine.all<{ item: number; query: string; host: string }>(
    `SELECT ${cast(rowNumber(), 'long')} AS item, query, host FROM ${distinct} WHERE ${rowNumber()} IN (${[...passed.keys()].join(', ') || -1})`,
  )
  await on.engine.drop(clicks, distinct, own, weights)
  return pairs.map(({ item, query, host }) => ({ query, with: host, weight: passed.get(item)! })).sort(byTexts)
}

/**
 * Which released query follows which, within a session. Both are of the lexicon, so that the pairs are known without the log and every one of
 * them gets noise: no delta.
 */
export async function releaseNext(
  turns: string,
  entries: readonly Entry[],
  marginal: Marginal,
  on: Context,
): Promise<Pair[]> {
  on.say('counting which query follows which')
  const heavy = [...entries].sort((a, b) => b.weight - a.weight || (a.query < b.query ? -1 : 1)).slice(0, MOST_FOLLOWED)
  const followed = heavy.map(({ query }) => query).sort()
  const size = followed.length
  const codes = fresh('followed')
  await on.engine.append(codes, ['query', 'number'], [[followed, followed.map((_, i) => String(i))]])
  const item = `(a.number::INTEGER * ${size} + b.number::INTEGER)::UINTEGER`
  const [pairs, distinct] = [fresh('pairs'), fresh('distinct')]
  await on.engine.materialise(
    pairs,
    `SELECT DISTINCT person, ${item} AS item FROM ${turns} t JOIN ${codes} a ON t.before = a.query JOIN ${codes} b ON t.query = b.query WHERE t.before <> t.query`,
  )
  await on.engine.materialise(
    distinct,
    `SELECT item, ${chanceOf(on, [cast('item', 'text')])} AS chance FROM (SELECT DISTINCT item FROM ${pairs})`,
  )
  const own = await cheapest(
    `SELECT person, item, 1::UINTEGER AS cost, chance FROM ${pairs} JOIN ${distinct} USING (item)`,
    marginal.most,
    on,
  )
  const weights = await addUp(byCost(own), on)
  const given = new Map<number, number>()
  for await (const [items, all] of on.engine.stream(`SELECT item, weight FROM ${weights}`))
    for (let i = 0; i < (items?.length ?? 0); i++) given.set(items![i] as number, Number(all![i]))
  await on.engine.drop(codes, pairs, distinct, own, weights)
  const noise = discreteGaussian(on.random, marginal.variance)
  const threshold = candidateThreshold(marginal, size, size * (size - 1))
  const passed: Pair[] = []
  for (let first = 0; first < size; first++)
    for (let second = 0; second < size; second++) {
      if (first === second) continue
      const weight = (given.get(first * size + second) ?? 0) + noise()
      if (weight > threshold) passed.push({ query: followed[first]!, with: followed[second]!, weight })
    }
  return passed
}

function byTexts(a: Pair, b: Pair): number {
  return a.query < b.query ? -1 : a.query > b.query ? 1 : a.with < b.with ? -1 : 1
}

import { cast } from '../../engines/dialect/index.js'
import { fresh } from '../../engines/sql.js'
import { MOST_SUM } from '../../histograms/passing.js'
import { onGrid, unitWeight } from '../../privacy/weights.js'
import { discreteGaussian } from '../../random/discrete-gaussian.js'
import type { Context } from '../method.js'
import type { Extracted } from './extract.js'
import { type Bound, givenBy } from './given.js'
import { codeOf } from './numbers.js'

/** All phrases of all lengths under one number: a table (item, text, code, spurious). */
export async function wholeLexicon({ lexicons }: Extracted, on: Context): Promise<string> {
  const table = fresh('whole')
  let before = 0
  const parts = lexicons.map((lexicon) => {
    const part = `SELECT ${cast(`number + ${before}`, 'code32')} AS item, text, spurious FROM ${lexicon.table}`
    before += lexicon.size
    return part
  })
  await on.engine.materialise(table, `SELECT *, ${codeOf(on, 'text')} FROM (${parts.join(' UNION ALL ')})`)
  return table
}

/**
 * Counts persons for every phrase of the lexicon, each person for so many of theirs at most, and adds noise: a table (item, count). A person moves counts by a length of 1 in units of 1/sqrt(most). Every
 * phrase has a count, those too that nobody used; choices are made by keys of their own. What is published is rounded after the noise.
 */
export async function noisyCounts(
  { lexicons, used }: Extracted,
  whole: string,
  persons: string,
  { most, choose, sigma }: Bound & { readonly sigma: number },
  on: Context,
): Promise<string> {
  on.say('counting persons for every phrase')
  const [counts, drawn, table] = ['counts', 'drawn', 'noisy'].map(fresh) as [string, string, string]
  let before = 0
  const parts = lexicons.map(({ size }, i) => {
    const part = `SELECT person, ${cast(`number + ${before}`, 'code32')} AS a${choose === 'frequent' ? ', n' : ''} FROM ${used[i]}`
    before += size
    return part
  })
  const coded = { join: `JOIN ${whole} w ON u.a = w.item`, code: cast('w.code', 'code64') }
  const uses = { table: `(${parts.join(' UNION ALL ')})`, phrase: ['a'], coded }
  const given = await givenBy(uses, { most, choose }, persons, on)
  await on.engine.materialise(counts, `SELECT a AS item, count(*) AS count FROM (${given.sql}) GROUP BY a`)
  await on.engine.drop(...given.tables)
  const weight = unitWeight(most)
  const noise = discreteGaussian(on.random, onGrid(sigma))
  const numbers = (async function* () {
    for await (const [item, count] of on.engine.stream(
      `SELECT w.item, coalesce(c.count, 0) AS count FROM ${whole} w LEFT JOIN ${counts} c ON w.item = c.item ORDER BY w.item`,
    ))
      yield [
        (item ?? []).map(String),
        (count ?? []).map((persons) =>
          String(rounded(Math.min(MOST_SUM, (persons as number) * weight) + noise(), weight)),
        ),
      ]
  })()
  await on.engine.append(drawn, ['item', 'count'], numbers)
  await on.engine.materialise(
    table,
    `SELECT ${cast('item', 'code32')} AS item, ${cast('count', 'long')} AS count FROM ${drawn}`,
  )
  await on.engine.drop(counts, drawn)
  return table
}

/** A whole number of persons; 0 has no sign. */
function rounded(noisy: number, weight: number): number {
  return Math.round(noisy / weight) + 0
}

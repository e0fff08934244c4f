import { cast } from '../engines/dialect/index.js'
import type { Variance } from '../random/discrete-gaussian.js'
import { discreteGaussian } from '../random/discrete-gaussian.js'
import { gaussianTail } from '../random/gaussian-tail.js'
import { differentBelow } from '../random/whole.js'
import type { Context } from '../release/context.js'

/** Sums of weights: a table (key, weight) of whole numbers, each key once. */
export interface Weighed {
  readonly table: string
  readonly key: readonly string[]
}

/** A row that passed. */
export interface PassedRow {
  readonly key: readonly number[]
  readonly weight: number
  readonly noisy: number
}

/** What sums are cut to, so that they are exact in a double: whatever passes is far below. */
export const MOST_SUM = 2 ** 52

/** So many deviations below what must be reached, and farther down, rows are drawn for without being read. */
const SELDOM = 2

/**
 * Rows whose weight with noise is `least` or more; every row has a draw of its own. Of the many that hardly ever get there only how many there are is read, class by
 * class: how many of a class have noise that would carry its heaviest row, and by how much, is drawn as such (random/gaussian-tail.ts), which they are is drawn
 * evenly, and whoever of them is too light for it does not pass.
 */
export async function* passing(
  { table, key }: Weighed,
  { variance, least }: { readonly variance: Variance; readonly least: number },
  { engine, random }: Pick<Context, 'engine' | 'random'>,
): AsyncGenerator<PassedRow> {
  const deviation = Math.sqrt(Number(variance.numerator) / Number(variance.denominator))
  const width = Math.max(1, Math.floor(deviation / 4))
  const often = Math.max(0, Math.floor((least - SELDOM * deviation) / width)) * width
  const kind = cast(`floor(weight / ${cast(String(width), 'double')})`, 'integer')
  const columns = [...key, 'weight'].join(', ')
  // Repeatable chance needs an order that does not depend on the order of rows.
  const ordered = random.kind === 'seeded' ? `ORDER BY ${key.join(', ')}` : ''
  const kinds = await engine.all<{ kind: number; size: number }>(
    `SELECT ${kind} AS kind, count(*) AS size FROM ${table} WHERE weight < ${often} GROUP BY ${kind} ORDER BY kind`,
  )
  for (const { kind: each, size } of kinds) {
    const heaviest = (each + 1) * width - 1
    const noises = gaussianTail(random, variance, size, least - heaviest)
    if (noises.length === 0) continue
    const places = [...differentBelow(random, size, noises.length)]
    const noiseAt = new Map(places.map((place, i) => [place, noises[i]!]))
    const rows = await engine.all<Record<string, number>>(
      `SELECT * FROM (SELECT ${columns}, row_number() OVER (${ordered}) - 1 AS place FROM ${table}
        WHERE weight >= ${each * width} AND weight <= ${heaviest}) WHERE place IN (${places.join(', ')})`,
    )
    for (const row of rows) {
      const noisy = row.weight! + noiseAt.get(row.place!)!
      if (noisy >= least) yield { key: key.map((name) => row[name]!), weight: row.weight!, noisy }
    }
  }
  const noise = discreteGaussian(random, variance)
  for await (const batch of engine.stream(`SELECT ${columns} FROM ${table} WHERE weight >= ${often} ${ordered}`)) {
    const weights = batch.at(-1) ?? []
    for (let i = 0; i < weights.length; i++) {
      const weight = weights[i] as number
      const noisy = weight + noise()
      if (noisy >= least) yield { key: key.map((_, column) => batch[column]![i] as number), weight, noisy }
    }
  }
}

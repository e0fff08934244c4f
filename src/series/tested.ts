import { cast } from '../engines/dialect/index.js'
import { fresh, names } from '../engines/sql.js'
import { type Items, itemColumns } from '../histograms/items.js'
import type { Node } from '../privacy/continual.js'
import { discreteGaussian, type Variance } from '../random/discrete-gaussian.js'
import { keyedRandom } from '../random/keyed.js'
import type { Context } from '../release/context.js'
import type { Made } from '../release/made.js'
import { keyFor } from './vault.js'

/** A node and the key of its stretch, from which its noise comes. */
export interface KeyedNode extends Node {
  readonly key: Uint8Array
}

/** What is tested in a period. */
export interface Test {
  readonly items: Items
  /** Counts of the window, after FROM: (item columns, count); an item may stand there once for each period. */
  readonly counts: string
  /** The nodes that make up the window. */
  readonly nodes: readonly KeyedNode[]
  readonly variance: Variance
  /** Counts below this are dropped, whatever their noise. */
  readonly tau: number
  readonly threshold: number
}

/** For the custodian alone: how many items were tested, and, where none passed, the largest count without its noise. */
export interface Tested {
  readonly tested: number
  readonly largest?: number
}

/**
 * Tests every item of the window, whether it was asked in this period or not: its count with the noise of the nodes against the threshold. The noise of a node and an item
 * comes from the node's key, so that it is the same in every period in which the node takes part, and is gone with the key.
 */
export async function testItems(test: Test, on: Context): Promise<Made & Tested> {
  on.say('adding noise')
  const columns = itemColumns(test.items)
  const keys = columns.map(({ name }) => name)
  const noise = noiseOf(test.variance)(test.nodes)
  const passed: string[][] = [...keys, 'count'].map(() => [])
  let tested = 0
  for await (const batch of on.engine.stream(
    `SELECT ${names(keys)}, ${cast('sum(count)', 'double')} AS count FROM ${test.counts} GROUP BY ${names(keys)} HAVING sum(count) >= ${test.tau}`,
  )) {
    const counts = batch[keys.length] ?? []
    for (let i = 0; i < counts.length; i++) {
      const texts = keys.map((_, k) => String(batch[k]?.[i]))
      const noisy = Number(counts[i]) + noise(texts)
      tested++
      if (noisy <= test.threshold) continue
      for (const [k, value] of [...texts, String(noisy)].entries()) passed[k]!.push(value)
    }
  }
  const [given, table] = [fresh('passed'), fresh('released')]
  await on.engine.append(given, [...keys, 'count'], [passed])
  await on.engine.view(table, `SELECT ${names(keys)}, ${cast('count', 'long')} AS count FROM ${given}`)
  const count = { name: 'count', type: 'integer', meaning: 'persons who gave the item, with noise' } as const
  return {
    tables: [{ name: 'data', table, columns: [...columns, count] }],
    tested,
    ...(passed[0]!.length > 0 ? {} : { largest: await largestOf(test, keys, on) }),
  }
}

async function largestOf({ counts }: Test, keys: readonly string[], { engine }: Context): Promise<number> {
  const [found] = await engine.all<{ largest: number }>(
    `SELECT ${cast('coalesce(max(count), 0)', 'double')} AS largest FROM (SELECT sum(count) AS count FROM ${counts} GROUP BY ${names(keys)})`,
  )
  return found?.largest ?? 0
}

/** The noise of items: for some nodes, the sum of what they have for an item. */
export function noiseOf(variance: Variance): (nodes: readonly KeyedNode[]) => (texts: readonly string[]) => number {
  const random = keyedRandom()
  const draw = discreteGaussian(random, variance)
  return (nodes) => {
    const keys = nodes.map(({ key, level, index }) => keyFor(key, `noise ${level} ${index}`))
    return (texts) => {
      const name = oneText(texts)
      let sum = 0
      for (const key of keys) {
        random.at(key, name)
        sum += draw()
      }
      return sum
    }
  }
}

/** Texts as one; different ones give different texts. */
function oneText(texts: readonly string[]): string {
  return texts.map((text) => `${text.length}:${text}`).join('')
}

import { parametersOf } from '../../src/generate/worlds.js'
import { REVEALING_TERMS } from '../../src/text/spot/terms.js'
import { percent, table } from '../tokens/tables.js'
import { sizeOf } from '../weaknesses/inversion.js'
import { corpusOfSample, type Sample } from './sample.js'
import { corpora } from './samples.js'

export interface Occurring {
  readonly queries: number
  /** Occurrences of the n-th token, by n. */
  readonly least: readonly number[]
}

/** [Kumar07] Table 2: how often the n-th token stands in samples of several sizes. */
export async function occurring(day: Sample, people: readonly number[], ns: readonly number[]): Promise<Occurring[]> {
  const found: Occurring[] = []
  for (const size of people) {
    const [corpus] = await corpora([{ ...day, people: size }])
    found.push({ queries: sizeOf(corpus!), least: ns.map((n) => corpus!.frequency[n - 1] ?? 0) })
  }
  return found
}

export function occurringTable(rows: readonly Occurring[], ns: readonly number[]): string {
  const told = (n: number) => n.toLocaleString('en')
  return table(
    ['queries', ...ns.map(told)],
    rows.map(({ queries, least }) => [told(queries), ...least.map(told)]),
  )
}

/** Share of queries with a revealing term in other worlds: which words are popular is drawn anew in each. */
export function revealingElsewhere(people: number, worlds: number): number[] {
  const { name: _, ...numbers } = parametersOf('web', { name: 'web-2' })
  return Array.from({ length: worlds }, (_, i) => {
    const { tokens, times, starts, ids } = corpusOfSample({
      ...{ seed: 21, start: '2006-05-10', people },
      world: { ...numbers, name: `web-2, drawn anew ${i}` },
    })
    const wanted = tokens.map((token) => REVEALING_TERMS.has(token))
    let [found, all] = [0, 0]
    for (let b = 0; b < times.length; b++) {
      all += times[b]!
      if (ids.subarray(starts[b], starts[b + 1]).some((id) => wanted[id])) found += times[b]!
    }
    return found / all
  })
}

export const shares = (all: readonly number[]) => all.map((share) => percent(share)).join(', ')

import { parametersOf } from '../../src/generate/worlds.js'
import { REVEALING_TERMS } from '../../src/text/spot/terms.js'
import { percent } from '../tokens/tables.js'
import { corpusOfSample } from './sample.js'

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

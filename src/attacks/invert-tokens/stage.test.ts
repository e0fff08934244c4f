import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Corpus, corpusOf } from './corpus.js'
import { openCrew } from './crew/index.js'
import type { Graph } from './graph.js'
import { profiles } from './profile.js'
import { byCompany, informationOf, sidesOf, stageOf } from './stage.js'

const crew = openCrew(1)
const words = Array.from({ length: 12 }, (_, i) => String.fromCharCode(97 + i))
const logs = fc.array(
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((query) => query.join(' ')),
  { minLength: 5, maxLength: 60 },
)
const share = (graph: Graph, s: number, t: number) => {
  let [found, sum] = [0, 0]
  for (let i = graph.starts[s]!; i < graph.starts[s + 1]!; i++) {
    sum += graph.weight[i]!
    if (graph.to[i] === t) found = graph.weight[i]!
  }
  return sum === 0 ? 0 : found / sum
}

test('company by kernel: profiles that differ, minus what is shared, by hand', async () => {
  const what = { ordered: true, clear: 0 }
  await fc.assert(
    fc.asyncProperty(logs, logs, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), async (a, b, order) => {
      const mark = crew.room.mark()
      const [hashes, reference] = [corpusOf(a), corpusOf(b)] as [Corpus, Corpus]
      const [left, right] = await sidesOf(hashes, reference, 12, what, crew)
      const stage = await stageOf(left, right, 12, what, true, crew)
      const free = reference.tokens.map((_, r) => r)
      const mu = Int32Array.from(hashes.tokens, (_, l) =>
        free.length === 0 || order[l]! % 4 === 0 ? -1 : free.splice(order[l]! % free.length, 1)[0]!,
      )
      const margin = Float64Array.from(mu, (_, l) => (order[l]! % 7) / 20 - 0.1)
      const information = informationOf(reference, 12)
      const lists = await byCompany(stage, { mu, margin }, information, crew).nearest(
        Int32Array.from(mu, (_, l) => l),
        new Uint8Array(stage.width),
        stage.width,
      )
      const mine = profiles(hashes, left.places, left.graphs, stage.n)
      const theirs = profiles(reference, right.places, right.graphs, stage.width)
      for (let l = 0; l < stage.n; l++) {
        expect(lists.found[l]).toBe(stage.width)
        for (let i = 0; i < stage.width; i++) {
          const r = lists.r[l * stage.width + i]!
          let d = 0
          for (let k = 0; k < mine.size; k++)
            d += 0.3 * mine.weights[k]! * Math.abs(mine.values[l * mine.size + k]! - theirs.values[r * mine.size + k]!)
          left.graphs.forEach((graph, g) => {
            mu.forEach((t, other) => {
              if (t < 0) return
              const trust = Math.max(0, Math.min(1, 0.5 + margin[other]! / 0.15)) * information[t]!
              d -= (g === 0 ? 2 : 1) * trust * Math.min(share(graph, l, other), share(right.graphs[g]!, r, t))
            })
          })
          expect(lists.d[l * stage.width + i]).toBeCloseTo(d, 4)
        }
      }
      crew.room.release(mark)
    }),
    { numRuns: 60 },
  )
})

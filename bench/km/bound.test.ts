import fc from 'fast-check'
import { expect, test } from 'vitest'
import { greedy } from '../../src/methods/km-deletion/greedy.js'
import { arrange } from '../../src/methods/km-deletion/histories.js'
import { optimise, totalWorth } from '../../src/methods/km-deletion/optimise.js'
import { upperBound } from './bound.js'
import { entriesOf } from './term-log.js'

const ready = (histories: readonly (readonly string[])[]) => {
  const entries = entriesOf(histories)
  return arrange(
    entries,
    Uint32Array.from({ length: entries.terms }, (_, t) => t),
  )
}

test('no deletion keeps more than the bound', async () => {
  const history = fc.array(fc.constantFrom(...'abcdefg'), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(history, { maxLength: 12 }),
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 0, max: 40 }),
      async (histories, k, rounds) => {
        const all = ready(histories)
        const worth = { entry: Float64Array.from(all.count), perPerson: 0 }
        const { alive } = await optimise(all, k, 2, await greedy(all, k, 2), { worth, budget: 1e4 })
        expect(upperBound(all, worth.entry, k, rounds)).toBeGreaterThanOrEqual(totalWorth(all, alive, worth) - 1e-9)
      },
    ),
  )
})

test('what all share is all kept, and the bound says no more; what nobody shares is worth nothing', () => {
  expect(upperBound(ready([['a', 'b'], ['a', 'b'], ['c']]), Float64Array.of(1, 1, 1, 1, 1), 2, 2000)).toBeCloseTo(4, 3)
  expect(upperBound(ready([['a'], ['b']]), Float64Array.of(1, 1), 2, 2000)).toBeCloseTo(0, 3)
})

test('[Burghardt] Example 8: what can be kept is at most 9.9, so that the optimiser finds the best', () => {
  const all = ready(['abc', 'abd', 'bcd', 'ace'].map((word) => [...word]))
  const price = [1, 1.1, 1.2, 1.3, 1.4]
  const bound = upperBound(
    all,
    Float64Array.from(all.term, (t) => price[t]!),
    2,
    4000,
  )
  expect(bound).toBeCloseTo(9.9, 6)
})

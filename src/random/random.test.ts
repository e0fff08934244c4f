import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomFrom } from './random.js'
import { secureRandom } from './secure.js'
import { seededRandom } from './seeded.js'

const SOURCES = [secureRandom(), seededRandom(7)] as const

describe.each(SOURCES.map((source) => [source.kind, source] as const))('%s chance', (_, random) => {
  test('stays in its range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 32 }), (n) => {
        const draw = random.below(n)
        return Number.isInteger(draw) && draw >= 0 && draw < n
      }),
    )
    for (let i = 0; i < 1000; i++) expect(random.unit()).toSatisfy((u: number) => u >= 0 && u < 1)
    expect(random.bytes(33)).toHaveLength(33)
  })

  // Chi-squared with 9 degrees of freedom passes 40.5 once in 160,000 runs if draws are fair.
  test('is fair over ten values (false alarm: 6e-6)', () => {
    const counts = new Float64Array(10)
    for (let i = 0; i < 100_000; i++) counts[random.below(10)]!++
    expect(counts.reduce((sum, n) => sum + (n - 10_000) ** 2 / 10_000, 0)).toBeLessThan(40.5)
  })
})

test('a seed repeats, another does not; chance from the system never does', () => {
  const draws = (random: { uint32(): number }) => Array.from({ length: 8 }, () => random.uint32())
  expect(draws(seededRandom(5))).toEqual(draws(seededRandom(5)))
  expect(draws(seededRandom(5))).not.toEqual(draws(seededRandom(6)))
  expect(draws(secureRandom())).not.toEqual(draws(secureRandom()))
})

test('no value is favoured: draws of the incomplete last block are thrown away', () => {
  const given = [2 ** 32 - 1, 5]
  const random = randomFrom(
    'seeded',
    () => given.shift()!,
    () => new Uint8Array(),
  )
  expect(random.below(3)).toBe(2) // 2^32 - 1 is the one value beyond the last whole block of three
  expect(() => random.below(0)).toThrow(RangeError)
  expect(() => random.below(2 ** 33)).toThrow(RangeError)
})

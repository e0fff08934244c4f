import { describe, expect, test } from 'vitest'
import { dpGuarantee } from '../../histograms/params.js'
import { atLeastAsStrong } from '../../release/guarantee.js'
import { askedOf, promisedInSeries, type Windowed } from './promise.js'

const alone = dpGuarantee(
  {
    ...{ epsilon: 1, delta: 1e-6, neighbours: 'add-remove', definition: 'approximate' },
    ...{ items: 'queries', counts: true, minUsers: 5 },
  },
  'user',
)
const inSeries = (windowed: Windowed) => promisedInSeries(alone, 20, windowed)

describe('the promise of a series', () => {
  test('speaks of any window and of all releases, and says what a year risks', () => {
    const { sentence, series } = inSeries({ every: 'day', window: 30 })
    expect(sentence).toContain(
      "for two streams of logs that differ in all of one person's rows of any 30 consecutive days (by arrival), there in one and missing in the other, the chance of whatever can be seen in all releases of the series, for ever, changes by a factor of at most e^1 and an amount of 1e-6.",
    )
    expect(sentence).toMatch(/Who is active all year risks \([\d.]+, 5e-6\)\./)
    expect(sentence).toContain('No item is released that fewer than 5 persons gave.')
    expect(series?.year.epsilon).toBeGreaterThan(1)
  })
  test('for ever speaks of all rows, up to its horizon', () => {
    const { sentence } = inSeries({ every: 'week', window: 'ever', horizon: 520 })
    expect(sentence).toContain("differ in all of one person's rows, there in one and missing in the other, the chance")
    expect(sentence).toContain('all releases of at most 520 weeks')
    expect(sentence).toContain('Who is active all the time risks no more.')
  })
  test('is no promise of one release alone, nor of another window', () => {
    const [month, week] = [inSeries({ every: 'day', window: 30 }), inSeries({ every: 'day', window: 7 })]
    expect(atLeastAsStrong(month, month)).toBe(true)
    for (const [claim, wanted] of [
      [month, alone],
      [alone, month],
      [month, week],
    ] as const)
      expect(atLeastAsStrong(claim, wanted)).toBe(false)
  })
  test('so many counts as are surely --min-users persons', () => {
    const tau = (windowed: Windowed, perUser = 60) =>
      askedOf({ epsilon: 1, delta: 1e-6, minUsers: 5 }, perUser, windowed).tau
    expect(tau({ every: 'day', window: 30 })).toBe(9) // each person twice at most: nine counts are five persons
    expect(tau({ every: 'day', window: 'ever', horizon: 9 })).toBe(5)
    expect(tau({ every: 'day', window: 1 })).toBe(5)
    expect(tau({ every: 'day', window: 30, stateless: true })).toBe(121)
    expect(() => tau({ every: 'day', window: 30, stateless: true }, 20)).toThrow(/without state/)
  })
})

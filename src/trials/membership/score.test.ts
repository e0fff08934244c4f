import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded.js'
import { advantage, found, scores } from './score.js'

const RUNS = 400
const runs = Array.from({ length: RUNS }, (_, run) => run)

function fair(seed: number): Uint8Array {
  const random = seededRandom(seed)
  return Uint8Array.from(runs, () => random.below(2))
}

describe('found', () => {
  const judged = (n: number, score: (coin: number, i: number) => number) =>
    Array.from({ length: n }, (_, i) => ({ coin: i % 2, score: score(i % 2, i) }))

  test('who knows nothing finds as many as are taken by mistake', () => {
    const { truePositives, falsePositives, interval } = found(
      judged(40_000, () => 0),
      1,
      0.01,
      seededRandom(1),
    )
    expect(falsePositives).toBe(0.01)
    expect(truePositives).toBeCloseTo(0.01, 2)
    expect(interval[0]).toBeLessThan(0.01)
    expect(interval[1]).toBeGreaterThan(0.01)
  })
  test('who knows all finds all', () => {
    const all = found(
      judged(2000, (coin) => coin),
      20,
      0.01,
      seededRandom(1),
    )
    expect(all).toMatchObject({ persons: 20, right: 1000, there: 1000, wrong: 10, away: 1000, truePositives: 1 })
  })
  // Of a thousand on each side, 300 stand out of those who are there.
  test('who knows some finds them, and guesses at the rest', () => {
    const { right } = found(
      judged(2000, (coin, i) => (coin === 1 && i < 600 ? 1 : 0)),
      20,
      0.01,
      seededRandom(1),
    )
    expect(right).toBeGreaterThanOrEqual(300)
    expect(right).toBeLessThan(330)
  })
  test('too few runs for the rate: only what stands above all mistakes', () => {
    const few = found(
      [
        { coin: 1, score: 3 },
        { coin: 0, score: 2 },
        { coin: 1, score: 1 },
      ],
      1,
      0.01,
      seededRandom(1),
    )
    expect(few).toMatchObject({ right: 1, there: 2, wrong: 0, away: 1 })
  })
})

describe('scores and advantage', () => {
  const coins = fair(1)
  test('what is there with the person and not without tells all', () => {
    const sight = { coins, features: [Float32Array.from(coins)] }
    expect(advantage(sight, runs)).toBe(1)
    for (const { coin, score } of scores(sight, runs.slice(0, 200), runs.slice(200))) expect(score > 0).toBe(coin === 1)
  })
  // Seeded: a hundred things that say nothing must not look like something to the runs that they were fitted on.
  test('much that says nothing is nothing', () => {
    const features = Array.from({ length: 100 }, (_, i) => Float32Array.from(fair(i + 2)))
    expect(Math.abs(advantage({ coins, features }, runs))).toBeLessThan(0.2)
  })
  test('nor does it hide what says all', () => {
    const features = [
      ...Array.from({ length: 100 }, (_, i) => Float32Array.from(fair(i + 2))),
      Float32Array.from(coins),
    ]
    expect(advantage({ coins, features }, runs)).toBeGreaterThan(0.9)
  })
})

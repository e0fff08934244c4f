import { describe, expect, test } from 'vitest'
import { writeLog } from '../../../test/support/log.js'
import { scratch } from '../../../test/support/scratch.js'
import { attack } from '../../run/attack.js'
import { release } from '../../run/release/index.js'
import type { Answers } from './answers.js'
import { byOtherMeans } from './other-means.js'
import { componentsOf, precisionAt, selectivityOf } from './score.js'
import { TOP } from './search.js'

const { next } = scratch()
const nearly = (value: number) => expect.closeTo(value, 10)

/** Answers from lists. */
function answersOf(lists: readonly (readonly number[])[], responses?: readonly number[]): Answers {
  const doc = new Uint32Array(lists.length * TOP)
  lists.forEach((list, d) => {
    doc.set(list, d * TOP)
  })
  return {
    doc,
    similarity: new Float32Array(lists.length * TOP),
    size: Uint32Array.from(lists, (list) => list.length),
    responses: Uint32Array.from(responses ?? lists.map((list) => list.length)),
  }
}

describe('[Adar07] section 6.1', () => {
  test('half of four answers are of the same person', () => {
    // Session 0 is of user 5; it matched sessions of users 6, 5, 5 and 7.
    const person = Int32Array.of(5, 6, 5, 5, 7)
    expect(selectivityOf(answersOf([[1, 2, 3, 4], [], [], [], []]), person).any).toBe(0.5)
  })
  test('averages leave out sessions without an answer, and go by all responses, not by the hundred kept', () => {
    const answers = answersOf([[1], [0, 2], [1], []], [5, 50, 5000, 0])
    expect(selectivityOf(answers, Int32Array.of(0, 0, 1, 1))).toEqual({
      any: 1.5 / 3,
      le1000: 0.75,
      le100: 0.75,
      le10: 1,
    })
    expect(selectivityOf(answersOf([[], []]), Int32Array.of(0, 0)).any).toBeNull()
  })
  test('with the asked session as an answer: one more in each list, a right one, and none of a hundred others too many', () => {
    const answers = answersOf([[1], [0, 2], []], [1, 2, 0])
    expect(selectivityOf(answers, Int32Array.of(0, 1, 1), true)).toEqual({
      any: nearly((1 / 2 + 2 / 3 + 1) / 3),
      le1000: nearly((1 / 2 + 2 / 3 + 1) / 3),
      le100: nearly((1 / 2 + 2 / 3 + 1) / 3),
      le10: nearly((1 / 2 + 2 / 3 + 1) / 3),
    })
    // The one right answer of a hundred is the last; nobody answers the hundred others but themselves.
    const nobody = Array.from({ length: TOP }, () => [])
    const full = answersOf([Array.from(nobody, (_, i) => i + 1), ...nobody])
    const person = Int32Array.from({ length: TOP + 1 }, (_, d) => (d === 0 || d === TOP ? 0 : d))
    expect(selectivityOf(full, person).any).toBe(1 / TOP)
    expect(selectivityOf(full, person, true)).toMatchObject({ any: nearly((1 / TOP + TOP) / (TOP + 1)), le100: 1 })
  })
  test('an oracle joins answers of the same person: m components of k sessions', () => {
    // Sessions 0, 1, 2 and 3 are of one person; 0 and 1 are joined both ways, 2 through a stranger only. 4 is another's.
    const answers = answersOf([[1, 4], [0], [4], [], [2]])
    expect(componentsOf(answers, Int32Array.of(0, 0, 0, 0, 1), 2)).toEqual({
      mean: 2,
      ratio: 4 / 5,
      meanRatio: (3 / 4 + 1) / 2,
      sessions: 2.5,
    })
  })
})

test('precision is told where so many of all pairs have been found', () => {
  const person = Int32Array.of(0, 0, 1, 1, 2)
  const pairs = { one: Uint32Array.of(0, 0, 2), other: Uint32Array.of(1, 4, 3), score: Float64Array.of(3, 2, 1) }
  expect(precisionAt(pairs, person, 3).map(({ precision }) => precision)).toEqual([1, 1, 1, 1, 1])
  const late = { ...pairs, one: Uint32Array.of(0, 0, 2), other: Uint32Array.of(4, 1, 4) }
  expect(precisionAt(late, person, 3).at(-1)).toEqual({ recall: 0.2, precision: 0.5 })
  expect(precisionAt(late, Int32Array.of(0, 1, 2, 3, 4), 5).at(-1)?.precision).toBeNull()
})

test('order, pseudonyms and times are held against chance', () => {
  const moments = {
    day: Int32Array.of(1, 1, 1, 2, -1),
    second: Float64Array.of(5000, 5010, 90_000, 5000, -1),
    hour: new Int8Array(5).fill(-1),
    bySuffix: Uint32Array.of(0, 2, 4, 1, 3),
  }
  const { order, pseudonyms, times, rhythm } = byOtherMeans(moments, Int32Array.of(0, 0, 1, 1, 2), 3)
  expect(order).toEqual({ pairs: 4, right: 0.5, byChance: 0.2 })
  expect(pseudonyms).toEqual({ pairs: 4, right: 0, byChance: 0.2 })
  expect(times).toEqual({ pairs: 1, right: 1, byChance: 1 / 3 })
  expect(rhythm).toEqual(times)
})

describe('from a log to the score', () => {
  /** Three persons, each with words of their own on every day and one that all share. */
  const log = writeLog(
    next('log.ndjson'),
    ['anna', 'berta', 'carla'].flatMap((user) =>
      ['01', '02', '03', '04'].flatMap((day) => [
        { user, query: `${user} garden ${day}`, time: `2024-05-${day} 10:00:00` },
        { user, query: 'weather', time: `2024-05-${day} 10:05:00` },
      ]),
    ),
  )
  const make = async (
    params: Readonly<Record<string, unknown>>,
    more: readonly { method: string; params: object }[] = [],
  ) => {
    const out = next('release')
    const steps = [{ method: 'sessions', params }, ...more] as { method: string; params: Record<string, unknown> }[]
    await release([log], { plan: { steps, shows: {} }, out, truth: true, seed: 1 })
    return out
  }

  test('words of one person join her days', async () => {
    const out = await make({ split: 'daily' })
    const file = next('guesses.tsv')
    const result = await attack('relink-sessions', out, { truth: `${out}.private`, out: file })
    // Every session answers to every other (weather), three of eleven of the same person.
    expect(result).toMatchObject({ attack: 'relink-sessions', guesses: 12 * 11, sessions: 12 })
    expect(result.scored).toMatchObject({
      selectivity: { any: nearly(3 / 11), le1000: nearly(3 / 11), le100: nearly(3 / 11), le10: null },
      components: { mean: 1, ratio: 3 / 12 },
      persons: 3,
    })
  })

  test('once rare queries are gone, nothing tells the days apart', async () => {
    const out = await make({ split: 'daily' }, [{ method: 'rare-queries', params: { k: 2 } }])
    const { scored } = await attack('relink-sessions', out, { truth: `${out}.private` })
    expect(scored).toMatchObject({ selectivity: { any: nearly(3 / 11) }, components: { mean: 1 } })
    expect((scored as { withoutOracle: { precision: number }[] }).withoutOracle[0]?.precision).toBeLessThan(1)
  })

  test('BM25 finds the same here; releases without sessions are refused', async () => {
    const out = await make({ split: 'daily' })
    const { scored } = await attack('relink-sessions', out, { truth: `${out}.private`, params: { weights: 'bm25' } })
    expect(scored).toMatchObject({ components: { mean: 1 } })
    const whole = next('release')
    const plan = { steps: [{ method: 'rare-queries', params: { k: 2 } }], shows: {} }
    await release([log], { plan, out: whole, shows: { link: 'user' } })
    await expect(attack('relink-sessions', whole)).rejects.toMatchObject({ code: 'refused' })
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Match, matcher, type Sets } from './overlap.js'

function setsOf(lists: readonly (readonly number[])[]): Sets {
  const sorted = lists.map((list) => [...new Set(list)].sort((a, b) => a - b))
  const offsets = new Uint32Array(lists.length + 1)
  for (const [i, list] of sorted.entries()) offsets[i + 1] = offsets[i]! + list.length
  return { offsets, codes: Uint32Array.from(sorted.flat()) }
}

/** All pairs. */
function plain(others: readonly (readonly number[])[], record: readonly number[]): Match {
  const common = others.map((other) => new Set(other.filter((code) => record.includes(code))).size)
  const most = Math.max(0, ...common)
  const winners = common.flatMap((n, i) => (n === most ? [i] : []))
  return most === 0 ? { common: 0, ties: 0, first: -1 } : { common: most, ties: winners.length, first: winners[0]! }
}

describe('the records with the most in common', () => {
  const match = matcher(setsOf([[0, 1, 2], [1, 2, 3], [4], []]), 5)
  test('one winner', () => expect(match(Uint32Array.of(0, 2))).toEqual({ common: 2, ties: 1, first: 0 }))
  test('a tie', () => expect(match(Uint32Array.of(1, 2, 4))).toEqual({ common: 2, ties: 2, first: 0 }))
  test('nothing in common', () => expect(match(Uint32Array.of(9))).toEqual({ common: 0, ties: 0, first: -1 }))
  test('an empty record', () => expect(match(new Uint32Array())).toEqual({ common: 0, ties: 0, first: -1 }))
  test('leaves nothing behind', () => {
    expect(match(Uint32Array.of(4))).toEqual({ common: 1, ties: 1, first: 2 })
    expect(match(Uint32Array.of(3))).toEqual({ common: 1, ties: 1, first: 1 })
  })
  test('is what comparing all pairs finds', () => {
    const list = fc.uniqueArray(fc.nat(11), { maxLength: 8 })
    fc.assert(
      fc.property(
        fc.array(list, { maxLength: 12 }),
        fc.array(list, { minLength: 1, maxLength: 4 }),
        (others, records) => {
          const find = matcher(setsOf(others), 12)
          for (const record of records) expect(find(Uint32Array.from(record))).toEqual(plain(others, record))
        },
      ),
      { numRuns: 500 },
    )
  })
})

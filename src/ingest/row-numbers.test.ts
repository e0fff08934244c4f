import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inFile, rowNumbers } from './row-numbers.js'

test('rows that were read keep their numbers, whatever was skipped between them', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.array(fc.nat(), { maxLength: 20 }), (read, picks) => {
      const numbers = read.flatMap((was, i) => (was ? [i + 1] : []))
      const skipped = read.flatMap((was, i) => (was ? [] : [i + 1]))
      const nths = [...new Set(picks)].filter((nth) => nth >= 1 && nth <= numbers.length).sort((a, b) => a - b)
      expect(rowNumbers(nths, skipped.toReversed())).toEqual(nths.map((nth) => numbers[nth - 1]))
    }),
  )
})

test('each file counts for itself', () => {
  const rows = [
    { file: 0, nth: 2 },
    { file: 1, nth: 2 },
  ]
  expect(inFile(rows, [{ file: 1, row: 1, reason: 'too few columns' }])).toEqual([
    { file: 0, row: 2 },
    { file: 1, row: 3 },
  ])
})

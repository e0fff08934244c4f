import fc from 'fast-check'
import { expect, test } from 'vitest'
import { corpusBuilder } from './corpus.js'
import { dictionary } from './dictionary.js'
import { asOften, counted, together } from './graph.js'

const word = fc.oneof(
  fc.constantFrom('a', 'b', 'ab', 'ba', 'aa', 'é', '日本'),
  fc.string({ minLength: 1, maxLength: 5 }).filter((text) => !/\s/.test(text)),
)

test('words get numbers in order of first occurrence, the same word the same', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 300 }), (words) => {
      const numbers = dictionary()
      const first = [...new Set(words)]
      for (const one of words) {
        const id = numbers.number(`x${one}y`, 1, 1 + one.length)
        expect(id).toBe(first.indexOf(one))
      }
      expect(numbers.words).toEqual(first)
    }),
  )
})

test('more words than the table holds at first', () => {
  const numbers = dictionary()
  const words = Array.from({ length: 20_000 }, (_, i) => i.toString(36))
  for (let round = 0; round < 2; round++)
    for (const [i, one] of words.entries()) expect(numbers.number(one, 0, one.length)).toBe(i)
})

test('lines are taken apart as texts are, with what stands beside them', () => {
  const row = fc.record({
    often: fc.integer({ min: 1, max: 99 }),
    beside: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
    words: fc.array(word, { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
      const [lines, tokens] = [corpusBuilder(), corpusBuilder()]
      lines.addLines(
        rows.map(({ often, beside, words }) => `${often} ${(beside ?? -1) + 1} ${words.join('  ')}`).join('\n'),
      )
      for (const { often, beside, words } of rows) tokens.addTokens(words, often, beside === undefined ? [] : [beside])
      expect(lines.finish()).toEqual(tokens.finish())
    }),
  )
})

test('the most frequent are in order however many are asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.array(word, { maxLength: 4 }), { maxLength: 40 }), fc.nat(12), (queries, vocabulary) => {
      const [some, all] = [corpusBuilder(), corpusBuilder()]
      for (const words of queries) {
        some.addTokens(words, 1)
        all.addTokens(words, 1)
      }
      expect(some.finish(vocabulary).tokens.slice(0, vocabulary)).toEqual(all.finish().tokens.slice(0, vocabulary))
    }),
  )
})

test('wider baskets are counted beside the others', () => {
  const [day, person] = [corpusBuilder(), corpusBuilder()]
  for (const basket of [['a', 'b'], ['c'], ['a', 'c', 'b']]) day.addTokens(basket, 1)
  person.addTokens(['a', 'b', 'c'], 1)
  person.addTokens(['a', 'c', 'b'], 1)
  const baskets = { ...day.finish(), wider: person.finish() }
  const { graphs } = counted({ baskets, n: 3, damped: false, ordered: false, clear: 0 })
  expect(graphs).toEqual([together(baskets, 3, asOften), together(baskets.wider, 3, asOften)])
})

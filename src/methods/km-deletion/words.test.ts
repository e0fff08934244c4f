import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashed, NOTHING, Words } from './words.js'

const code = (words: Words, text: string) => {
  const bytes = Buffer.from(`.${text}.`)
  const end = bytes.length - 1
  return words.code(bytes, 1, end, bytes.subarray(1, end).reduce(hashed, NOTHING))
}

test('equal words have one number, others have others; by their bytes they stand as the engine sorts them', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 7 })), (texts) => {
      const words = new Words()
      const numbers = texts.map((text) => code(words, text))
      const distinct = [...new Set(texts)]
      expect(numbers).toEqual(texts.map((text) => distinct.indexOf(text)))
      expect(words.size).toBe(distinct.length)
      expect([...words.sorted()].map((word) => words.text(word))).toEqual(
        [...distinct].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
      )
    }),
  )
})

test('many words, and long ones, keep their numbers and bytes', () => {
  const words = new Words()
  const texts = Array.from({ length: 20_000 }, (_, i) => (i % 4000 === 7 ? 'long'.repeat(i) : `abcd${i}`))
  for (let round = 0; round < 2; round++) expect(texts.map((text) => code(words, text))).toEqual([...texts.keys()])
  const into = new Uint8Array(10)
  const end = words.put(texts.length - 1, into, 1)
  expect(Buffer.from(into.subarray(1, end)).toString()).toBe('abcd19999')
  expect(words.length(texts.length - 1)).toBe(9)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backOff } from './back-off.js'
import { nounPhrases as phrases } from './noun-phrases.js'

describe('noun phrases of queries', () => {
  test('[Erola13] Example 1: diving in the Mediterranean', () => {
    expect(phrases('diving in the Mediterranean')).toEqual(['diving', 'Mediterranean'])
    expect(phrases('windsurfing in the mediterranean')).toEqual(['windsurfing', 'mediterranean'])
  })

  test.each([
    ['cheap hotels in new york city', ['cheap hotels', 'new york city']],
    ['how to fix a dishwasher', ['dishwasher']],
    ['what is the capital of france', ['capital', 'france']],
    ['britney spears', ['britney spears']],
    ['computers apple store bargain', ['computers apple store bargain']], // [Erola13] §5.5.1.1: a raw list of terms
    ['map quest', ['map quest']],
    ['windows 98', ['windows 98']],
    ['bank of america', ['bank', 'america']],
    ['the who', []],
    ['', []],
    ['!!! ???', []],
  ])('%s', (query, expected) => {
    expect(phrases(query)).toEqual(expected)
  })

  test('phrases are words of the query, in their order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (query) => {
        let at = 0
        for (const phrase of phrases(query)) {
          const letters = phrase.replaceAll(' ', '')
          const plain = query.replaceAll(/[^\p{L}\p{M}\p{N}'.,!?;:&+#-]+/gu, '')
          const found = plain.indexOf(letters, at)
          if (found < 0) return false
          at = found + letters.length
        }
        return true
      }),
    )
  })
})

test('[Erola13] §5.5.1.1: exciting water sports, water sports, sports', () => {
  const tried: string[] = []
  const known = (wanted: string) => (phrase: string) => {
    tried.push(phrase)
    return phrase === wanted ? [phrase] : []
  }
  expect(backOff('exciting water sports', known('water sports'))).toEqual(['water sports'])
  expect(backOff('exciting water sports', known('nothing'))).toEqual([])
  expect(tried).toEqual(['exciting water sports', 'water sports', 'exciting water sports', 'water sports', 'sports'])
})

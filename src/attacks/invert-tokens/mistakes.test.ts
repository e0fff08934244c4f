import { expect, test } from 'vitest'
import { openKnowledge } from '../../knowledge/knowledge.js'
import { mistakeKinds } from './mistakes.js'

test('[Kumar07] §5.3: mistakes are synonyms, words of the same context, or unexplained', async () => {
  const wordnet = await openKnowledge('wordnet')
  const kind = (token: string, guess: string) => mistakeKinds([[token, guess]], wordnet)
  expect(kind('car', 'automobile')).toEqual({ synonym: 1, sameContext: 0, unexplained: 0 })
  expect(kind('may', 'april')).toEqual({ synonym: 0, sameContext: 1, unexplained: 0 })
  expect(kind('www.example.com', 'geometry')).toEqual({ synonym: 0, sameContext: 0, unexplained: 1 })
})

import { expect, test } from 'vitest'
import allowlist from '../methods/allowlist/index.js'
import rareQueries from '../methods/rare-queries/index.js'

// What the rest of the program takes from the two thresholds without running them.
const ATTACKS = ['inject-users', 'difference-releases', 'link-records', 'partial-knowledge']

test('rare-queries: what it promises, needs and leaves as it was', () => {
  const values = { k: 7, hostK: undefined, same: 'normalised', withheld: 'drop', within: undefined } as const
  const { guarantee, destroys, readsRaw, rewrites, writesTags, acts, needs, ...method } = rareQueries
  expect(method).toMatchObject({
    name: 'rare-queries',
    requires: ['person'],
    textsStay: true,
    since: true,
  })
  expect([method.attacks, method.paper.key, acts(values), needs(values)]).toEqual([ATTACKS, 'Adar07', 'global', 'sql'])
  expect([readsRaw(values), readsRaw({ ...values, same: 'exact' })]).toEqual([false, true])
  expect([rewrites?.(values), rewrites?.({ ...values, same: 'words' })]).toEqual([false, true])
  expect([writesTags(values), writesTags({ ...values, withheld: 'tag' })]).toEqual([false, true])
  const plain = guarantee(values, 'user')
  expect(plain).toMatchObject({ kind: 'k-users-per-query', k: 7, hostK: 7, unit: 'user' })
  expect(plain).not.toHaveProperty('same')
  expect(plain.assumptions).toHaveLength(2)
  expect(plain.notProtected).toHaveLength(3)
  expect(plain.notProtected[0]).toContain('add 6 users')
  expect(guarantee({ ...values, hostK: 3, same: 'words' }, 'user')).toMatchObject({ hostK: 3, same: 'words' })
  expect(guarantee({ ...values, withheld: 'tag' }, 'user').notProtected).toHaveLength(4)
  const words = allowlist.guarantee({ k: 5, n: 1, maxTerms: 9 }, 'user')
  expect(destroys(words, { ...values, same: 'words' })).toMatch(/stemmed/)
  expect([destroys(words, values), destroys(plain, { ...values, same: 'words' })]).toEqual([undefined, undefined])
  expect(rareQueries.params).toMatchObject({
    k: { type: 'whole', min: 2 },
    hostK: { type: 'whole', min: 2, optional: true },
    same: { of: ['exact', 'normalised', 'words'], default: 'normalised' },
    withheld: { of: ['drop', 'tag'], default: 'drop' },
    within: { type: 'text', is: 'LIST' },
  })
})

test('allowlist: what it promises, needs and leaves as it was', () => {
  const values = { k: 5, n: 2, maxTerms: 9 }
  const { guarantee, destroys, readsRaw, writesTags, acts, needs, ...method } = allowlist
  expect(method).toMatchObject({ name: 'allowlist', requires: ['person'], textsStay: true, since: true })
  expect([method.attacks, method.paper.key, acts(values), needs(values)]).toEqual([ATTACKS, 'EC26', 'global', 'sql'])
  expect([readsRaw(values), writesTags(values)]).toEqual([false, false])
  const promised = guarantee(values, 'user')
  expect(promised).toMatchObject({ kind: 'k-users-per-ngram', k: 5, hostK: 5, n: 2, maxTerms: 9, unit: 'user' })
  expect([promised.assumptions.length, promised.notProtected.length]).toEqual([1, 3])
  expect(destroys(promised, values)).toBeUndefined()
  expect(allowlist.params).toMatchObject({
    k: { type: 'whole', min: 2 },
    n: { type: 'whole', min: 1, max: 5, default: 1 },
    maxTerms: { type: 'whole', min: 1, max: 100, default: 10 },
  })
})

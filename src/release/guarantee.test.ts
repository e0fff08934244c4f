import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atLeastAsStrong, atMost, eachPromise, type Guarantee, type Numbers, promise, sentenceOf } from './guarantee.js'

type Kind<K extends Numbers['kind']> = Extract<Numbers, { kind: K }>

const PER_QUERY: Kind<'k-users-per-query'> = { kind: 'k-users-per-query', k: 5, hostK: 4 }
const PER_WORD: Kind<'k-users-per-ngram'> = { kind: 'k-users-per-ngram', k: 5, hostK: 4, n: 2, maxTerms: 10 }
const DP: Kind<'dp'> = {
  kind: 'dp',
  epsilon: 1,
  delta: 1e-6,
  neighbours: 'add-remove',
  definition: 'approximate',
  items: 'queries',
  counts: true,
  minUsers: 3,
}
const LIKELY: Kind<'dp'> = { ...DP, definition: 'probabilistic', usersBound: 1000 }
const KM: Kind<'k-m'> = { kind: 'k-m', k: 5, m: 2, per: 'history' }
const WINDOW: Kind<'k-m'> = { ...KM, per: 'window', window: '7d', within: 'region', hosts: true }
const TWINS: Kind<'identical-users'> = { kind: 'identical-users', k: 5, minUsers: 4, l: 3, categories: 'wordnet' }
const SHARES: Kind<'threshold-reveal'> = { kind: 'threshold-reveal', t: 5, scheme: 'field', epoch: 'day' }
const NONE: Kind<'none'> = { kind: 'none' }
const ALL: readonly Numbers[] = [PER_QUERY, PER_WORD, DP, LIKELY, KM, WINDOW, TWINS, SHARES]

const made = <N extends Numbers>(numbers: N, unit = 'user') => promise(numbers, { unit, notProtected: [] }) as Guarantee
const says = (numbers: Numbers, unit = 'user') => sentenceOf({ ...numbers, unit })

describe('a sentence follows from the numbers', () => {
  test('persons per query', () => {
    expect(says(PER_QUERY)).toBe(
      'Every query in this release was asked by at least 5 distinct persons, and every pair of a query and a clicked host belongs to at least 4.',
    )
    expect(says({ ...PER_QUERY, same: 'words' })).toBe(
      'Every query in this release was asked, in the same stemmed words in any order, by at least 5 distinct persons, and every pair of a query and a clicked host belongs to at least 4.',
    )
  })

  test('persons per word or run of words', () => {
    expect(says(PER_WORD)).toBe(
      'Every run of at most 2 words of a query in this release was used by at least 5 distinct persons, and every pair of a query and a clicked host belongs to at least 4; no query has more than 10 words.',
    )
    expect(says({ ...PER_WORD, n: 1 })).toContain('Every word of a query')
  })

  test('differential privacy', () => {
    expect(says(DP)).toBe(
      '(1, 1e-6)-differential privacy: when one person is added to the log or taken out of it, the chance of whatever can be seen in this release changes by a factor of at most e^1 and an amount of 1e-6. No item is released that fewer than 3 persons gave.',
    )
    expect(says({ ...DP, neighbours: 'replace', minUsers: 1 })).toBe(
      '(1, 1e-6)-differential privacy: when one person of the log is replaced by another, the chance of whatever can be seen in this release changes by a factor of at most e^1 and an amount of 1e-6.',
    )
    expect(says({ ...DP, minUsers: 2 })).toContain('fewer than 2 persons gave')
    expect(says(LIKELY)).toBe(
      '(1, 1e-6)-differential privacy of the probabilistic kind, for logs of at most 1000 persons: when one person is added to the log or taken out of it, the chance of whatever can be seen in this release changes by a factor of at most e^1, but for releases that come out with probability 1e-6 at most. No item is released that fewer than 3 persons gave.',
    )
    expect(says({ ...DP, definition: 'probabilistic' })).toContain('of the probabilistic kind: when')
  })

  test('combinations', () => {
    const rest = 'in this release stands in those of at least 5 distinct persons.'
    expect(says(KM)).toBe(`Every combination of at most 2 terms of a history ${rest}`)
    expect(says({ ...KM, per: 'session' })).toBe(`Every combination of at most 2 terms of a session ${rest}`)
    expect(says(WINDOW)).toBe(
      `Every combination of at most 2 terms and hosts of a history within the same 7d and the same region ${rest}`,
    )
    expect(says({ ...KM, per: 'window', within: 'region' })).toBe(
      `Every combination of at most 2 terms of a history within the same region ${rest}`,
    )
  })

  test('identical users', () => {
    const least = 'Every history in this release is that of at least 5 persons, to the last column'
    const asked = ', and every query in it was asked by at least 4 persons of the log'
    expect(says(TWINS)).toBe(`${least}${asked}; it touches at least 3 top-level categories of WordNet.`)
    expect(says({ ...TWINS, minUsers: 1, l: 1 })).toBe(`${least}.`)
    expect(says({ ...TWINS, minUsers: 2, l: 1 })).toContain('by at least 2 persons of the log.')
    expect(says({ ...TWINS, l: 2, categories: 'own' })).toContain('2 top-level categories of a tree of the custodian')
    expect(says({ ...TWINS, categories: 'queries' })).toContain('; it touches at least 3 different queries.')
    expect(says({ kind: 'identical-users', k: 2, minUsers: 1, l: 2 })).toContain('WordNet')
  })

  test('shares, and nothing', () => {
    expect(says(SHARES)).toBe(
      'Without the key a query of this release can be read only if at least 5 distinct persons asked it within one epoch (day).',
    )
    expect(says({ kind: 'threshold-reveal', t: 5, scheme: 'field' })).toContain('distinct persons asked it.')
    expect(says(NONE)).toBe('Nothing is promised.')
    expect(says({ ...NONE, experiment: true })).toBe(
      'Nothing is promised: this is an experiment, made with repeatable chance, and not to be published.',
    )
  })

  test('another unit than the user is said at the end, once', () => {
    for (const numbers of ALL)
      expect(says(numbers, 'ip')).toBe(`${says(numbers)} One ip of the log counts as one person.`)
    expect(says(NONE, 'ip')).toBe(says(NONE))
  })

  test('what holds beside it is said too', () => {
    const also = [made(PER_QUERY), made(KM)]
    expect(sentenceOf({ ...TWINS, unit: 'user', also })).toBe(
      `${says(TWINS)} Also: ${says(PER_QUERY)} Also: ${says(KM)}`,
    )
  })

  test('no two promises say the same', () => {
    const changed = ALL.flatMap((numbers) =>
      Object.entries(numbers).flatMap(([field, value]) =>
        typeof value === 'number' ? [{ ...numbers, [field]: value * 2 } as Numbers] : [],
      ),
    )
    const sentences = [...ALL, ...changed].map((numbers) => says(numbers))
    expect(new Set(sentences).size).toBe(sentences.length)
  })
})

describe('numbers in a sentence promise no more than they are', () => {
  test.each([
    [0, '0'],
    [1, '1'],
    [Math.LN10, '2.303'],
    [5.678_1, '5.679'],
    [5.678, '5.678'],
    [9.9991, '10'],
    [0.001, '0.001'],
    [0.000_999_99, '0.001'],
    [0.000_999_9, '9.999e-4'],
    [1e-6, '1e-6'],
    [1.000_01e-6, '1.001e-6'],
    [12_345, '12350'],
  ])('%d is said as %s', (value, said) => expect(atMost(value)).toBe(said))

  test('never less than the number, nor a thousandth more', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e6, noNaN: true }), (value) => {
        const said = Number(atMost(value))
        expect(said).toBeGreaterThanOrEqual(value)
        expect(said).toBeLessThanOrEqual(value * 1.0011)
      }),
    )
  })
})

describe('promise', () => {
  test('keeps numbers and words, makes the sentence, and says first what a person is', () => {
    const words = { unit: 'user', assumptions: ['one thing'], notProtected: ['another'] }
    expect(promise(PER_QUERY, words)).toEqual({
      ...PER_QUERY,
      unit: 'user',
      sentence: says(PER_QUERY),
      assumptions: ['A user id of the log is one person.', 'one thing'],
      notProtected: ['another'],
    })
    expect(promise(KM, { unit: 'ip', notProtected: [] }).assumptions).toEqual([
      'One ip of the log counts as one person.',
    ])
  })

  test('nothing rests on nobody', () => {
    expect(promise(NONE, { unit: 'user', notProtected: ['all'] })).toEqual({
      kind: 'none',
      unit: 'user',
      sentence: 'Nothing is promised.',
      assumptions: [],
      notProtected: ['all'],
    })
  })
})

test('each promise of several, the last one first', () => {
  const [one, other] = [made(PER_QUERY), made(PER_WORD)]
  expect(eachPromise(one)).toEqual([one])
  expect(eachPromise({ ...one, also: [other] } as Guarantee)).toEqual([{ ...one, also: [other] }, other])
})

describe('at least as strong', () => {
  const strong = (claim: Numbers, wanted: Numbers) => atLeastAsStrong(made(claim), made(wanted))

  test('as itself, and as nothing; never as another kind or unit', () => {
    for (const numbers of ALL) {
      expect(strong(numbers, numbers)).toBe(true)
      expect(strong(numbers, NONE)).toBe(true)
      expect(strong(NONE, numbers)).toBe(false)
      expect(atLeastAsStrong(made(numbers, 'ip'), made(numbers))).toBe(false)
      expect(atLeastAsStrong(made(numbers, 'ip'), made(NONE))).toBe(true)
      for (const other of ALL) if (other.kind !== numbers.kind) expect(strong(numbers, other)).toBe(false)
    }
  })

  test('the kind decides, whatever numbers of other kinds stand beside its own', () => {
    const wide = { ...PER_WORD, maxTerms: Number.MAX_SAFE_INTEGER }
    const everything = { ...PER_QUERY, ...wide, ...DP, ...KM, ...TWINS, ...SHARES, unit: 'user' }
    const of = (kind: string) => ({ ...everything, kind }) as unknown as Guarantee
    const kinds = [...new Set([...ALL, NONE].map(({ kind }) => kind))]
    for (const claim of kinds)
      for (const wanted of kinds) {
        const wholes = claim === 'k-users-per-query' && wanted === 'k-users-per-ngram'
        const strong = claim === wanted || wanted === 'none' || wholes
        expect([claim, wanted, atLeastAsStrong(of(claim), of(wanted))]).toEqual([claim, wanted, strong])
      }
  })

  /** [numbers, field, a value that promises more, one that promises less]; undefined takes the field away. */
  const ORDERED: readonly [Numbers, string, unknown, unknown][] = [
    [PER_QUERY, 'k', 6, 4],
    [PER_QUERY, 'hostK', 5, 3],
    [{ ...PER_QUERY, same: 'words' }, 'same', undefined, 'words'],
    [PER_WORD, 'k', 6, 4],
    [PER_WORD, 'hostK', 5, 3],
    [PER_WORD, 'n', 3, 1],
    [PER_WORD, 'maxTerms', 9, 11],
    [PER_WORD, 'items', 'phrases', undefined],
    [{ ...PER_WORD, items: 'phrases' }, 'items', 'phrases', undefined],
    [DP, 'epsilon', 0.9, 1.1],
    [DP, 'delta', 1e-7, 1e-5],
    [DP, 'minUsers', 4, 2],
    [LIKELY, 'usersBound', 1001, 999],
    [LIKELY, 'usersBound', undefined, 999],
    [KM, 'k', 6, 4],
    [KM, 'm', 3, 1],
    [WINDOW, 'hosts', true, undefined],
    [TWINS, 'k', 6, 4],
    [TWINS, 'minUsers', 5, 3],
    [TWINS, 'l', 4, 2],
    [SHARES, 't', 6, 4],
  ]
  test.each(ORDERED)('%j: more or less of %s', (numbers, field, more, less) => {
    const [better, worse] = [more, less].map((value) => {
      const { [field]: _, ...rest } = numbers as unknown as Record<string, unknown>
      return (value === undefined ? rest : { ...rest, [field]: value }) as unknown as Numbers
    }) as [Numbers, Numbers]
    expect(strong(better, numbers)).toBe(true)
    expect(strong(numbers, worse)).toBe(true)
    if (JSON.stringify(better) !== JSON.stringify(numbers)) expect(strong(numbers, better)).toBe(false)
    if (JSON.stringify(worse) !== JSON.stringify(numbers)) expect(strong(worse, numbers)).toBe(false)
  })

  /** Fields whose values do not compare: each is another promise. */
  const APART: readonly [Numbers, string, unknown][] = [
    [DP, 'neighbours', 'replace'],
    [DP, 'definition', 'probabilistic'],
    [KM, 'per', 'session'],
    [WINDOW, 'window', '4w'],
    [WINDOW, 'within', 'device'],
    [TWINS, 'categories', 'own'],
    [SHARES, 'scheme', 'shamir'],
    [SHARES, 'epoch', 'month'],
  ]
  test.each(APART)('%j: another %s is another promise', (numbers, field, value) => {
    const other = { ...numbers, [field]: value } as Numbers
    expect(strong(numbers, other)).toBe(false)
    expect(strong(other, numbers)).toBe(false)
  })

  test('fewer categories can be any, where one is enough', () => {
    expect(strong(TWINS, { kind: 'identical-users', k: 5, minUsers: 4, l: 1 })).toBe(true)
    expect(strong({ kind: 'identical-users', k: 5, minUsers: 4, l: 1 }, TWINS)).toBe(false)
  })

  test('persons of a whole query are persons of its words, however long it may be', () => {
    const any: Numbers = { kind: 'k-users-per-ngram', k: 5, hostK: 4, n: 3, maxTerms: Number.MAX_SAFE_INTEGER }
    expect(strong(PER_QUERY, any)).toBe(true)
    expect(strong({ ...PER_QUERY, k: 4 }, any)).toBe(false)
    expect(strong({ ...PER_QUERY, hostK: 3 }, any)).toBe(false)
    expect(strong({ ...PER_QUERY, same: 'words' }, any)).toBe(false)
    expect(strong(PER_QUERY, { ...any, maxTerms: 100 })).toBe(false)
    expect(strong(any, PER_QUERY)).toBe(false)
  })
})

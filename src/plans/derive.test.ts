import { describe, expect, test } from 'vitest'
import { loadMethod } from '../methods/index.js'
import { defineMethod, type Method } from '../methods/method.js'
import { DEFAULT_COLUMNS } from '../release/columns.js'
import { type Guarantee, sentenceOf } from '../release/guarantee.js'
import { derive, readyStep } from './derive.js'

/** A method that only promises and destroys. */
function double(name: string, promise: Partial<Guarantee> & { kind: Guarantee['kind'] }, destroys?: string): Method {
  return defineMethod<Record<never, never>>({
    name,
    summary: '',
    paper: { key: 'none', title: 'made up' },
    params: {},
    acts: () => 'global',
    needs: 'sql',
    requires: [],
    attacks: [],
    readsRaw: () => false,
    writesTags: () => false,
    guarantee: (_, unit) =>
      ({
        sentence: 'Nobody can ever be recognised.', // no method's own words are taken
        assumptions: [`${name} assumes`],
        notProtected: [`${name} leaves open`],
        unit,
        ...promise,
      }) as Guarantee,
    destroys: (standing) => (standing.kind === 'none' ? undefined : destroys),
    run: async (log) => log,
  })
}

const perQuery = (k: number) => double(`query-${k}`, { kind: 'k-users-per-query', k, hostK: k })
const perWord = (k: number) => double(`word-${k}`, { kind: 'k-users-per-ngram', k, hostK: k, n: 1, maxTerms: 10 })
const scrub = double('scrub', { kind: 'none' })
const deletes = double('delete-terms', { kind: 'none' }, 'deleting terms makes new, rare texts')
const sentence = (k: number) => sentenceOf({ kind: 'k-users-per-query', k, hostK: k, unit: 'user' })
const chain = (...methods: Method[]) =>
  derive(
    methods.map((method) => readyStep(method, {})),
    DEFAULT_COLUMNS,
    [],
    'user',
  )

describe('one guarantee for a chain', () => {
  test('a step that destroys the promise, and none makes it again: refused with the reason', () => {
    expect(() => chain(perQuery(5), deletes)).toThrow(
      /unsound.*step 2 \(delete-terms\).*at least 5 distinct persons.*new, rare texts/,
    )
    expect(chain(deletes, perQuery(5)).guarantee).toMatchObject({ kind: 'k-users-per-query', k: 5 })
  })

  test('made again at least as strong, it holds; made again weaker, it does not', () => {
    expect(chain(perQuery(5), deletes, perQuery(8)).guarantee).toMatchObject({ k: 8 })
    expect(() => chain(perQuery(8), deletes, perQuery(5))).toThrow(/unsound/)
    expect(() => chain(perQuery(8), deletes, perWord(8))).toThrow(/unsound/)
  })

  test('the stronger claim wins, whichever comes first', () => {
    expect(chain(perQuery(5), perQuery(9)).guarantee).toMatchObject({ k: 9, sentence: sentence(9) })
    expect(chain(perQuery(9), perQuery(5)).guarantee).toMatchObject({ k: 9, sentence: sentence(9) })
    expect(chain(perQuery(9), scrub).guarantee).toMatchObject({ k: 9 })
  })

  test('claims that do not compare are both said, with what each rests on and leaves open', () => {
    expect(chain(perQuery(5), perWord(50)).guarantee).toMatchObject({
      kind: 'k-users-per-ngram',
      sentence: `${sentenceOf({ kind: 'k-users-per-ngram', k: 50, hostK: 50, n: 1, maxTerms: 10, unit: 'user' })} Also: ${sentence(5)}`,
      assumptions: ['word-50 assumes', 'query-5 assumes'],
      notProtected: ['word-50 leaves open', 'query-5 leaves open'],
      also: [{ kind: 'k-users-per-query', k: 5, sentence: sentence(5) }],
    })
  })

  test('of several standing promises each can be undone, and each can be what a later step repeats', () => {
    expect(() => chain(perQuery(5), perWord(50), deletes, perWord(50))).toThrow(/unsound/)
    expect(chain(perQuery(5), perWord(50), perQuery(4)).steps.at(-1)).toMatch(/adds nothing/)
  })

  test('steps that promise nothing amount to nothing', () => {
    expect(chain(scrub).guarantee.kind).toBe('none')
    expect(() => chain()).toThrow(/at least one step/)
  })

  test('every step is accounted for in words', () => {
    expect(chain(scrub, perQuery(5), perQuery(3)).steps).toEqual([
      'step 1 (scrub) promises nothing by itself',
      `step 2 (query-5) promises: ${sentence(5)}`,
      'step 3 (query-3) adds nothing to what already holds',
    ])
  })
})

describe('real steps', async () => {
  const [rare, allowlist] = (await Promise.all(['rare-queries', 'allowlist'].map(loadMethod))) as [Method, Method]
  const of = (...steps: [Method, object][]) =>
    derive(
      steps.map(([method, params]) => readyStep(method, params as Record<string, unknown>)),
      DEFAULT_COLUMNS,
      [],
      'user',
    )

  test('putting variants together after counting words is refused: it writes words of its own', () => {
    expect(() => of([allowlist, { k: 5 }], [rare, { k: 5, same: 'words' }])).toThrow(/unsound.*stemmed/)
    expect(of([allowlist, { k: 5 }], [rare, { k: 5 }]).guarantee.sentence).toMatch(/asked by.*Also:/)
  })

  test('a step that needs queries as they stood must come first', () => {
    expect(() => of([rare, { k: 5 }], [rare, { k: 9, same: 'exact' }])).toThrow(/unsound.*as they stood/)
    expect(of([rare, { k: 9, same: 'exact' }], [rare, { k: 5 }]).guarantee).toMatchObject({ k: 9 })
  })
})

import { describe, expect, test } from 'vitest'
import type { LetheError } from '../base/errors.js'
import { loadMethod } from '../methods/index.js'
import { defineMethod, type Method } from '../methods/method.js'
import { DEFAULT_COLUMNS } from '../release/columns.js'
import { type Guarantee, sentenceOf } from '../release/guarantee.js'
import { derive, readyStep } from './derive.js'

/** A method that only promises and destroys. */
function double(
  name: string,
  promise: Partial<Guarantee> & { kind: Guarantee['kind'] },
  destroys?: string,
  more: Partial<Method> = {},
): Method {
  const method = defineMethod<Record<never, never>>({
    name,
    summary: '',
    paper: { key: 'none', title: 'made up' },
    params: {},
    acts: () => 'global',
    needs: () => 'sql',
    requires: [],
    attacks: [],
    usual: [],
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
    run: async (log) => ({ log }),
  })
  return { ...method, ...more }
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

describe('what stands in a promise beside its sentence', () => {
  const shows = { link: 'user', time: 'day', rank: false } as const
  const masks = double('masks', { kind: 'none' }, undefined, { rewrites: () => true })
  const keeps = double('keeps', { kind: 'none' }, undefined, { rewrites: () => false })
  const step = (method: Method) => readyStep(method, {})
  const of = (methods: readonly Method[], tuned?: boolean) =>
    derive(methods.map(step), shows, ['device'], 'user', tuned).guarantee

  test('which steps rewrote the texts that it speaks of, once each; steps behind it do not matter', () => {
    const own = 'query-5 assumes'
    expect(of([perQuery(5), keeps]).assumptions).toEqual([own])
    expect(of([keeps, perQuery(5)]).assumptions).toEqual([own])
    expect(of([masks, masks, perQuery(5)]).assumptions).toEqual([
      own,
      'Texts are taken as masks left them, and count as equal where they are then.',
    ])
    const other = double('other', { kind: 'none' }, undefined, { rewrites: () => true })
    expect(of([masks, other, perQuery(5)]).assumptions.at(-1)).toContain('as masks and other left them')
    expect(of([masks, keeps]).assumptions).toEqual(['keeps assumes'])
  })

  test('what columns show, but for tables of items; and that settings were chosen on the log', () => {
    expect(of([perQuery(5)]).notProtected).toHaveLength(3)
    expect(of([perQuery(5)]).notProtected.join()).toMatch(/^query-5 leaves open,.*one pseudonym.*column device/)
    const items = double('items', { kind: 'none' }, undefined, { makes: () => 'items' })
    expect(of([items]).notProtected).toEqual(['items leaves open'])
    expect(of([items], true).notProtected.at(-1)).toContain('chosen by looking at this very log')
    expect(of([items], false).notProtected).toEqual(['items leaves open'])
  })

  test('the unit that it was asked for', () => {
    expect(derive([step(perQuery(5))], shows, [], 'ip').guarantee).toMatchObject({
      unit: 'ip',
      sentence: `${sentence(5)} One ip of the log counts as one person.`,
    })
  })

  test('three promises that do not compare are said one after the other, each with its own sentence', () => {
    const twins = double('twins', { kind: 'identical-users', k: 3, minUsers: 1, l: 1 })
    const { also, sentence: said } = of([perQuery(5), perWord(50), twins])
    expect(also?.map(({ kind }) => kind)).toEqual(['k-users-per-ngram', 'k-users-per-query'])
    expect(said.split(' Also: ')).toHaveLength(3)
    for (const one of also ?? []) expect(one).toMatchObject({ sentence: sentenceOf(one) })
    for (const one of also ?? []) expect(one).not.toHaveProperty('also')
  })
})

describe('refused', () => {
  const dp = (name: string) =>
    double(name, {
      kind: 'dp',
      epsilon: 1,
      delta: 1e-6,
      neighbours: 'add-remove',
      definition: 'approximate',
      items: 'queries',
      counts: true,
      minUsers: 1,
    })

  test('differential privacy behind a step that looks at others', () => {
    const alone = double('alone', { kind: 'none' }, undefined, { acts: () => 'per-person' })
    expect(chain(alone, dp('noise')).guarantee.kind).toBe('dp')
    expect(() => chain(scrub, dp('noise'))).toThrow(/unsound: what scrub does.*step 2 \(noise\)/)
    expect(() => chain(alone, scrub, dp('noise'))).toThrow(/what scrub does/)
  })

  test('a step behind what is no log', () => {
    const items = double('items', { kind: 'none' }, undefined, { makes: () => 'items' })
    expect(chain(scrub, items).guarantee.kind).toBe('none')
    expect(() => chain(items, scrub)).toThrow(/nothing can follow step 1 \(items\)/)
  })

  test('a step that needs what the step before it does not pass on', () => {
    const raw = double('raw', { kind: 'none' }, undefined, { readsRaw: () => true })
    expect(chain(raw, scrub).guarantee.kind).toBe('none')
    expect(() => chain(scrub, raw)).toThrow(/step 2 \(raw\) looks at queries as they stood/)
  })

  test('any change of histories in which combinations were counted, unless they are counted again', () => {
    const km = (k: number) => double(`km-${k}`, { kind: 'k-m', k, m: 2, per: 'history' })
    expect(() => chain(km(5), perQuery(2))).toThrow(/unsound.*changes the histories/)
    expect(chain(km(5), perQuery(2), km(5)).guarantee).toMatchObject({ kind: 'k-m', k: 5 })
    expect(() => chain(km(5), perQuery(2), km(4))).toThrow(/unsound/)
  })

  test('as a refusal, which verify tells from steps that it does not know, and with what to do', () => {
    const told = (...methods: Method[]) => {
      try {
        return chain(...methods)
      } catch (error) {
        const { code, next } = error as LetheError
        return [code, next]
      }
    }
    const raw = double('raw', { kind: 'none' }, undefined, { readsRaw: () => true })
    const items = double('items', { kind: 'none' }, undefined, { makes: () => 'items' })
    expect(told(scrub, raw)).toEqual(['refused', 'Put that step first.'])
    expect(told(items, scrub)).toEqual(['refused', 'Put that step last.'])
    expect(told(perQuery(5), deletes)).toEqual(['refused', 'Put that step first, or take it out.'])
    expect(told(scrub, dp('noise'))).toEqual([
      'refused',
      'Take scrub out; --min-users asks for a number of persons within differential privacy.',
    ])
    expect(told()).toEqual(['usage', undefined])
  })

  test('all promises that a step undid must be made again', () => {
    expect(() => chain(perQuery(5), perWord(50), deletes, perQuery(5))).toThrow(/unsound/)
  })
})

test('a later step is told whether histories were cut, and a single one that promises nothing stands for itself', () => {
  const told: (boolean | undefined)[] = []
  const listens = double('listens', { kind: 'none' })
  const listening = {
    ...listens,
    guarantee: (...[params, unit, cut]: Parameters<Method['guarantee']>) => {
      told.push(cut)
      return listens.guarantee(params, unit, cut)
    },
  }
  const cuts = double('cuts', { kind: 'none' }, undefined, { shows: () => ({ link: 'session' }) })
  const joins = double('joins', { kind: 'none' }, undefined, { shows: () => ({ link: 'user' }) })
  chain(cuts, listening, perQuery(2))
  chain(joins, listening, perQuery(2))
  chain(listening, cuts, perQuery(2))
  expect(told).toEqual([true, false, false])
  expect(chain(scrub, listening).guarantee.notProtected).toEqual(['listens leaves open'])
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

  test('making users alike leaves the persons of a query, and nothing of its hosts', async () => {
    const micro = await Promise.all(
      ['syntactic', 'semantic', 'categories'].map((by) => loadMethod(`microaggregate-${by}`)),
    )
    for (const method of micro)
      for (const first of [rare, allowlist]) {
        const { also, sentence, notProtected } = of([first, { k: 5 }], [method, { k: 3 }]).guarantee
        expect(also).toMatchObject([{ k: 5, hostK: 0 }])
        expect(sentence).toMatch(/Also:.*at least 5 distinct persons/)
        expect(sentence).not.toContain('host')
        expect(notProtected.join()).toContain('Which host stands beside a query')
      }
  })
})

describe('steps that change who asked what', () => {
  const of = async (...steps: readonly (readonly [method: string, params: Record<string, unknown>])[]) =>
    derive(
      await Promise.all(steps.map(async ([name, params]) => readyStep(await loadMethod(name), params))),
      DEFAULT_COLUMNS,
      [],
      'user',
    ).guarantee
  const twins = (by: string, more: Record<string, unknown> = {}) => [`microaggregate-${by}`, { k: 3, ...more }] as const
  const rare = ['rare-queries', { k: 5 }] as const

  test.each(['syntactic', 'semantic', 'categories'])(
    'after microaggregate-%s nobody can count who asked',
    async (by) => {
      for (const next of [
        rare,
        ['allowlist', { k: 5 }],
        ['km-deletion', { k: 3 }],
        ['secret-shares', { t: 3 }],
      ] as const)
        await expect(of(twins(by), next)).rejects.toThrow(/unsound.*never did/)
      expect(await of(rare, twins(by))).toMatchObject({ kind: 'identical-users' })
    },
  )

  test('categories of histories are not promised after a step that may take out the last of a kind', async () => {
    const wide = twins('semantic', { l: 2 })
    expect(await of(wide)).toMatchObject({ l: 2 })
    const steps = [readyStep(await loadMethod(wide[0]), wide[1]), readyStep(scrub, {})]
    const { sentence, ...left } = derive(steps, DEFAULT_COLUMNS, [], 'user').guarantee
    expect(left).toMatchObject({ kind: 'identical-users', k: 3, l: 1 })
    expect(left).not.toHaveProperty('categories')
    expect(sentence).not.toContain('categories')
  })

  test('texts that stand for others of the same words still do when they are counted again', async () => {
    const words = ['rare-queries', { k: 5, same: 'words' }] as const
    expect(await of(words, ['rare-queries', { k: 5 }])).toMatchObject({ k: 5, same: 'words' })
    expect((await of(words, ['rare-queries', { k: 9 }])).sentence).toMatch(/in the same stemmed words.*at least 9/)
  })
})

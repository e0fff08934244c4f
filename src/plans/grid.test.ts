import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultGrid } from './default-grid.js'
import { gridFrom } from './grid.js'

describe('a grid spells out its cells', () => {
  test('lists are alternatives, in every combination and with every seed', async () => {
    const { cells } = await gridFrom(
      { seeds: [1, 2], grid: [{ method: 'rare-queries', k: [2, 5], withheld: ['drop', 'tag'] }] },
      'x',
    )
    expect(cells.map(({ label, seed }) => `${label} ${seed}`)).toEqual([
      'rare-queries k=2 withheld=drop 1',
      'rare-queries k=2 withheld=drop 2',
      'rare-queries k=2 withheld=tag 1',
      'rare-queries k=2 withheld=tag 2',
      'rare-queries k=5 withheld=drop 1',
      'rare-queries k=5 withheld=drop 2',
      'rare-queries k=5 withheld=tag 1',
      'rare-queries k=5 withheld=tag 2',
    ])
  })

  test('steps, profiles, columns and seeds of an entry', async () => {
    const { cells } = await gridFrom(
      {
        grid: [
          { steps: [{ method: 'scrub' }, { method: 'rare-queries', k: [3, 4] }], link: 'user' },
          { profile: 'google-eu', seeds: [7] },
        ],
      },
      'x',
    )
    expect(cells.map(({ label, seed }) => [label, seed])).toEqual([
      ['scrub + rare-queries k=3, link=user', 1],
      ['scrub + rare-queries k=4, link=user', 1],
      ['google-eu', 7],
    ])
    expect(cells[0]?.plan.shows).toEqual({ link: 'user' })
  })

  test('a plan is a grid of one', async () => {
    const { cells } = await gridFrom({ steps: [{ method: 'rare-queries', k: 5 }] }, 'x')
    expect(cells.map(({ label }) => label)).toEqual(['rare-queries k=5'])
  })

  test('as many cells as combinations, each with an id of its own', async () => {
    const values = fc.uniqueArray(fc.integer({ min: 2, max: 99 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(values, values, values, async (k, n, seeds) => {
        const { cells } = await gridFrom({ seeds, grid: [{ method: 'allowlist', k, n }] }, 'x')
        expect(new Set(cells.map(({ id }) => id)).size).toBe(k.length * n.length * seeds.length)
      }),
    )
  })

  test('the default one has what methods, plans of several steps and profiles are usually set to', async () => {
    const { cells } = await gridFrom(await defaultGrid(), 'the default')
    const labels = [...new Set(cells.map(({ label }) => label))].sort()
    const seedsOf = (label: string) => cells.filter((cell) => cell.label === label).map(({ seed }) => seed)
    const settings = labels.map((label) => [label, seedsOf(label)])
    // Other methods may bring others.
    expect(settings).toEqual(
      expect.arrayContaining([
        ['allowlist k=5', [1]],
        ['allowlist k=50', [1]],
        ['ec-draft-2026', [1]],
        ['gaussian-threshold epsilon=2.303 delta=0.00001 perUser=20 items=queries', [1, 2, 3]],
        ['google-eu', [1]],
        ['km-deletion k=10 m=2 target=logsize', [1]],
        ['km-deletion k=2 m=2 target=logsize', [1]],
        ['km-deletion k=5 m=2 target=logsize', [1]],
        ['korolova epsilon=2.303 delta=0.00001 d=20', [1]],
        ['microaggregate-categories k=10', [1, 2, 3]],
        ['microaggregate-categories k=3', [1, 2, 3]],
        ['microaggregate-semantic k=10', [1, 2, 3]],
        ['microaggregate-semantic k=3', [1, 2, 3]],
        ['microaggregate-syntactic k=3', [1]],
        ['optimal-selection epsilon=2.303 delta=0.00001 perUser=20 items=queries', [1]],
        ['poblete k=5', [1]],
        ['rare-queries k=10', [1]],
        ['rare-queries k=10, link=user', [1]],
        ['rare-queries k=2', [1]],
        ['rare-queries k=2, link=user', [1]],
        ['rare-queries k=30', [1]],
        ['rare-queries k=5', [1]],
        ['rare-queries k=5, link=user', [1]],
        ['scrub, link=user', [1]],
        ['secret-shares t=5', [1]],
        ['sessions split=daily', [1]],
        ['sessions split=daily + rare-queries k=2', [1]],
        ['sessions split=daily + rare-queries k=5', [1]],
        ['sessions split=gap', [1]],
        ['sessions split=interest', [1]],
        ['set-union epsilon=2.303 delta=0.00001 perUser=20 items=queries', [1]],
        ['token-hash', [1]],
        ['zealous epsilon=2.303 delta=0.00001 perUser=20 items=queries', [1, 2, 3]],
      ]),
    )
  })
})

test.each([
  ['nothing', undefined, /no grid/],
  ['an empty grid', { grid: [] }, /no grid/],
  ['an entry that means nothing', { grid: [{ method: 'scrub' }], method: 'x' }, /unknown entry 'method'/],
  ['seeds that are none', { grid: [{ method: 'scrub' }], seeds: ['one'] }, /seeds/],
  ['measures that are none', { grid: [{ method: 'scrub' }], measures: 'kept' }, /measures/],
  ['an entry without method', { grid: [{ k: 5 }] }, /names no method/],
])('%s is refused', async (_, document, reason) => {
  await expect(gridFrom(document, 'x')).rejects.toThrow(reason)
})

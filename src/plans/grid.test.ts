import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_GRID } from './default-grid.js'
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

  test('the default one can be spelt out', async () => {
    const { cells } = await gridFrom(DEFAULT_GRID, 'the default')
    expect(cells.length).toBeGreaterThanOrEqual(10)
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

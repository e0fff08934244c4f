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

  const defaultCells = async (uses: readonly string[] = []) =>
    (await gridFrom(await defaultGrid(uses), 'the default')).cells
  const of = (cells: Awaited<ReturnType<typeof defaultCells>>, words: string) => [
    ...new Set(cells.map(({ label }) => label).filter((label) => label.includes(words))),
  ]

  test('the default one puts scrub before whatever shows text, and once not, to see the difference', async () => {
    const cells = await defaultCells()
    expect(of(cells, 'rare-queries')).toEqual([
      ...[5, 10, 30, 50].map((k) => `scrub + rare-queries k=${k}`),
      'rare-queries k=10',
      'scrub + rare-queries k=50, link=user',
      'scrub + sessions split=daily + rare-queries k=50',
    ])
    expect(of(cells, 'token-hash')).toEqual(['token-hash'])
    expect(of(cells, '-eu')).toEqual(['google-eu'])
    expect(of(cells, 'zealous').map((label) => /epsilon=[\d.]+/.exec(label)?.[0])).toEqual([
      'epsilon=1',
      'epsilon=2.303',
    ])
    expect(cells.filter(({ label }) => label.includes('zealous epsilon=1 ')).map(({ seed }) => seed)).toEqual([1, 2, 3])
  })

  test('a first look has the middle of what people choose of a few methods, each once and as they would be released', async () => {
    const { cells } = await gridFrom(await defaultGrid([], undefined, { firstLook: true }), 'a first look')
    expect(of(cells, 'rare-queries')).toEqual([10, 30].map((k) => `scrub + rare-queries k=${k}`))
    expect(new Set(cells.map(({ seed }) => seed))).toEqual(new Set([1]))
    const whole = new Set((await defaultCells()).map(({ id }) => id))
    expect(cells.filter(({ id }) => !whole.has(id))).toEqual([])
    expect(cells.length).toBeLessThan(whole.size / 3)
    expect(cells.map(({ plan }) => plan.steps[0]?.method)).toEqual(cells.map(() => 'scrub'))
  })

  test('of histories and sessions it has the strictest alone, unless they are asked for', async () => {
    expect(of(await defaultCells(), 'km-deletion')).toEqual(['scrub + km-deletion k=50 m=2 target=logsize'])
    const asked = await defaultCells(['histories'])
    expect(of(asked, 'km-deletion')).toHaveLength(4)
    expect(of(asked, 'link=user')).toHaveLength(5)
    expect(of(asked, 'sessions split=daily + rare')).toHaveLength(1)
    expect(of(await defaultCells(['sessions']), 'sessions split=daily + rare')).toHaveLength(4)
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

import { expect, test } from 'vitest'
import { gridFrom } from '../../plans/grid.js'
import type { CellResult, CellTask } from './cell.js'
import { gridCost, inOrder, progress } from './pace.js'

const GRID = {
  seeds: [1, 2],
  grid: [
    { method: 'synthetic', epsilon: 1, delta: 1e-6 },
    { method: 'rare-queries', k: [5, 10] },
    { method: 'allowlist', k: 5 },
  ],
}
const tasks = async () => (await gridFrom(GRID, 'x')).cells.map((cell) => ({ cell }) as CellTask)

test('what a grid comes to grows with rows and settings, and shrinks with cores', async () => {
  const small = await gridCost(GRID, 1000, 1)
  expect(small).toMatchObject({ cells: 8, settings: 4 })
  expect(await gridCost(GRID, 1000, 1, ({ seed }) => seed === 1)).toMatchObject({ cells: 4, settings: 4 })
  expect((await gridCost(GRID, 1_000_000, 1)).seconds).toBeGreaterThan(10 * small.seconds)
  expect((await gridCost(GRID, 1000, 2)).seconds).toBeCloseTo(small.seconds / 2)
  expect((await gridCost({ grid: [GRID.grid[2]] }, 1000, 8)).seconds).toBeLessThan(small.seconds)
})

test('quick settings go first, and one of each method before the second of any', async () => {
  const order = (await inOrder(await tasks())).map(({ cell }) => cell.plan.steps.at(-1)?.method)
  expect(order.slice(0, 2).toSorted()).toEqual(['allowlist', 'rare-queries'])
  expect(order.slice(-2)).toEqual(['synthetic', 'synthetic'])
})

test('how long it takes is told by what was tried, and by how slow the rest is', async () => {
  const [shares, steps]: [number[], string[]] = [[], []]
  const all = await inOrder(await tasks())
  const tell = await progress(
    all.map(({ cell }) => cell),
    all,
    2,
    {
      onProgress: (share) => void shares.push(share),
      onStep: (step) => void steps.push(step),
    },
  )
  const result = (task: CellTask, seconds: number) => tell({ id: task.cell.id, seconds } as CellResult)
  result(all[0]!, 4)
  // 5 quick ones and two that take 12 times as long are left, on two cores
  expect(steps).toEqual(['0 of 4 settings', '1 of 4 settings, about 58 s left'])
  for (const task of all.slice(1, -1)) result(task, 4)
  expect(shares.at(-1)).toBeLessThan(0.7)
  expect(steps.at(-1)).toMatch(/^4 of 4 settings once, 1 more run of those with noise, about \d+ s left$/)
  result(all.at(-1)!, 48)
  expect(shares.at(-1)).toBe(1)
  expect(steps.at(-1)).toBe('4 of 4 settings, about 0 s left')
})

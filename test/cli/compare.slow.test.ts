import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Bench } from '../support/lethe.js'
import { asked, writeLog } from '../support/log.js'

/** Few attacks and measures: what is tried is the trial. */
const GRID = { attacks: ['link-records'], measures: ['kept'], grid: [{ method: 'rare-queries', k: 2 }] }

test('--trials: every setting is put to a trial too, and taken up anew where it was not', async () => {
  const bench = new Bench()
  const log = writeLog(bench.path('log.ndjson'), asked('tea', 12))
  const grid = bench.file('grid.json', JSON.stringify(GRID))
  const words = ['compare', log, '--plan', grid, '-o', bench.path('compared')]
  expect((await bench.lethe(words)).status).toBe(0)
  const { status, stdout } = await bench.lethe([...words, '--trials', 'membership'])
  expect(status).toBe(0)
  expect(stdout).toMatch(
    /membership:\n +setting +seed +persons +truePositives +falsePositives +limit +worstTruePositives/,
  )
  const { results } = JSON.parse(readFileSync(join(bench.path('compared'), 'results.json'), 'utf8'))
  expect(results[0]).toMatchObject({
    trials: { membership: { runs: 256, informed: { share: 1 }, scored: { persons: 12 } } },
  })
  const again = await bench.lethe([...words, '--trials', 'canaries'])
  expect(again).toMatchObject({ status: 2, stderr: expect.stringContaining('no figure to compare') })
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LN10 } from '../../../../test/support/audit.js'
import { seededRandom } from '../../../random/seeded.js'
import { tryAdversary, type Visible } from './index.js'

/** Tries a made-up program on the canaries; gives the bound by canary. */
async function bounds(release: (file: Buffer) => Visible, epsilon = 1, runs = 40): Promise<Map<string, number>> {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-adversary-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const results = await tryAdversary({
    random: seededRandom(11),
    claim: { ...LN10, epsilon },
    crowds: { sure: 30, even: 15, perUser: 2 },
    rows: [{ user: 'u1', query: 'tea', time: '2024-03-28 10:00:00', url: '' }],
    release: async (path) => release(readFileSync(path)),
    dir,
    runs,
    confidence: 0.95,
    say: () => {},
  })
  return new Map(results.map(({ canary, lowerBound }) => [canary, lowerBound]))
}
const shown = (items: [string, number][] = []): Visible => ({ failed: false, items, beside: '' })
const caught = (found: Map<string, number>) => [...found].filter(([, bound]) => bound > 1).map(([name]) => name)

test('a program that shows nothing gives nothing away', async () =>
  expect(caught(await bounds(() => shown()))).toEqual([]))

test('a program that ends for one long line, or for a date, is caught', async () => {
  expect(caught(await bounds((file) => (file.length > 1 << 20 ? { failed: true } : shown())))).toEqual([
    'texts at the limits of length',
  ])
  expect(caught(await bounds((file) => (file.includes('13/04/2024') ? { failed: true } : shown())))).toEqual([
    'dates that tell the order of day and month',
  ])
})

test('a program that tells in its manifest how many rows did not read is caught', async () => {
  const found = caught(
    await bounds((file) => {
      const bad = file
        .toString('latin1')
        .split('\n')
        .filter((line) => /^,,,$/.test(line)).length
      return { failed: false, items: [], beside: `${bad} bad rows` }
    }),
  )
  expect(found).toEqual(['rows that do not read'])
})

// Randomised response at epsilon = 1 is right 73 times of 100. Each of 9 canaries is wrongly caught with probability 0.56%.
test('a program that just keeps its claim is not (false alarm: 5%, and the seed is fixed)', async () => {
  const random = seededRandom(5)
  const keeps = (there: boolean) => (random.unit() < 1 / (1 + Math.exp(-1)) ? there : !there)
  const found = await bounds((file) => shown(keeps(file.includes('-victim')) ? [['tea', 1]] : []), 1, 400)
  expect(caught(found)).toEqual([])
  expect(Math.max(...found.values())).toBeGreaterThan(0.4)
})

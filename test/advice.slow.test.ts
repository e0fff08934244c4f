import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Attacker } from '../src/release/attackers.js'
import { reachedAt, reachedBy } from '../src/report/risk.js'
import { ATTACKS } from './support/figures.js'
import { Bench } from './support/lethe.js'

const bench = new Bench(afterAll as never)
const FEARED: readonly Attacker[] = ['reader', 'neighbour', 'archivist', 'participant']

interface Advice {
  readonly fitting: readonly { readonly setting: string; readonly risks: readonly Told[] }[]
  readonly refused: readonly {
    readonly setting: string
    readonly fails: { readonly what: string; readonly why: string }
  }[]
}
interface Told {
  readonly attacker: Attacker
  readonly share: number | null
  readonly limit: number
}

describe('on a thousand people, default everything', () => {
  let advice: Advice

  beforeAll(async () => {
    await bench.json('generate', '--users', '1000', '--seed', '1', '-o', 'log.tsv')
    advice = (await bench.json('recommend', 'log.tsv', '-o', 'compared', '--write', 'plan.json')) as unknown as Advice
  }, 1_800_000)

  test('the first recommendation withstands all who are feared', () => {
    const [first] = advice.fitting
    expect(first?.risks.map(({ attacker }) => attacker)).toEqual(FEARED)
    for (const { share, limit } of first?.risks ?? []) {
      expect(limit).toBe(0.05)
      expect(share ?? 0).toBeLessThanOrEqual(0.05)
    }
    expect(first?.risks.filter(({ share }) => share !== null).length).toBeGreaterThanOrEqual(3)
  })

  test('its release does too, attacked anew with other chance', async () => {
    await bench.json('release', '--plan', 'plan.json', 'log.tsv', '-o', 'release', '--truth')
    const { attacks } = (await bench.json('report', 'release', '--against', 'log.tsv', '-o', 'report.html')) as {
      attacks: Record<string, unknown>
    }
    let tried = 0
    for (const [name, figures] of Object.entries(attacks)) {
      const reached = reachedBy(ATTACKS[name]!, figures)
      if (reached === undefined || !FEARED.includes(reached.attacker)) continue
      tried++
      expect([name, (reachedAt(reached).share ?? 0) <= 0.05]).toEqual([name, true])
    }
    expect(tried).toBeGreaterThanOrEqual(4)
  })

  test('its plan carries what scrub does not find, and for which languages', async () => {
    const plan = JSON.parse(readFileSync(bench.path('plan.json'), 'utf8')) as { steps: { method: string }[] }
    expect(plan.steps[0]?.method).toBe('scrub')
    const { guarantee } = JSON.parse(readFileSync(bench.path('release/manifest.json'), 'utf8')) as {
      guarantee: { notProtected: string[] }
    }
    expect(guarantee.notProtected.join(' ')).toMatch(/a scan can miss[\s\S]*short English queries/)
  })

  test('k = 2, given by a plan, is refused with the figure that refutes it', async () => {
    bench.file(
      'two.json',
      JSON.stringify({ grid: [{ steps: [{ method: 'scrub' }, { method: 'rare-queries', k: 2 }] }] }),
    )
    const { status, stdout } = await bench.lethe(['recommend', 'log.tsv', '--plan', 'two.json', '-o', 'two', '--json'])
    expect(status).toBe(1)
    const { fitting, refused } = JSON.parse(stdout) as Advice
    expect(fitting).toEqual([])
    expect(refused[0]?.fails.what).toBe('falls to one account')
    expect(refused[0]?.fails.why).toMatch(
      /a participant with 10 accounts reaches ([5-9]\d|100)\.\d% .*; 1 account tests half/,
    )
  })
})

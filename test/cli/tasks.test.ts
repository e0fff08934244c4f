import { describe, expect, test } from 'vitest'
import { lethe } from '../support/program.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

function json(...words: readonly string[]) {
  const { status, stdout, stderr } = lethe(...words, '--json')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout)
}

const log = next('log.tsv')
json('generate', '--users', '80', '--seed', '5', '-o', log)
const TASKS = ['autocomplete', 'suggest', 'clicks', 'trends']

function released(method: string, ...words: readonly string[]): string {
  const dir = next('release')
  expect(lethe('release', method, log, '-o', dir, ...words)).toMatchObject({ status: 0 })
  return dir
}
const measured = (dir: string) => json('measure', dir, '--against', log, '--only', TASKS.join(','))

describe('lethe measure, tasks', () => {
  const whole = released('sessions', '--time', 'exact')

  test('all that the log teaches: a ratio of 1', () => {
    const figures = measured(whole)
    expect(Object.keys(figures)).toEqual(TASKS)
    for (const task of TASKS) {
      const { release, original, ratio, heldOut, sawHeldOut, heldOutBy } = figures[task]
      expect([task, release, ratio]).toEqual([task, original, 1])
      expect(original).toBeGreaterThan(0)
      expect(heldOut).toBeGreaterThan(0)
      expect([sawHeldOut, heldOutBy]).toEqual([true, 'days'])
    }
  })
  test('a threshold takes some of it; what it does not show is null, with the reason', () => {
    const { autocomplete, suggest, clicks, trends } = measured(released('rare-queries', '--k', '2'))
    for (const { ratio } of [autocomplete, clicks, trends]) {
      expect(ratio).toBeGreaterThanOrEqual(0)
      expect(ratio).toBeLessThan(1)
    }
    expect(autocomplete.ratio).toBeGreaterThan(0)
    expect(suggest).toMatchObject({
      release: null,
      ratio: null,
      reasons: { release: expect.stringMatching(/pseudonyms/) },
    })
    expect(suggest.original).toBeGreaterThan(0)
  })
  test('items', () => {
    const dp = ['--epsilon', '20', '--delta', '0.001', '--seed', '1']
    const { autocomplete, suggest, clicks, trends } = measured(released('zealous', ...dp))
    expect(autocomplete.release).toBeGreaterThanOrEqual(0)
    expect([suggest.release, clicks.release, trends.release]).toEqual([null, null, null])
    expect(measured(released('zealous', '--items', 'clicks', ...dp)).clicks.release).toBeGreaterThanOrEqual(0)
    expect(measured(released('zealous', '--items', 'pairs', ...dp)).suggest.release).toBeGreaterThanOrEqual(0)
  })
  test('hashed texts teach nothing that could be asked', () => {
    const key = next('key')
    json('keygen', '-o', key)
    const { autocomplete } = measured(released('token-hash', '--key', key))
    expect(autocomplete).toMatchObject({ release: null, reasons: { release: expect.stringMatching(/hashed/) } })
  })
  test('words say that the release has seen what it is tested on', () => {
    const { stdout } = lethe('measure', whole, '--against', log, '--only', 'trends')
    expect(stdout).toMatch(/ratio +100\.0%\n/)
    expect(stdout).toMatch(/has seen what it is tested on/)
  })
})

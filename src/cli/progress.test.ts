import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Progress, progressLines } from './progress.js'

let lines: string[] = []
let told: Progress

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  told = progressLines((line) => lines.push(line))
})

afterEach(() => {
  told.close()
  vi.useRealTimers()
})

test('work that is over within ten seconds says nothing', () => {
  told.step('reading')
  told.share(0.5)
  vi.advanceTimersByTime(9_900)
  told.step('writing')
  told.close()
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([])
})

test('long work says its step, how far it is, and for how long it has gone on, every ten seconds', () => {
  told.step('counting')
  told.share(0.256)
  vi.advanceTimersByTime(10_000)
  expect(lines).toEqual(['lethe: counting, 25%, 10 s so far\n'])
  told.step('writing')
  vi.advanceTimersByTime(10_000)
  expect(lines.slice(1)).toEqual(['lethe: writing, 20 s so far\n'])
})

test('calls come more often than lines', () => {
  for (let i = 0; i < 300; i++) {
    told.step(`step ${i}`)
    told.share(i / 300)
    vi.advanceTimersByTime(100)
  }
  expect(lines).toHaveLength(3)
})

test('work that leaves no turn to timers is told by its own calls', () => {
  const begun = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(begun + 12_400)
  told.share(0.9)
  told.share(0.95)
  expect(lines).toEqual(['lethe: working, 90%, 12 s so far\n'])
  clock.mockRestore()
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { patience } from './patience.js'

describe('patience', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('ends after its time, unless somebody spoke', () => {
    const over = vi.fn()
    patience(1000, over)
    const heard = patience(1000, () => expect.unreachable())
    vi.advanceTimersByTime(999)
    heard()
    expect(over).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10)
    expect(over).toHaveBeenCalledOnce()
  })

  test('whoever stood still herself does not blame another: she waits once more', () => {
    const over = vi.fn()
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    patience(1000, over)
    now.mockReturnValue(9000) // the process was stopped
    vi.advanceTimersByTime(1000)
    expect(over).not.toHaveBeenCalled()
    now.mockReturnValue(19_000) // and again: no more excuses
    vi.advanceTimersByTime(1000)
    expect(over).toHaveBeenCalledOnce()
    now.mockRestore()
  })
})

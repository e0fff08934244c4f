import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Busy, gate, patience } from './limits.js'

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
    now.mockReturnValue(10_001)
    vi.advanceTimersByTime(1000)
    expect(over).toHaveBeenCalledOnce()
    now.mockRestore()
  })
})

describe('a gate', () => {
  test('lets so many in, holds so many in line in their order, and turns the rest away', async () => {
    const { enter } = gate(2, 3)
    const order: number[] = []
    let inside = 0
    let most = 0
    const come = (i: number) =>
      enter(async () => {
        most = Math.max(most, ++inside)
        order.push(i)
        await new Promise((resolve) => setTimeout(resolve, 5))
        inside--
        if (i === 1) throw new Error('failed inside')
        return i
      })
    const all = await Promise.allSettled(Array.from({ length: 7 }, (_, i) => come(i)))
    expect(most).toBe(2)
    expect(order).toEqual([0, 1, 2, 3, 4])
    expect(all.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, false, false])
    expect(all.slice(5).every((one) => one.status === 'rejected' && one.reason instanceof Busy)).toBe(true)
    expect(await come(9)).toBe(9)
    expect(inside).toBe(0)
  })

  test('narrows when things take long, once for one trouble, and widens as they go well', async () => {
    const { enter, narrow } = gate(8, 100)
    const most = async (count: number) => {
      let inside = 0
      let reached = 0
      await Promise.all(
        Array.from({ length: count }, () =>
          enter(async () => {
            reached = Math.max(reached, ++inside)
            await new Promise((resolve) => setTimeout(resolve, 1))
            inside--
          }),
        ),
      )
      return reached
    }
    expect(await most(20)).toBe(8)
    narrow()
    narrow()
    expect(await most(4)).toBe(4)
    expect(await most(90)).toBe(8)
  })
})

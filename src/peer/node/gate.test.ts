import { describe, expect, test } from 'vitest'
import { Busy, gate } from './gate.js'

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

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDay, lastDayOf, lastOver, nameOfPeriod, periodOf, periodsIn } from './periods.js'

const DAYS = fc.integer({ min: -3000, max: 40_000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10))

test('a day is a period of its own; a week begins on Monday', () => {
  expect(periodOf('day', '1970-01-02')).toBe(1)
  expect(nameOfPeriod('week', periodOf('week', '2026-11-18'))).toBe('2026-11-16')
  expect(lastDayOf('week', periodOf('week', '2026-11-18'))).toBe('2026-11-22')
  expect(lastDayOf('day', periodOf('day', '2024-02-29'))).toBe('2024-02-29')
  fc.assert(
    fc.property(DAYS, fc.constantFrom('day' as const, 'week' as const), (day, every) => {
      const period = periodOf(every, day)
      const [from, to] = [nameOfPeriod(every, period), lastDayOf(every, period)]
      expect(from <= day && day <= to).toBe(true)
      expect(periodOf(every, from)).toBe(period)
      expect(periodOf(every, to)).toBe(period)
      if (every === 'week') expect(new Date(from).getUTCDay()).toBe(1)
    }),
  )
})

test('what is over, and what is no day', () => {
  expect(nameOfPeriod('day', lastOver('day', new Date('2026-11-18T00:10:00Z')))).toBe('2026-11-17')
  expect(nameOfPeriod('week', lastOver('week', new Date('2026-11-18T00:10:00Z')))).toBe('2026-11-09')
  expect(['2026-11-18', '2026-02-30', '2026-11', 'today', '18.11.2026'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  expect(periodsIn('week', 28)).toBe(4)
  expect(() => periodsIn('week', 30)).toThrow()
})

import { fail } from '../../base/errors.js'

/** Days of a window: 7d, 4w. Whole days, so that released days say which window a row is of. */
export function windowDays(window: string | undefined): number | undefined {
  if (window === undefined) return undefined
  const [, number, unit] = /^([1-9]\d{0,4})([dw])$/.exec(window) ?? []
  if (number === undefined) fail('usage', '--window is a number of days or weeks', 'Write 7d or 4w.')
  return Number(number) * (unit === 'w' ? 7 : 1)
}

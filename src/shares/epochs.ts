import { fail } from '../base/errors.js'

/** How long keys and tags last: for all time, or for a day, a week (from Monday), a month, a year, or so many days. */
export type Rotation = 'none' | 'day' | 'week' | 'month' | 'year' | `${number}d`

const DAY = 86_400_000

export function parseRotation(text: string): Rotation {
  const days = /^([1-9]\d{0,4})d$/.exec(text)
  if (days || ['none', 'day', 'week', 'month', 'year'].includes(text)) return text as Rotation
  return fail(
    'usage',
    `'${text.slice(0, 20)}' is no length of an epoch`,
    'Write none, day, week, month, year, or days such as 30d.',
  )
}

/** The epoch of a day such as 2006-03-01, by its first day, month or year; days are counted from 1970-01-01. */
export function epochOf(rotation: Rotation, day: string | undefined): string {
  if (rotation === 'none') return 'all'
  if (day === undefined) return 'undated'
  switch (rotation) {
    case 'day':
      return day
    case 'month':
      return day.slice(0, 7)
    case 'year':
      return day.slice(0, 4)
    case 'week': {
      const at = Date.parse(day) / DAY
      return dateOf(at - ((((at + 3) % 7) + 7) % 7)) // 1970-01-01 was a Thursday
    }
    default: {
      const length = Number.parseInt(rotation, 10)
      return dateOf(Math.floor(Date.parse(day) / DAY / length) * length)
    }
  }
}

function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10)
}

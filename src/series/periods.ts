import { fail } from '../base/errors.js'
import type { EVERY } from '../release/guarantee.js'

export type Every = (typeof EVERY)[number]

const DAY = 86_400_000
/** Weeks begin on Mondays; 1970 began on a Thursday. */
const MONDAY = 3

/** The number of a period: days since 1970, or weeks. */
export function periodOf(every: Every, day: string): number {
  const days = dayNumber(day)
  return every === 'day' ? days : Math.floor((days + MONDAY) / 7)
}

/** A period by the day on which it begins: what it is called. */
export function nameOfPeriod(every: Every, period: number): string {
  return dayOf(firstDay(every, period))
}

/** The last day of a period. */
export function lastDayOf(every: Every, period: number): string {
  return dayOf(firstDay(every, period + 1) - 1)
}

/** The last period that is over. */
export function lastOver(every: Every, now: Date): number {
  return periodOf(every, now.toISOString().slice(0, 10)) - 1
}

/** A number of days in periods. */
export function periodsIn(every: Every, days: number): number {
  if (every === 'day') return days
  if (days % 7 !== 0)
    fail('usage', `a window of ${days} days is no whole number of weeks`, 'Choose one, such as --window 28.')
  return days / 7
}

/** How many periods a year touches at most. */
export function periodsOfYear(every: Every): number {
  return every === 'day' ? 366 : 54
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(dayNumber(text)) === text
}

function firstDay(every: Every, period: number): number {
  return every === 'day' ? period : period * 7 - MONDAY
}

function dayNumber(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY)
}

function dayOf(days: number): string {
  return new Date(days * DAY).toISOString().slice(0, 10)
}

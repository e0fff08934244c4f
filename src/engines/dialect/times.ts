import { form, plain } from './form.js'

/** A moment as the clock of a zone shows it. */
export function inZone(instant: string, zone: string): string {
  return form('inZone', instant, plain(zone))
}

/** What the clock of a zone shows when that of Greenwich shows a time. */
export function fromUtc(time: string, zone: string): string {
  return form('fromUtc', time, plain(zone))
}

/** A text as a time, by a notation such as '%d.%m.%Y %H:%M'; null where it does not fit. With %z it is a moment. */
export function readTime(value: string, notation: string): string {
  return form('readTime', value, plain(notation))
}

/** The moment so many seconds after 1970 began. */
export function fromSeconds(seconds: string): string {
  return form('fromSeconds', seconds)
}

/** The other way round, of what a clock shows at Greenwich. */
export function toSeconds(time: string): string {
  return form('toSeconds', time)
}

/** A length of time. */
export function span(n: number, unit: 'second' | 'minute'): string {
  return form('span', plain(n), plain(unit))
}

/** When the hour, week, month or year of a time began. */
export function startOf(unit: 'hour' | 'week' | 'month' | 'year', time: string): string {
  return form('startOf', plain(unit), time)
}

/** Midnights between two days. */
export function daysBetween(from: string, to: string): string {
  return form('daysBetween', from, to)
}

/** Whole seconds that the clock moves on from one time to another. */
export function secondsBetween(from: string, to: string): string {
  return form('secondsBetween', from, to)
}

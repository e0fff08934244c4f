import { number, percent } from '../base/format.js'
import type { Measured } from './measure.js'

/** A name and its figure, or why there is none. */
export type Named = readonly [name: string, value: string]

const FIGURE = /^-?[\d,.]+(%|e[+-]?\d+)?$/

/** Names to the left, figures to the right; words in place of a figure begin where figures do. */
export function named(rows: readonly Named[]): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  const digits = Math.max(0, ...rows.map(([, value]) => (FIGURE.test(value) ? value.length : 0)))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${FIGURE.test(value) ? value.padStart(digits) : value}`)
}

/** A share in per cent; where it is null, the reason that stands beside it. */
export function shareText(measured: Measured, key: string): string {
  const reasons = (measured.reasons ?? {}) as Readonly<Record<string, string>>
  const value = measured[key]
  return typeof value === 'number' ? percent(value) : (reasons[key] ?? 'not known')
}

/** A figure that is in per cent already. */
export function perCent(value: unknown): string {
  return percent(Number(value) / 100)
}

export function count(value: unknown): string {
  return number(Number(value))
}

/** A figure between -1 and 1 that is no share: a correlation, an index. */
export function index(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(3) : 'not known'
}

import { number, table } from '../base/format.js'

/** Figures of any shape as lines: names to the left, numbers to the right; lists of records as tables. */
export function figureLines(figures: unknown, indent = ''): string[] {
  if (Array.isArray(figures)) return listLines(figures, indent)
  if (typeof figures !== 'object' || figures === null) return [`${indent}${plain(figures)}`]
  // Why figures are null stands in their place.
  const { reasons, ...others } = figures as { readonly reasons?: Readonly<Record<string, string>> }
  const entries = Object.entries(others).map(
    ([key, value]) => [key, value === null ? (reasons?.[key] ?? null) : value] as const,
  )
  const width = Math.max(0, ...entries.filter(([, value]) => !nested(value)).map(([key]) => key.length))
  return entries.flatMap(([key, value]) =>
    nested(value)
      ? [`${indent}${key}`, ...figureLines(value, `${indent}  `)]
      : [`${indent}${key.padEnd(width)}  ${plain(value)}`],
  )
}

function listLines(list: readonly unknown[], indent: string): string[] {
  const records = list.filter((item): item is Record<string, unknown> => nested(item) && !Array.isArray(item))
  if (records.length < list.length || records.length === 0) return [`${indent}${list.map(plain).join(' ')}`]
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  return table([columns, ...records.map((record) => columns.map((column) => plain(record[column])))]).map(
    (line) => `${indent}${line}`,
  )
}

function nested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function plain(value: unknown): string {
  if (typeof value === 'number')
    return Number.isInteger(value)
      ? number(value)
      : Math.abs(value) < 0.001 && value !== 0
        ? value.toExponential(2)
        : value.toPrecision(4)
  return nested(value) ? JSON.stringify(value) : String(value)
}

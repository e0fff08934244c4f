import { number, table } from '../base/format.js'
import { readAsLines, type Understood } from '../log/understood.js'

export interface ScanFigures {
  readonly rows: number
  readonly kinds: Readonly<Record<string, { readonly count: number; readonly rows: readonly number[] }>>
  readonly columns: readonly string[]
  readonly byColumn: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly localesSaid: string
  readonly understood?: Understood
}

/** What a scan found, for the terminal: counts and where to look, no values. */
export function scanText({ rows, kinds, columns, byColumn, localesSaid, understood }: ScanFigures): string {
  const found = Object.entries(kinds).filter(([, at]) => at.count > 0)
  const read = understood === undefined ? [] : [...readAsLines(understood), '']
  if (found.length === 0)
    return [
      ...read,
      `nothing identifying was found in ${columns.join(', ')} of ${number(rows)} rows; ${localesSaid}`,
    ].join('\n')
  const lines = found
    .sort((a, b) => b[1].count - a[1].count)
    .map(([kind, at]) => [
      kind,
      number(at.count),
      whereWords(kind, columns, byColumn),
      `${at.rows.slice(0, 5).join(', ')}${at.count > 5 ? ', ...' : ''}`,
    ])
  return [
    ...read,
    `${number(rows)} rows, columns ${columns.join(', ')}; ${localesSaid}`,
    ...table([['kind', 'rows', 'in', 'first in rows'], ...lines], [0, 2, 3]),
  ].join('\n')
}

/** What stands in addresses that were clicked is told apart from what people typed: query 3, url 12,193. */
function whereWords(kind: string, columns: readonly string[], byColumn: ScanFigures['byColumn']): string {
  const there = columns.filter((column) => (byColumn[column]?.[kind] ?? 0) > 0)
  if (there.length < 2) return there.join('')
  return there.map((column) => `${column} ${number(byColumn[column]![kind]!)}`).join(', ')
}

import { number, table } from '../base/format.js'

export interface ScanFigures {
  readonly rows: number
  readonly kinds: Readonly<Record<string, { readonly count: number; readonly rows: readonly number[] }>>
  readonly columns: readonly string[]
  readonly localesSaid: string
}

/** What a scan found, for the terminal: counts and where to look, no values. */
export function scanText({ rows, kinds, columns, localesSaid }: ScanFigures): string {
  const found = Object.entries(kinds).filter(([, at]) => at.count > 0)
  if (found.length === 0)
    return `nothing identifying was found in ${columns.join(', ')} of ${number(rows)} rows; ${localesSaid}`
  const lines = found
    .sort((a, b) => b[1].count - a[1].count)
    .map(([kind, at]) => [kind, number(at.count), `${at.rows.slice(0, 5).join(', ')}${at.count > 5 ? ', ...' : ''}`])
  return [
    `${number(rows)} rows, columns ${columns.join(', ')}; ${localesSaid}`,
    ...table([['kind', 'rows', 'first in rows'], ...lines], [0, 2]),
  ].join('\n')
}

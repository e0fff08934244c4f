import type { BadRow } from '../log/log.js'

/** Beyond this many bad rows there is no point in numbering them. */
export const MAX_BAD_ROWS = 1_000_000

/** The numbers of rows that were read, given as "the nth that was read" in rising order, where the rows `skipped` were not. */
export function rowNumbers(nths: readonly number[], skipped: readonly number[]): number[] {
  const gaps = [...skipped].sort((a, b) => a - b)
  let passed = 0
  return nths.map((nth) => {
    while (passed < gaps.length && gaps[passed]! <= nth + passed) passed++
    return nth + passed
  })
}

/** Rows that were read, each known as the nth of its file in rising order, with the numbers that they have in their files. */
export function inFile<T extends { readonly file: number; readonly nth: number }>(
  read: readonly T[],
  skipped: readonly BadRow[],
): (Omit<T, 'nth'> & { readonly row: number })[] {
  const gaps = byFile(skipped)
  return [...byFile(read)].flatMap(([file, rows]) => {
    const numbers = rowNumbers(
      rows.map((row) => row.nth),
      (gaps.get(file) ?? []).map((reject) => reject.row),
    )
    return rows.map(({ nth: _, ...row }, i) => ({ ...row, row: numbers[i]! }))
  })
}

function byFile<T extends { readonly file: number }>(rows: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(row.file)
    if (group) group.push(row)
    else groups.set(row.file, [row])
  }
  return groups
}

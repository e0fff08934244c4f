/** Numbers and bars for people. */
export function number(n: number): string {
  return n.toLocaleString('en', { maximumFractionDigits: 1 })
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}

/** A horizontal bar of a share. */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8)
  const parts = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
  return '█'.repeat(Math.floor(eighths / 8)) + parts[eighths % 8]
}

/** Columns of text, the first to the left and the others to the right, unless others are named. */
export function table(rows: readonly (readonly string[])[], left: readonly number[] = [0]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, i) => (left.includes(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/** Columns of a line for people. */
const WIDTH = 118

/** Words in lines of a terminal's width: the first begins with `first`, the others stand below its words. */
export function wrapped(words: string, first = ''): string[] {
  const lines: string[] = []
  let line = first
  let empty = true
  for (const word of words.split(' ')) {
    if (!empty && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = ' '.repeat(first.length)
      empty = true
    }
    line += empty ? word : ` ${word}`
    empty = false
  }
  return [...lines, line]
}

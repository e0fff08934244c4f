export type Row = readonly (string | number)[]

/** A table in Markdown; numbers with one decimal, shares of 1 with three. */
export function table(columns: readonly string[], rows: readonly Row[]): string {
  const cell = (value: string | number) =>
    typeof value === 'string'
      ? value
      : Number.isInteger(value)
        ? String(value)
        : value.toFixed(Math.abs(value) < 1 ? 3 : 1)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return `${[line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n')}\n`
}

/** Curves as a block of Mermaid, with their names in the order in which they are drawn. */
export function plot(
  title: string,
  axis: string,
  xs: readonly number[],
  series: readonly { readonly name: string; readonly values: readonly number[] }[],
): string {
  const lines = series.map(({ values }) => `  line [${values.map((value) => value.toFixed(3)).join(', ')}]`)
  const chart = [`  title "${title}"`, `  x-axis "${axis}" [${xs.map((x) => `"${x}"`).join(', ')}]`, ...lines]
  return `${['```mermaid', 'xychart-beta', ...chart, '```'].join('\n')}\n\nIn order: ${series.map(({ name }) => name).join('; ')}.\n`
}

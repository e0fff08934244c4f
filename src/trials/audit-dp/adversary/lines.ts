/** A row of a made-up file. */
export interface FileRow {
  readonly user: string
  readonly query: string
  readonly time: string
  readonly url: string
}

/** A row, or bytes that stand in the file as they are. */
export type Line = FileRow | Buffer

export type Shape = 'tsv' | 'csv' | 'ndjson'

const COLUMNS = ['user', 'query', 'time', 'url'] as const

/** A file of lines, with a header where the shape has one. */
export function fileOf(shape: Shape, lines: readonly Line[]): Buffer {
  const header = shape === 'ndjson' ? [] : [COLUMNS.join(shape === 'tsv' ? '\t' : ',')]
  const parts = [...header.map((line) => Buffer.from(line)), ...lines.map((line) => bytesOf(shape, line))]
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]))
}

function bytesOf(shape: Shape, line: Line): Buffer {
  if (Buffer.isBuffer(line)) return line
  if (shape === 'ndjson') return Buffer.from(JSON.stringify(line))
  const cells = COLUMNS.map((column) => line[column])
  return Buffer.from(
    shape === 'tsv'
      ? cells.map((cell) => cell.replace(/[\t\r\n]/g, ' ')).join('\t')
      : cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
  )
}

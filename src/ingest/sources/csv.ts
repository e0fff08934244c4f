import type { Written } from '../input-file.js'

/** How rows of a database are written down for the reader of csv. */
export const ROWS: Written = { format: 'csv', header: true, delimiter: ',' }

/** A row as one line: line ends inside values become blanks, as they do in every query. */
export function csvLine(values: readonly unknown[]): string {
  const line = values.map(field).join(',')
  return `${line === '' ? '""' : line}\n` // an empty line is no row
}

function field(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""').replace(/[\r\n]/g, ' ')}"` : text
}

const [QUOTE, LF, CR, BLANK] = [34, 10, 13, 32]

/** csv as others wrote it, with line ends inside values as blanks. */
export async function* oneLineEach(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let quoted = false
  for await (const chunk of chunks) {
    let start = 0
    for (let at = chunk.indexOf(QUOTE); start < chunk.length; at = chunk.indexOf(QUOTE, start)) {
      const end = at === -1 ? chunk.length : at
      if (quoted) blankLineEnds(chunk.subarray(start, end))
      if (at !== -1) quoted = !quoted // a doubled quote leaves and enters again
      start = end + 1
    }
    yield chunk
  }
}

function blankLineEnds(value: Buffer): void {
  for (const mark of [LF, CR])
    for (let at = value.indexOf(mark); at !== -1; at = value.indexOf(mark, at + 1)) value[at] = BLANK
}

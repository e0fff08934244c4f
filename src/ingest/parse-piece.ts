import { isAscii, isUtf8 } from 'node:buffer'
import { MAX_LINE_BYTES } from '../engines/engine.js'
import { isBlankLine, isBlankText } from './blank-lines.js'
import { type Parsing, parserOf } from './formats/line-formats.js'
import { NO_SEARCH } from './line-log.js'

/** How lines become rows, and which columns of these are written. */
export interface Rewriting extends Parsing {
  readonly used: readonly number[]
}

/** Whole lines of a file, the first of which that is not blank has the number `line`. */
export interface Piece {
  readonly bytes: Uint8Array
  readonly line: number
}

/** What came of them: rows as tab-separated text, each behind the number of its line, and what became of the other lines. */
export interface PieceRows {
  readonly text: Uint8Array<ArrayBuffer>
  readonly rows: number
  readonly blank: number
  readonly notSearches: number
  readonly bad: readonly (readonly [line: number, reason: string])[]
}

const LF = 10

export function pieceParser({ used, ...parsing }: Rewriting): (piece: Piece) => PieceRows {
  const parse = parserOf(parsing)
  const encoder = new TextEncoder()
  return ({ bytes, line: first }) => {
    const bad: [number, string][] = []
    let [line, rows, blank, notSearches, text] = [first - 1, 0, 0, 0, '']
    const written = (found: readonly (readonly string[])[]): string => {
      let all = ''
      for (const fields of found) {
        const row = rowText(line, fields, used)
        if (row.length > MAX_LINE_BYTES / 4 && Buffer.byteLength(row) >= MAX_LINE_BYTES) {
          bad.push([line, 'line too long'])
          return ''
        }
        all += row
      }
      rows += found.length
      return all
    }
    for (const one of linesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
      if (one !== undefined && isBlankText(one)) {
        blank++
        continue
      }
      line++
      const parsed = one === undefined ? { bad: 'invalid UTF-8' } : parse(unmarked(one), line)
      if (parsed === NO_SEARCH) notSearches++
      else if ('bad' in parsed) bad.push([line, parsed.bad])
      else text += written(parsed)
    }
    return { text: encoder.encode(text), rows, blank, notSearches, bad }
  }
}

/** How many lines of a piece are not blank. */
export function countLines(piece: Buffer): number {
  let count = 0
  for (let start = 0; start < piece.length; ) {
    const end = piece.indexOf(LF, start)
    if (!isBlankLine(piece, start, end)) count++
    start = end + 1
  }
  return count
}

/** The lines of a piece, each without its end; undefined for one that is no UTF-8. */
function* linesOf(piece: Buffer): Generator<string | undefined> {
  if (isAscii(piece)) return yield* textsOf(piece.toString('latin1'))
  if (isUtf8(piece)) return yield* textsOf(piece.toString('utf8'))
  for (const one of textsOf(piece.toString('latin1'))) {
    const bytes = Buffer.from(one, 'latin1')
    yield isUtf8(bytes) ? bytes.toString('utf8') : undefined
  }
}

/** Files that were joined have marks of the byte order amid their lines. */
function unmarked(line: string): string {
  return line.charCodeAt(0) === 0xfeff ? line.slice(1) : line
}

function* textsOf(piece: string): Generator<string> {
  for (let start = 0; start < piece.length; ) {
    const end = piece.indexOf('\n', start)
    const stop = piece.charCodeAt(end - 1) === 13 ? end - 1 : end
    yield piece.slice(start, Math.max(stop, start))
    start = end + 1
  }
}

/** A row as tab-separated text, of the columns that are used. */
function rowText(line: number, fields: readonly string[], used: readonly number[]): string {
  let row = String(line)
  for (const at of used) {
    const field = fields[at] ?? ''
    row += SEPARATOR.test(field) ? `\t${field.replace(SEPARATORS, ' ')}` : `\t${field}`
  }
  return `${row}\n`
}

const SEPARATOR = /[\t\r\n]/
const SEPARATORS = /[\t\r\n]/g

import { bytes } from './bytes.js'
import type { InputFile } from './input-file.js'

// One rule for all formats: a line is blank if it holds nothing but spaces and tabs. A mark of the byte order at the start of a file does not count, and a
// carriage return before the line end belongs to the end. Blank lines are no rows and have no numbers; they are counted.

const LF = 10
const CR = 13

/** Is what stands from `start` to `end` blank? */
export function isBlankLine(line: Uint8Array, start = 0, end = line.length): boolean {
  for (let at = start; at < end; at++) {
    const byte = line[at]
    if (byte !== 32 && byte !== 9 && byte !== CR && byte !== LF) return false
  }
  return true
}

/** The same for a line as text. */
export function isBlankText(line: string): boolean {
  return /^[ \t\r\n]*$/.test(line)
}

/** A line at the very start of a file without the mark that may stand before it. */
export function withoutMark(line: Buffer): Buffer {
  return line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? line.subarray(3) : line
}

/** Counts empty lines in the pieces of a file. */
export interface EmptyLines {
  see(chunk: Buffer): void
  found(): number
}

/**
 * For files of which it is known that no line is blank without being empty, and that all lines end alike: two ends in a row are found far quicker than
 * every line is looked at.
 */
export function emptyLineCounter(): EmptyLines {
  let count = 0
  let before: Buffer | undefined
  let pairs: readonly Buffer[] = []
  return {
    see(chunk) {
      if (chunk.length === 0) return
      let piece = chunk
      if (before === undefined) {
        const end = chunk.includes(LF) || !chunk.includes(CR) ? LF : CR
        pairs = [Buffer.from([end, end]), ...(end === LF ? [Buffer.from([LF, CR, LF])] : [])]
        before = Buffer.from([end]) // the start of a file is as good as the end of a line
        piece = withoutMark(chunk)
      }
      for (const pair of pairs) {
        const most = pair.length - 1 // bytes of a pair on either side of a seam
        const seam = Buffer.concat([before.subarray(-most), piece.subarray(0, most)])
        count += occurrences(pair, seam) + occurrences(pair, piece)
      }
      before = Buffer.concat([before, piece.subarray(-2)]).subarray(-2)
    },
    found: () => count,
  }
}

function occurrences(pair: Buffer, piece: Buffer): number {
  let found = 0
  for (let at = piece.indexOf(pair); at !== -1; at = piece.indexOf(pair, at + 1)) found++
  return found
}

/** The empty lines of a whole file. */
export async function emptyLines(file: InputFile): Promise<number> {
  const counter = emptyLineCounter()
  for await (const chunk of bytes(file)) counter.see(chunk)
  return counter.found()
}

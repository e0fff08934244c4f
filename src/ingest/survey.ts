import { isBlankLine, withoutMark } from './blank-lines.js'
import { bytes } from './bytes.js'
import type { InputFile } from './input-file.js'

/** What one pass over the bytes of a file tells: whether the engine's reader may be trusted with it. */
export interface Survey {
  /** Lines, the last one counted even if no line end follows; blank lines apart. */
  readonly lines: number
  /** Lines with nothing in them. */
  readonly empty: number
  /** A line that is blank and yet not empty: the engine may take it for a row. */
  readonly blankLine: boolean
  /** A line longer than the limit. */
  readonly giantLine: boolean
  /** Line ends are not all alike, or carriage returns stand inside lines. */
  readonly oddLineEnds: boolean
}

const LF = 10
const CR = 13

/**
 * Goes over a file once. The engine reads lines fast but drops a giant line without a word, takes a truncated archive for a
 * short one, gives up on mixed line ends, and takes blanks for rows; this pass finds all four, and counts lines so that none can be lost.
 */
export async function survey(file: InputFile, maxLineBytes: number, signal?: AbortSignal): Promise<Survey> {
  let lines = 0
  let empty = 0
  let blankLine = false
  let lineBytes = 0 // of the line that the previous chunk left open
  let blankSoFar = true // is that line
  let giantLine = false
  let lineFeeds = 0
  let returnsBeforeFeed = 0
  let returns = 0
  let lastByte = -1
  for await (const chunk of bytes(file)) {
    signal?.throwIfAborted()
    let start = lastByte === -1 ? chunk.length - withoutMark(chunk).length : 0
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, start)) {
      const length = lineBytes + at - start
      if (length > maxLineBytes) giantLine = true
      const before = at > 0 ? chunk[at - 1] : lastByte
      if (before === CR) returnsBeforeFeed++
      if (length > 1 || (length === 1 && before !== CR)) {
        lines++
        if (blankSoFar && isBlankLine(chunk, start, at)) blankLine = true
      } else empty++
      blankSoFar = true
      lineFeeds++
      lineBytes = 0
      start = at + 1
    }
    lineBytes += chunk.length - start
    blankSoFar &&= isBlankLine(chunk, start)
    if (lineBytes > maxLineBytes) giantLine = true
    for (let at = chunk.indexOf(CR); at !== -1; at = chunk.indexOf(CR, at + 1)) returns++
    if (chunk.length > 0) lastByte = chunk[chunk.length - 1]!
  }
  if (lineBytes > 0) lines++
  if (lineBytes > 0 && blankSoFar) blankLine = true
  const oddLineEnds = returns > 0 && !(returns === returnsBeforeFeed && returns === lineFeeds)
  return { lines, empty, blankLine, giantLine, oddLineEnds }
}

import { isUtf8 } from 'node:buffer'
import { fail } from '../base/errors.js'
import { isBlankLine } from './blank-lines.js'
import { bytes } from './bytes.js'
import { misfitOf, splitter } from './careful.js'
import type { InputFile } from './input-file.js'
import { MAX_BAD_ROWS } from './row-numbers.js'

const LF = 10
const CR = 13

/**
 * The rows of a file without quotes that do not split, by number, as `records` would find them: here by counting delimiters
 * byte by byte, without making a string of every line. For files whose lines end alike and are not too long.
 */
export async function misfits(
  file: InputFile,
  {
    delimiter,
    width,
    header,
    signal,
  }: {
    readonly delimiter: string
    readonly width: number
    readonly header: boolean
    readonly signal: AbortSignal | undefined
  },
): Promise<Map<number, string>> {
  const bad = new Map<number, string>()
  const split = splitter(delimiter, undefined)
  const mark = delimiter.charCodeAt(0)
  let row = header ? -1 : 0
  const look = (line: Buffer, delimiters: number, valid: boolean) => {
    if (++row === 0 || (valid && delimiters === width - 1)) return
    const reason = valid || isUtf8(line) ? misfitOf(split(line.toString('utf8')), width) : 'invalid UTF-8'
    if (reason === undefined) return
    bad.set(row, reason)
    if (bad.size > MAX_BAD_ROWS)
      fail('input', `more than a million rows of ${file.label} do not parse`, 'Check --format and --columns.')
  }
  const wholeLines = (lines: Buffer) => {
    const valid = isUtf8(lines)
    let start = 0
    let delimiters = 0
    for (let at = 0; at < lines.length; at++) {
      const byte = lines[at]
      if (byte === mark) delimiters++
      else if (byte === LF) {
        const end = at > start && lines[at - 1] === CR ? at - 1 : at
        if (!isBlankLine(lines, start, end)) look(lines.subarray(start, end), delimiters, valid)
        start = at + 1
        delimiters = 0
      }
    }
  }
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes(file)) {
    signal?.throwIfAborted()
    const end = chunk.lastIndexOf(LF) + 1
    if (end > 0) wholeLines(Buffer.concat([rest, chunk.subarray(0, end)]))
    rest = end > 0 ? Buffer.from(chunk.subarray(end)) : Buffer.concat([rest, chunk])
  }
  if (rest.length > 0) wholeLines(Buffer.concat([rest, Buffer.from([LF])]))
  return bad
}

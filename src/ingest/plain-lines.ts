import { isUtf8 } from 'node:buffer'

const TAB = 9
const LF = 10
const CR = 13

/** What a line must have to be passed on as it is. */
export interface PlainShape {
  readonly delimiter: string
  readonly width: number
  readonly maxLineBytes: number
}

/**
 * Goes over whole lines and hands on runs of plain ones as they lie there; every other line, without its end, goes to `look`. Plain is a line that is text, not too long, has its
 * columns and no more, and nothing in it that anybody could take for the end of one: nearly all lines are.
 */
export function sortLines(
  lines: Buffer,
  { delimiter, width, maxLineBytes }: PlainShape,
  take: (run: Buffer, count: number) => void,
  look: (line: Buffer) => void,
): void {
  const mark = delimiter.charCodeAt(0)
  const valid = isUtf8(lines)
  let [run, count] = [0, 0] // where the run began, and how many lines it has
  let [start, marks, odd] = [0, 0, false]
  for (let at = 0; at < lines.length; at++) {
    const byte = lines[at]
    if (byte === mark) marks++
    else if (byte === CR || byte === TAB) odd = true
    else if (byte === LF) {
      const line = lines.subarray(start, at)
      // A line that begins with a blank may be blank to its end.
      const plain = !odd && marks === width - 1 && (line[0] ?? 0) > 32 && line.length <= maxLineBytes
      if (!plain || !(valid || isUtf8(line))) {
        if (count > 0) take(lines.subarray(run, start), count)
        look(line)
        run = at + 1
        count = 0
      } else count++
      start = at + 1
      marks = 0
      odd = false
    }
  }
  if (count > 0) take(lines.subarray(run, start), count)
}

import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { isBlankLine, withoutMark } from './blank-lines.js'
import { bytes } from './bytes.js'
import { misfitOf, type Split } from './careful.js'
import type { InputFile } from './input-file.js'
import { type PlainShape, sortLines } from './plain-lines.js'
import { MAX_BAD_ROWS } from './row-numbers.js'

/** How each line is read, whatever stands in the others. Lines end with LF, or CR LF. */
export interface LineOptions {
  readonly maxLineBytes: number
  readonly width: number
  readonly header: boolean
  readonly decode?: ((line: Buffer) => string) | undefined
  readonly split: (line: string) => Split
  /** Lines of this shape need no look: see sortLines. Undefined where only a split can tell. */
  readonly plain: PlainShape | undefined
  readonly signal: AbortSignal | undefined
}

/** What came of the lines of a file: rows that are bad, by number, how many more of them there are, how many are good, and how many lines are blank. */
export interface Rewritten {
  readonly bad: ReadonlyMap<number, string>
  readonly unlisted: number
  readonly good: number
  readonly blank: number
}

const LF = 10
const CR = 13
// What the engine reads as null: an empty line would be no row to it.
const NOTHING = '\x01'

/**
 * Rewrites the lines of a file that are rows into plain tab-separated text, behind `heading`. A record is a line: a quote that stays open makes its own line
 * bad and no other. Any number of lines may be bad.
 */
export async function rewriteLines(
  file: InputFile,
  target: string,
  options: LineOptions,
  heading: string,
): Promise<Rewritten> {
  const out = createWriteStream(target, { mode: 0o600, highWaterMark: 1 << 20 })
  const done = finished(out)
  done.catch(() => {}) // awaited below; a full disk must not count as unhandled while lines still come
  const bad = new Map<number, string>()
  let [row, good, unlisted, blank] = [options.header ? -1 : 0, 0, 0, 0]
  let first = true
  const setAside = (reason: string) => {
    if (bad.size < MAX_BAD_ROWS) bad.set(row, reason)
    else unlisted++
  }
  const look = (line: Buffer | 'giant') => {
    const whole = line === 'giant' ? line : line[line.length - 1] === CR ? line.subarray(0, -1) : line
    const start = first && whole !== 'giant' ? withoutMark(whole) : whole
    first = false
    if (start !== 'giant' && isBlankLine(start)) return void blank++ // no row
    if (++row === 0) return // the header
    const fields = readLine(whole, options)
    if (typeof fields === 'string') return setAside(fields)
    good++
    out.write(`${fields.map((field) => field.replace(/[\t\r\n]/g, ' ')).join('\t') || NOTHING}\n`)
  }
  const take = (run: Buffer, count: number) => {
    const start = row === -1 ? run.indexOf(LF) + 1 : 0 // the header is plain too
    first = false
    row += count
    good += start === 0 ? count : count - 1
    if (start < run.length) out.write(run.subarray(start))
  }
  try {
    out.write(heading)
    for await (const piece of wholeLines(file, options.maxLineBytes)) {
      options.signal?.throwIfAborted()
      if (piece === 'giant') look(piece)
      else if (options.plain) sortLines(piece, options.plain, take, look)
      else for (const line of linesOf(piece)) look(line)
      if (out.writableNeedDrain) await once(out, 'drain')
    }
    out.end()
    await done
    return { bad, unlisted, good, blank }
  } finally {
    out.destroy()
  }
}

/** The fields of a line, or why it is no row. */
function readLine(line: Buffer | 'giant', { width, header, decode, split, maxLineBytes }: LineOptions) {
  if (line === 'giant' || line.length > maxLineBytes) return 'line too long'
  if (decode === undefined && !isUtf8(line)) return 'invalid UTF-8'
  const text = decode ? decode(line) : line.toString('utf8')
  // Where no header stands before it, the first line may begin with a mark of the byte order: as any other may.
  const fields = split(header ? text : text.replace(/^\uFEFF/, ''))
  return misfitOf(fields, width) ?? (fields as readonly string[]).slice(0, width)
}

/** The bytes of a file in pieces of whole lines, each with its end; a line that is too long is passed over, in bounded memory. */
export async function* wholeLines(file: InputFile, most: number): AsyncGenerator<Buffer | 'giant'> {
  let open: Buffer[] = []
  let size = 0
  const closed = (last: Buffer) => {
    const line = size + last.length > most + 2 ? 'giant' : Buffer.concat([...open, last])
    open = []
    size = 0
    return line
  }
  for await (const chunk of bytes(file)) {
    let start = 0
    if (size > 0) {
      start = chunk.indexOf(LF) + 1
      if (start > 0) yield closed(chunk.subarray(0, start))
    }
    const end = chunk.lastIndexOf(LF) + 1
    if (end > start) yield chunk.subarray(start, end)
    const rest = end > 0 ? chunk.subarray(end) : chunk
    size += rest.length
    if (size <= most + 2) open.push(Buffer.from(rest))
    else open = []
  }
  if (size > 0) yield closed(Buffer.from([LF]))
}

function* linesOf(piece: Buffer): Generator<Buffer> {
  for (let start = 0; start < piece.length; ) {
    const end = piece.indexOf(LF, start)
    yield piece.subarray(start, end)
    start = end + 1
  }
}

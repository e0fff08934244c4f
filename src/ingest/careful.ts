import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { fail } from '../base/errors.js'
import { isBlankLine, isBlankText, withoutMark } from './blank-lines.js'
import { bytes } from './bytes.js'
import type { InputFile } from './input-file.js'
import { MAX_BAD_ROWS } from './row-numbers.js'

/** A line of a file, or the fact that it is too long to be one. */
export type Line = Buffer | 'giant'

/** Lines of a file whatever their ends: LF, CR LF, or CR where there is no LF at all. Giant lines are skipped over, in bounded memory. */
export async function* lines(file: InputFile, maxBytes: number, lineEnd: 10 | 13): AsyncGenerator<Line> {
  let open: Buffer[] = []
  let size = 0
  const close = (last: Buffer): Line => {
    const line: Line = size + last.length > maxBytes ? 'giant' : Buffer.concat([...open, last])
    open = []
    size = 0
    return line !== 'giant' && lineEnd === 10 && line[line.length - 1] === 13 ? line.subarray(0, -1) : line
  }
  for await (const chunk of bytes(file)) {
    let start = 0
    for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, start)) {
      yield close(chunk.subarray(start, at))
      start = at + 1
    }
    const rest = chunk.subarray(start)
    size += rest.length
    if (size <= maxBytes) open.push(rest)
    else open = []
  }
  if (size > 0) yield close(Buffer.alloc(0))
}

/** Fields of a line, or why it has none. */
export type Split = readonly string[] | 'unbalanced quote' | 'unreadable'

const MAX_QUOTED_LINES = 100

// What the engine reads as null: an empty line would be no row to it.
const NOTHING = '\x01'

export interface RecordOptions {
  readonly maxLineBytes: number
  readonly width: number
  readonly header: boolean
  readonly lineEnd: 10 | 13
  readonly signal?: AbortSignal | undefined
  readonly decode?: (line: Buffer) => string
  readonly split: (line: string) => Split
}

/** Takes good records; `settle` is awaited between lines if it returns something. */
export interface RecordSink {
  readonly take: (fields: readonly string[]) => void
  readonly settle: () => Promise<unknown> | undefined
}

const NOWHERE: RecordSink = { take: () => {}, settle: () => undefined }

/** Why rows are bad, by number, and how many lines are blank. */
export interface Passed {
  readonly bad: Map<number, string>
  readonly blank: number
}

/** Goes over the records of a file line by line. Good ones go to the sink; what became of the others is returned. */
export async function records(file: InputFile, options: RecordOptions, sink: RecordSink = NOWHERE): Promise<Passed> {
  const bad = new Map<number, string>()
  let blank = 0
  let row = options.header ? -1 : 0
  const setAside = (reason: string) => {
    bad.set(row, reason)
    if (bad.size > MAX_BAD_ROWS)
      fail('input', `more than a million rows of ${file.label} do not parse`, 'Check --format and --columns.')
  }
  const emit = (fields: Split, reason?: string) => {
    row++
    if (row === 0) return // the header line
    const wrong = reason ?? misfitOf(fields, options.width)
    if (wrong !== undefined) setAside(wrong)
    else sink.take(fields as readonly string[])
  }
  let held: string[] = [] // lines of a record whose quote is still open
  const release = () => {
    const [, ...rest] = held
    held = []
    emit('unbalanced quote')
    for (const line of rest) offer(line)
  }
  const offer = (line: string): void => {
    if (held.length === 0 && isBlankText(line)) blank++
    else take(line)
  }
  const take = (line: string): void => {
    held.push(line)
    const fields = fitted(options.split(held.length === 1 ? line : held.join('\n')), options.width)
    const open = fields === 'unbalanced quote'
    // A quote that was never meant to open swallows lines until the next one: such a record does not fit, so its first line alone is bad.
    const swallowed = held.length > 1 && !open && fields.length !== options.width
    if (swallowed || (open && held.length >= MAX_QUOTED_LINES)) release()
    else if (!open) {
      held = []
      emit(fields)
    }
  }
  let first = true
  for await (const line of lines(file, options.maxLineBytes, options.lineEnd)) {
    options.signal?.throwIfAborted()
    if (line === 'giant' || (options.decode === undefined && !isUtf8(line))) {
      while (held.length > 0) release()
      emit('unreadable', line === 'giant' ? 'line too long' : 'invalid UTF-8')
    } else if (held.length === 0 && isBlankLine(first ? withoutMark(line) : line)) blank++
    else take(options.decode ? options.decode(line) : stripMark(line.toString('utf8'), row))
    first = false
    const settling = sink.settle()
    if (settling) await settling
  }
  while (held.length > 0) release()
  return { bad, blank }
}

/** Rewrites the good records of a file into plain tab-separated text that the engine reads without surprises. */
export async function rewrite(
  file: InputFile,
  target: string,
  options: RecordOptions,
): Promise<Passed & { readonly good: number }> {
  const out = createWriteStream(target, { mode: 0o600, highWaterMark: 1 << 20 })
  const done = finished(out)
  done.catch(() => {}) // awaited below; a full disk must not count as unhandled while lines still come
  let good = 0
  const sink: RecordSink = {
    take(fields) {
      good++
      out.write(`${fields.map((field) => field.replace(/[\t\r\n]/g, ' ')).join('\t') || NOTHING}\n`)
    },
    settle: () => (out.writableNeedDrain ? once(out, 'drain') : undefined),
  }
  try {
    const passed = await records(file, options, sink)
    out.end()
    await done
    return { ...passed, good }
  } finally {
    out.destroy()
  }
}

/** Empty fields after the last column, or such of NUL bytes, are no fields: spreadsheets write them, and the engine passes over them as well. */
function fitted(fields: Split, width: number): Split {
  if (typeof fields === 'string' || fields.length <= width) return fields
  return fields.slice(width).every((field) => /^\0*$/.test(field)) ? fields.slice(0, width) : fields
}

/** Why fields are no record of that width, or undefined if they are. */
export function misfitOf(fields: Split, width: number): string | undefined {
  const fit = fitted(fields, width)
  if (typeof fit === 'string') return fit
  return fit.length === width ? undefined : fit.length < width ? 'too few columns' : 'too many columns'
}

function stripMark(line: string, row: number): string {
  return row <= 0 && line.startsWith('\uFEFF') ? line.slice(1) : line
}

/**
 * Splits by a delimiter, with quotes if there are any: a quoted field may hold the delimiter, line ends and doubled quotes.
 * Blanks around the quotes are passed over, as the engine does it.
 */
export function splitter(delimiter: string, quote: '"' | undefined): (line: string) => Split {
  if (quote === undefined) return (line) => line.split(delimiter)
  return (line) => {
    const fields: string[] = []
    let at = 0
    for (;;) {
      const open = pastBlanks(line, at)
      if (line[open] !== quote) {
        const end = line.indexOf(delimiter, at)
        fields.push(end === -1 ? line.slice(at) : line.slice(at, end))
        if (end === -1) return fields
        at = end + 1
        continue
      }
      let end = line.indexOf(quote, open + 1)
      while (end !== -1 && line[end + 1] === quote) end = line.indexOf(quote, end + 2)
      if (end === -1) return 'unbalanced quote'
      fields.push(line.slice(open + 1, end).replaceAll(quote + quote, quote))
      const after = pastBlanks(line, end + 1)
      if (after === line.length) return fields
      if (line[after] !== delimiter) return 'unreadable'
      at = after + 1
    }
  }
}

function pastBlanks(line: string, at: number): number {
  let next = at
  while (line[next] === ' ') next++
  return next
}

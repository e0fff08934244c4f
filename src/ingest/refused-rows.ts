import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { rowNumber } from '../engines/dialect/index.js'
import { MAX_LINE_BYTES, type Sql } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { BadRow } from '../log/log.js'
import { INVALID } from './bad-rows.js'
import { isBlankLine } from './blank-lines.js'
import { misfitOf, splitter } from './careful.js'
import type { InputFile } from './input-file.js'
import { REASONS } from './row-sql.js'
import type { TextShape } from './text-source.js'

const LF = 10
const CR = 13

/**
 * What is wrong with the lines that an engine refused, by the numbers of their rows. Undefined where that is not certain: a line that would be good to a closer look, one that
 * is blank, or a count of lines that does not come out even with the rows that were made.
 */
export async function refusedRows(
  engine: Sql,
  file: InputFile,
  { delimiter, header, columns }: TextShape,
  careful: string,
  { made, refused }: { readonly made: number; readonly refused: readonly number[] },
): Promise<readonly BadRow[] | undefined> {
  if (refused.length === 0) return []
  const { lines, before } = await linesBefore(file.path, refused)
  const heading = header ? 1 : 0
  if (before === undefined || lines !== made + refused.length + heading) return undefined
  const reasons = await reasonsOf(engine, file.path, refused, { delimiter, columns }, careful)
  return reasons?.map((reason, i) => ({ file: 0, row: before[i]! - heading + 1, reason }))
}

/** Lines that are not empty: how many there are, and how many stand before each place, unless a place is no start of a line. */
async function linesBefore(path: string, places: readonly number[]) {
  const before: number[] = []
  let [lines, offset, start, last, next] = [0, 0, 0, LF, places[0] ?? Number.POSITIVE_INFINITY]
  for await (const chunk of createReadStream(path, { highWaterMark: 4 << 20 })) {
    const piece = chunk as Buffer
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!
      if (offset + at === next) {
        if (last !== LF) return { lines, before: undefined }
        before.push(lines)
        next = places[before.length] ?? Number.POSITIVE_INFINITY
      }
      if (byte === LF) {
        const length = offset + at - start
        if (length > 1 || (length === 1 && last !== CR)) lines++
        start = offset + at + 1
      }
      last = byte
    }
    offset += piece.length
  }
  return { lines: offset > start ? lines + 1 : lines, before: before.length === places.length ? before : undefined }
}

/** Why each line is no row. */
async function reasonsOf(
  engine: Sql,
  path: string,
  places: readonly number[],
  { delimiter, columns }: Pick<TextShape, 'delimiter' | 'columns'>,
  careful: string,
): Promise<readonly string[] | undefined> {
  const split = splitter(delimiter, undefined)
  const reasons: string[] = []
  const values: { readonly at: number; readonly fields: readonly string[] }[] = []
  const file = await open(path)
  try {
    for (const place of places) {
      const line = await lineAt(file, place)
      if (line !== undefined && isBlankLine(line)) return undefined
      const fields = line === undefined || !isUtf8(line) ? undefined : split(line.toString('utf8'))
      const reason =
        line === undefined ? 'line too long' : fields === undefined ? INVALID : misfitOf(fields, columns.length)
      if (reason === undefined && typeof fields !== 'string') values.push({ at: reasons.length, fields: fields ?? [] })
      reasons.push(reason ?? '')
    }
  } finally {
    await file.close()
  }
  for (const [i, reason] of (await valuesOf(engine, values, columns, careful)).entries())
    reasons[values[i]!.at] = REASONS[reason]!
  return reasons.includes('') ? undefined : reasons
}

/** What a closer look says of rows that split, by the numbers of REASONS. */
async function valuesOf(
  engine: Sql,
  rows: readonly { readonly fields: readonly string[] }[],
  columns: readonly string[],
  careful: string,
): Promise<readonly number[]> {
  if (rows.length === 0) return []
  const [lines, looked] = [fresh('refused'), fresh('looked')]
  await engine.append(lines, columns, [columns.map((_, column) => rows.map(({ fields }) => fields[column] ?? ''))])
  await engine.materialise(looked, `SELECT ${careful} FROM (SELECT *, 0 AS __file FROM ${lines})`)
  const found = await engine.all<{ reason: number }>(`SELECT reason FROM ${looked} ORDER BY ${rowNumber()}`)
  await engine.drop(lines, looked)
  return found.map(({ reason }) => reason)
}

/** A line without its end; undefined if it is too long to be one. */
async function lineAt(file: FileHandle, place: number): Promise<Buffer | undefined> {
  for (let most = 1 << 12; ; most = Math.min(most * 16, MAX_LINE_BYTES + 2)) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, place)
    const end = buffer.subarray(0, bytesRead).indexOf(LF)
    if (end === -1 && bytesRead === most && most < MAX_LINE_BYTES + 2) continue
    const line = buffer.subarray(0, end === -1 ? bytesRead : end)
    const whole = line[line.length - 1] === CR ? line.subarray(0, -1) : line
    return whole.length > MAX_LINE_BYTES ? undefined : whole
  }
}

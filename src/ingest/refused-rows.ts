import { isUtf8 } from 'node:buffer'
import { type FileHandle, open } from 'node:fs/promises'
import { rowNumber } from '../engines/dialect/index.js'
import { MAX_LINE_BYTES, type Refused, type Sql } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Aside, BadRow } from '../log/log.js'
import { isBlankLine } from './blank-lines.js'
import { misfitOf, splitter } from './careful.js'
import type { InputFile } from './input-file.js'
import { type LineMarks, lineMarks, linesBefore, someLines } from './line-marks.js'
import { INVALID, REASONS } from './row-sql.js'

const LF = 10
const CR = 13
/** Faults around which files are read as if they were clean: each line that has one is looked at by itself. */
export const FEW = 1000
/** What an engine may keep of the lines that it refuses. */
const MOST_KEPT = 16 << 20
/** A file that is smaller holds too few lines to matter. */
const SMALL = 1 << 20

interface Reading {
  readonly engine: Sql
  readonly files: readonly InputFile[]
  readonly signal?: AbortSignal | undefined
}

interface Shape {
  readonly delimiter: string
  readonly header: boolean
  readonly columns: readonly string[]
}

/** Faults of rows that did split. */
const WRONG: ReadonlySet<string> = new Set(REASONS)

/**
 * The lines of files that an engine may read around its bad rows: undefined where these are more than a few, as far as fields and some lines tell, or so long
 * that their copies would fill memory.
 */
export async function fewMisfits(
  { engine, files, signal }: Reading,
  { delimiter, columns }: Shape,
  careful: string,
): Promise<readonly LineMarks[] | undefined> {
  const all: LineMarks[] = []
  let [misfits, weight, lines] = [0, 0, 0]
  for (const file of files) {
    const marks = await lineMarks(file, delimiter, columns.length, signal)
    all.push(marks)
    lines += marks.lines
    misfits += marks.misfits
    weight += marks.weight
    if (misfits > FEW || weight > MOST_KEPT) return undefined
  }
  const sample: Buffer[] = []
  for (const [i, file] of files.entries())
    if (all[i]!.bytes > SMALL)
      for await (const line of someLines(file, all[i]!)) if (!isBlankLine(line)) sample.push(line)
  const bad = (await reasonsOf(engine, sample, { delimiter, columns }, careful)).filter((reason) => reason !== '')
  return bad.length > 2 && (bad.length / sample.length) * lines > 4 * FEW ? undefined : all
}

/**
 * What is wrong with the lines that an engine refused, by the numbers of their rows. Undefined where that is not certain: a line that would be good to a closer look, one that
 * is blank, or a count of lines that does not come out even with the rows that were made.
 */
export async function refusedRows(
  { engine, files }: Reading,
  marks: readonly LineMarks[],
  { delimiter, header, columns }: Shape,
  careful: string,
  { made, refused }: { readonly made: number; readonly refused: readonly Refused[] },
): Promise<Aside | undefined> {
  const heading = header ? 1 : 0
  const rows = marks.map(({ lines }) => lines - heading)
  if (rows.reduce((sum, n) => sum + n, 0) !== made + refused.length) return undefined
  const places: { readonly file: number; readonly row: number }[] = []
  const lines: (Buffer | undefined)[] = []
  for (const [index, file] of files.entries()) {
    const here = refused.filter((one) => one.file === index)
    const found = here.length === 0 ? [] : await linesAt(file, marks[index]!, here)
    if (found === undefined) return undefined
    for (const { before, line } of found) {
      if (line !== undefined && isBlankLine(line)) return undefined
      places.push({ file: index, row: before - heading + 1 })
      lines.push(line)
    }
  }
  const reasons = await reasonsOf(engine, lines, { delimiter, columns }, careful)
  if (reasons.includes('')) return undefined
  const bad = places.map((place, i) => ({ ...place, reason: reasons[i]! }))
  const first = rows.map((_, file) => rows.slice(0, file).reduce((sum, n) => sum + n, 0))
  return {
    bad: asFound(bad),
    numbers: bad.map(({ file, row }) => first[file]! + row),
  }
}

/** Bad rows as a closer look at every row finds them: first those that do not split. */
export function asFound(bad: readonly BadRow[]): readonly BadRow[] {
  return [...bad.filter(({ reason }) => !WRONG.has(reason)), ...bad.filter(({ reason }) => WRONG.has(reason))]
}

/** Lines at places, and how many stand before each; undefined if no line begins at one of them. */
async function linesAt({ path }: InputFile, marks: LineMarks, refused: readonly Refused[]) {
  const file = await open(path)
  try {
    const found: { readonly before: number; readonly line: Buffer | undefined }[] = []
    for (const { at } of refused) {
      const before = await linesBefore(file, marks, at)
      if (before === undefined) return undefined
      found.push({ before, line: await lineAt(file, at) })
    }
    return found
  } finally {
    await file.close()
  }
}

/** Why each line is no row; empty of one that is. */
async function reasonsOf(
  engine: Sql,
  lines: readonly (Buffer | undefined)[],
  { delimiter, columns }: Pick<Shape, 'delimiter' | 'columns'>,
  careful: string,
): Promise<readonly string[]> {
  const split = splitter(delimiter, undefined)
  const values: { readonly at: number; readonly fields: readonly string[] }[] = []
  const reasons = lines.map((line, at) => {
    if (line === undefined) return 'line too long'
    if (!isUtf8(line)) return INVALID
    const fields = split(line.toString('utf8'))
    const reason = misfitOf(fields, columns.length)
    if (reason === undefined && typeof fields !== 'string') values.push({ at, fields })
    return reason ?? ''
  })
  for (const [i, reason] of (await valuesOf(engine, values, columns, careful)).entries())
    reasons[values[i]!.at] = REASONS[reason]!
  return reasons
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

import { join } from 'node:path'
import type { DelimitedFiles, Engine, Reject } from '../engines/engine.js'
import { LetheError } from '../errors.js'
import type { BadRow } from '../log/log.js'
import type { Workspace } from '../workspace.js'
import { head } from './bytes.js'
import { rewrite, type Split, splitter } from './careful.js'
import type { InputFile } from './input.js'
import { type Survey, survey } from './survey.js'

/** Lines above this are no rows of a log; the engine's reader would drop them in silence at twice the length. */
export const MAX_LINE_BYTES = 1 << 20

/** What every reader works with. */
export interface Reading {
  readonly engine: Engine
  readonly workspace: Workspace
  readonly files: readonly InputFile[]
  readonly signal?: AbortSignal | undefined
}

export interface TextShape {
  readonly delimiter: string
  readonly quote: '"' | undefined
  readonly header: boolean
  readonly columns: readonly string[]
  /** For encodings and splits that the engine does not know: always read line by line. */
  readonly special?: { readonly decode: (line: Buffer) => string; readonly split: (line: string) => Split }
}

export interface TextLoad {
  readonly rejects: readonly BadRow[]
  readonly surveys: readonly Survey[]
}

/**
 * Loads lines of text into a table. The engine reads the files while a second pass surveys their bytes; only if that shows
 * something the engine cannot be trusted with, or lines unaccounted for, are they rewritten line by line and read again.
 */
export async function loadText(reading: Reading, table: string, shape: TextShape, select: string): Promise<TextLoad> {
  const { engine, files, signal } = reading
  const surveying = surveyAll(files, signal)
  surveying.catch(() => {}) // awaited below; a failure must not count as unhandled while the engine still reads
  if (!shape.special) {
    const direct = delimited(
      files.map((file) => file.path),
      shape,
    )
    const loaded = await engine.readDelimited(table, direct, select).catch((error: unknown) => error as LetheError)
    const surveys = await surveying
    if (!(loaded instanceof LetheError) && (await accounted(engine, table, shape, surveys, loaded))) {
      return { rejects: loaded.map((reject) => numbered(reject, direct.paths)), surveys }
    }
    if (loaded instanceof LetheError && loaded.code !== 'internal') throw loaded
    await engine.run(`DROP TABLE IF EXISTS ${table}`)
  }
  const surveys = await surveying
  return { rejects: await loadCarefully(reading, table, shape, select), surveys }
}

/** A few files at a time: each one holds buffers of some megabytes. */
async function surveyAll(files: readonly InputFile[], signal: AbortSignal | undefined): Promise<Survey[]> {
  const surveys: Survey[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < files.length; at = next++)
      surveys[at] = await survey(files[at] as InputFile, MAX_LINE_BYTES, signal)
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return surveys
}

/** True if every line of every file became a row or a reject, and none was swallowed by a quote. */
async function accounted(
  engine: Engine,
  table: string,
  shape: TextShape,
  surveys: readonly Survey[],
  rejects: readonly Reject[],
): Promise<boolean> {
  if (surveys.some((s) => s.giantLine || s.oddLineEnds)) return false
  if (rejects.some((reject) => reject.reason === 'unbalanced quote' || reject.lines > 1)) return false
  if (rejects.length > 0 && surveys.some((s) => s.blankLines > 0)) return false // the engine counts blank lines as rows
  const [count] = await engine.all<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)
  const rows = (count?.rows ?? 0) + rejects.length + (shape.header ? surveys.length : 0)
  const lines = surveys.reduce((sum, s) => sum + s.lines, 0)
  return rows === lines // a quoted field may hold line ends: then there are fewer rows
}

async function loadCarefully(reading: Reading, table: string, shape: TextShape, select: string): Promise<BadRow[]> {
  const { engine, workspace, files, signal } = reading
  const reasons: Map<number, string>[] = []
  const paths: string[] = []
  for (const [index, file] of files.entries()) {
    const target = join(workspace.dir, `clean-${table}-${index}.tsv`)
    const start = await head(file, MAX_LINE_BYTES)
    reasons.push(
      await rewrite(file, target, {
        maxLineBytes: MAX_LINE_BYTES,
        width: shape.columns.length,
        header: shape.header,
        signal,
        lineEnd: start.includes(10) || !start.includes(13) ? 10 : 13,
        split: splitter(shape.delimiter, shape.quote),
        ...shape.special,
      }),
    )
    paths.push(target)
  }
  const clean = delimited(paths, { ...shape, delimiter: '\t', quote: undefined, header: false })
  const rejects = await engine.readDelimited(table, clean, select)
  return rejects.map((reject) => {
    const bad = numbered(reject, paths)
    return { ...bad, reason: reasons[bad.file]?.get(bad.row) ?? bad.reason }
  })
}

function delimited(paths: readonly string[], shape: TextShape): DelimitedFiles {
  return { paths, delimiter: shape.delimiter, quote: shape.quote, header: shape.header, columns: shape.columns }
}

function numbered(reject: Reject, paths: readonly string[]): BadRow {
  return { file: paths.indexOf(reject.path), row: reject.row, reason: reject.reason }
}

import { fail, type LetheError } from '../base/errors.js'
import type { Workspace } from '../base/workspace.js'
import { type DelimitedFiles, MAX_LINE_BYTES, type Sql } from '../engines/engine.js'
import { countOf } from '../engines/sql.js'
import type { Aside, BadRow } from '../log/log.js'
import { bytes, head } from './bytes.js'
import { type RecordOptions, records, rewrite, type Split, splitter } from './careful.js'
import type { InputFile } from './input-file.js'
import { rewriteLines } from './line-by-line.js'
import { misfits } from './misfits.js'
import { otherPersonSql } from './person-sql.js'
import { FEW, fewMisfits, refusedRows } from './refused-rows.js'
import { firstBytes } from './spool.js'
import { type Survey, survey } from './survey.js'

/** What every reader works with. */
export interface Reading {
  readonly engine: Sql
  readonly workspace: Workspace
  readonly files: readonly InputFile[]
  /** The table to make. */
  readonly into: string
  /** How many threads there are; one if it is not said. */
  readonly threads?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface TextShape {
  readonly delimiter: string
  readonly quote: '"' | undefined
  readonly header: boolean
  readonly columns: readonly string[]
  /** For encodings and splits that the engine does not know: always read line by line. */
  readonly special?: { readonly decode?: (line: Buffer) => string; readonly split: (line: string) => Split }
}

/** How to read files that turn out to be clean: see DelimitedFiles.strict. */
export interface StrictReading extends NonNullable<DelimitedFiles['strict']> {
  readonly select: string
  /** SQL over the selected columns: rows that are to be looked at more closely. */
  readonly odd: string
  /** What any row is read by. */
  readonly careful: string
}

/** What did not become rows of a table. */
export interface Loaded {
  /** Lines that do not split. */
  readonly rejects: readonly BadRow[]
  /** More of them, of which no more than the number is known. */
  readonly unlisted: number
  /** Blank lines: how many, or which, where they are still to be counted. */
  readonly blank: number | 'the empty ones'
}

/** A file that begins with a blank line, as far as its first bytes tell. */
const BLANK_START = /^(\xef\xbb\xbf)?[ \t]*([\r\n]|$)/
const START = 4096

/** SQL for lines, read whole, that are blank and not empty. */
export const BLANK_LINE = `line <> '' AND trim(line, ' ' || chr(9)) = ''`

/**
 * Loads lines of text into a table and returns what did not become rows of it. The engine reads the files while a second pass
 * surveys their bytes; only if that shows something the engine cannot be trusted with, or lines unaccounted for, are they
 * rewritten line by line and read again.
 */
export async function loadText(reading: Reading, table: string, shape: TextShape, select: string): Promise<Loaded> {
  const { engine, files, signal } = reading
  if (!shape.special) {
    const surveying = surveyAll(files, signal)
    surveying.catch(() => {}) // awaited below; a failure must not count as unhandled while the engine still reads
    const paths = files.map((file) => file.path)
    const made = await engine
      .readDelimited(table, delimited(paths, shape), select)
      .catch((error: unknown) => error as LetheError)
    const surveys = await surveying
    if (typeof made === 'number') {
      const rejects = await account(reading, shape, surveys, made)
      const empty = surveys.reduce((sum, { empty }) => sum + empty, 0)
      if (rejects) return { rejects, unlisted: 0, blank: empty }
    } else if (made.code !== 'internal') throw made
    await engine.drop(table)
  }
  return loadCarefully(reading, table, shape, select)
}

/**
 * Loads lines of text so that no line can change what becomes of another. Files in which the engine finds nothing odd are read by it in one go; else
 * all lines are looked at one by one, which gives the same rows of the lines that are not odd (test/hostile/reading-lines.test.ts). `maybeBlank` is SQL over
 * the selected columns for rows that a blank line may have been taken for.
 */
export async function loadFixed(
  reading: Reading,
  table: string,
  shape: TextShape,
  select: string,
  maybeBlank: string,
): Promise<Loaded> {
  if (!shape.special && shape.quote === undefined && (await lookPlain(reading, shape))) {
    const paths = reading.files.map((file) => file.path)
    const strict = { types: {}, texts: true }
    const made = await reading.engine
      .readDelimited(table, { ...delimited(paths, shape), strict }, select)
      .catch((error: LetheError) => error)
    if (typeof made === 'number' && !(await someBlank(reading, table, maybeBlank)))
      return { rejects: [], unlisted: 0, blank: 'the empty ones' }
    if (typeof made !== 'number' && made.code !== 'internal') throw made
    await reading.engine.drop(table)
  }
  return loadLines(reading, table, shape, select)
}

/** Was a line of blanks taken for a row? Asked of the bytes where a row may be one. */
async function someBlank({ engine, files, signal }: Reading, table: string, maybeBlank: string): Promise<boolean> {
  const found = await engine.all(`SELECT 1 FROM ${table} WHERE ${maybeBlank} LIMIT 1`)
  return found.length > 0 && (await surveyAll(files, signal)).some(({ blankLine }) => blankLine)
}

/**
 * May the engine try? It takes a blank first line for the header; and without a header, whose end tells, it takes carriage returns for line ends
 * where there is nothing else. Packed files are gone through to their end, since it does not notice when that is missing.
 */
async function lookPlain({ files, signal }: Reading, { header }: TextShape): Promise<boolean> {
  for (const file of files) {
    if (header && BLANK_START.test((await head(file, START)).toString('latin1'))) return false
    if (header && file.compression === 'none') continue
    for await (const chunk of bytes(file)) {
      signal?.throwIfAborted()
      if (!header && chunk.includes(13)) return false
    }
  }
  return true
}

/**
 * Loads clean files straight through the engine, and files with few bad rows around these: the bad rows if all others were clean, else undefined. A packed
 * file may end too early without the engine's noticing, so these are never taken for clean.
 */
export async function loadStrictly(
  reading: Reading,
  table: string,
  shape: TextShape,
  strict: StrictReading,
): Promise<Aside | undefined> {
  const { files } = reading
  if (files.some((file) => file.compression !== 'none' || blankStart(file))) return undefined
  return ifClean(reading, table, strict, () => readClean(reading, table, shape, strict))
}

/** The engine passes over blank lines, but takes the first of them for the header. */
export function blankStart(file: InputFile): boolean {
  return BLANK_START.test(firstBytes(file.path, START).toString('latin1'))
}

/** What reading gave where nothing in the rows needs a closer look; else there is no table, as where the engine gave up. */
export async function ifClean(
  { engine }: Pick<Reading, 'engine'>,
  table: string,
  strict: StrictReading,
  read: () => Promise<Aside | undefined>,
): Promise<Aside | undefined> {
  try {
    const aside = await read()
    const person = `person IS NULL OR ${otherPersonSql('person')}`
    if (aside && (await countOf(engine, `${table} WHERE ${person} OR ${strict.odd}`)) === 0) return aside
  } catch (error) {
    if ((error as LetheError).code !== 'internal') throw error
  }
  await engine.drop(table)
  return undefined
}

/** What the engine reads, and what it does not if these are a few rows whose faults are known. */
async function readClean(
  reading: Reading,
  table: string,
  shape: TextShape,
  strict: StrictReading,
): Promise<Aside | undefined> {
  const { engine, files } = reading
  const asked = {
    ...delimited(
      files.map((file) => file.path),
      shape,
    ),
    strict: { types: strict.types },
  }
  if (engine.readAround === undefined) {
    await engine.readDelimited(table, asked, strict.select)
    return { bad: [], numbers: [] }
  }
  const marks = await fewMisfits(reading, shape, strict.careful)
  const came = marks && (await engine.readAround(table, asked, strict.select, FEW))
  return came && refusedRows(reading, marks, shape, strict.careful, came)
}

/** A few files at a time: each one holds buffers of some megabytes. */
async function surveyAll(files: readonly InputFile[], signal: AbortSignal | undefined): Promise<Survey[]> {
  const surveys: Survey[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < files.length; at = next++) surveys[at] = await survey(files[at]!, MAX_LINE_BYTES, signal)
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return surveys
}

/** The rows that the engine left out, if every line of every file is then accounted for and none was swallowed by a quote. */
async function account(
  reading: Reading,
  shape: TextShape,
  surveys: readonly Survey[],
  made: number,
): Promise<BadRow[] | undefined> {
  if (surveys.some((s) => s.giantLine || s.oddLineEnds || s.blankLine)) return undefined
  const lines = surveys.reduce((sum, s) => sum + s.lines, 0)
  const missing = lines - made - (shape.header ? surveys.length : 0)
  if (missing === 0) return []
  const found: BadRow[][] = []
  for (const [index, file] of reading.files.entries()) {
    const options = await recordOptions(reading, shape, file)
    const plain = shape.quote === undefined && options.lineEnd === 10
    found.push(
      asRows(
        index,
        plain
          ? await misfits(file, { ...options, delimiter: shape.delimiter, signal: reading.signal })
          : (await records(file, options)).bad,
      ),
    )
  }
  const rejects = found.flat()
  const swallowed = rejects.some(({ reason }) => reason === 'unbalanced quote')
  return rejects.length === missing && !swallowed ? rejects : undefined
}

/** How one file is rewritten into another: the rows that are bad, how many are not, and how many lines are blank. */
type Rewrite = (
  file: InputFile,
  target: string,
) => Promise<{ readonly bad: ReadonlyMap<number, string>; readonly good: number; readonly blank: number }>

/** Loads files by way of plain ones, in which the engine finds nothing odd. */
async function loadRewritten(
  { engine, workspace, files }: Reading,
  table: string,
  shape: TextShape,
  select: string,
  rewritten: Rewrite,
): Promise<{ readonly rejects: BadRow[]; readonly lost: number; readonly blank: number }> {
  const rejects: BadRow[][] = []
  const targets: ReturnType<Workspace['nameless']>[] = []
  const paths: string[] = []
  let [expected, blanks] = [0, 0]
  for (const [index, file] of files.entries()) {
    const target = workspace.nameless(`clean-${table}-${index}`)
    targets.push(target)
    const { bad, good, blank } = await rewritten(file, target.path)
    expected += good
    blanks += blank
    rejects.push(asRows(index, bad))
    paths.push(target.path)
  }
  const made = await engine.readDelimited(
    table,
    delimited(paths, { ...shape, delimiter: '\t', quote: undefined }),
    select,
  )
  for (const target of targets) target.close()
  return { rejects: rejects.flat(), lost: expected - made, blank: blanks }
}

async function loadCarefully(reading: Reading, table: string, shape: TextShape, select: string): Promise<Loaded> {
  const plain = { ...shape, header: false }
  const { rejects, lost, blank } = await loadRewritten(reading, table, plain, select, async (file, target) =>
    rewrite(file, target, await recordOptions(reading, shape, file)),
  )
  if (lost !== 0) fail('internal', `${lost} rows went missing between two readings`)
  return { rejects, unlisted: 0, blank }
}

/** Every line by itself. A heading of ours stands first: a mark of the byte order in the first row must not be taken for that of the file. */
async function loadLines(reading: Reading, table: string, shape: TextShape, select: string): Promise<Loaded> {
  const width = shape.columns.length
  const options = {
    maxLineBytes: MAX_LINE_BYTES,
    width,
    header: shape.header,
    signal: reading.signal,
    split: splitter(shape.delimiter, shape.quote),
    plain:
      shape.special || shape.quote ? undefined : { delimiter: shape.delimiter, width, maxLineBytes: MAX_LINE_BYTES },
    ...shape.special,
  }
  let unlisted = 0
  const { rejects, lost, blank } = await loadRewritten(
    reading,
    table,
    { ...shape, header: true },
    select,
    async (file, target) => {
      const made = await rewriteLines(file, target, options, `${shape.columns.join('\t')}\n`)
      unlisted += made.unlisted
      return made
    },
  )
  return { rejects, unlisted: unlisted + lost, blank } // what the engine would not take after all is bad as well
}

async function recordOptions({ signal }: Reading, shape: TextShape, file: InputFile): Promise<RecordOptions> {
  const start = await head(file, MAX_LINE_BYTES)
  return {
    maxLineBytes: MAX_LINE_BYTES,
    width: shape.columns.length,
    header: shape.header,
    signal,
    lineEnd: start.includes(10) || !start.includes(13) ? 10 : 13,
    split: splitter(shape.delimiter, shape.quote),
    ...shape.special,
  }
}

export function delimited(paths: readonly string[], shape: TextShape): DelimitedFiles {
  return { paths, delimiter: shape.delimiter, quote: shape.quote, header: shape.header, columns: shape.columns }
}

function asRows(file: number, bad: ReadonlyMap<number, string>): BadRow[] {
  return [...bad].map(([row, reason]) => ({ file, row, reason }))
}

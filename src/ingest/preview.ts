import { writeFileSync } from 'node:fs'
import { name } from '../engines/sql.js'
import type { Log, Source } from '../log/log.js'
import { head } from './bytes.js'
import { ROLES } from './columns.js'
import { firstDocuments, layoutIn } from './documents-as-lines.js'
import { likelyEncoding } from './encoding.js'
import { FIXED_COLUMNS } from './format-names.js'
import { KEYS_TWICE } from './formats/ndjson.js'
import { clusterFiles } from './from-cluster.js'
import { type On, readFiles } from './index.js'
import { resolveInputs } from './input.js'
import type { InputFile } from './input-file.js'
import { masked, shortened } from './masked.js'
import type { InputOptions } from './options.js'
import { INVALID } from './row-sql.js'
import { firstBytes } from './spool.js'

/** A column of a log as its first rows show it. */
export interface PreviewedColumn {
  /** What it is called in the log, or where it stands. */
  readonly column: string
  /** What it was taken for; null: it is not read. */
  readonly becomes: string | null
  readonly type: 'number' | 'time' | 'url' | 'object' | 'text' | 'empty'
  readonly distinct: number
  /** Share of rows in which there is nothing. */
  readonly empty: number
  /** Values of a few rows, letters as x and digits as 9 unless they were asked for. */
  readonly examples: readonly string[]
}

export interface LookedAt {
  readonly source: Source
  /** How many rows were looked at. */
  readonly rows: number
  readonly columns: readonly PreviewedColumn[]
  /** How text is probably encoded that is not UTF-8. */
  readonly encoding?: string
}

const HEAD_BYTES = 1 << 20
const MOST_FILES = 20
const MOST_ROWS = 1000
const EXAMPLES = 3
/** One row that is not UTF-8 is a broken one; so large a share of them is another encoding. */
const MANY = 0.005

/** Reads the first part of a log and describes all of its columns, those too that nobody asked for. */
export async function previewLog(
  inputs: readonly string[],
  options: InputOptions,
  show: boolean,
  on: On,
): Promise<LookedAt> {
  const starts = await startsOf(inputs, options, on)
  const few = { ...options, maxBad: 1, ...(on.engine.cluster ? { firstRows: MOST_ROWS } : {}) }
  const first = await readFiles(starts, { ...few, listUnread: 'choices' }, on)
  const { source } = first
  const { log, unread, whole } = await withAll(starts, few, first, on)
  const wanted = [
    ...ROLES.map((role) => (role === 'user' ? 'person' : role)),
    ...log.extras.map((extra) => name(`x_${extra}`)),
  ]
  const rows = await on.engine.all<Record<string, string | number | null>>(
    `SELECT ${wanted.join(', ')} FROM ${log.table} LIMIT ${MOST_ROWS}`,
  )
  const known = (source.understood?.columns ?? [])
    .filter(({ from }) => from !== null)
    .map(({ column, from }) => ({ column: from ?? column, becomes: column, at: columnOf(column) }))
  const others = unread.map((column, i) => ({ column, becomes: null, at: `x_unread${i}` }))
  const described = [...known, ...others].map(({ column, becomes, at }) => ({
    column,
    becomes,
    ...describe(
      rows.map((row) => (row[at] === null || row[at] === undefined ? '' : String(row[at]))),
      show,
    ),
  }))
  const notUtf8 = whole.bad.filter(({ reason }) => reason === INVALID)
  const encoding = notUtf8.length > MANY * whole.rows ? await likelyEncoding(starts[notUtf8[0]!.file]!) : undefined
  return { source, rows: rows.length, columns: described, ...(encoding === undefined ? {} : { encoding }) }
}

/** The first parts of files; of what a cluster reads the files themselves, of which it takes a few rows. */
async function startsOf(inputs: readonly string[], options: InputOptions, on: On): Promise<readonly InputFile[]> {
  if (on.engine.cluster) return clusterFiles(inputs, options)
  const files = await resolveInputs(inputs, { ...on, encoding: options.encoding, header: options.header })
  return Promise.all(files.slice(0, MOST_FILES).map((file, nth) => startOf(file, nth, options, on)))
}

function columnOf(column: string): string {
  if (column === 'user') return 'person'
  return (ROLES as readonly string[]).includes(column) ? column : `x_${column}`
}

/** Our own copy of the first whole lines of a file. */
async function startOf(file: InputFile, nth: number, options: InputOptions, { workspace }: On): Promise<InputFile> {
  if (firstBytes(file.path, 4).toString('latin1') === 'PAR1') return file
  const start = await head(file, HEAD_BYTES)
  const { path } = workspace.nameless(`start-${nth}`)
  const whole = start.length < HEAD_BYTES
  const layout = await layoutIn(file, options)
  const lines = whole ? start : start.subarray(0, start.lastIndexOf(10) + 1)
  writeFileSync(path, layout === undefined ? lines : await firstDocuments(start, layout, whole))
  const { label, folder, decoded, written, unmarked } = file
  return {
    path,
    label,
    compression: 'none',
    digest: { sha256: '', bytes: start.length },
    beginningOf: file,
    ...(decoded === undefined ? {} : { decoded }),
    ...(unmarked === undefined ? {} : { unmarked }),
    ...(written === undefined ? {} : { written }),
    ...(folder === undefined ? {} : { folder }),
  }
}

/** The log once more, with the columns that were not read as further ones; those of formats whose columns are fixed stay unread. */
async function withAll(
  files: readonly InputFile[],
  options: InputOptions,
  { log, source }: { readonly log: Log; readonly source: Source },
  on: On,
): Promise<{ readonly log: Log; readonly unread: readonly string[]; readonly whole: Source }> {
  const unread = (source.unread ?? []).filter((column) => column !== KEYS_TWICE)
  if (unread.length === 0 || FIXED_COLUMNS.some((format) => format === source.format))
    return { log, unread: [], whole: source }
  const asked = unread.map((column, i) => [`unread${i}`, /^column (\d+)$/.exec(column)?.[1] ?? column])
  const found = (source.found?.columns ?? {}) as Readonly<Record<string, string>>
  const columns = { ...found, ...options.columns, ...Object.fromEntries(asked) }
  const again = await readFiles(files, { ...options, columns }, on)
  return { log: again.log, unread, whole: again.source }
}

function describe(values: readonly string[], show: boolean): Omit<PreviewedColumn, 'column' | 'becomes'> {
  const filled = values.filter((value) => value !== '')
  const distinct = new Set(filled)
  return {
    type: typeOf(filled),
    distinct: distinct.size,
    empty: values.length === 0 ? 0 : 1 - filled.length / values.length,
    examples: [...distinct].slice(0, EXAMPLES).map((value) => shortened(show ? value : masked(value))),
  }
}

function typeOf(values: readonly string[]): PreviewedColumn['type'] {
  if (values.length === 0) return 'empty'
  const all = (form: RegExp) => values.every((value) => form.test(value))
  if (all(/^\d{4}-\d\d-\d\d([ T]|$)/i)) return 'time'
  if (all(/^-?\d+(\.\d+)?$/)) return 'number'
  if (all(/^(https?:\/\/|www\.)/i)) return 'url'
  return all(/^\s*[[{]/) ? 'object' : 'text'
}

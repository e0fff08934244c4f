import { statSync } from 'node:fs'
import type { Engine } from '../engines/engine.js'
import { name } from '../engines/sql.js'
import { fail } from '../errors.js'
import type { BadRow, Log, Source } from '../log/log.js'
import type { Workspace } from '../workspace.js'
import type { ColumnChoice } from './columns.js'
import { detect, type Format } from './detect.js'
import { csv, excite, tsv } from './formats/delimited.js'
import type { Reader, Staged } from './formats/format.js'
import { ndjson } from './formats/ndjson.js'
import { parquet } from './formats/parquet.js'
import { sogou } from './formats/sogou.js'
import { transactions } from './formats/transactions.js'
import { ubi } from './formats/ubi.js'
import { resolveInputs } from './input.js'
import { REASONS } from './row-sql.js'

export { type ColumnChoice, parseColumns } from './columns.js'
export { FORMATS, type Format } from './detect.js'

/** Reasons of rows that were read and set aside after; all others were not read at all. */
const WRONG: ReadonlySet<string> = new Set(REASONS)

const READERS: Readonly<Record<Format, Reader>> = {
  aol: tsv,
  excite,
  csv,
  tsv,
  ndjson,
  parquet,
  ubi,
  sogou,
  transactions,
}

/** How to read a log. Everything has a sensible default. */
export interface InputOptions {
  /** Found from the content where not given. */
  readonly format?: Format
  readonly columns?: ColumnChoice
  /** What counts as one person where the log has no users: the name of a column, such as `session` or `ip`. */
  readonly unit?: string
  /** Zone in which times that name their own are told; default UTC. */
  readonly zone?: string
  /** strptime notation of the time column. */
  readonly timeFormat?: string
  /** Share of rows that may be set aside before reading stops; default 0.01. */
  readonly maxBad?: number
  /** Fold prefixes typed by one person within this many seconds of each other into the last one. */
  readonly collapsePrefixes?: number
  /** Keep the query text as it stood beside its normal form. */
  readonly keepRaw?: boolean
}

/** Reads files into the engine as one log. Rows that do not parse are counted and set aside, never dropped in silence. */
export async function readLog(
  inputs: readonly string[],
  options: InputOptions,
  on: { readonly engine: Engine; readonly workspace: Workspace; readonly signal?: AbortSignal | undefined },
): Promise<{ readonly log: Log; readonly source: Source }> {
  const files = await resolveInputs(inputs, on.workspace)
  const format = options.format ?? (await detect(files[0]!))
  if (files.every((file) => statSync(file.path).size === 0))
    fail('input', `${files[0]?.label} is empty`, 'There is nothing to read.')
  const staged = await READERS[format](
    { ...on, files },
    {
      columns: options.columns ?? {},
      unit: options.unit,
      zone: options.zone ?? 'UTC',
      timeFormat: options.timeFormat,
      keepRaw: options.keepRaw ?? false,
    },
  )
  const [counted] = await on.engine.all<{ rows: number; wrong: number }>(
    'SELECT count(*) AS rows, count_if(reason > 0) AS wrong FROM staged',
  )
  const { rows = 0, wrong = 0 } = counted ?? {}
  const bad = [...staged.rejects, ...(wrong > 0 ? await wrongRows(on.engine, staged.rejects) : [])]
  const total = rows + staged.rejects.length
  if (total === 0) fail('input', `${files[0]?.label} holds no rows`, 'There is nothing to read.')
  stopIfTooManyBad(bad, total, options.maxBad ?? 0.01)
  const log = await finish(on.engine, staged, wrong > 0, options)
  const digests = files.map((file, index) => ({
    path: file.label,
    sha256: staged.surveys[index]?.sha256 ?? '',
    bytes: staged.surveys[index]?.bytes ?? 0,
  }))
  return { log, source: { files: digests, format, rows: total, bad, notes: staged.notes } }
}

/** Rows that did split but hold a value that does not parse, numbered as they stand in their file. */
async function wrongRows(engine: Engine, rejects: readonly BadRow[]): Promise<BadRow[]> {
  const rows = await engine.all<{ file: number; nth: number; reason: number }>(`
    SELECT s.file, s.rowid - f.first + 1 AS nth, s.reason FROM staged s
    JOIN (SELECT file, min(rowid) AS first FROM staged GROUP BY file) f USING (file) WHERE s.reason > 0 ORDER BY s.rowid`)
  const bad: BadRow[] = []
  for (const file of new Set(rows.map((row) => row.file))) {
    const here = rows.filter((row) => row.file === file)
    const skipped = rejects.filter((reject) => reject.file === file).map((reject) => reject.row)
    const numbers = rowNumbers(
      here.map((row) => row.nth),
      skipped,
    )
    bad.push(...here.map((row, i) => ({ file, row: numbers[i] as number, reason: REASONS[row.reason] as string })))
  }
  return bad
}

/** The numbers of rows that were read, given as "the nth that was read" in rising order, where the rows `skipped` were not. */
export function rowNumbers(nths: readonly number[], skipped: readonly number[]): number[] {
  const gaps = [...skipped].sort((a, b) => a - b)
  let passed = 0
  return nths.map((nth) => {
    while (passed < gaps.length && (gaps[passed] as number) <= nth + passed) passed++
    return nth + passed
  })
}

/** A function from "the nth row that was read", in rising order, to its number over all data rows of the input. */
export async function numberRows(
  engine: Engine,
  { bad, files }: Source,
): Promise<(nths: readonly number[]) => number[]> {
  const read = await engine.all<{ file: number; n: number }>('SELECT file, count(*) AS n FROM staged GROUP BY file')
  const skipped: number[] = []
  let before = 0
  for (const file of files.keys()) {
    const rejects = bad.filter((row) => row.file === file && !WRONG.has(row.reason))
    skipped.push(...rejects.map((reject) => before + reject.row))
    before += rejects.length + (read.find((row) => row.file === file)?.n ?? 0)
  }
  return (nths) => rowNumbers(nths, skipped)
}

function stopIfTooManyBad(bad: readonly BadRow[], total: number, maxBad: number): void {
  if (bad.length <= total * maxBad) return
  const reasons = new Map<string, { count: number; first: number }>()
  for (const { reason, row } of bad) {
    const seen = reasons.get(reason)
    reasons.set(reason, { count: (seen?.count ?? 0) + 1, first: seen?.first ?? row })
  }
  const worst = [...reasons]
    .sort((a, b) => b[1].count - a[1].count)
    .map(([reason, { count, first }]) => `${reason}: ${count}, first in row ${first}`)
  const share = ((100 * bad.length) / total).toFixed(1)
  fail(
    'input',
    `${bad.length} of ${total} rows (${share}%) do not parse (${worst.slice(0, 3).join('; ')})`,
    `Check --format and --columns, or allow more with --max-bad 0.05.`,
  )
}

async function finish(engine: Engine, staged: Staged, someWrong: boolean, options: InputOptions): Promise<Log> {
  const kept = [
    'person',
    'query',
    'time',
    'rank',
    'url',
    ...(options.keepRaw ? ['raw'] : []),
    ...staged.extras.map((extra) => name(`x_${extra}`)),
  ]
  const good = someWrong ? 'WHERE reason = 0' : ''
  await engine.run(`CREATE VIEW log_rows AS SELECT ${kept.join(', ')} FROM staged ${good}`)
  const table =
    options.collapsePrefixes === undefined ? 'log_rows' : await collapse(engine, kept, options.collapsePrefixes)
  const unit = options.unit ?? (staged.has.user ? 'user' : undefined)
  return {
    table,
    unit: staged.has.user ? unit : undefined,
    has: { ...staged.has, raw: options.keepRaw ?? false, tag: false },
    extras: staged.extras,
  }
}

/** Search as you type: a query that the person's next one, seconds later, goes on from is not a query of its own. Clicked rows stay. */
async function collapse(engine: Engine, columns: readonly string[], seconds: number): Promise<string> {
  await engine.run(`
    CREATE TABLE log_collapsed AS SELECT ${columns.join(', ')} FROM (
      SELECT *, lead(query) OVER w AS next_query, lead(time) OVER w AS next_time FROM (SELECT *, row_number() OVER () AS nth FROM log_rows)
      WINDOW w AS (PARTITION BY person ORDER BY time, nth))
    WHERE NOT coalesce(url IS NULL AND query <> next_query AND starts_with(next_query, query)
      AND next_time - time <= INTERVAL '${seconds} seconds', false)`)
  return 'log_collapsed'
}

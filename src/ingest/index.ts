import { counted } from '../base/counted.js'
import { fail, type LetheError } from '../base/errors.js'
import type { Workspace } from '../base/workspace.js'
import { fromSeconds, inZone, none, readTime, span, startsWith } from '../engines/dialect/index.js'
import type { Cluster, Sql } from '../engines/engine.js'
import { fresh, name } from '../engines/sql.js'
import type { Log, Source, StoredRows } from '../log/log.js'
import { badRows, leftOut, recordsOf, WRONG } from './bad-rows.js'
import { conversationsAsLines } from './conversations-in-parquet.js'
import { blankLinesOnly, detect } from './detect.js'
import { secondLook } from './digest.js'
import { documentsAsLines } from './documents-as-lines.js'
import { formatByName, isHeaded } from './fixed.js'
import { FIXED_COLUMNS, type Format } from './format-names.js'
import { csv, excite, tsv } from './formats/delimited.js'
import type { Reader, Staged } from './formats/format.js'
import { isLineFormat, type LineFormatName } from './formats/line-formats.js'
import { ndjson, ndjsonThere } from './formats/ndjson.js'
import { parquet, readRelation } from './formats/parquet.js'
import { sogou } from './formats/sogou.js'
import { transactions } from './formats/transactions.js'
import { ubi } from './formats/ubi.js'
import { clusterFiles, relationOf } from './from-cluster.js'
import { foldersInside, resolveInputs } from './input.js'
import type { Digest, InputFile } from './input-file.js'
import { wholeLook } from './one-look.js'
import type { InputOptions } from './options.js'
import { readParsed } from './parsed.js'
import { readingOf } from './reading.js'
import { digestOfRows } from './row-digest.js'
import { TOLD } from './row-sql.js'
import { refuseChanged } from './unchanged.js'
import { understand } from './understood.js'

export { numberRows, reasonsOf } from './bad-rows.js'
export { type ColumnChoice, parseColumns } from './columns.js'
export { FORMATS, type Format } from './format-names.js'
export type { InputOptions } from './options.js'
export { checkDelimiter, READING_KEYS, readingFlags, readingFrom } from './reading.js'
export { DATE_ORDERS, type DateOrder } from './times.js'

function readerOf(format: Format): Reader {
  return isLineFormat(format) ? (reading, options) => readParsed(reading, options, format) : READERS[format]
}

const READERS: Readonly<Record<Exclude<Format, LineFormatName>, Reader>> = {
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

/** Reads files into the engine as one log. Rows that do not parse are counted and set aside, never dropped in silence. */
export async function readLog(
  inputs: readonly string[],
  options: InputOptions,
  on: On,
): Promise<{ readonly log: Log; readonly source: Source }> {
  await checkTimeOptions(on.engine, options)
  if (on.engine.cluster) return readFiles(clusterFiles(inputs, options), options, on)
  const { fixed, encoding, header } = options
  const files = await resolveInputs(inputs, { ...on, fixed, encoding, header })
  return readFiles(files, options, on).catch((cause: unknown) => {
    refuseChanged(files) // whatever else went wrong may have come of that
    throw cause
  })
}

const UNMARKED = 'the first line only tells a spreadsheet the delimiter (sep=), and is passed over'

export interface On {
  readonly engine: Sql
  readonly workspace: Workspace
  readonly threads?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** The same of files that were found. */
export async function readFiles(given: readonly InputFile[], options: InputOptions, on: On) {
  const fixed = options.fixed ?? false
  const { cluster } = on.engine
  const all = cluster ? given : await documentsAsLines(await conversationsAsLines(given, options, on), options, on)
  const { format, files, notes, blankLines } = await (cluster
    ? { format: given[0]!.written!.format, files: given, notes: [], blankLines: 0 }
    : fixed
      ? namedFormat(all, options)
      : guessedFormat(all, options, on))
  checkFixedColumns(format, options)
  checkForms(format, options)
  const staging = fresh('staged') // a second log can be read beside this one
  const staged = await (cluster ? readOnCluster(cluster, options) : readerOf(format))(
    { ...on, files, into: staging },
    {
      columns: options.columns ?? {},
      unit: options.unit,
      zone: options.zone ?? 'UTC',
      timeFormat: options.timeFormat,
      dateOrder: options.dateOrder,
      header: options.header ?? files[0]?.written?.header,
      delimiter: options.delimiter ?? files[0]?.written?.delimiter,
      param: options.param,
      pattern: options.pattern,
      foldUsers: options.foldUsers ?? false,
      fixed,
      keepRaw: options.keepRaw ?? false,
      textsOnly: textsOnly(options),
      listUnread: options.listUnread,
    },
  )
  const allowed = `reason IN (${[0, ...(fixed ? TOLD : [])].join(', ')})`
  const known = knownColumns(staged, options)
  const whole = cluster && (await wholeLook(on.engine, staging, allowed, known))
  const account = await (fixed
    ? leftOut(on.engine, staging, staged, whole)
    : badRows(on.engine, staging, staged, options.maxBad ?? 0.01, files, whole))
  const { table, rows, bad } = account
  if (rows === 0 && !fixed) refuseEmpty(files[0]?.label, format, staged.notSearches ?? 0)
  const records = await recordsOf(staged, account, fixed)
  const aside = staged.aside?.numbers
  const good = fixed || (aside === undefined && bad.some((row) => WRONG.has(row.reason))) ? allowed : 'true'
  const stands = table === staging ? whole : undefined // else times were taken out of rows
  const log = await finish(on.engine, table, staged, good, options)
  const { understood, notes: remarks } = await understand(on.engine, table, staged, files, format, options)
  refuseChanged(files)
  const paths = files.map((file) => file.label)
  const again = secondLook(files, staged.blank === 'the empty ones', on.signal)
  return {
    log,
    source: {
      paths,
      places: files.map((file) => file.path),
      format,
      rows,
      bad,
      ...(aside ? { aside } : {}),
      unlisted: account.unlisted,
      records: async () =>
        records(blankLines + (staged.blank === 'the empty ones' ? await again.emptyLines() : staged.blank)),
      notes: [
        ...(files.some((file) => file.unmarked) ? [UNMARKED] : []),
        ...notes,
        ...staged.notes,
        ...account.notes,
        ...remarks,
      ],
      understood,
      unread: [
        ...(staged.unread ?? []),
        ...(files.some(({ compression }) => compression !== 'none') ? ['what its packing carries (unpack it)'] : []),
      ],
      found: readingOf(format, staged.found, options),
      table,
      ...(stands && options.collapsePrefixes === undefined ? { counts: stands.counts } : {}),
      ...digestsOf(on.engine, `${table} WHERE ${good}`, known, files, again.digests, stands?.digest),
    },
  }
}

/** The columns that a log has beside those of the custodian's own naming. */
function knownColumns({ has }: Staged, options: InputOptions): readonly string[] {
  const more = textsOnly(options) ? [] : (['time', 'rank', 'url'] as const).filter((column) => has[column])
  return ['person', 'query', ...more]
}

/** What tells a log from others: the bytes of its files; on a cluster its rows, with which a reading here can be compared. */
function digestsOf(
  engine: Sql,
  rows: string,
  known: readonly string[],
  files: readonly InputFile[],
  ofBytes: Source['digests'],
  ofRows: Digest | undefined,
): Pick<Source, 'digests' | 'bytesThere' | 'rowsDigest'> {
  const rowsDigest = async (columns: readonly string[]) =>
    columns.every((column) => known.includes(column)) ? (await digestOfRows(engine, rows, columns)).sha256 : undefined
  const { cluster } = engine
  if (cluster === undefined) return { digests: ofBytes, rowsDigest }
  return {
    rowsDigest,
    async digests() {
      const whole = ofRows ?? (await digestOfRows(engine, rows, known))
      return files.map(() => whole)
    },
    async bytesThere() {
      if (files.some(({ path }) => path.startsWith('table:'))) return undefined
      const found = await Promise.all(files.map(({ path }) => cluster.filesAt(path))).catch(() => undefined)
      return found?.flat().map(({ sha256 }) => sha256)
    },
  }
}

/** Reads what the cluster reaches by itself. */
function readOnCluster(cluster: Cluster, options: InputOptions): Reader {
  return async (reading, asked) => {
    const { from: all, columns, unsplit } = await relationOf(cluster, reading.files, options)
    const few = options.firstRows === undefined ? undefined : fresh('few')
    // Made once: the first rows need not be the same when they are asked for again.
    if (few) await reading.engine.materialise(few, `SELECT * FROM ${all} LIMIT ${options.firstRows}`)
    const isJson = reading.files[0]?.written?.format === 'ndjson'
    const staged = await (isJson
      ? ndjsonThere(cluster, reading, asked, few ?? all)
      : readRelation(reading, asked, few ?? all, columns))
    return { ...staged, ...(unsplit === 0 ? {} : { unlisted: unsplit }) }
  }
}

function refuseEmpty(label: string | undefined, format: Format, notSearches: number): never {
  if (notSearches === 0) fail('input', `${label} holds no rows`, 'There is nothing to read.')
  const next = format === 'access' ? 'Check --param, which names the parameter of the query.' : 'Check --format.'
  fail('input', `${label} holds no searches: ${counted(notSearches, 'line')} of ${format} ask nothing`, next)
}

/** Folding prefixes looks at times. */
function textsOnly(options: InputOptions): boolean {
  return options.textsOnly === true && options.collapsePrefixes === undefined
}

/** The format as it was named or as the files look, and those of them that are not empty. */
async function guessedFormat(all: readonly InputFile[], options: InputOptions, on: On) {
  const { files, ...left } = await withoutBlank(all)
  return { format: options.format ?? (await formatOf(files, (file) => detect(file, on))), files, ...left }
}

/** The format of the first file; files of a folder, which nobody has named one by one, must have one format. */
async function formatOf(files: readonly InputFile[], find: (file: InputFile) => Promise<Format>): Promise<Format> {
  const look = async (file: InputFile) => file.written?.format ?? find(file)
  const format = await look(files[0]!)
  const formats = new Map([[format, files[0]!.label]])
  for (const file of files.slice(1)) if (file.folder !== undefined) formats.set(await look(file), file.label)
  if (formats.size > 1)
    fail(
      'input',
      `the files of ${files.find((file) => file.folder !== undefined)?.folder} are of several formats`,
      `Name those of one: ${[...formats].map(([of, label]) => `${label} is ${of}`).join(', ')}.`,
    )
  return format
}

/** The same by names alone. Where lines have no header above them, a file without any is a log without rows. */
async function namedFormat(all: readonly InputFile[], options: InputOptions) {
  const format = options.format ?? (await formatOf(all, (file) => formatByName(file, options.columns ?? {})))
  const headed = isHeaded(format, options.header)
  return { format, ...(headed ? await withoutBlank(all) : { files: all, notes: [], blankLines: 0 }) }
}

/** A day without searches leaves an empty file among many; a log without any is a mistake. */
async function withoutBlank(all: readonly InputFile[]) {
  const files: InputFile[] = []
  let blankLines = 0
  for (const file of all) {
    const lines = await blankLinesOnly(file)
    if (lines === undefined) files.push(file)
    else blankLines += lines
  }
  if (files.length === 0) fail('input', `${all[0]?.label} is empty`, 'There is nothing to read.')
  const named = all.flatMap((file) => file.folder ?? [])
  const inside = foldersInside(new Set(named))
  const were = (n: number) => (n === 1 ? 'was' : 'were')
  const notes = [
    ...(named.length > 0 ? [`${counted(named.length, 'file')} of a folder ${were(named.length)} read`] : []),
    ...(inside > 0
      ? [`${counted(inside, 'folder')} inside of it ${were(inside)} not read: name what is in there too`]
      : []),
    ...(files.length < all.length ? [`${all.length - files.length} empty files were left out`] : []),
  ]
  return { files, notes, blankLines }
}

/** Zone and notation are words that only the engine knows: it is asked before anything is read. */
async function checkTimeOptions(engine: Sql, { zone, timeFormat }: InputOptions): Promise<void> {
  const understood = (sql: string) =>
    engine.all(sql).then(
      (rows) => rows.length > 0,
      (cause: LetheError) => (cause.code === 'usage' ? Promise.reject(cause) : false),
    )
  if (zone !== undefined && !(await understood(`SELECT ${inZone(fromSeconds('0'), zone)}`)))
    fail('usage', `there is no time zone '${zone}'`, 'Name one such as Europe/Berlin.')
  if (timeFormat !== undefined && !(await understood(`SELECT ${readTime(`''`, timeFormat)}`)))
    fail('usage', '--time-format is no strptime notation', "Write for instance '%d.%m.%Y %H:%M'.")
}

/** Where columns are fixed, a choice would be passed over in silence. */
function checkFixedColumns(format: Format, { columns, unit }: InputOptions): void {
  if (!FIXED_COLUMNS.includes(format)) return
  if (columns === undefined && unit === undefined) return
  fail(
    'usage',
    `${columns === undefined ? '--unit' : '--columns'} does not apply to the format ${format}, whose columns are fixed`,
    `Leave it out${format === 'ubi' ? ', or read the documents as --format ndjson' : ''}.`,
  )
}

/** What says how lines of an access log are written says nothing of others. */
function checkForms(format: Format, { param, pattern }: InputOptions): void {
  if (format === 'access' || (param === undefined && pattern === undefined)) return
  fail(
    'usage',
    `--${param === undefined ? 'pattern' : 'param'} does not apply to the format ${format}`,
    'It is for access logs: --format access.',
  )
}

async function finish(engine: Sql, from: string, staged: Staged, good: string, options: InputOptions): Promise<Log> {
  const thin = textsOnly(options)
  const extras = thin ? [] : staged.extras
  const kept = [
    'person',
    'query',
    ...(thin
      ? [`${none('time')} AS time`, `${none('integer')} AS rank`, `${none('text')} AS url`]
      : ['time', 'rank', 'url']),
    ...(options.keepRaw ? ['raw'] : []),
    ...extras.map((extra) => name(`x_${extra}`)),
  ]
  const rows = fresh('log_rows')
  const stored = { view: rows, columns: kept, table: from, where: good }
  await engine.view(rows, `SELECT ${kept.join(', ')} FROM ${from} WHERE ${stored.where}`)
  if (options.collapsePrefixes !== undefined && !(staged.has.user && staged.has.time))
    fail('refused', '--collapse-prefixes needs persons and times', 'Name the columns: --columns user=NAME,time=NAME.')
  const table = options.collapsePrefixes === undefined ? rows : await collapse(engine, stored, options.collapsePrefixes)
  const unit = options.unit ?? (staged.has.user ? 'user' : undefined)
  return {
    table,
    stored,
    unit: staged.has.user ? unit : undefined,
    has: {
      ...staged.has,
      ...(thin ? { time: false, rank: false, url: false } : {}),
      raw: options.keepRaw ?? false,
      tag: false,
      session: false,
    },
    extras,
  }
}

/**
 * Search as you type: a query that the person's next one, seconds later, goes on from is not a query of its own. Clicked rows stay. Of one second the rows follow each
 * other as in the log; a cluster knows the places of rows in their files, and of those without one the longer text is the later.
 */
async function collapse(engine: Sql, { table: from, where, columns }: StoredRows, seconds: number): Promise<string> {
  const table = fresh('log_collapsed')
  const [nth, order] = engine.cluster
    ? ['file, record', 'file, record, length(query), query']
    : ['row_number() OVER () AS nth', 'nth']
  await engine.materialise(
    table,
    `SELECT ${columns.join(', ')} FROM (
      SELECT *, lead(query) OVER w AS next_query, lead(time) OVER w AS next_time FROM (SELECT ${columns.join(', ')}, ${nth} FROM ${from} WHERE ${where})
      WINDOW w AS (PARTITION BY person ORDER BY time, ${order}))
    WHERE NOT coalesce(url IS NULL AND query <> next_query AND ${startsWith('next_query', 'query')}
      AND next_time - time <= ${span(seconds, 'second')}, false)`,
  )
  return table
}

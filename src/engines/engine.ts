import { fail } from '../base/errors.js'

/** The longest line of a file that is a row. Longer ones are set aside: an engine may drop them in silence. */
export const MAX_LINE_BYTES = 1 << 20

/** How a file of lines with separated fields is to be read. Every column is read as text. */
export interface DelimitedFiles {
  readonly paths: readonly string[]
  readonly delimiter: string
  /** A quote character doubles as its own escape; none means that quotes are ordinary text. */
  readonly quote: '"' | undefined
  readonly header: boolean
  /** Names to give to the columns, in file order. */
  readonly columns: readonly string[]
  /** The table is there already: rows come behind those that it has. */
  readonly more?: boolean
  /**
   * All or nothing, for files that are expected to be clean: the first row that does not split or whose typed columns do not
   * parse ends the reading with an error. Empty fields are null. With `texts`, empty fields are empty texts, as they are where nothing is strict, and
   * lines of half the greatest length end the reading too, so that every row that is read this way is one in any other.
   */
  readonly strict?: { readonly types: Readonly<Record<string, 'timestamp' | 'integer'>>; readonly texts?: boolean }
}

export type OutFormat = 'parquet' | 'tsv' | 'csv' | 'ndjson'

/** A batch of a result: one array per column, in the order of the query. */
export type Batch = readonly (readonly Value[])[]
export type Value = string | number | boolean | null

/**
 * A column as kernels see it: unsigned numbers of 32 bits (`bytes` 4), numbers of the engine's own 64 bits (8), what `wide` makes (16),
 * or texts. A text is 16 bytes: the length of its UTF-8 in 4, then the bytes themselves where they are at most 12; else, after 4 more,
 * in 4 where they begin in the same block of memory.
 */
export interface FixedColumn {
  readonly sql: string
  readonly bytes: 4 | 8 | 16 | 'text'
}

/** A column of what a query gives. */
export interface ColumnType {
  readonly name: string
  readonly type: string
}

/** What a statement reports while it runs: a share from 0 to 1. */
export type Progress = (share: number) => void

/** A line that an engine did not read: the index of its file, and where in it the line begins, in bytes. */
export interface Refused {
  readonly file: number
  readonly at: number
}

/**
 * What any SQL engine can do, on this machine or on a cluster: a handful of verbs. What differs between dialects of SQL stands in `dialect/`;
 * what differs otherwise (reading and writing files) has a verb of its own.
 */
export interface Sql {
  readonly name: string
  /** Creates a table of the rows of a query, once and for all. */
  materialise(table: string, select: string): Promise<void>
  /** Gives a query a name to read it by; it may be computed anew at each reading, so there is no chance in it. */
  view(table: string, select: string): Promise<void>
  /** Adds the rows of a query to a table, column by column in their order. */
  insert(table: string, select: string): Promise<void>
  /** Forgets tables and views; those that are not there are forgotten already. */
  drop(...tables: readonly string[]): Promise<void>
  /** A small result as records. */
  all<T extends object>(sql: string): Promise<T[]>
  /** A result of any size, in batches. */
  stream(sql: string): AsyncIterable<Batch>
  /** Creates `table(columns: text)` from batches of rows that JavaScript made. */
  append(table: string, columns: readonly string[], batches: AsyncIterable<Batch> | Iterable<Batch>): Promise<void>
  /**
   * Creates a table from delimited files: `select` is a list of expressions over the columns as text and over `__file`, the
   * index in `paths`. The order of rows is the order of the input. Rows that do not split are left out: the number of rows
   * that were made is returned, for the caller to hold against the lines of the files.
   */
  readDelimited(table: string, files: DelimitedFiles, select: string): Promise<number>
  /**
   * The same strictly, but around lines that do not fit: which these are, by file and by place. Undefined if there are more faults in them than `most`, and the
   * table is to be dropped. Where an engine cannot, any such line ends the reading. The engine may keep copies of these lines while it reads.
   */
  readAround?(
    table: string,
    files: DelimitedFiles,
    select: string,
    most: number,
  ): Promise<{ readonly made: number; readonly refused: readonly Refused[] } | undefined>
  /** The columns of Parquet files with their SQL types, and their rows as a subquery for FROM, with `__file`, the index in `paths`. */
  parquet(
    paths: readonly string[],
  ): Promise<{ readonly columns: readonly string[]; readonly types: readonly string[]; readonly from: string }>
  /** Names and types of the columns that a query gives, in the words of `dialect/casts.ts`. */
  schema(select: string): Promise<readonly ColumnType[]>
  /** The rows of a table that was made, in batches, while other statements run. */
  batchesOf(table: string, columns: readonly string[]): AsyncIterable<Batch>
  /** What a Parquet file says of itself beside its rows: who wrote it, and whether it carries notes of its own. */
  parquetNotes(path: string): Promise<{ readonly writer: string; readonly notes: number }>
  /** Writes the rows of a query to a file in their order; Parquet may carry notes. */
  write(sql: string, path: string, format: OutFormat, notes?: Readonly<Record<string, string>>): Promise<void>
  close(): Promise<void>
  /** Where the engine is on a cluster. */
  readonly cluster?: Cluster | undefined
}

/** What an engine in the same process can do besides: hand over the memory of its columns, and take arrays as they are. */
export interface Columns {
  /** SQL for 16 bytes in the form that this engine compares, groups and joins fastest; null where there are not 16, unless there surely are. */
  wide(bytes: string, sure?: boolean): string
  /**
   * A result of any size as the memory of its columns, for kernels: the low byte of a number comes first. No value is null. A batch
   * is valid until the next is asked for.
   */
  memory(columns: readonly FixedColumn[], from: string): AsyncIterable<readonly Uint8Array[]>
  /** The same, computed by all threads before the first batch is there: for what memory holds. */
  memoryAtOnce(columns: readonly FixedColumn[], from: string): Promise<Iterable<readonly Uint8Array[]>>
  /** Bytes of memory that it may use before it spills. */
  readonly limit: number
  /** Lets SQL read an array while `work` runs: `at(sql)` is the number in the place that `sql` names. */
  lookUp<T>(numbers: Uint32Array, work: (at: (sql: string) => string) => Promise<T>): Promise<T>
  /** Creates a table of unsigned 32-bit numbers from columns of one length, by name. */
  appendNumbers(table: string, columns: Readonly<Record<string, Uint32Array>>): Promise<void>
  /** Creates a table of what `wide` makes, from the memory of its columns, low byte first. */
  appendMemory(table: string, columns: readonly string[], batches: AsyncIterable<readonly Uint8Array[]>): Promise<void>
}

/** What the readers of a cluster read; a table of its catalog is one too. */
export type ClusterFormat = 'parquet' | 'csv' | 'tsv' | 'ndjson' | 'table'

/** How the cluster is to read its files. */
export interface ClusterReading {
  readonly format: ClusterFormat
  readonly header: boolean
  readonly delimiter: string | undefined
}

/** What texts are brought into: the normal form of a query, that of persons, and the same in lower case. */
export type TextForm = 'query' | 'person' | 'folded-person'

/** A part of a table in a storage: a file in the folder of the table, and its digest, taken where it lies. */
export interface PartFile {
  readonly file: string
  readonly sha256: string
}

/** What only an engine on a cluster does: it reads and writes where it can reach by itself. */
export interface Cluster {
  /** As it may be told. */
  readonly label: string
  /**
   * The rows of what stands at some places as a subquery for FROM, with `__file`, the index in `paths`, and `__row`, the place in the file where that is known (from
   * 1, else 0); their columns; and how many records did not split. Of documents of JSON these are the lines, as `line`.
   */
  relation(
    paths: readonly string[],
    reading: ClusterReading,
  ): Promise<{ readonly from: string; readonly columns: readonly ColumnType[]; readonly unsplit: number }>
  /**
   * Sends the texts of a query (form, value), each once, through our own code where they are: a table (form, value, mapped), undefined where there are none. A form is
   * one of `TextForm`. Refuses where the workers cannot run it.
   */
  mapTexts(values: string): Promise<string | undefined>
  /** Writes the rows of a query in their order to part files of Parquet, straight into a folder of a storage; the parts in the order of their rows. */
  writeParts(select: string, dir: string): Promise<readonly PartFile[]>
  /** An embedded engine here, for as long as some work takes on what came from the cluster. */
  beside<T>(work: (local: Engine) => Promise<T>): Promise<T>
  /** The files of a folder of a storage in the order of their names, or one file, each with its digest; none where the cluster sees none. */
  filesAt(place: string): Promise<readonly PartFile[]>
  /** What this run is called there, */
  readonly run: string
  /** and whether another, by its name, has said within the last minutes that it is under way. */
  isUnderWay(run: string): Promise<boolean>
}

/** Whatever counts, joins and sorts. The embedded engine has columns; one that has none runs all that needs SQL alone. */
export interface Engine extends Sql {
  readonly columns: Columns | undefined
}

/** What work asks of an engine. */
export type Need = 'sql' | 'columns'

/** The columns of an engine, for work that cannot do without. */
export function columnsIn(engine: Engine): Columns {
  return (
    engine.columns ??
    fail(
      'refused',
      `the engine ${engine.name} has no columns in memory`,
      'Use the embedded engine, on a part of the log if need be.',
    )
  )
}

/** An engine as far as work asks for it; refuses where there is less. */
export function asFarAs(need: Need, engine: Engine, who: string): Engine {
  if (need === 'columns' && engine.columns === undefined)
    fail(
      'refused',
      `${who} works on columns in memory, and the engine ${engine.name} has none`,
      engine.cluster === undefined
        ? 'Use the embedded engine, on a part of the log if need be.'
        : 'Leave out --engine and bring the log to one machine: 36 million rows take under 4 GiB there. Of more, take a share of the persons: --sample-people 0.1.',
    )
  return need === 'columns' ? engine : { ...engine, columns: undefined }
}

/** What an engine needs to know of its place. */
export interface EngineOptions {
  /** A private folder that the engine may fill and that the caller removes. */
  readonly spill: string
  readonly threads?: number
  /** Bytes of memory that the engine may use before it spills. */
  readonly memory?: number
  readonly onProgress?: Progress
  readonly signal?: AbortSignal
}

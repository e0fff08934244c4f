import { type Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { defined } from '../base/defined.js'
import {
  type ColumnOptions,
  checkDelimiter,
  DATE_ORDERS,
  type DateOrder,
  FORMATS,
  type Format,
  type InputOptions,
  LINKS,
  type Method,
  OUT_FORMATS,
  type OutFormat,
  type Own,
  parseColumns,
  type Resources,
  TIMES,
} from '../index.js'
import { withConfig } from './config.js'
import { type Progress, progressBar, progressLines } from './progress.js'
import { readable, readableJson } from './terminal.js'

export interface CommonFlags {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
  readonly threads?: number
  readonly memory?: number
  readonly temp?: string
  readonly engine?: string
}

export interface InputFlags {
  readonly format?: Format
  readonly columns?: Readonly<Record<string, string>>
  readonly unit?: string
  readonly zone?: string
  readonly timeFormat?: string
  readonly dateOrder?: DateOrder
  readonly header?: 'yes' | 'no'
  readonly delimiter?: string
  readonly param?: string
  readonly pattern?: string
  readonly encoding?: string
  readonly foldUsers?: boolean
  readonly maxBad?: number
  readonly collapsePrefixes?: number | true
}

/** The flag of verbs that a cluster can do. A variable without a word in it says nothing. */
export function withEngine(command: Command): Command {
  const flag = new Option(
    '--engine <address>',
    'where the work is done: embedded, or on a Spark cluster, sc://HOST:PORT/;token=WORD;use_ssl=true;scratch=PLACE (default: embedded)',
  )
  return command.addOption(process.env.LETHE_ENGINE === '' ? flag : flag.env('LETHE_ENGINE'))
}

/** Flags of every verb. */
export function withCommonFlags(command: Command): Command {
  return command
    .optionsGroup('In general:')
    .option('--json', 'one JSON document on standard output')
    .option('--quiet', 'no progress')
    .option('--verbose', 'more about errors')
    .option('--threads <n>', 'threads to use (default: all cores)', whole(1))
    .option(
      '--memory <size>',
      'memory before data spills to disk, such as 1GiB (default: half of the machine, at most 3GiB)',
      size,
    )
    .option(
      '--temp <dir>',
      'folder for spilled data; private, emptied after (best on a memory file system, such as /dev/shm)',
    )
}

/** What may be named as a log. */
export const LOGS =
  'files (plain, .gz, .zst), folders, globs, addresses (sqlite:, duckdb:, postgres://, s3://, https://), or - for standard input'

/** Flags of every verb that reads a log. */
export function withInputFlags(command: Command): Command {
  return withConfig(command.optionsGroup('Reading the log:'))
    .addOption(new Option('--format <name>', 'format of the log (found by itself where it can be)').choices(FORMATS))
    .option(
      '--columns <list>',
      'where columns are: user=..,query=..,time=..,rank=..,url=.. by name or position; a+b joins two, url?q is a parameter of a URL; other names are further columns to keep',
      columns,
    )
    .option('--unit <name>', 'what counts as one person where the log has no users: a column such as session or ip')
    .option('--zone <name>', 'zone in which times that name their own are told (default: UTC)')
    .option('--time-format <format>', "notation of the time column, as in strptime: '%d.%m.%Y %H:%M'")
    .addOption(
      new Option('--date-order <order>', 'how dates such as 3/4/2006 are written (guessed where it can be)').choices(
        DATE_ORDERS,
      ),
    )
    .addOption(
      new Option('--header <whether>', 'does the first line name the columns (guessed where it can be)').choices([
        'yes',
        'no',
      ]),
    )
    .option('--delimiter <character>', 'what separates the columns of csv (found in the first line)', delimiter)
    .option(
      '--param <name>',
      'parameter of the requested URL that holds the query, in access logs (found where one stands out)',
    )
    .option(
      '--pattern <form>',
      "how lines of an access log are written: nginx's log_format or Apache's LogFormat (common and combined are known)",
    )
    .option(
      '--encoding <name>',
      'encoding of the text: latin1, windows-1252, utf-16, shift-jis, gb18030, ... (default: UTF-8)',
    )
    .option('--fold-users', 'user ids that differ in upper and lower case alone are one person')
    .option(
      '--max-bad <share>',
      'share of rows that may fail to parse (default: 0.01; no limit under differential privacy)',
      share,
    )
    .option(
      '--collapse-prefixes [seconds]',
      'search as you type: fold prefixes typed within seconds into the last (default: 5)',
      whole(1),
    )
}

/** Flags of every verb that writes rows; `method` is the one that says what they show where nobody else does. */
export function withReleaseFlags(command: Command, method?: Method): Command {
  const params = Object.entries(method?.params ?? {}).map(([key, param]) => [key, param.default])
  const { link = 'none', time = 'day' } = method?.shows?.(Object.fromEntries(params)) ?? {}
  const keyed = command.options.some((option) => option.long === '--key') // an attack may ask for the key itself
  command.optionsGroup('What the release shows, and how it is written:')
  if (!keyed) command.option('--key <file>', 'key for tags (see lethe keygen)')
  return command
    .addOption(
      new Option('--link <what>', `pseudonyms: none, one a session, one a user (default: ${link})`).choices(LINKS),
    )
    .addOption(new Option('--time <grain>', `how exact times are (default: ${time})`).choices(TIMES))
    .option('--rank', 'release ranks of clicked results too')
    .option('--ephemeral-key', 'draw a key for tags and forget it')
    .option('--seed <n>', 'repeatable chance, for experiments: what is made promises nothing', whole(0))
    .addOption(new Option('--out-format <name>', 'format of the data file (default: parquet)').choices(OUT_FORMATS))
}

export interface ReleaseFlags {
  readonly link?: ColumnOptions['link']
  readonly time?: ColumnOptions['time']
  readonly rank?: boolean
  readonly key?: string
  readonly ephemeralKey?: boolean
  readonly seed?: number
  readonly outFormat?: OutFormat
}

export function inputOptions(flags: InputFlags): InputOptions {
  const { format, columns, unit, zone, timeFormat, dateOrder, header, delimiter, param, pattern, encoding, foldUsers } =
    flags
  const { collapsePrefixes, maxBad } = flags
  return defined({
    format,
    columns,
    unit,
    zone,
    timeFormat,
    dateOrder,
    header: header === undefined ? undefined : header === 'yes',
    delimiter,
    param,
    pattern,
    encoding,
    foldUsers,
    maxBad,
    collapsePrefixes: collapsePrefixes === true ? 5 : collapsePrefixes,
  })
}

export function shownColumns({ link, time, rank }: ReleaseFlags): Partial<ColumnOptions> {
  return defined({ link, time, rank })
}

/** A bar on a terminal, else a plain line now and then; nothing for programs and for who wants none. */
function progressOf({ quiet, json }: CommonFlags): Progress | undefined {
  if (quiet || json) return undefined
  return process.stderr.isTTY
    ? progressBar(process.stderr)
    : progressLines((line) => void process.stderr.write(readable(line)))
}

/** What ends work from outside: Ctrl-C, a service manager, a terminal that is closed. */
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Engine settings from flags; progress on standard error; Ctrl-C ends the work cleanly. */
export async function withResources<T>(flags: CommonFlags, work: (resources: Resources) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  for (const signal of ENDS) process.once(signal, onSignal)
  const told = progressOf(flags)
  try {
    const { threads, memory, temp, engine } = flags
    const progress = told && { onProgress: told.share, onStep: told.step }
    return await work({ ...defined({ threads, memory, temp, engine }), ...progress, signal: stop.signal })
  } finally {
    told?.close()
    for (const signal of ENDS) process.off(signal, onSignal)
  }
}

export function printJson(value: unknown): void {
  process.stdout.write(`${readableJson(JSON.stringify(value, null, 2))}\n`)
}

/** Lines for people. Names and reasons in them can be a stranger's: no code of theirs reaches the terminal. */
export function print(...lines: readonly string[]): void {
  printStyled((line) => line, ...lines)
}

/** The same, with colours of ours: they are put on what is clean already. */
export function printStyled(style: (line: string) => string, ...lines: readonly string[]): void {
  const clean = lines.flatMap((line) => readable(line).split('\n'))
  process.stdout.write(clean.map((line) => `${style(line)}\n`).join(''))
}

const suggested = new WeakMap<Argument | Option, readonly string[]>()

/** Says which words are meant, for help and completion, and leaves others to the verb: it may take files too, or guess at a name. */
export function suggesting<T extends Argument | Option>(what: T, names: readonly string[]): T {
  what.description += `: ${names.join(', ')}`
  suggested.set(what, names)
  return what
}

/** The words that are meant. */
export function suggestions(what: Argument | Option): readonly string[] {
  return suggested.get(what) ?? what.argChoices ?? []
}

/** A flag for what is never taken from a file that somebody else may have written: --with results-api=URL, as often as needed. */
export function withOwnFlag(command: Command, file: string): Command {
  return command.option(
    '--with <name=value>',
    `an address, file, key or knowledge base of your own, where ${file} was made with one: results-api=URL; may be repeated`,
    (text, before: Own | undefined): Own => {
      const [, name, value] = /^(?:--)?([\w-]+)=(.+)$/s.exec(text) ?? []
      if (name === undefined || value === undefined)
        throw new InvalidArgumentError('a name and a value are needed, such as results-api=https://...')
      return { ...before, [name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())]: value }
    },
  )
}

export function whole(min: number): (text: string) => number {
  return (text) => {
    if (!/^\d+$/.test(text) || Number(text) < min)
      throw new InvalidArgumentError(`a whole number, ${min} or more, is needed`)
    return Number(text)
  }
}

export function share(text: string): number {
  const value = Number(text)
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('a share from 0 to 1 is needed')
  return value
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  kib: 2 ** 10,
  kb: 1e3,
  m: 1e6,
  mb: 1e6,
  mib: 2 ** 20,
  g: 1e9,
  gb: 1e9,
  gib: 2 ** 30,
}

function size(text: string): number {
  const match = /^(\d+(?:\.\d+)?) ?([kmg]i?b?|)$/i.exec(text)
  const bytes = match ? Number(match[1]) * (UNITS[match[2]!.toLowerCase()] ?? Number.NaN) : Number.NaN
  if (!(bytes >= 2 ** 28)) throw new InvalidArgumentError('a size of 256MiB or more is needed, such as 512MiB or 2GiB')
  return Math.floor(bytes)
}

function delimiter(text: string): string {
  checkDelimiter(text)
  return text
}

function columns(text: string): Readonly<Record<string, string>> {
  return parseColumns(text)
}

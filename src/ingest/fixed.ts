import { isUtf8 } from 'node:buffer'
import { fail } from '../base/errors.js'
import { head } from './bytes.js'
import { type ColumnChoice, looksLikeHeader } from './columns.js'
import { FORMATS, type Format } from './format-names.js'
import type { InputFile } from './input-file.js'
import { firstBytes } from './spool.js'

// Fixed reading: under differential privacy reading is part of the mechanism, so nothing about it may be decided from rows. Format, columns, delimiter and
// order of dates come from what the custodian names, else from names alone: those of the files, the header line, the schema of a Parquet file. Each line is
// read by itself; one that does not read is left out, however many there are. What is refused is refused for names, before anything is spent.

const ENDINGS: Readonly<Record<string, Format>> = {
  tsv: 'tsv',
  tab: 'tsv',
  csv: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'ndjson',
  parquet: 'parquet',
}

const HEADED: readonly Format[] = ['aol', 'tsv', 'csv']

/** Do files of a format begin with the names of their columns, unless it is said that they do not? */
export function isHeaded(format: Format, header: boolean | undefined): boolean {
  return HEADED.includes(format) && header !== false
}

/** The format of a file by its name, else by the names in its first line. */
export async function formatByName(file: InputFile, columns: ColumnChoice): Promise<Format> {
  const ending = /\.([a-z]+)(\.(gz|zst))?$/i.exec(file.label)?.[1]?.toLowerCase() ?? ''
  const named = ENDINGS[ending]
  if (named !== undefined) return named
  if (firstBytes(file.path, 4).toString('latin1') === 'PAR1') return 'parquet'
  const first = await headerLine(file)
  if (/^anonid\tquery\t/i.test(first)) return 'aol'
  const marks = ['\t', ',', ';', '|']
  const delimiter = marks.find((mark) => first.includes(mark) && looksLikeHeader(first.split(mark), columns))
  if (delimiter === undefined)
    fail(
      'input',
      `the format of ${file.label} cannot be told from its name or a header line, and under differential privacy rows are not looked at for it`,
      `Name it: --format ${FORMATS.join('|')}. lethe inspect shows what it is.`,
    )
  return delimiter === '\t' ? 'tsv' : 'csv'
}

/** The first line of a file that is not blank, which names its columns. */
async function headerLine(file: InputFile): Promise<string> {
  const start = (await head(file, 1 << 20)).toString('latin1').replace(/^\xef\xbb\xbf/, '')
  const [line = '', ...rest] = start.replace(/^([ \t\r]*\n)+/, '').split('\n', 2)
  if (rest.length === 0 && start.length >= (1 << 20) - 3)
    fail('input', `the first line of ${file.label} is longer than 1 MiB`, 'That is no log; check the file.')
  const bytes = Buffer.from(line.replace(/\r$/, ''), 'latin1')
  if (bytes.includes(13))
    fail(
      'input',
      `the lines of ${file.label} end with carriage returns alone`,
      "Convert it first: tr '\\r' '\\n' <FILE >COPY.",
    )
  if (!isUtf8(bytes))
    fail('input', `the header line of ${file.label} is no UTF-8 text`, 'Convert it first: iconv -t utf-8.')
  return bytes.toString('utf8')
}

/** The header line of all files, which must be one and the same. */
export async function commonHeader(files: readonly InputFile[]): Promise<string> {
  const first = await headerLine(files[0]!)
  for (const file of files.slice(1))
    if ((await headerLine(file)) !== first)
      fail(
        'input',
        `${file.label} has another header line than ${files[0]?.label}`,
        'Read files of one shape at a time.',
      )
  return first
}

/** How many columns a row needs that nobody named: as many as reach the last that was asked for. */
export function reachOf(columns: ColumnChoice, unit: string | undefined): number {
  const places = [...Object.values(columns), unit ?? ''].filter((place) => /^\d+$/.test(place)).map(Number)
  return Math.max(1, ...places)
}

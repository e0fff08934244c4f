import { fail } from '../base/errors.js'
import { head } from './bytes.js'
import type { Inlet, InputFile } from './input-file.js'
import { tablesSaid } from './sources/asked.js'

/** What a file is that is no log, and what to do about it. */
interface Look {
  readonly is: string
  readonly fits: (start: Buffer, text: string) => boolean
  readonly next: string | ((file: InputFile, inlet: Inlet) => Promise<string>)
}

const startsWith = (mark: string) => (start: Buffer) => start.subarray(0, mark.length).toString('latin1') === mark

const LOOKS: readonly Look[] = [
  {
    is: 'a SQLite file',
    fits: startsWith('SQLite format 3\0'),
    next: async (file, inlet) => {
      const { sqliteTables } = await import('./sources/sqlite.js')
      return database('sqlite:', file, (at) => sqliteTables(at, inlet))
    },
  },
  {
    is: 'a DuckDB file',
    fits: (start) => start.subarray(8, 12).toString('latin1') === 'DUCK',
    next: async (file, inlet) => {
      const { duckDBTables } = await import('./sources/duckdb.js')
      return database('duckdb:', file, (at) => duckDBTables(at, inlet))
    },
  },
  {
    is: 'an Excel workbook',
    fits: (start, text) => startsWith('PK\x03\x04')(start) && /\[Content_Types\]\.xml|xl\//.test(text),
    next: 'Save its sheet as CSV first.',
  },
  { is: 'a zip archive', fits: startsWith('PK\x03\x04'), next: 'Unpack it first: unzip FILE.' },
  {
    is: 'a tar archive',
    fits: (start) => start.subarray(257, 262).toString('latin1') === 'ustar',
    next: 'Unpack it first: tar -xf FILE.',
  },
  { is: 'a PDF document', fits: startsWith('%PDF-'), next: 'Ask for the log itself, as CSV or NDJSON.' },
  {
    is: 'lists in a list of JSON',
    fits: (_, text) => /^\s*\[\s*\[\s*["\d]/.test(text),
    next: "Write each as a document that names its values: jq -c '.[] | {user: .[0], query: .[1], time: .[2]}' FILE > FILE.ndjson.",
  },
  {
    is: 'a page of HTML',
    fits: (_, text) => /^\s*<(?:!doctype html|html)\b/i.test(text),
    next: 'Ask for the log itself; where it was fetched, this may be the page that asks for a password.',
  },
  { is: 'an ORC file', fits: startsWith('ORC'), next: 'Write it as Parquet or CSV first.' },
  { is: 'an Avro file', fits: startsWith('Obj\x01'), next: 'Write it as Parquet or NDJSON first.' },
]

/** Refuses a file that is something else than a log, and says what it looks like. */
export async function refuseOther(file: InputFile, inlet: Inlet): Promise<void> {
  const start = await head(file, 1024)
  const text = start.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  const look = LOOKS.find(({ fits }) => fits(start, text))
  if (look === undefined) return
  const next = typeof look.next === 'string' ? look.next : await look.next(file, inlet)
  fail('input', `${file.label} looks like ${look.is}`, next)
}

/** How to name a table of a database, and which there are, where that can be told. */
async function database(
  scheme: string,
  file: InputFile,
  tablesIn: (path: string) => Promise<readonly string[]>,
): Promise<string> {
  const isFile = file.compression === 'none' && file.digest === undefined
  if (!isFile) return `Put it into a file of its own, and write ${scheme}FILE?table=NAME.`
  const tables = await tablesIn(file.path).catch(() => undefined)
  const named = `Write ${scheme}${file.label}?table=NAME`
  return tables === undefined ? `${named}.` : `${named}; i${tablesSaid(tables).slice(1)}`
}

import { existsSync } from 'node:fs'
import { databaseAddress, fileOf, labelOf } from '../../base/address.js'
import { fail } from '../../base/errors.js'
import { translate } from '../../engines/duckdb/errors.js'
import { type DuckDBFile, openDuckDBFile } from '../../engines/duckdb/file.js'
import type { Inlet, InputFile } from '../input-file.js'
import { digestOf, linked } from '../spool.js'
import { refuseMissing, refuseQuery, refuseUnasked, selectOf } from './asked.js'

/** duckdb:FILE?table=NAME or ?query=SELECT...: its rows as a Parquet file of our own. */
export async function fetchDuckDB(arg: string, nth: number, inlet: Inlet): Promise<InputFile[]> {
  const [file, label, { ask }] = [fileOf(arg), labelOf(arg), databaseAddress(arg)]
  const { path: target } = inlet.workspace.nameless(`spool-${nth}`)
  const database = await opened(file, target, inlet)
  try {
    if (ask === undefined) refuseUnasked(label, await database.tables())
    await database.copyOut(selectOf(ask)).catch((cause) => refused(label, database, cause))
  } finally {
    database.close()
  }
  const path = linked(target, 'spooled', 'none', inlet)
  const digest = await digestOf(target, inlet.signal)
  return [{ path, label, compression: 'none', digest, written: { format: 'parquet' } }]
}

export async function duckDBTables(file: string, inlet: Inlet): Promise<string[]> {
  const database = await opened(file, '', inlet)
  try {
    return await database.tables()
  } finally {
    database.close()
  }
}

async function opened(file: string, target: string, { workspace, signal }: Inlet): Promise<DuckDBFile> {
  if (!existsSync(file)) fail('input', `there is no file ${file}`, 'Check the name.')
  return openDuckDBFile(file, { spill: workspace.dir, target, signal }).catch((cause: Error) => {
    if (/set lock/i.test(cause.message))
      fail('input', `${file} is in use by another program`, 'Close that program, or take a copy of the file.', cause)
    if (/permission denied/i.test(cause.message))
      fail('input', `${file} cannot be opened (permission denied)`, 'Check its rights.', cause)
    return fail(
      'input',
      `${file} cannot be opened as a DuckDB database`,
      'Check that it is one, and not of a newer version; a copy under way may be missing its .wal file.',
      cause,
    )
  })
}

async function refused(label: string, database: DuckDBFile, cause: Error): Promise<never> {
  if (/^Catalog Error: Table with name/i.test(cause.message)) refuseMissing(label, await database.tables())
  if (/^Permission Error/i.test(cause.message))
    fail('refused', `what ${label} asks for lies outside of the database`, 'Only its own tables are read.', cause)
  const known = translate(cause)
  if (known.code !== 'internal') throw known
  refuseQuery(label, cause)
}

import { copyFileSync, existsSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from 'node-sqlite3-wasm'
import { type Ask, databaseAddress, fileOf, labelOf } from '../../base/address.js'
import { client } from '../../base/client.js'
import { fail } from '../../base/errors.js'
import { remarked } from '../../engines/dialect/form.js'
import { fresh, name } from '../../engines/sql.js'
import type { Inlet, InputFile } from '../input-file.js'
import { spool } from '../spool.js'
import { refuseChanged, type Standing, standingOf } from '../unchanged.js'
import { refuseMissing, refuseQuery, refuseUnasked, selectOf } from './asked.js'
import { csvLine, ROWS } from './csv.js'

/** sqlite:FILE?table=NAME or ?query=SELECT...: its rows, one by one, as csv. */
export async function fetchSQLite(arg: string, nth: number, inlet: Inlet): Promise<InputFile[]> {
  const [file, label, { ask }] = [fileOf(arg), labelOf(arg), databaseAddress(arg)]
  const before = await standingsOf(file, label)
  const database = await opened(file, inlet)
  try {
    if (ask === undefined) refuseUnasked(label, tablesOf(database))
    const spooled = await spool(rows(database, ask, label), label, nth, inlet)
    refuseChanged(before)
    return [{ ...spooled, compression: 'none', written: ROWS }]
  } finally {
    database.close()
  }
}

export async function sqliteTables(file: string, inlet: Pick<Inlet, 'workspace'>): Promise<string[]> {
  const database = await opened(file, inlet)
  try {
    return tablesOf(database)
  } finally {
    database.close()
  }
}

type Watched = { readonly path: string; readonly label: string; readonly standing: Standing }

/** How the files of a database stand. This client sees no locks of other programs, so that a change meanwhile shows here alone. */
async function standingsOf(file: string, label: string): Promise<Watched[]> {
  if (!existsSync(file)) fail('input', `there is no file ${file}`, 'Check the name.')
  if (hasBytes(`${file}-journal`))
    fail('input', `a change to ${file} is under way`, 'Wait until the program that writes to it is done.')
  const paths = [file, ...(hasBytes(walOf(file)) ? [walOf(file)] : [])]
  return Promise.all(paths.map(async (path) => ({ path, label, standing: await standingOf(path) })))
}

function hasBytes(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
}

function walOf(file: string): string {
  return `${file}-wal`
}

/** Opens a database through a link in the workspace: its lock, and the log of changes that it may begin, are made there and not beside it. */
async function opened(file: string, { workspace }: Pick<Inlet, 'workspace'>): Promise<Database> {
  const { default: sqlite } = await client('sqlite:', ['node-sqlite3-wasm'], () => import('node-sqlite3-wasm'))
  const link = join(workspace.dir, `${fresh('sqlite')}.db`)
  symlinkSync(realpathSync(file), link)
  if (hasBytes(walOf(file))) copyFileSync(walOf(file), walOf(link))
  let database: Database | undefined
  try {
    database = new sqlite.Database(link, { readOnly: true, fileMustExist: true })
    database.exec('PRAGMA locking_mode = EXCLUSIVE') // without it, changes that were logged apart could not be read
    database.get('SELECT count(*) FROM sqlite_schema')
    return database
  } catch (cause) {
    database?.close()
    return fail('input', `${file} cannot be opened as a SQLite database`, 'Check that it is one, and whole.', cause)
  } finally {
    rmSync(walOf(link), { force: true }) // it stays open, and a killed run leaves nothing of it
  }
}

function tablesOf(database: Database): string[] {
  const found = database.all(
    `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  )
  return found.map((row) => String(row.name))
}

const BATCH = 1000

async function* rows(database: Database, ask: NonNullable<Ask>, label: string): AsyncGenerator<Buffer> {
  // Inside of another, so that it is one SELECT whatever stands in it, and columns of one name are told apart.
  const asked = 'table' in ask ? `SELECT * FROM ${remarked(name(ask.table))}` : selectOf(ask)
  const select = `WITH lethe_asked AS (${asked}\n) SELECT * FROM lethe_asked`
  let statement: ReturnType<Database['prepare']> | undefined
  try {
    statement = database.prepare(select)
    let lines: string[] = []
    let first = true
    for (const row of statement.iterate()) {
      if (first) lines.push(csvLine(Object.keys(row)))
      first = false
      lines.push(csvLine(Object.values(row)))
      if (lines.length < BATCH) continue
      yield Buffer.from(lines.join(''))
      lines = []
      await nextTurn() // the client never waits, and whoever wants to stop it must be heard
    }
    yield Buffer.from(first ? csvLine(columnsOf(database, select)) : lines.join(''))
  } catch (cause) {
    const { message } = cause as Error
    if (/^no such table/.test(message)) refuseMissing(label, tablesOf(database))
    if (/malformed|corrupt|not a database|disk I\/O/.test(message))
      fail('input', `${fileOf(label)} is damaged`, 'Restore it, or take a copy with sqlite3 FILE .recover.', cause)
    if ((cause as Error).name === 'SQLite3Error') refuseQuery(label, cause)
    throw cause
  } finally {
    statement?.finalize()
  }
}

/** Names of the columns of a query without rows: of the one row that it has beside something that is always there. */
function columnsOf(database: Database, select: string): string[] {
  const row = database.get(`SELECT * FROM (SELECT 1 AS one) LEFT JOIN (${select}) ON true`)
  return Object.keys(row ?? {}).slice(1)
}

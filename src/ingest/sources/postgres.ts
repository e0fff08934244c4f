import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { Client as Database } from 'pg'
import { databaseAddress, labelOf } from '../../base/address.js'
import { client } from '../../base/client.js'
import { fail, LetheError } from '../../base/errors.js'
import type { Inlet, InputFile } from '../input-file.js'
import { spool } from '../spool.js'
import { refuseMissing, refuseQuery, refuseUnasked, selectOf } from './asked.js'
import { oneLineEach, ROWS } from './csv.js'
import { unreachable, wentAway } from './network.js'

const ANSWER_MS = 15_000

/** postgres://user@host:port/db?table=NAME or ?query=SELECT...: its rows as the server streams them. */
export async function fetchPostgres(arg: string, nth: number, inlet: Inlet): Promise<InputFile[]> {
  const [label, { ask }] = [labelOf(arg), databaseAddress(arg)]
  const [{ default: pg }, { to }] = await client('postgres:', ['pg', 'pg-copy-streams'], () =>
    Promise.all([import('pg'), import('pg-copy-streams')]),
  )
  const { database, socket } = await connected(pg, arg, label)
  const stop = () => socket.destroy()
  inlet.signal?.addEventListener('abort', stop)
  try {
    if (ask === undefined) refuseUnasked(label, await tablesOf(database))
    await database.query(ONE_ORDER)
    const copied = database.query(to(`COPY (${selectOf(ask)}\n) TO STDOUT (FORMAT csv, HEADER)`))
    const spooled = await spool(rows(copied, label, database), label, nth, inlet)
    return [{ ...spooled, compression: 'none', written: ROWS }]
  } finally {
    inlet.signal?.removeEventListener('abort', stop)
    socket.destroy() // nothing was written that would have to be committed
  }
}

// One snapshot, and rows in one order where the query names none, so that a table that stays gives the same digest again.
const ONE_ORDER = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL TIME ZONE 'UTC'; SET LOCAL datestyle = 'ISO';
  SET LOCAL synchronize_seqscans = off; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL statement_timeout = 0`

/** All of these mean the strictest to this client, which says so in many words where it is asked for less. */
const WEAKER = /^sslmode=(?:prefer|require|verify-ca)$/

async function connected({ Client }: Pick<typeof import('pg'), 'Client'>, arg: string, label: string) {
  const { place, settings: said } = databaseAddress(arg)
  const settings = said.map((setting) => setting.replace(WEAKER, 'sslmode=verify-full'))
  const url = `${place}${settings.length === 0 ? '' : `?${settings.join('&')}`}`
  if (!URL.canParse(url))
    fail(
      'usage',
      'the address of a database is not understood',
      'Write postgres://user@host:5432/db?table=NAME; in a password, %40 stands for @ and %2F for /.',
    )
  const socket = new Socket()
  const database = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    application_name: 'lethe',
    stream: () => socket,
  })
  database.on('error', () => {}) // what was under way is told of it too
  try {
    await database.connect()
    return { database, socket }
  } catch (cause) {
    socket.destroy()
    throw told(label, cause) ?? unreachable(label, cause) ?? noAnswer(label, cause)
  }
}

function noAnswer(label: string, cause: unknown): LetheError {
  return new LetheError('input', `${label} does not let us in`, {
    next: 'Check that a PostgreSQL server answers there, and what it asks for (sslmode=require).',
    cause,
  })
}

/** Copies rows on; what goes wrong on the side of the server is told in our words. */
async function* rows(copied: Readable, label: string, database: Database): AsyncGenerator<Buffer> {
  try {
    yield* oneLineEach(copied)
  } catch (cause) {
    const { code, position } = cause as { readonly code?: string; readonly position?: string }
    if (code === '42P01') {
      await database.query('ROLLBACK')
      refuseMissing(label, await tablesOf(database))
    }
    if (code?.startsWith('42') && code !== '42501') refuseQuery(label, cause, fromStartOfQuery(position))
    throw told(label, cause) ?? wentAway(label, cause)
  }
}

/** Where in the query, which stands behind a word of ours. */
function fromStartOfQuery(position: string | undefined): string | undefined {
  const at = Number(position) - 'COPY ('.length
  return at > 0 ? String(at) : undefined
}

/** What a server says by its codes, in our words: its own may quote rows. */
function told(label: string, cause: unknown): LetheError | undefined {
  const { code } = cause as { readonly code?: string }
  const said = code === undefined ? undefined : SAID[code]
  return said && new LetheError('input', `${label} ${said[0]}`, { next: said[1], cause })
}

const PASSWORD = 'Check user and password: in the address, PGPASSWORD or ~/.pgpass.'
const SAID: Readonly<Record<string, readonly [string, string]>> = {
  '28P01': ['does not accept the password', PASSWORD],
  '28000': ['does not let this user in', PASSWORD],
  '3D000': ['does not exist on that server', 'Check the name of the database.'],
  '42501': ['may not be read by this user', 'Ask for the right to SELECT.'],
  '25006': ['is read only here, and the query writes', 'Write a query that only reads.'],
  '53300': ['has no connection left', 'Try again later.'],
  '22P02': ['holds a value that the query cannot convert', 'Mend the query: it gives no rows.'],
}

async function tablesOf(database: Database): Promise<string[]> {
  const { rows: found } = await database.query<{ name: string }>(
    `SELECT CASE table_schema WHEN 'public' THEN '' ELSE table_schema || '.' END || table_name AS name FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  )
  return found.map(({ name }) => name)
}

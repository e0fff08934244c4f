import { fail } from '../../base/errors.js'
import { keyId } from '../../crypto/key-file.js'
import { bytesIn, cast, none, semiJoin } from '../../engines/dialect/index.js'
import type { Sql } from '../../engines/engine.js'
import { fresh, name, text } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import type { Context } from '../../release/context.js'
import type { Made } from '../../release/made.js'
import { epochOf, type Rotation } from '../epochs.js'
import { epochKey } from '../keys.js'
import { keyOf } from '../oblivious/public-keys.js'
import { type ObliviousServer, obliviousSeeds, type Seeds } from '../oblivious/seeds.js'
import { MAX_QUERY, type Sharing } from '../scheme.js'
import { shareRows } from './rows.js'

/** Replaces queries by tags; shares and ciphertexts go into tables of their own, one row per (tag, person) and one per tag. */
export async function share(
  log: Log,
  sharing: Sharing,
  rotation: Rotation,
  server: ObliviousServer | undefined,
  on: Context,
): Promise<Made> {
  const { engine } = on
  const key = on.key!
  if (rotation !== 'none' && !log.has.time)
    fail(
      'refused',
      'epochs need times, and the log has none',
      'Name the column with --columns time=NAME, or leave --epoch out.',
    )
  const tables = { shares: fresh('shares'), texts: fresh('texts'), queries: fresh('queries') }
  const epochs = await epochsOf(engine, log, rotation)
  if (server?.keys) for (const { label } of epochs) keyOf(server.keys, label) // before anything is asked
  const seeds = server && obliviousSeeds(server, on)
  for (const [i, epoch] of epochs.entries()) {
    on.say(`sharing queries${epochs.length > 1 ? `, epoch ${i + 1} of ${epochs.length}` : ''}`)
    await shareEpoch(log, epoch, i === 0, { sharing, key, tables, seeds }, on)
  }
  const opened = fresh('opened')
  await engine.view(opened, `SELECT lower(hex(tag)) AS tag, query FROM ${tables.queries}`)
  const rows = await sealedRows(engine, log, tables.queries, rotation, epochs)
  return {
    log: rows,
    tables: [
      {
        name: 'shares',
        table: tables.shares,
        columns: [
          { name: 'tag', type: 'bytes', meaning: 'as in the rows' },
          { name: 'x', type: 'bytes', meaning: 'point of a person who asked the query, as a number' },
          { name: 'y', type: 'bytes', meaning: 'value at that point' },
        ],
      },
      {
        name: 'ciphertexts',
        table: tables.texts,
        columns: [
          { name: 'tag', type: 'bytes', meaning: 'as in the rows' },
          { name: 'text', type: 'bytes', meaning: 'the query, encrypted under the secret that its shares hold' },
        ],
      },
    ],
    truth: { tags: opened }, // (tag, query)
    facts: { epochs: epochs.map(({ label }) => ({ epoch: label, keyId: keyId(epochKey(key, label)) })) },
    readable: await readableQueries(engine, tables, sharing.t),
    more: {
      keyId: keyId(key),
      epoch: rotation,
      ...sharing,
      ...(server?.keys ? { serverKey: server.keys.digest } : {}),
    },
  }
}

const DAY = cast(cast('time', 'day'), 'text')

interface Epoch {
  readonly label: string
  /** Its days, or undefined for all of them and null among them for rows without a time. */
  readonly days: readonly (string | null)[] | undefined
}

async function epochsOf(engine: Sql, log: Log, rotation: Rotation): Promise<Epoch[]> {
  if (rotation === 'none') return [{ label: epochOf(rotation, undefined), days: undefined }]
  const days = new Map<string, (string | null)[]>()
  const seen = await engine.all<{ day: string | null }>(
    `SELECT DISTINCT ${DAY} AS day FROM ${log.table} WHERE query IS NOT NULL ORDER BY day`,
  )
  for (const { day } of seen) {
    const label = epochOf(rotation, day ?? undefined)
    days.set(label, [...(days.get(label) ?? []), day])
  }
  return [...days].map(([label, list]) => ({ label, days: list }))
}

/** The rows of an epoch whose query can be shared. */
function inEpoch({ days }: Epoch): string {
  const dated = days?.filter((day) => day !== null).map(text)
  const here = [
    ...(dated && dated.length > 0 ? [`${DAY} IN (${dated.join(', ')})`] : []),
    ...(days?.includes(null) ? ['time IS NULL'] : []),
  ]
  const sharable = `query IS NOT NULL AND ${bytesIn('query')} <= ${MAX_QUERY}`
  return here.length === 0 ? sharable : `${sharable} AND (${here.join(' OR ')})`
}

// Tabs and line ends in a user id would end its column; what stands for them stands in no other.
const PERSON = `replace(replace(replace(person, chr(9), chr(1) || 't'), chr(10), chr(1) || 'n'), chr(13), chr(1) || 'r')`

interface Making {
  readonly sharing: Sharing
  readonly key: Uint8Array
  readonly tables: { readonly shares: string; readonly texts: string; readonly queries: string }
  readonly seeds: Seeds | undefined
}

async function shareEpoch(log: Log, epoch: Epoch, first: boolean, making: Making, on: Context): Promise<void> {
  const { engine } = on
  const { tables, sharing } = making
  const [queries, pairs] = [fresh('queries'), fresh('pairs')]
  const where = inEpoch(epoch)
  await engine.materialise(
    queries,
    `SELECT query, row_number() OVER () AS id FROM (SELECT DISTINCT query FROM ${log.table} WHERE ${where})`,
  )
  const seeds = await making.seeds?.(queries, epoch.label)
  const step = { sharing, key: making.key, epoch: epoch.label, seeds }
  const sealed = await shareRows(`SELECT query, id FROM ${queries} ORDER BY id`, 'texts', step, on) // (tag, text, id)
  await engine.view(pairs, `SELECT DISTINCT query, ${PERSON} AS person FROM ${log.table} WHERE ${where}`)
  const shares = await shareRows(`SELECT person, query FROM ${pairs}`, 'shares', step, on) // (tag, x, y)
  // Where persons share a point their shares are the same, and one is enough.
  const distinct = sharing.scheme === 'shamir' || sharing.scheme === 'unanimous' ? 'DISTINCT' : ''
  const into = (table: string, select: string) =>
    first ? engine.materialise(table, select) : engine.insert(table, select)
  await into(tables.shares, `SELECT ${distinct} tag, x, y FROM ${shares}`)
  await into(tables.texts, `SELECT tag, text FROM ${sealed}`)
  await into(
    tables.queries,
    `SELECT q.query, ${text(epoch.label)} AS epoch, s.tag FROM ${queries} q JOIN ${sealed} s ON q.id = s.id`,
  )
  await engine.drop(pairs, queries, sealed, shares)
}

/** Rows with a tag instead of their query, and nothing beside it. */
async function sealedRows(
  engine: Sql,
  log: Log,
  queries: string,
  rotation: Rotation,
  epochs: readonly Epoch[],
): Promise<Log> {
  const table = fresh('sealed')
  const extras = log.extras.map((extra) => `${none('text')} AS ${name(`x_${extra}`)}`)
  const session = log.has.session ? ['l.session'] : []
  const columns = [
    'l.person',
    `${none('text')} AS query`,
    'q.tag',
    'l.time',
    `${none('integer')} AS rank`,
    `${none('text')} AS url`,
  ]
  const selected = [...columns, ...session, ...extras].join(', ')
  if (rotation === 'none')
    await engine.materialise(table, `SELECT ${selected} FROM ${log.table} l JOIN ${queries} q ON l.query = q.query`)
  else {
    const days = fresh('days')
    const pairs = epochs.flatMap(({ label, days: list }) => (list ?? []).map((day) => [day, label] as const))
    await engine.append(days, ['day', 'epoch'], [[pairs.map(([day]) => day), pairs.map(([, label]) => label)]])
    await engine.materialise(
      table,
      `SELECT ${selected} FROM ${log.table} l
      JOIN ${days} d ON ${cast(cast('l.time', 'day'), 'text')} IS NOT DISTINCT FROM d.day JOIN ${queries} q ON l.query = q.query AND q.epoch = d.epoch`,
    )
  }
  return { ...log, table, has: { ...log.has, raw: false, tag: true }, sealed: true }
}

/** A table (query) of what can be read: queries with t distinct shares, in whichever epoch. */
async function readableQueries(engine: Sql, { shares, queries }: Making['tables'], t: number): Promise<string> {
  const table = fresh('readable')
  await engine.materialise(
    table,
    `SELECT DISTINCT query FROM ${queries} ${semiJoin(`(SELECT tag FROM ${shares} GROUP BY tag HAVING count(*) >= ${t})`, 'USING (tag)')}`,
  )
  return table
}

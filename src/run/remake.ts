import { join } from 'node:path'
import type { AddedRow, Remade } from '../attacks/attack.js'
import { fail } from '../base/errors.js'
import type { Session } from '../engines/session.js'
import { fresh } from '../engines/sql.js'
import { allRead, type Log } from '../log/log.js'
import { type Own, ownSteps } from '../plans/foreign.js'
import type { Plan } from '../plans/plan.js'
import type { ColumnOptions } from '../release/columns.js'
import type { Manifest } from '../release/manifest.js'
import { openRelease } from '../release/reader.js'
import { readSeen } from '../release/seen.js'
import { releaseRead } from './release/index.js'
import { prepare } from './release/prepare.js'
import { truthBeside } from './truth.js'

/** How the releases of an attack are made. */
export interface RemakeOptions {
  readonly plan: Plan
  readonly shows?: Partial<ColumnOptions>
  readonly seed?: number
}

/** How a release was made, so that it can be made again, with what the custodian gives. A table of items shows nothing beside its items. */
export async function planOfRelease({ steps, shows, columns, sample }: Manifest, own?: Own): Promise<Plan> {
  if (sample !== undefined)
    fail(
      'refused',
      'it is of a sample of persons, and a release of the whole log would be another',
      'Attack a release that was made without --sample-people.',
    )
  const { link, time, rank } = shows
  const items = columns.some(({ name }) => name === 'item')
  return { steps: await ownSteps(steps, own), shows: items ? {} : { link, time, rank } }
}

/** Gives a function that releases a log with rows added, by a plan, into the workspace. Keys for tags are drawn and forgotten. */
export function remaker(
  log: Log,
  options: RemakeOptions,
  session: Session,
): (rows: readonly AddedRow[]) => Promise<Remade> {
  let made = 0
  return async (rows) => {
    made++
    const out = join(session.workspace.dir, fresh('remade')) // other attacks of the session make releases there too
    const { plan, shows, seed } = options
    const ready = await prepare(
      {
        plan,
        out,
        ephemeralKey: true,
        truth: true,
        unpublished: true,
        ...(shows ? { shows } : {}),
        ...(seed === undefined ? {} : { seed: seed + made }),
      },
      log.unit === undefined ? {} : { unit: log.unit },
    )
    const added = await withRows(log, rows, session)
    await releaseRead({ log: added, source: noSource(added.table, rows.length) }, ready, session)
    return {
      seen: await readSeen(session.engine, openRelease(out)),
      truth: (await truthBeside(session.engine, out)) ?? { tables: {} }, // a table of items has none
    }
  }
}

/** Attackers add up to hundreds of thousands of rows: they go in at once, as text, and become what the columns of the log are. */
async function withRows(log: Log, rows: readonly AddedRow[], { engine }: Session): Promise<Log> {
  const [table, given] = [fresh('added'), fresh('given')]
  const columns = await engine.schema(`SELECT * FROM ${log.table}`)
  await engine.materialise(table, `SELECT * FROM ${log.table}`)
  if (rows.length === 0) return { ...log, table }
  const fields = ['user', 'query', 'time', 'url'] as const
  await engine.append(given, fields, [fields.map((field) => rows.map((row) => row[field] ?? null))])
  const cells = columns.map(({ name: column, type }) => `CAST(${GIVEN[column] ?? 'NULL'} AS ${type})`)
  await engine.insert(table, `SELECT ${cells.join(', ')} FROM ${given}`)
  await engine.drop(given)
  return { ...log, table }
}

/** Which field of an added row a column of the log takes. */
const GIVEN: Readonly<Record<string, string>> = {
  person: '"user"',
  query: 'query',
  raw: 'query',
  time: '"time"',
  url: 'url',
}

function noSource(table: string, rows: number) {
  const records = async () => allRead(rows)
  return { paths: [], places: [], format: 'none', rows, bad: [], records, notes: [], table, digests: async () => [] }
}

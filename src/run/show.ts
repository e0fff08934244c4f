import type { Session } from '../engines/session.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { ReadyStep } from '../plans/derive.js'
import type { Random } from '../random/random.js'
import { type ColumnOptions, releasedColumns, releaseSql } from '../release/columns.js'
import type { Shown } from '../trials/trial.js'
import { runSteps } from './steps.js'

/** How releases are made whose files nobody needs. */
export interface Showing {
  readonly steps: readonly ReadyStep[]
  readonly shows: ColumnOptions
  readonly random: Random
  readonly key: Uint8Array | undefined
}

/** Runs steps on a log, and gives the tables of the release that they would make. */
export async function show(log: Log, { steps, shows, random, key }: Showing, session: Session): Promise<Shown> {
  const watched = watch(random)
  const made = await runSteps(steps, log, { ...session, random: watched.random, key, say: () => {} })
  const chance = watched.drawn()
  const own = (made.tables ?? []).map(({ table, columns }) => ({ table, columns: columns.map(({ name }) => name) }))
  if (made.log === undefined) return { tables: own, readable: made.readable, chance }
  const columns = releasedColumns(made.log, shows, random.bytes(32))
  const rows = fresh('shown')
  await session.engine.view(rows, releaseSql(made.log, shows, columns))
  return {
    tables: [{ table: rows, columns: columns.map(({ info }) => info.name) }, ...own],
    readable: made.readable,
    chance,
  }
}

/** The same chance, and whether any of it was drawn. */
function watch(random: Random): { readonly random: Random; readonly drawn: () => boolean } {
  let drawn = false
  const noting =
    <A extends unknown[], T>(draw: (...given: A) => T) =>
    (...given: A): T => {
      drawn = true
      return draw(...given)
    }
  const { kind, uint32, below, unit, bytes } = random
  return {
    random: { kind, uint32: noting(uint32), below: noting(below), unit: noting(unit), bytes: noting(bytes) },
    drawn: () => drawn,
  }
}

import { createHmac } from 'node:crypto'
import { semiJoin } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { mapText } from '../engines/map-text.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import { percentOf } from '../release/sample.js'
import type { Check } from './check.js'

/** The sample that a release is of, as far as it can be told: its rows in the log, and what is said of it. */
export interface SampleFound {
  readonly check: Check
  readonly log?: Log
}

/** What a log is needed for, and who has the key. */
export interface SampleEvidence {
  readonly log?: Log
  readonly key?: Uint8Array
  /** Is the private folder of the run at hand? */
  readonly folder: boolean
}

/**
 * Of a sample persons count that are in it, and who they are only its key tells: in the whole log there may be enough where the sample has too
 * few, and other counts than noise explains. Without the key nothing is counted in the log.
 */
export async function sampleOf(engine: Sql, share: number, { log, key, folder }: SampleEvidence): Promise<SampleFound> {
  const about = `about ${percentOf(share)} of the persons`
  if (log === undefined)
    return {
      check: {
        name: 'sample',
        holds: null,
        detail: `${about}, says the manifest`,
        toShow: 'Give the log, and the private folder of the run: --against LOG --private DIR.',
      },
    }
  if (key === undefined || log.unit === undefined)
    return {
      check: {
        name: 'sample',
        holds: null,
        detail: `${about}; which of the log they are only the key of the sample tells, and it is not at hand`,
        onClaim: true,
        toShow: folder
          ? 'The private folder has no key of the sample (--ephemeral-key, or it was removed): make the release again with one to hold it against the log.'
          : 'Give the private folder of the run, which has the key of the sample: --private DIR.',
      },
    }
  return {
    check: {
      name: 'sample',
      holds: true,
      detail: `${about}, drawn again with the key of the run`,
      believing: 'who is in the sample',
    },
    log: await drawnAgain(engine, log, share, key),
  }
}

/** The rows of persons whose HMAC-SHA-256, as a number from 0 to 1, is below the share. */
async function drawnAgain(engine: Sql, log: Log, share: number, key: Uint8Array): Promise<Log> {
  const lot = (person: string) => createHmac('sha256', key).update(person).digest().readUInt32BE(0) / 2 ** 32
  const lots = await mapText(engine, log.table, 'person', (person) => (lot(person) < share ? 'in' : 'out'))
  const table = fresh('drawn_again')
  await engine.materialise(
    table,
    `SELECT l.* FROM ${log.table} l ${semiJoin(`(SELECT value FROM ${lots} WHERE mapped = 'in') s`, 'ON l.person = s.value')}`,
  )
  await engine.drop(lots)
  const { stored: _, ...rest } = log
  return { ...rest, table }
}

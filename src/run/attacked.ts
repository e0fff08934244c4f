import type { Session } from '../engines/session.js'
import { countSelected } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import { seededRandom } from '../random/seeded.js'
import { sampled } from '../release/sample.js'
import type { SampleOf } from '../report/outcomes.js'

/** Persons of a log whom attacks take that make releases anew. Each such release costs what the first one did, and what they try takes few persons. */
export const ATTACKED_PEOPLE = 20_000

/** What attacks that make releases anew make them of. */
export interface Attacked {
  readonly log: Log
  /** Where it is a sample of the persons; without it it is the log. */
  readonly sample?: SampleOf
}

/** The log, or of one with more than twice as many persons a sample of about so many, each with all rows. */
export async function attackedOf(log: Log, people: number, seed: number, { engine }: Session): Promise<Attacked> {
  if (log.unit === undefined) return { log }
  const personsIn = ({ table }: Log) =>
    countSelected(engine, `SELECT DISTINCT person FROM ${table} WHERE person IS NOT NULL`)
  const of = await personsIn(log)
  if (of <= 2 * people) return { log }
  const some = await sampled(engine, log, people / of, seededRandom(seed).bytes(32))
  return { log: some, sample: { persons: await personsIn(some), of } }
}

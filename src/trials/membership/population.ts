import type { Engine } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { bringIn, type MadeUpRow } from '../tables.js'
import type { TrialContext } from '../trial.js'

/** The log with a number for each person: those of the log from 0, then made-up ones. */
export interface Population {
  /** The rows of the log and of the made-up persons, with `number`. */
  readonly numbered: string
  /** Persons of the log. */
  readonly real: number
  /** Persons in all. */
  readonly all: number
  /** The numbers of made-up persons who are targets. */
  readonly planted: readonly number[]
}

/** Made-up persons: those who only stand there for others, and those who are targets. */
export interface Planted {
  readonly crowd: readonly MadeUpRow[]
  readonly targets: readonly MadeUpRow[]
}

/** Puts made-up persons into a copy of the log and numbers everybody. */
export async function populate(
  { engine, log }: Pick<TrialContext, 'engine' | 'log'>,
  { crowd, targets }: Planted,
): Promise<Population> {
  const madeUp = await bringIn(engine, log, [crowd, targets])
  const [people, numbered] = [fresh('people'), fresh('numbered')]
  await engine.materialise(
    people,
    `SELECT person, id, (row_number() OVER (ORDER BY id, person) - 1)::UINTEGER AS number FROM (
      SELECT DISTINCT person, -1 AS id FROM ${log.table} WHERE person IS NOT NULL UNION ALL SELECT DISTINCT person, id FROM ${madeUp})`,
  )
  await engine.materialise(
    numbered,
    `SELECT * FROM (SELECT * FROM ${log.table} UNION ALL BY NAME SELECT * EXCLUDE (id) FROM ${madeUp}) JOIN (SELECT person, number FROM ${people}) USING (person)`,
  )
  const numbers = await engine.all<{ number: number; id: number }>(
    `SELECT number, id FROM ${people} WHERE id = 1 ORDER BY number`,
  )
  const [size] = await engine.all<{ real: number; everybody: number }>(
    `SELECT count(*) FILTER (WHERE id < 0) AS real, count(*) AS everybody FROM ${people}`,
  )
  await engine.drop(people, madeUp)
  return {
    numbered,
    real: size?.real ?? 0,
    all: size?.everybody ?? 0,
    planted: numbers.map(({ number }) => number),
  }
}

/** The rows of some of the persons as a log's table; `persons` is SQL that stands after FROM and the name of the copy. */
export async function partOf(engine: Engine, { numbered }: Population, persons: string): Promise<string> {
  const table = fresh('part')
  await engine.materialise(table, `SELECT * EXCLUDE (number) FROM ${numbered} ${persons}`)
  return table
}

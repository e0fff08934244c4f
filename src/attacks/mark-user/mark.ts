import { fail } from '../../base/errors.js'
import { hmacSql } from '../../engines/dialect/hashes.js'
import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import type { AttackContext } from '../attack.js'
import type { Mark } from './marked.js'

interface Victim {
  readonly person: string
  readonly query: string
  readonly time: string | null
  readonly history: number
}

const LETTERS = 'bcdfghjkmnprtvw'

/** Makes a release in which victims asked their odd queries, a second after a row of theirs, and looks for them. */
export async function markAndLook(users: number, bait: 'odd' | 'near', on: AttackContext): Promise<Mark[]> {
  if (on.remake === undefined || on.reference === undefined) fail('internal', 'there is no log to mark')
  const victims = await choose(users, on.reference, on)
  const marks = victims.map((victim) => ({ ...victim, mark: markFor(victim, bait, on) }))
  const { seen } = await on.remake(
    marks.map(({ person, mark, time }) => ({
      user: person,
      query: mark,
      ...(time === null ? {} : { time: aSecondAfter(time) }),
    })),
  )
  const { engine } = on
  const wanted = fresh('marks')
  await engine.append(wanted, ['mark'], [[marks.map(({ mark }) => mark)]])
  const { table, columns } = seen.rows
  const beside = columns.includes('pseudonym')
    ? `(SELECT count(*) FROM ${table} o WHERE o.pseudonym = r.pseudonym AND o.query IS DISTINCT FROM r.query)`
    : '0'
  const found = await engine.all<{ mark: string; rows: number }>(
    `SELECT m.mark, max(${beside}) AS rows FROM ${wanted} m JOIN ${table} r ON r.query = m.mark GROUP BY m.mark`,
  )
  const rows = new Map(found.map((row) => [row.mark, row.rows]))
  return marks.map(({ person, mark, history }) => ({
    person,
    history,
    found: rows.has(mark),
    rows: rows.get(mark) ?? 0,
  }))
}

/** Persons by lot, each with a row of theirs by lot. */
async function choose(users: number, reference: Log, { engine, random }: AttackContext): Promise<Victim[]> {
  const lot = (column: string) => hmacSql(random.bytes(32), column)
  const rows = `(SELECT person, query, time FROM ${reference.table} WHERE person IS NOT NULL AND query IS NOT NULL)`
  const drawn = `(SELECT person, ${lot('person')} AS place FROM (SELECT DISTINCT person FROM ${rows}) ORDER BY place, person LIMIT ${users})`
  return engine.all<Victim>(`
    SELECT person, arg_min(query, lot) AS query, arg_min(time, lot)::VARCHAR AS time, count(*) AS history FROM (
      SELECT person, place, query, time, ${lot(`query || coalesce(time::VARCHAR, '')`)} AS lot FROM ${rows} JOIN ${drawn} USING (person))
    GROUP BY person, place ORDER BY place, person`)
}

function markFor({ query }: Victim, bait: 'odd' | 'near', { random }: AttackContext): string {
  const word = `zq${Array.from({ length: 10 }, () => LETTERS[random.below(LETTERS.length)]).join('')}`
  return bait === 'near' ? `${query} ${word}` : word
}

function aSecondAfter(time: string): string {
  const moment = new Date(`${time.replace(' ', 'T').slice(0, 19)}Z`)
  return new Date(moment.getTime() + 1000).toISOString().slice(0, 19).replace('T', ' ')
}

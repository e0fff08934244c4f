import { type Histories, historiesOf } from '../cluster/histories.js'
import { columnsIn } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import { hostSql } from '../log/host-sql.js'
import { loadColumnar } from '../log/load-columnar.js'
import type { Person } from '../log/log.js'
import type { MeasureContext, Subject } from './measure.js'

/** Persons with what they asked and what is shown of them; a person may be missing in either. */
export interface Users {
  readonly persons: readonly Person[]
  readonly original: Histories
  readonly released: Histories
  /** Their numbers among the users of each, -1 for those who are not there. */
  readonly inOriginal: Int32Array
  readonly inReleased: Int32Array
}

/** Loads the histories of some persons of the log, at most `most`, chosen at random: what they asked, and what is shown of them. */
export async function loadUsers(subject: Subject, most: number, on: MeasureContext): Promise<Users> {
  const { engine } = on
  const [persons, original, released] = [fresh('chosen'), fresh('asked'), fresh('shown')]
  const all = await engine.all<{ person: string }>(
    `SELECT DISTINCT person FROM ${subject.original.table} WHERE person IS NOT NULL AND query IS NOT NULL ORDER BY person`,
  )
  const chosen = drawn(all, most, on).map(({ person }) => person as Person)
  await engine.append(persons, ['person'], [[chosen]])
  await engine.view(
    original,
    `SELECT l.person, l.query, l.time, l.rank, ${hostSql('l.url')} AS url
    FROM ${subject.original.table} l SEMI JOIN ${persons} p ON l.person = p.person`,
  )
  await engine.view(released, `SELECT * FROM (${shownSql(subject)}) s SEMI JOIN ${persons} p ON s.person = p.person`)
  const budget = columnsIn(engine).limit / 2 // both are held at once
  const [asked, shown] = [
    historiesOf(await loadColumnar(engine, { ...subject.original, table: original }, budget)),
    historiesOf(await loadColumnar(engine, { ...subject.original, table: released }, budget)),
  ]
  await engine.drop(original, released, persons)
  const numbers = (histories: Histories) => {
    const byPerson = new Map(histories.persons.map((person, u) => [person, u]))
    return Int32Array.from(chosen, (person) => byPerson.get(person) ?? -1)
  }
  return { persons: chosen, original: asked, released: shown, inOriginal: numbers(asked), inReleased: numbers(shown) }
}

function drawn<T>(all: readonly T[], most: number, { random }: MeasureContext): T[] {
  const some = [...all]
  if (some.length <= most) return some
  for (let i = 0; i < most; i++) {
    const j = i + random.below(some.length - i)
    ;[some[i], some[j]] = [some[j] as T, some[i] as T]
  }
  return some.slice(0, most)
}

/** What is shown of persons as rows of a log, for those who know the truth: (person, query, time, rank, url). */
function shownSql({ released: { rows }, truth }: Subject): string {
  if (truth === undefined) throw new TypeError('the truth is not known')
  const linked = truth.columns.includes('pseudonym')
  const columns = linked ? rows.columns : truth.columns
  const has = (column: string) => columns.includes(column)
  const times = ['time', 'hour', 'day'].find(has)
  const select = `query, ${times === undefined ? 'NULL' : `try_cast(r.${times} AS TIMESTAMP)`}::TIMESTAMP AS time,
    ${has('rank') ? 'try_cast(r.rank AS INTEGER)' : 'NULL::INTEGER'} AS rank, ${has('host') ? 'r.host' : 'NULL::VARCHAR'} AS url`
  if (linked)
    return `SELECT t.person, r.${select} FROM ${rows.table} r JOIN (SELECT DISTINCT person, pseudonym FROM ${truth.table}) t ON r.pseudonym = t.pseudonym`
  // Who asked a shared query is known by its tag.
  const texts = has('query')
    ? truth.table
    : `(SELECT t.*, s.query FROM ${truth.table} t JOIN (SELECT DISTINCT tag, query FROM ${rows.table}) s ON t.tag = s.tag)`
  return `SELECT r.person, r.${select} FROM ${texts} r`
}

import { writeFileSync } from 'node:fs'
import { QuickChance } from '../../src/random/quick.js'

/** A stream of daily logs by made-up people: how many rows a day, of how many people. */
export interface StreamSize {
  readonly rows: number
  readonly people: number
  readonly queries: number
}

/** The most frequent queries, of which the truth is kept. */
export const TOP = 50

/** Who asked what on a day, row by row. */
export interface DayRows {
  readonly person: Uint32Array
  readonly query: Uint32Array
}

/** What was really asked: for each of the most frequent queries, who asked it on which day. */
export class Truth {
  private readonly days = new Map<number, Map<number, Set<number>>>()

  add(day: number, { person, query }: DayRows): void {
    const asked = new Map<number, Set<number>>()
    this.days.set(day, asked)
    for (const [i, which] of query.entries()) {
      if (which >= TOP) continue
      const persons = asked.get(which) ?? new Set<number>()
      asked.set(which, persons)
      persons.add(person[i]!)
    }
  }

  /** Persons who asked a query on one day. */
  on(day: number, query: number): number {
    return this.days.get(day)?.get(query)?.size ?? 0
  }

  /** Persons who asked it on any of these days. */
  within(from: number, to: number, query: number): number {
    const all = new Set<number>()
    for (let day = from; day <= to; day++) for (const person of this.days.get(day)?.get(query) ?? []) all.add(person)
    return all.size
  }

  forget(before: number): void {
    for (const day of this.days.keys()) if (day < before) this.days.delete(day)
  }
}

/** What the query of a number says. */
export function textOf(query: number): string {
  return `query ${query}`
}

/**
 * Writes the log of a day, the same for the same day: half of the people are rarely there; queries follow a law of Zipf with a long tail, and one in three is one that
 * the person asks again and again.
 */
export function writeDay(
  path: string,
  day: number,
  name: string,
  { rows: many, people, queries }: StreamSize,
): DayRows {
  const chance = new QuickChance(1000 + day)
  const rows: DayRows = { person: new Uint32Array(many), query: new Uint32Array(many) }
  const lines = ['user\tquery\ttime\n']
  for (let i = 0; i < many; i++) {
    const person = Math.floor(people * chance.unit() ** 1.5)
    const query = chance.unit() < 1 / 3 ? habit(person, chance.below(3), queries) : zipf(chance.unit(), queries)
    rows.person[i] = person
    rows.query[i] = query
    const second = Math.floor((86_399 * i) / many)
    const clock = [second / 3600, (second / 60) % 60, second % 60].map((n) => String(Math.floor(n)).padStart(2, '0'))
    lines.push(`${person}\t${textOf(query)}\t${name} ${clock.join(':')}\n`)
  }
  writeFileSync(path, lines.join(''))
  return rows
}

/** A query by a number from 0 to 1: chances fall as one over the rank. */
function zipf(u: number, queries: number): number {
  return Math.min(queries - 1, Math.floor(queries ** u) - 1)
}

/** One of the three queries that a person keeps asking. */
function habit(person: number, nth: number, queries: number): number {
  const chance = new QuickChance(77 + person * 3 + nth)
  return zipf(chance.unit(), queries)
}

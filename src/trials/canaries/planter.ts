import type { Random } from '../../random/random.js'
import { moment } from './moment.js'
import { oddWord, type PlantedRow, type Rule, type Secret } from './secret.js'

/** How many persons are too few and how many are enough, and when they search. */
export interface Numbers {
  /** Persons a query needs; one fewer must not do. */
  readonly k: number
  /** Persons a (query, host) pair needs. */
  readonly hostK: number
  /** Persons who are enough for every step. */
  readonly enough: number
  /** A day of the log, YYYY-MM-DD. */
  readonly day: string
}

/** Collects what is planted. */
export interface Planter extends Numbers {
  readonly random: Random
  readonly rows: PlantedRow[]
  readonly badLines: Buffer[]
  readonly secrets: Secret[]
  /** Ids of all planted persons. */
  readonly users: string[]
  word(): string
  person(): string
  persons(n: number): string[]
  /** A moment that no other planted row has, some days before the day of the log. */
  at(daysBefore?: number): string
  ask(user: string, query: string, more?: Partial<PlantedRow>): void
  /** Enters a secret: known by `values`, perhaps hashed as one of the whole texts `hashed`. */
  hide(kind: string, forbidden: Rule, values: readonly string[], hashed?: readonly string[]): void
}

export function planter(random: Random, numbers: Numbers): Planter {
  const rows: PlantedRow[] = []
  const secrets: Secret[] = []
  const users: string[] = []
  let tick = 0
  const word = () => oddWord(random)
  const person = () => {
    const id = `zu-${word()}`
    users.push(id)
    return id
  }
  const at = (daysBefore = 0) => moment(numbers.day, daysBefore, ++tick)
  return {
    ...numbers,
    random,
    rows,
    badLines: [],
    secrets,
    users,
    word,
    person,
    persons: (n) => Array.from({ length: n }, person),
    at,
    ask: (user, query, more = {}) => rows.push({ user, query, time: at(), ...more }),
    hide: (kind, forbidden, values, hashed = values) => secrets.push({ kind, values, hashed, forms: [], forbidden }),
  }
}

import { QuickChance } from '../../src/random/quick.js'
import { type DayRows, TOP } from './stream.js'

/** Counts of the most frequent queries if each person gives a number of items at most, and there is no noise at all: what the bound alone does to them. */
export class Bounded {
  /** Of the last days, as many as a window has. */
  private readonly rows = new Map<number, DayRows>()
  /** Contributions to the most frequent queries by day. */
  private readonly contributions = new Map<number, Uint32Array>()
  private readonly given = new Set<number>()
  private readonly times = new Map<number, number>()

  private readonly m: number
  private readonly window: number

  constructor(m: number, window: number) {
    this.m = m
    this.window = window
  }

  /** Days come one after the other, from the first of a stretch on. */
  add(day: number, rows: DayRows): void {
    if (day % this.window === 0) {
      this.given.clear()
      this.times.clear()
    }
    this.rows.set(day, rows)
    this.rows.delete(day - this.window)
    const counts = new Uint32Array(TOP)
    for (const [i, person] of rows.person.entries()) {
      const query = rows.query[i]!
      const [item, times] = [keyOf(person, query), this.times.get(person) ?? 0]
      if (times >= this.m || this.given.has(item)) continue
      this.given.add(item)
      this.times.set(person, times + 1)
      if (query < TOP) counts[query]!++
    }
    this.contributions.set(day, counts)
  }

  /** As a series bounds: each item once in a stretch, as persons give them. */
  inSeries(day: number, query: number): number {
    let sum = 0
    for (let one = day - this.window + 1; one <= day; one++) sum += this.contributions.get(one)?.[query] ?? 0
    return sum
  }

  /** As whoever counts a window anew bounds: of all that a person asked in it, some by chance. */
  anew(day: number): Float64Array {
    const days = [...this.rows.values()]
    const keys = new Float64Array(days.reduce((sum, { person }) => sum + person.length, 0))
    let filled = 0
    for (const { person, query } of days)
      for (let i = 0; i < person.length; i++) keys[filled++] = keyOf(person[i]!, query[i]!)
    keys.sort()
    const chance = new QuickChance(9000 + day)
    const counts = new Float64Array(TOP)
    for (let from = 0; from < keys.length; ) {
      const person = Math.floor(keys[from]! / SPACE)
      const items: number[] = []
      for (; from < keys.length && Math.floor(keys[from]! / SPACE) === person; from++)
        if (keys[from] !== keys[from - 1]) items.push(keys[from]! % SPACE)
      for (const query of items) if (query < TOP && chance.unit() < this.m / items.length) counts[query]!++
    }
    return counts
  }
}

/** More than there are queries. */
const SPACE = 2 ** 22

function keyOf(person: number, query: number): number {
  return person * SPACE + query
}

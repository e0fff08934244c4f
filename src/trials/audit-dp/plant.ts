import type { Random } from '../../random/random.js'
import type { MadeUpRow } from '../tables.js'
import type { DifferentialPrivacy } from './claim.js'

export type PlantedRow = MadeUpRow

/** A person who is in the log or not, or who asks one thing or another, by a coin. */
export interface Slot {
  readonly kind: 'spread' | 'few' | 'heap' | 'greedy'
  /** Items asked if the coin is 0 (none, where persons are added and removed) and if it is 1. */
  readonly items: readonly [readonly number[], readonly number[]]
  readonly rows: readonly [readonly PlantedRow[], readonly PlantedRow[]]
}

/** How many of what. */
export interface Sizes {
  /** Items that a person may give. */
  readonly perUser: number
  /** Others who have each item of a slot. */
  readonly level: number
  readonly leakers: number
  /** Times that one query is repeated by a person who tries to count as many. */
  readonly repeats: number
  readonly slots: readonly {
    readonly kind: Slot['kind']
    readonly slots: number
    /** Items of a person in it. */
    readonly items: number
  }[]
}

export interface Planting {
  /** Rows that are in every log. */
  readonly rows: readonly PlantedRow[]
  readonly slots: readonly Slot[]
  /** Items that must stay hidden, by the person who alone would bring them out. */
  readonly leaks: readonly (readonly number[])[]
  /** The items whose made-up words stand in a text. */
  readonly itemsIn: (text: string) => readonly number[]
}

const DAY = 24 * 60
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Makes up words, and rows that are items of the wanted kind. */
export function planter(random: Random, items: DifferentialPrivacy['items']) {
  const start = `zx${Array.from({ length: 5 }, () => LETTERS[random.below(26)]).join('')}`
  const known = new Map<string, number>()
  const words = new RegExp(`${start}[a-z]{5}`, 'g')
  let persons = 0
  const word = (n: number): string => {
    let [code, rest] = ['', n]
    for (let i = 0; i < 5; i++, rest = Math.floor(rest / 26)) code = `${LETTERS[rest % 26]}${code}`
    return `${start}${code}`
  }
  return {
    item: (): number => {
      const id = known.size
      known.set(word(id), id)
      return id
    },
    itemsIn: (text: string): number[] =>
      (text.match(words) ?? [])
        .flatMap((found) => known.get(found) ?? [])
        .filter((id, i, all) => all.indexOf(id) === i),
    /** A new person asks items, each on a day of its own, so that no session holds two; a pair is two queries in a minute. */
    person: (asked: readonly number[]): PlantedRow[] => {
      const person = `${start} ${persons++}`
      return asked.flatMap((id, day) => {
        const row = (query: string, minutes: number) => ({
          person,
          query,
          minutes: day * DAY + minutes,
          url: `http://${word(id)}.example/`,
        })
        return items === 'pairs' ? [row(word(id), 0), row('weather', 1)] : [row(word(id), 0)]
      })
    },
  }
}

/**
 * Plants the persons of an audit:
 *
 * - *leakers*, in every log, with items that nobody else has, or one person fewer than the claim asks for: without the leaker the
 *   item cannot come out, so with the leaker it may only with probability delta. Some have more items than a person may give;
 *   some repeat one query, to count as many.
 * - *slots*, persons by a coin, with items that `level` others have: what comes out must not tell the coin. They have as many
 *   items as a person may give, or a few of them, or one that they repeat, or many more than allowed.
 */
export function plant(random: Random, claim: DifferentialPrivacy, sizes: Sizes): Planting {
  const make = planter(random, claim.items)
  const items = (n: number) => Array.from({ length: n }, make.item)
  /** So many others with each item, none with more items than a person may give. */
  const crowd = (asked: readonly number[], n: number): PlantedRow[] =>
    asked.length === 0
      ? []
      : [
          ...Array.from({ length: n }, () => make.person(asked.slice(0, sizes.perUser))).flat(),
          ...crowd(asked.slice(sizes.perUser), n),
        ]
  const rows: PlantedRow[] = []
  const leaks: number[][] = []
  const companions = claim.minUsers - 1
  for (let i = 0; i < sizes.leakers; i++) {
    const asked = items(companions === 0 ? 2 * sizes.perUser : sizes.perUser)
    rows.push(...make.person(asked), ...crowd(asked, companions))
    leaks.push(asked)
  }
  const heap = (item: number) => make.person(Array.from({ length: sizes.repeats }, () => item))
  for (let i = 0; i < 2; i++) {
    const [item] = items(1) as [number]
    rows.push(...heap(item))
    leaks.push([item])
  }
  const slot = (kind: Slot['kind'], n: number): Slot => {
    const sides = [claim.neighbours === 'replace' ? items(n) : [], items(n)] as const
    for (const side of sides) rows.push(...crowd(side, sizes.level))
    const ask = (side: readonly number[]) => (kind === 'heap' && side.length > 0 ? heap(side[0]!) : make.person(side))
    return { kind, items: sides, rows: [ask(sides[0]), ask(sides[1])] }
  }
  const slots = sizes.slots.flatMap(({ kind, slots: n, items: each }) =>
    Array.from({ length: n }, () => slot(kind, each)),
  )
  return { rows, slots, leaks, itemsIn: make.itemsIn }
}

import type { Random } from '../../../random/random.js'
import type { DifferentialPrivacy } from '../claim.js'
import type { FileRow, Line, Shape } from './lines.js'

/** What an adversary plants: a crowd that is always there, and one person who is there or not. */
export interface Canary {
  readonly name: string
  readonly shape: Shape
  readonly crowd: readonly Line[]
  /** The lines of the one person, as many as they like, good or bad. */
  readonly person: readonly Line[]
  /** Texts to look for in a release. */
  readonly watched: readonly string[]
  /** Days are written 4/3/2024 in this file, all of them early enough in the month to be taken for either order. */
  readonly eitherOrder?: true
}

/** Crowds in which an item comes out nearly always, and about every other time. */
export interface Crowds {
  readonly sure: number
  readonly even: number
  /** Items that a person may give. */
  readonly perUser: number
}

/** Who is planted, and what they ask. */
export interface Plot {
  readonly random: Random
  readonly items: DifferentialPrivacy['items']
  readonly crowds: Crowds
  /** With which all names and texts begin, so that no real one is met. */
  readonly start: string
  readonly victim: string
  /** A text that a crowd asks. */
  readonly tea: string
  /** Texts at the threshold. */
  readonly edge: readonly string[]
  /** Persons of crowds so far. */
  persons: number
}

export const MOMENT = '2024-03-05 10:00:00'

export function newPlot(random: Random, items: DifferentialPrivacy['items'], crowds: Crowds): Plot {
  const start = `zx${Array.from({ length: 4 }, () => 'abcdefghijklmno'[random.below(15)]).join('')}`
  const edge = Array.from({ length: Math.min(10, crowds.perUser) }, (_, i) => `${start} edge ${i}`)
  return { random, items, crowds, start, victim: `${start}-victim`, tea: `${start} café`, edge, persons: 0 }
}

/** Rows of one person: every text on a day of its own, as an item of the kind that is counted. */
export function asks(items: DifferentialPrivacy['items'], user: string, texts: readonly string[]): FileRow[] {
  return texts.flatMap((query, i) => {
    const day = `2024-03-${String(1 + (i % 12)).padStart(2, '0')}`
    const row = (text: string, second: number): FileRow => ({
      user,
      query: text,
      time: `${day} ${String(Math.floor(i / 12) % 24).padStart(2, '0')}:${String(Math.floor(i / 288) % 60).padStart(2, '0')}:0${second}`,
      url: 'http://www.site.example/',
    })
    return items === 'pairs' ? [row(query, 0), row('weather', 1)] : [row(query, 0)]
  })
}

/** So many persons ask each text, nobody more than they may give. */
export function crowd(plot: Plot, texts: readonly string[], size: number): FileRow[] {
  const { items, start, crowds } = plot
  const rows: FileRow[] = []
  for (let from = 0; from < texts.length; from += crowds.perUser)
    for (let i = 0; i < size; i++)
      rows.push(...asks(items, `${start}-${plot.persons++}`, texts.slice(from, from + crowds.perUser)))
  return rows
}

/** A row of tab-separated text. */
export function line(user: string, query: string, time = MOMENT): string {
  return [user, query, time, ''].join('\t')
}

import { number, percent, table } from '../../base/format.js'
import type { AttackResult } from '../attack.js'

interface Level {
  readonly j: number
  readonly persons: number
  readonly candidates: number
  readonly one: number
  readonly further: number
}

interface Scored {
  readonly j: number
  readonly unique: number
  readonly learned: number
}

/** What came of it, for people: log and release beside each other, a line for each number of known words. */
export function inWords({ persons, original, released, scored }: AttackResult): string[] {
  const [before, after] = [original as readonly Level[], released as readonly Level[]]
  const right = scored as readonly Scored[] | undefined
  const head = ['known', 'persons', 'one history: log', 'release', ...(right ? ['the right one', 'words learnt'] : [])]
  const rows = after.map((level) => {
    const own = right?.find(({ j }) => j === level.j)
    return [
      String(level.j),
      number(level.persons),
      percent(before.find(({ j }) => j === level.j)?.one ?? 0),
      percent(level.one),
      ...(own ? [percent(own.unique), number(own.learned)] : []),
    ]
  })
  return [
    `A neighbour knows some words of each of ${number(Number(persons))} persons and looks for the histories that have them all.`,
    ...table([head, ...rows]),
    right
      ? 'Words learnt are those of the person, beside the known ones, that every history found has; in the mean.'
      : 'Whether it is the right one, the truth tells: --truth DIR.private of a release made with --truth.',
  ]
}

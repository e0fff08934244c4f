import { antiJoin, cast } from '../../engines/dialect/index.js'
import { fresh } from '../../engines/sql.js'
import { belowOf } from '../../random/whole.js'
import type { Context } from '../method.js'
import type { Lexicon } from './lexicon.js'

/** Two phrases of one length make a candidate of the next where the first without its first word is the second without its last: V_k. */
export interface Candidates {
  /** How many there are, exactly. */
  readonly size: number
  /** Up to which number each phrase, by its own, is the first end of candidates: the sums of how many it begins. */
  readonly upTo: Float64Array
  /** A table (a, place, number): phrases by their first end, and their place among those that have it. */
  readonly places: string
  readonly shorter: Lexicon
}

/** Counts the candidates of the next length. Words have no ends, so that any two make one: there `meets` is no condition. */
export async function candidatesAfter(shorter: Lexicon, on: Context): Promise<Candidates> {
  const places = fresh('places')
  const first = shorter.words === 1 ? '0' : 'a'
  const last = shorter.words === 1 ? '0' : 'b'
  await on.engine.materialise(
    places,
    `SELECT ${cast(first, 'code32')} AS a, number, ${cast(`row_number() OVER (PARTITION BY ${first} ORDER BY number) - 1`, 'long')} AS place FROM ${shorter.table}`,
  )
  const upTo = new Float64Array(shorter.size)
  let [at, sum] = [0, 0]
  for await (const [begins] of on.engine.stream(
    `SELECT coalesce(m.many, 0) AS many FROM ${shorter.table} x LEFT JOIN (SELECT a, count(*) AS many FROM ${places} GROUP BY a) m
      ON ${cast(shorter.words === 1 ? '0' : `x.${last}`, 'code32')} = m.a ORDER BY x.number`,
  ))
    for (const many of begins ?? []) {
      sum += many as number
      upTo[at++] = sum
    }
  return { size: sum, upTo, places, shorter }
}

/** The number of the first entry above a value. */
function firstAbove(upTo: Float64Array, value: number): number {
  let [low, high] = [0, upTo.length - 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (upTo[middle]! > value) high = middle
    else low = middle + 1
  }
  return low
}

/** Drawn candidates at once, at most: each is a row of a small table. */
const AT_ONCE = 100_000

/**
 * So many different candidates that have no support, each set of them as likely as any other: candidates are drawn evenly, one after the other, and those that have support or were drawn before are
 * passed over. There must be so many.
 */
export async function unsupported(
  { size, upTo, places, shorter }: Candidates,
  support: string,
  many: number,
  on: Context,
): Promise<{ readonly a: string[]; readonly b: string[] }> {
  const drawn = new Set<number>()
  const found = { a: [] as string[], b: [] as string[] }
  while (found.a.length < many) {
    const batch: number[] = []
    const wanted = Math.min(AT_ONCE, Math.ceil((many - found.a.length) * 1.2) + 16, size - drawn.size)
    while (batch.length < wanted) {
      const candidate = Number(belowOf(on.random, BigInt(size)))
      if (drawn.has(candidate)) continue
      drawn.add(candidate)
      batch.push(candidate)
    }
    const [given, numbers] = [fresh('drawn'), fresh('drawn_numbers')]
    const ends = batch.map((candidate) => {
      const first = firstAbove(upTo, candidate)
      return [first, candidate - (first === 0 ? 0 : upTo[first - 1]!)] as const
    })
    await on.engine.append(
      given,
      ['turn', 'a', 'place'],
      [[batch.map((_, i) => String(i)), ends.map(([a]) => String(a)), ends.map(([, place]) => String(place))]],
    )
    await on.engine.materialise(
      numbers,
      `SELECT ${cast('turn', 'long')} AS turn, ${cast('a', 'code32')} AS a, ${cast('place', 'long')} AS place FROM ${given}`,
    )
    const meets = shorter.words === 1 ? '0' : 'x.b'
    const rows = await on.engine.all<{ a: number; b: number }>(
      `SELECT a, b FROM (
        SELECT d.turn, d.a, q.number AS b FROM ${numbers} d JOIN ${shorter.table} x ON d.a = x.number
        JOIN ${places} q ON q.a = ${cast(meets, 'code32')} AND q.place = d.place) c ${antiJoin(`${support} s`, 'ON c.a = s.a AND c.b = s.b')} ORDER BY turn`,
    )
    await on.engine.drop(given, numbers)
    for (const { a, b } of rows.slice(0, many - found.a.length)) {
      found.a.push(String(a))
      found.b.push(String(b))
    }
  }
  return found
}

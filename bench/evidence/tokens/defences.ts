import type { History } from '../../../src/generate/generate.js'
import { seededRandom } from '../../../src/random/seeded.js'
import { invert, invertInformed, type Pair, pairOf } from '../../weaknesses/inversion.js'
import { cell, table } from './tables.js'

/** The queries of some people. */
export function hashedWhere(log: readonly History[], keep: (history: History, i: number) => boolean): string[] {
  return log.filter(keep).flatMap(({ rows }) => rows.map((row) => row.asked.text.toLowerCase()))
}

/** Less data, lower accuracy. */
export function sizes(some: readonly string[], rest: readonly string[], quick: boolean, n: number): string {
  const most = Math.min(some.length, rest.length)
  const rows = (quick ? [4, 1] : [16, 4, 2, 1]).map((part) => {
    const size = Math.floor(most / part)
    const every = (queries: readonly string[]) => queries.filter((_, i) => i % part === 0).slice(0, size)
    const pair = pairOf(every(some), every(rest))
    return [size.toLocaleString('en'), cell(invert(pair, n)), cell(invertInformed(pair, n))]
  })
  return `## Size

n = ${n}, other people, a share of the queries of each side.

${table(['queries a side', 'published', 'informed'], rows)}`
}

/** An attacker with a small or a foreign reference. */
export function references(
  { same, other }: { readonly same: Pair; readonly other: Pair },
  quick: boolean,
  n: number,
): string {
  const smaller = (pair: Pair, part: number): Pair => ({ hashes: pair.hashes, reference: partOf(pair.reference, part) })
  const parts = quick ? [1, 10] : [1, 3, 10]
  const rows = parts.map((part) => [
    part === 1 ? 'all' : `1 in ${part}`,
    cell(invertInformed(smaller(same, part), n)),
    cell(invertInformed(smaller(other, part), n)),
  ])
  return `## Small references

n = ${n}, informed; the reference holds a share of the distinct queries above. *Other weeks* is what an attacker with an older log of the same people has.

${table(['reference', 'other weeks of the same people', 'other people'], rows)}`
}

/** Every part-th distinct query of a corpus. */
function partOf(corpus: Pair['reference'], part: number): Pair['reference'] {
  function* kept() {
    for (let b = 0; b < corpus.times.length; b += part) {
      const words = Array.from(corpus.ids.subarray(corpus.starts[b], corpus.starts[b + 1]), (id) => corpus.tokens[id])
      for (let i = 0; i < corpus.times[b]!; i++) yield words.join(' ')
    }
  }
  return pairOf([], kept()).reference
}

/** What in front of the hashes brings accuracy down. Chance is one in n. */
export function defences(log: readonly History[], quick: boolean, n: number): string {
  const half = (which: number) => log.filter((_, i) => i % 2 === which)
  const reference = hashedWhere(half(1), () => true)
  const row = (name: string, queries: readonly string[]) => {
    const pair = pairOf(queries, reference)
    return [name, queries.length.toLocaleString('en'), cell(invert(pair, n)), cell(invertInformed(pair, n))]
  }
  const all = hashedWhere(half(0), () => true)
  const persons = personsOf(half(0))
  const rows = [
    row('nothing', all),
    ...(quick ? [5] : [2, 3, 5, 10]).map((k) =>
      row(
        `queries of ${k} persons or more`,
        all.filter((query) => (persons.get(query) ?? 0) >= k),
      ),
    ),
    ...(quick ? [0.3] : [0.1, 0.3, 0.5, 0.7]).map((share) =>
      row(`${100 * share}% of tokens replaced by chance`, noisy(all, share)),
    ),
  ]
  return `## Defences

n = ${n}, other people; what is done to the log before its tokens are hashed. Chance would be one in n. A threshold takes company away,
since most queries that hold two common tokens are rare themselves; noise must replace most tokens, and their use goes with them.

${table(['in front', 'queries left', 'published', 'informed'], rows)}`
}

function personsOf(log: readonly History[]): Map<string, number> {
  const persons = new Map<string, number>()
  for (const { rows } of log)
    for (const query of new Set(rows.map((row) => row.asked.text.toLowerCase())))
      persons.set(query, (persons.get(query) ?? 0) + 1)
  return persons
}

/** Tokens replaced by others as common as they are drawn. */
function noisy(queries: readonly string[], share: number): string[] {
  const random = seededRandom(7)
  const tokens = queries.flatMap((query) => query.split(' '))
  return queries.map((query) =>
    query
      .split(' ')
      .map((token) => (random.unit() < share ? tokens[random.below(tokens.length)]! : token))
      .join(' '),
  )
}

import { fail } from '../../base/errors.js'
import type { Truth } from '../../release/seen.js'
import type { AttackContext, Scored } from '../attack.js'
import type { Answers } from './answers.js'
import { byOtherMeans } from './other-means.js'
import type { Pairs } from './pairs.js'
import type { Relinked } from './relinked.js'
import { TOP } from './search.js'

/** Shares of all pairs of one person at which precision is told. */
const RECALLS = [0.001, 0.01, 0.05, 0.1, 0.2] as const

/** Holds answers and guesses against the truth. */
export async function score(
  { sessions, count, answers, pairs, moments }: Relinked,
  truth: Truth,
  _params: unknown,
  { engine }: AttackContext,
): Promise<Scored> {
  const known = truth.tables.truth
  if (!known?.columns.includes('pseudonym'))
    fail('input', 'the truth does not say whose the pseudonyms are', 'Make the release again with --truth.')
  const person = new Int32Array(count).fill(-1)
  let persons = 0
  for await (const [doc, number] of engine.stream(`
    SELECT s.doc, (dense_rank() OVER (ORDER BY t.person) - 1)::INTEGER FROM ${known.table} t JOIN ${sessions} s USING (pseudonym)`))
    for (let i = 0; i < (doc?.length ?? 0); i++) {
      person[doc![i] as number] = number![i] as number
      persons = Math.max(persons, (number![i] as number) + 1)
    }
  return {
    selectivity: selectivityOf(answers, person),
    selectivityWithAsked: selectivityOf(answers, person, true),
    components: componentsOf(answers, person, persons),
    sessions: count,
    persons,
    withoutOracle: precisionAt(pairs, person, persons),
    otherMeans: byOtherMeans(moments, person, persons),
  }
}

/**
 * [Adar07] section 6.1: the share of answers that are of the same person, averaged over sessions that have any. An index also gives the
 * session that is asked about, first of all; `asked` counts it as an answer, and a right one.
 */
export function selectivityOf(
  { doc, size, responses }: Answers,
  person: Int32Array,
  asked = false,
): Record<string, number | null> {
  const own = asked ? 1 : 0
  const bounds = { any: Number.POSITIVE_INFINITY, le1000: 1000, le100: 100, le10: 10 }
  const sums = Object.keys(bounds).map(() => ({ total: 0, sessions: 0 }))
  for (let d = 0; d < person.length; d++) {
    const others = Math.min(size[d]!, TOP - own)
    if (others + own === 0) continue
    let same = own
    for (let i = d * TOP; i < d * TOP + others; i++) if (person[doc[i]!] === person[d]) same++
    Object.values(bounds).forEach((bound, i) => {
      if (responses[d]! + own > bound) return
      sums[i]!.total += same / (others + own)
      sums[i]!.sessions++
    })
  }
  return Object.fromEntries(
    Object.keys(bounds).map((key, i) => [key, sums[i]!.sessions === 0 ? null : sums[i]!.total / sums[i]!.sessions]),
  )
}

/**
 * [Adar07] section 6.1: an oracle tells which answers are of the same person; what it joins are m components of a person's k sessions.
 * `mean` is m averaged over persons, `ratio` all components over all sessions.
 */
export function componentsOf({ doc, size }: Answers, person: Int32Array, persons: number) {
  const parent = Int32Array.from(person, (_, d) => d)
  const find = (d: number): number => {
    let at = d
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!
      at = parent[at]!
    }
    return at
  }
  for (let d = 0; d < person.length; d++)
    for (let i = d * TOP; i < d * TOP + size[d]!; i++)
      if (person[doc[i]!] === person[d]) parent[find(doc[i]!)] = find(d)
  const components = new Int32Array(persons)
  const sessions = new Int32Array(persons)
  for (let d = 0; d < person.length; d++) {
    if (person[d]! < 0) continue
    sessions[person[d]!]!++
    if (parent[d] === d) components[person[d]!]!++
  }
  const all = (array: Int32Array) => array.reduce((sum, n) => sum + n, 0)
  const shares = sessions.reduce((sum, k, p) => sum + components[p]! / k, 0)
  return {
    mean: all(components) / persons,
    ratio: all(components) / all(sessions),
    meanRatio: shares / persons,
    sessions: all(sessions) / persons,
  }
}

/** How many of the surest guesses are right when so large a share of all pairs of one person has been found; null where it never is. */
export function precisionAt({ one, other }: Pairs, person: Int32Array, persons: number) {
  const sizes = new Int32Array(persons)
  for (const p of person) if (p >= 0) sizes[p]!++
  const all = sizes.reduce((sum, k) => sum + (k * (k - 1)) / 2, 0)
  const precision: (number | null)[] = RECALLS.map(() => null)
  let right = 0
  for (let i = 0, next = 0; i < one.length && next < RECALLS.length; i++) {
    if (person[one[i]!] === person[other[i]!]) right++
    while (next < RECALLS.length && right >= RECALLS[next]! * all && all > 0) precision[next++] = right / (i + 1)
  }
  return RECALLS.map((recall, i) => ({ recall, precision: precision[i] ?? null }))
}

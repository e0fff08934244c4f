import { NONE } from '../../log/columnar.js'
import { terms } from '../../text/normalise.js'
import type { Histories } from '../histories.js'
import { packHosts } from './hosts.js'
import { packWords } from './words.js'

/** Histories as the syntactic distance sees them: normalised numbers, words and labels by code. */
export type SyntacticData = ReturnType<typeof syntacticData>

/** No time, no rank, no terms: at a distance of 1 from every value, once distances are cut at 1. */
const MISSING = -1

/** The words of queries and the labels of hosts, by code. */
export type Spelling = ReturnType<typeof spelling>

export function spelling({ queries, hosts }: Pick<Histories, 'queries' | 'hosts'>) {
  const split = queries.map((text) => terms(text))
  const codes = new Map<string, number>()
  const wordsAt = new Uint32Array(queries.length + 1)
  const words: number[] = []
  for (const [q, all] of split.entries()) {
    for (const word of new Set(all)) {
      if (!codes.has(word)) codes.set(word, codes.size)
      words.push(codes.get(word)!)
    }
    wordsAt[q + 1] = words.length
  }
  const packed = packWords([...codes.keys()])
  const named = packHosts(hosts)
  return {
    /** The normalised number of terms of each query. */
    terms: normalised(
      Float64Array.from(split, (all) => all.length),
      () => true,
    ).map((terms, q) => (split[q]?.length === 0 ? MISSING : terms)),
    wordsAt,
    words: Uint32Array.from(words),
    wordAt: packed.at,
    wordChars: packed.chars,
    wordLetters: packed.letters,
    hostAt: named.at,
    hostLabels: named.labels,
  }
}

/** [Erola13] §5.3.1.1: values are normalised over the log. */
export function syntacticData(histories: Histories, spelt = spelling(histories)) {
  const { size, offsets } = histories
  const { rows, clicked } = byClick(histories)
  return {
    ...spelt,
    offsets,
    /** Where the rows with a click begin in each history; before and behind it rows stand in order of time. */
    clicked,
    query: rows.map((row) => histories.query[row]!),
    host: rows.map((row) => histories.host[row]!),
    time: normalised(
      Float64Array.from(rows, (row) => histories.time[row]!),
      (time) => !Number.isNaN(time),
    ),
    rank: normalised(
      Float64Array.from(rows, (row) => histories.rank[row]!),
      (rank) => rank !== 0,
    ),
    /** The normalised number of queries of each user. */
    count: normalised(
      Float64Array.from({ length: size }, (_, u) => offsets[u + 1]! - offsets[u]!),
      () => true,
    ),
  }
}

/** The rows of each history, those without a click first; a history stands in order of time already. */
function byClick({ size, offsets, host }: Histories): { readonly rows: Uint32Array; readonly clicked: Uint32Array } {
  const rows = new Uint32Array(host.length)
  const clicked = new Uint32Array(size)
  let at = 0
  for (let u = 0; u < size; u++) {
    for (const click of [false, true]) {
      if (click) clicked[u] = at
      for (let row = offsets[u]!; row < offsets[u + 1]!; row++) if ((host[row] !== NONE) === click) rows[at++] = row
    }
  }
  return { rows, clicked }
}

/** (x - min) / (max - min) where there is a value, MISSING elsewhere. */
function normalised(values: Float64Array, has: (value: number) => boolean): Float64Array {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (!has(value)) continue
    if (value < least) least = value
    if (value > most) most = value
  }
  return values.map((value) => (has(value) ? (most > least ? (value - least) / (most - least) : 0) : MISSING))
}
